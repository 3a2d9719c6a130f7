// How fast a repo is indexed, as ratios of one run: compared with codegraph on the same files, with the raw parse rate of our own
// workers, and with other runs of Cairn (nothing changed, one file changed, a second worktree).
//
//   node bench/index-speed.mjs REPO… [--codegraph FOLDER_WITH_NODE_MODULES]

import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { best, measure } from './measure.mjs'

const cairn = path.resolve(import.meta.dirname, '../dist/surfaces/cli/main.js')
const args = process.argv.slice(2)
const at = args.indexOf('--codegraph')
const peer = at >= 0 ? path.resolve(args.splice(at, 2)[1], 'node_modules/.bin/codegraph') : undefined
const scratch = mkdtempSync(path.join(os.tmpdir(), 'cairn-bench-'))
const rows = []

for (const repo of args) {
  const name = path.basename(repo)
  const copy = path.join(scratch, name)
  cpSync(repo, copy, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
  // A copy has new inodes: without this git would read every file again in each check, unlike in a real checkout.
  spawnSync('git', ['update-index', '-q', '--refresh'], { cwd: copy })
  const home = path.join(scratch, `home-${name}`)
  const env = { ...process.env, CAIRN_HOME: home, HOME: scratch, CODEGRAPH_TELEMETRY: '0', CODEGRAPH_NO_DAEMON: '1' }
  const run = (...words) => measure(process.execPath, [cairn, ...words, '--json'], { cwd: copy, env })
  // The first command after an installation compiles all code, the next ones read it (src/base/run-part.ts).
  if (rows.length === 0)
    await measure(process.execPath, [cairn, 'index'], { cwd: copy, env: { ...env, CAIRN_HOME: `${home}-once` } })
  rmSync(path.join(copy, '.llmc'), { recursive: true, force: true })
  const first = await run('index')
  const disk = sizeOf(home)
  const again = await best(3, () => run('index'))
  const files = spawnSync('git', ['ls-files'], { cwd: copy, encoding: 'utf8' })
    .stdout.split('\n')
    .filter((file) => /\.(py|tsx?|js|go|java|rs|c|cc|cpp|cs|php|kt|swift|rb)$/.test(file))
  appendFileSync(path.join(copy, files[Math.floor(files.length / 2)]), '\n')
  const one = await run('index')
  const tree = path.join(scratch, `tree-${name}`)
  spawnSync('git', ['worktree', 'add', '-q', '--detach', tree], { cwd: copy })
  const second = await measure(process.execPath, [cairn, 'index', '--json'], { cwd: tree, env })
  const secondDisk = sizeOf(home) - disk
  rmSync(path.join(copy, '.llmc'), { recursive: true, force: true })
  const other = peer ? await measure(peer, ['init', '--yes'], { cwd: copy, env }) : undefined
  rows.push({ name, first, again, one, second, disk, secondDisk, other, files: first.files })
  const ratio = (a, b) => (a / b).toFixed(2)
  console.log(`\n${name}`)
  console.log(
    `  first index          cpu ${first.cpu.toFixed(1)} s, wall ${first.wall.toFixed(1)} s, peak ${first.peak_mb} MB, store ${(disk / 1e6).toFixed(1)} MB, exit ${first.status}`,
  )
  console.log(`  nothing changed      cpu ${ratio(again.cpu, first.cpu)}, wall ${ratio(again.wall, first.wall)} of the first`)
  console.log(`  one file changed     cpu ${ratio(one.cpu, first.cpu)}, wall ${ratio(one.wall, first.wall)} of the first`)
  console.log(
    `  second worktree      cpu ${ratio(second.cpu, first.cpu)}, wall ${ratio(second.wall, first.wall)}, disk ${ratio(secondDisk, disk)} of the first`,
  )
  if (other)
    console.log(
      `  codegraph            cpu ${other.cpu.toFixed(1)} s, wall ${other.wall.toFixed(1)} s, peak ${other.peak_mb} MB → cairn: cpu ${ratio(first.cpu, other.cpu)}, peak ${ratio(first.peak_mb, other.peak_mb)}, exit ${other.status}`,
    )
}
rmSync(scratch, { recursive: true, force: true })

function sizeOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath ?? entry.path, entry.name)).size, 0)
}
