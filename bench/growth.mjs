// What each file costs when a repo grows: one real tree cut to several sizes, whole folders at a time, and for each size the CPU and peak
// memory of a first index, of `build-graph`, of the catch-up after one edited file, and of questions. Linux only.
//
//   node bench/growth.mjs REPO --symbol NAME [--sizes 1000,4000,16000,40000] [--depth 3] [--query TEXT] [--text TEXT]
//
// --depth is the depth of the folders that are kept whole. The last column divides the cost of a file in the largest cut by that in the
// second: 1 means that cost grows with the work.
import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { best, measure } from './measure.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    symbol: { type: 'string' },
    sizes: { type: 'string', default: '1000,4000,16000,40000' },
    depth: { type: 'string', default: '3' },
    query: { type: 'string', default: 'parse the configuration file' },
    text: { type: 'string', default: 'timeout' },
  },
})
const [repo] = positionals
if (!repo || !values.symbol) {
  console.error(
    'usage: node bench/growth.mjs REPO --symbol NAME [--sizes 1000,4000,16000,40000] [--depth 3] [--query TEXT] [--text TEXT]',
  )
  process.exit(2)
}
const cairn = path.resolve(import.meta.dirname, '../dist/surfaces/cli/main.js')
const git = (cwd, ...words) => spawnSync('git', words, { cwd, encoding: 'utf8', maxBuffer: 1 << 28 }).stdout
const questions = {
  'where-used, one page': ['where-used', values.symbol],
  'search by meaning': ['code', values.query],
  'text search': ['search', values.text, '--word'],
  'nothing changed': ['index'],
}
const sizes = values.sizes.split(',').map(Number)
const columns = []
for (const size of sizes) {
  columns.push(await measureCut(size))
  console.error(JSON.stringify(columns.at(-1)))
}
print()

async function measureCut(size) {
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'cairn-growth-'))
  const copy = path.join(scratch, path.basename(repo))
  const files = cut(size)
  for (const file of files) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true })
    cpSync(path.join(repo, file), path.join(copy, file), { verbatimSymlinks: true })
  }
  git(copy, 'init', '-q')
  git(copy, 'add', '-A')
  git(copy, '-c', 'user.name=bench', '-c', 'user.email=bench@example.org', 'commit', '-qm', 'cut')
  const env = { ...process.env, HOME: scratch, CAIRN_HOME: path.join(scratch, 'home') }
  const run = async (...words) => {
    const done = await measure(process.execPath, [cairn, ...words, '--json'], { cwd: copy, env })
    if (done.status !== 0) throw new Error(`cairn ${words.join(' ')} ended with ${done.status}`)
    return done
  }
  const rows = { 'first index': await run('index') }
  rows['build-graph'] = await run('build-graph')
  rmSync(path.join(copy, '.llmc'), { recursive: true, force: true })
  const edited = files.filter((file) => /\.(ts|js|go|py|rs|java|rb|c|cc|cpp|cs|php|kt|swift)$/.test(file))
  appendFileSync(path.join(copy, edited[Math.floor(edited.length / 2)]), '\n')
  rows['one file edited'] = await run('index')
  for (const [label, words] of Object.entries(questions)) rows[label] = await best(3, () => run(...words))
  rmSync(scratch, { recursive: true, force: true })
  return { files: files.length, rows }
}

/** Whole folders in an order that does not depend on their names, until there are so many files. */
function cut(size) {
  const groups = new Map()
  const tracked = git(repo, 'ls-files', '-z').split('\0')
  for (const file of tracked.filter((each) => each !== '' && lstatSync(path.join(repo, each)).isFile())) {
    const folder = file.split('/').slice(0, -1).slice(0, Number(values.depth)).join('/')
    if (!groups.has(folder)) groups.set(folder, [])
    groups.get(folder).push(file)
  }
  const order = [...groups].sort(([a], [b]) => spread(a) - spread(b))
  const files = []
  for (const [, list] of order) {
    if (files.length + list.length > size * 1.02) continue
    files.push(...list)
    if (files.length >= size) break
  }
  return files.sort()
}

function spread(text) {
  let hash = 2166136261
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0), 16777619) >>> 0
  return hash
}

function print() {
  const perFile = ({ files, rows }, label) => (rows[label].cpu / files) * 1000
  console.log(`${path.basename(repo)}, Node ${process.versions.node}, CPU (peak memory)\n`)
  console.log(`| | ${columns.map(({ files }) => `${files} files`).join(' | ')} | cost of a file, last over second |`)
  console.log(`|---|${columns.map(() => '---|').join('')}---|`)
  for (const label of Object.keys(columns[0].rows)) {
    const cells = columns.map(({ rows }) => {
      const { cpu, peak_mb } = rows[label]
      return `${cpu.toFixed(2)} s (${peak_mb} MB)`
    })
    const growth = perFile(columns.at(-1), label) / perFile(columns[1] ?? columns[0], label)
    console.log(`| ${label} | ${cells.join(' | ')} | ${growth.toFixed(2)} |`)
  }
}
