// How long a question takes from the start of the process to the answer, as multiples of `node -e 0` in the same run:
// an unchanged repo, and one with an edited file that is caught up first.
//
//   node bench/cold-start.mjs REPO [QUERY]
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'

const cairn = path.resolve(import.meta.dirname, '../dist/surfaces/cli/main.js')
const [repo, query = 'where is the state kept'] = process.argv.slice(2)
const scratch = mkdtempSync(path.join(os.tmpdir(), 'cairn-bench-'))
const copy = path.join(scratch, path.basename(repo))
cpSync(repo, copy, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
// A copy has new inodes: without this git would read every file again in each check, unlike in a real checkout.
spawnSync('git', ['update-index', '-q', '--refresh'], { cwd: copy })
const env = { ...process.env, CAIRN_HOME: path.join(scratch, 'home'), HOME: scratch }
const node = (...args) => spawnSync(process.execPath, args, { cwd: copy, env, stdio: ['ignore', 'pipe', 'pipe'] })
const ask = () => node(cairn, 'search', query)

const indexed = node(cairn, 'index')
if (indexed.status !== 0) throw new Error(String(indexed.stderr))
const files = JSON.parse(String(indexed.stdout)).items[0].files
const edited = String(spawnSync('git', ['ls-files'], { cwd: copy }).stdout)
  .split('\n')
  .find((file) => /\.(py|ts|tsx|js|go|java)$/.test(file) && readFileSync(path.join(copy, file)).length > 2000)
const original = readFileSync(path.join(copy, edited), 'utf8')
ask()

const times = { bare: [], unchanged: [], edited: [] }
for (let round = 0; round < 25; round++) {
  times.bare.push(timed(() => node('-e', '0')))
  times.unchanged.push(timed(ask))
  writeFileSync(path.join(copy, edited), `${original}\n// ${round}\n`)
  times.edited.push(timed(ask))
  writeFileSync(path.join(copy, edited), original)
  ask()
}
const middle = (list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)]
const low = (list) => list.sort((a, b) => a - b)[Math.floor(list.length / 10)]
console.log(`${path.basename(repo)}, ${files} files, Node ${process.versions.node}, 25 rounds`)
for (const [name, list] of Object.entries(times)) {
  const ratio =
    name === 'bare'
      ? ''
      : `  ${(middle(list) / middle(times.bare)).toFixed(1)}× bare (median), ${(low(list) / low(times.bare)).toFixed(1)}× (10th percentile)`
  console.log(`  ${name.padEnd(10)} median ${middle(list).toFixed(0)} ms, 10th percentile ${low(list).toFixed(0)} ms${ratio}`)
}
rmSync(scratch, { recursive: true, force: true })

function timed(work) {
  const started = performance.now()
  const { status } = work()
  if (status !== 0) throw new Error(`exit ${status}`)
  return performance.now() - started
}
