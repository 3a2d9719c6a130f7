// What vectors add to a first index: CPU of an index without vectors, then of the run that makes only the vectors, then of one that
// has nothing to do, which is subtracted. Each in a new home, in one run.
//
//   node bench/vectors-share.mjs REPO…

import { mkdtempSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { best, measure } from './measure.mjs'

const cairn = path.resolve(import.meta.dirname, '../dist/surfaces/cli/main.js')
const scratch = mkdtempSync(path.join(os.tmpdir(), 'cairn-bench-'))

for (const repo of process.argv.slice(2)) {
  const home = path.join(scratch, path.basename(repo))
  const index = (embedder) => {
    const env = { ...process.env, HOME: scratch, CAIRN_HOME: home, CAIRN_WRITE_ARTIFACTS: 'false', CAIRN_EMBEDDER: embedder }
    return measure(process.execPath, [cairn, 'index', '--json'], { cwd: repo, env })
  }
  const bytes = () => statSync(path.join(home, 'store.db')).size
  const first = await index('none')
  const before = bytes()
  const made = await index('local')
  const grown = bytes() - before
  const idle = await best(3, () => index('local'))
  const share = (made.cpu - idle.cpu) / first.cpu
  console.log(
    `${path.basename(repo)}: index without vectors cpu ${first.cpu.toFixed(1)} s, wall ${first.wall.toFixed(1)} s, store ${(before / 1e6).toFixed(1)} MB`,
  )
  console.log(
    `  vectors  cpu ${(made.cpu - idle.cpu).toFixed(1)} s (${(share * 100).toFixed(0)} % of the index), wall ${(made.wall - idle.wall).toFixed(1)} s, peak ${made.peak_mb} MB, store + ${(grown / 1e6).toFixed(1)} MB`,
  )
  console.log(`  nothing to do  cpu ${idle.cpu.toFixed(2)} s, wall ${idle.wall.toFixed(2)} s`)
}
rmSync(scratch, { recursive: true, force: true })
