// The change set of a clean checkout compared with `git status --porcelain -uall` on the same checkout, alternating in one run:
// with rows in memory, and with rows read from a store. Then the same with one file edited.
//
//   node bench/change-set.mjs REPO [ROUNDS]      (after npm run build; works on its own clone)
import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { takeChangeSet } from '../dist/discover/change-set.js'
import { listFiles } from '../dist/discover/list-files.js'
import { readBytes } from '../dist/discover/read-source.js'
import { recordFile } from '../dist/discover/record-file.js'
import { openEmbeddedStore } from '../dist/store/embedded/open-embedded-store.js'

const [repo = '.', rounds = '15'] = process.argv.slice(2)
const scratch = mkdtempSync(path.join(os.tmpdir(), 'cairn-bench-'))
const root = path.join(scratch, 'clone')
const run = (...args) => spawnSync('git', args, { cwd: root, stdio: 'ignore' })
spawnSync('git', ['clone', '-q', path.resolve(repo), root])
// Young file times prove nothing: an index made right after the clone would read files again.
await new Promise((resolve) => setTimeout(resolve, 2_500))
// The same holds for git until it has checked the files once more, as in every clone in use.
run('status')
const rows = await record()
const store = await openEmbeddedStore(path.join(scratch, 'home'))
await fill()

const steps = {
  'git status': () => run('--no-optional-locks', 'status', '--porcelain', '-uall'),
  'change set': () => takeChangeSet(root, 'bench', rows),
  'rows from the store': readRows,
  'rows, then change set': async () => takeChangeSet(root, 'bench', await readRows()),
  'rows while git walks': () => takeChangeSet(root, 'bench', readRows),
}
console.log(`${rows.length} files, ${rounds} rounds`)
await compare('clean', steps)
appendFileSync(path.join(root, rows[Math.floor(rows.length / 2)].path), '\n')
await compare('one file edited', steps)
await store.reader.close()
await store.writer.close()
rmSync(scratch, { recursive: true, force: true })

async function compare(title, all) {
  const runs = new Map(Object.keys(all).map((name) => [name, []]))
  for (let round = 0; round < Number(rounds) + 3; round++) {
    for (const [name, work] of Object.entries(all)) {
      const cpu = usedCpu()
      const started = performance.now()
      await work()
      // The first rounds warm up caches and compiler.
      if (round >= 3) runs.get(name).push({ wall: performance.now() - started, cpu: usedCpu() - cpu })
    }
  }
  const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length
  const figures = (values) => ({
    median: median(values.map(({ wall }) => wall)),
    best: Math.min(...values.map(({ wall }) => wall)),
    cpu: mean(values.map(({ cpu }) => cpu)),
  })
  const base = figures(runs.get('git status'))
  console.log(`\n${title.padEnd(24)} median ms        best ms          CPU ms`)
  for (const [name, values] of runs) {
    const found = figures(values)
    const cell = (key) => `${found[key].toFixed(0).padStart(6)} ${`${(found[key] / base[key]).toFixed(2)}×`.padEnd(9)}`
    console.log(`  ${name.padEnd(22)} ${cell('median')} ${cell('best')} ${cell('cpu')}`)
  }
}

/** CPU time of this process and its finished children, in ms (Linux: children in ticks of 10 ms, so only means count). */
function usedCpu() {
  const { user, system } = process.cpuUsage()
  const parts = readFileSync('/proc/self/stat', 'latin1').split(') ')[1].split(' ')
  return (user + system) / 1000 + (Number(parts[13]) + Number(parts[14])) * 10
}

async function record() {
  const { files } = await listFiles(root)
  const recorded = []
  for (const entry of files) {
    const source = await readBytes(root, entry.path)
    if (source.state === 'read') recorded.push(recordFile(entry, source))
  }
  return recorded
}

async function fill() {
  const about = {
    language: 'unknown',
    role: 'source',
    status: 'indexed',
    reason: '',
    line_count: 1,
    parser_version: '',
    test: false,
  }
  const build = await store.writer.openBuild('bench')
  for (const row of rows) await build.add({ row: { ...row, ...about }, facts: null })
  await build.finish({ last_indexed_at: new Date().toISOString() })
}

async function readRows() {
  const snapshot = await store.reader.snapshot()
  try {
    return await snapshot.recordedFiles('bench')
  } finally {
    await snapshot.close()
  }
}
