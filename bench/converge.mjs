// Does catching up converge, and how long does it take? After each change of a real repository: the state of the first and the
// second question of one-shot commands, the time until FRESH divided by the time of `cairn index` for the same change, and the
// same for a server (`cairn mcp`), which becomes FRESH without another question.
//
//   node bench/converge.mjs REPO…        (uses the branches far50 and far500 of REPO for the switches, else invented edits)
//   CAIRN_BENCH_HOME=FOLDER keeps the store, so that a second run parses nothing
//   CAIRN_BENCH_CHANGES='renamed|stash' measures only the changes whose name matches
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '@modelcontextprotocol/client'
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { openDatabase } from '../dist/store/embedded/driver.js'

const program = path.resolve(import.meta.dirname, '../dist/surfaces/cli/main.js')
const scratch = mkdtempSync(path.join(os.tmpdir(), 'cairn-bench-'))
const home = process.env.CAIRN_BENCH_HOME ?? path.join(scratch, 'home')
process.env.CAIRN_HOME = home
const wanted = new RegExp(process.env.CAIRN_BENCH_CHANGES ?? '')
const MOST_QUESTIONS = 100

async function benchRepo(repo) {
  const name = path.basename(repo).replace(/-R$/, '')
  const copy = path.join(scratch, name)
  run('git', ['clone', '-q', '--local', repo, copy], scratch)
  git(copy, 'config', 'user.email', 'a@example.com')
  git(copy, 'config', 'user.name', 'A')
  for (const branch of ['far50', 'far500'])
    spawnSync('git', ['branch', '-q', branch, `origin/${branch}`], { cwd: copy, stdio: 'ignore' })
  cairn(copy, 'index')
  const file = mostImported(copy)
  for (const [change, { prepare, apply, undo }] of Object.entries(changesOf(copy, file))) {
    if (!wanted.test(change)) continue
    prepare()
    cairn(copy, 'index')
    const files = count(copy, apply, undo)
    saveHome()
    const oneShot = askUntilFresh(copy, apply)
    undo()
    restoreHome()
    apply()
    const index = timed(() => cairn(copy, 'index'))
    undo()
    restoreHome()
    const server = await serveUntilFresh(copy, apply)
    undo()
    restoreHome()
    const cells = [name, change, files, oneShot.states, ratio(oneShot, index), server.states, ratio(server, index)]
    console.log(`| ${cells.join(' | ')} |`)
  }
}

/** The index as it was before a change: indexing a large repo back would take minutes. */
const saved = path.join(scratch, 'saved-home')
function saveHome() {
  rmSync(saved, { recursive: true, force: true })
  cpSync(home, saved, { recursive: true, preserveTimestamps: true })
}
function restoreHome() {
  rmSync(home, { recursive: true, force: true })
  cpSync(saved, home, { recursive: true, preserveTimestamps: true })
}

const ratio = ({ ms, questions }, index) =>
  `${ms === undefined ? 'never' : (ms / index).toFixed(2)}${questions > 2 ? ` (${questions} questions)` : ''}`

function changesOf(copy, file) {
  const absolutePath = path.join(copy, file)
  const text = readFileSync(absolutePath, 'utf8')
  const restore = () => writeFileSync(absolutePath, text)
  const put = (changed) => ({ prepare: () => {}, apply: () => writeFileSync(absolutePath, changed), undo: restore })
  const language = path.extname(file).slice(1)
  const start = git(copy, 'rev-parse', 'HEAD')
  const back = () => git(copy, 'checkout', '-q', '-f', start)
  const branch = (size) => ({
    prepare: () => makeBranch(copy, `far${size}`, size, start),
    apply: () => git(copy, 'checkout', '-q', `far${size}`),
    undo: back,
  })
  return {
    [`export added to ${file}`]: put(text + added(language)),
    'export removed': put(unexported(text, language)),
    'export renamed': put(renamed(text, language, 'cairnBench')),
    'branch switch, 50': branch(50),
    'branch switch, 500': branch(500),
    rebase: {
      prepare: () => {
        makeBranch(copy, 'far50', 50, start)
        git(copy, 'checkout', '-q', '-B', 'topic', 'far50')
        writeFileSync(path.join(copy, 'cairn-bench.txt'), 'topic\n')
        git(copy, 'add', '-A')
        git(copy, 'commit', '-q', '-m', 'topic')
      },
      apply: () => git(copy, 'rebase', '-q', '--onto', start, 'far50', 'topic'),
      undo: () => {
        git(copy, 'checkout', '-q', '-B', 'topic', 'far50')
      },
    },
    stash: {
      prepare: () => {
        back()
        for (const each of sources(copy).slice(0, 30)) writeFileSync(path.join(copy, each), edit(path.join(copy, each)))
      },
      apply: () => git(copy, 'stash', '-q'),
      undo: () => git(copy, 'stash', 'pop', '-q'),
    },
  }
}

function makeBranch(copy, name, size, start) {
  if (spawnSync('git', ['rev-parse', '-q', '--verify', name], { cwd: copy, stdio: 'ignore' }).status === 0) return
  git(copy, 'checkout', '-q', '-b', name, start)
  const all = sources(copy)
  const step = Math.max(1, Math.floor(all.length / size))
  for (const each of all.filter((_, at) => at % step === 0).slice(0, size))
    writeFileSync(path.join(copy, each), edit(path.join(copy, each)))
  git(copy, 'commit', '-q', '-a', '-m', name)
  git(copy, 'checkout', '-q', start)
}

const extensions = /\.(ts|tsx|js|jsx|py|rb|go)$/
const sources = (copy) =>
  git(copy, 'ls-files')
    .split('\n')
    .filter((file) => extensions.test(file))
const edit = (file) => `${readFileSync(file, 'utf8')}${added(path.extname(file).slice(1))}`

function added(language) {
  if (language === 'py') return '\n\ndef cairn_bench():\n    return 1\n'
  if (language === 'rb') return '\ndef cairn_bench\n  1\nend\n'
  if (language === 'go') return '\nfunc CairnBench() int { return 1 }\n'
  return '\nexport const cairnBench = 1\n'
}

/** Renames the first exported definition. */
function renamed(text, language, name) {
  const patterns = { py: /^(class|def) (\w+)/m, rb: /^(\s*(?:class|module|def)) (\w+)/m, go: /^(type|func) ([A-Z]\w*)/m }
  return text.replace(
    patterns[language] ?? /^(export (?:const|function|class|type|interface)) (\w+)/m,
    (_, head) => `${head} ${name}`,
  )
}

/** Makes the first exported definition private: removes a keyword, or changes the name according to the language. */
function unexported(text, language) {
  if (language === 'go')
    return text.replace(/^(type|func) ([A-Z])(\w*)/m, (_, head, first, rest) => `${head} ${first.toLowerCase()}${rest}`)
  if (language === 'py') return text.replace(/^(class|def) (\w+)/m, '$1 _$2')
  if (language === 'rb') return renamed(text, language, 'CairnGone')
  return text.replace(/^export (const|function|class|type|interface) /m, '$1 ')
}

/** According to the links in the index. */
function mostImported(copy) {
  const database = openDatabase(path.join(home, 'store.db'), { readOnly: true })
  const files = new Set(sources(copy))
  const rows = database
    .prepare(
      'SELECT file.path AS path, count(DISTINCT source) AS n FROM link_in JOIN file ON file.id = target GROUP BY target ORDER BY n DESC LIMIT 2000',
    )
    .all()
  database.close()
  const found = rows.find(
    ({ path: file }) =>
      files.has(file) &&
      renamed(readFileSync(path.join(copy, file), 'utf8'), path.extname(file).slice(1), 'x') !==
        readFileSync(path.join(copy, file), 'utf8'),
  )
  return found.path
}

function count(copy, apply, undo) {
  apply()
  const { changes } = JSON.parse(cairn(copy, 'status', '--json')).items?.[0]?.catch_up ?? {}
  const status = cairn(copy, 'index', '--dry-run', '--json')
  undo()
  const [report] = JSON.parse(status).items ?? [JSON.parse(status)]
  return changes ?? (report.parsed ?? 0) + (report.removed ?? 0)
}

function askUntilFresh(copy, apply) {
  apply()
  const states = []
  const ms = timed(() => {
    while (states.at(-1) !== 'FRESH' && states.length < MOST_QUESTIONS)
      states.push(JSON.parse(cairn(copy, 'where-used', 'cairnBench', '--json')).freshness_state)
  })
  if (states.length === 1) states.push(JSON.parse(cairn(copy, 'where-used', 'cairnBench', '--json')).freshness_state)
  const questions = states.indexOf('FRESH') + 1
  return { states: states.slice(0, 2).join(', '), questions, ms: questions > 0 ? ms : undefined }
}

async function serveUntilFresh(copy, apply) {
  // Measured is the catching up that a question starts, not the watcher.
  const env = { ...getDefaultEnvironment(), CAIRN_HOME: home, HOME: os.homedir(), CAIRN_WATCH: 'false' }
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'mcp'],
    cwd: copy,
    env,
    stderr: 'ignore',
  })
  const client = new Client({ name: 'bench', version: '1.0.0' })
  await client.connect(transport)
  const ask = async (more = {}) => {
    const answer = await client.callTool({ name: 'where_used', arguments: { symbol: 'cairnBench', format: 'json', ...more } })
    return JSON.parse(answer.content[0].text).freshness_state
  }
  await ask()
  apply()
  const began = performance.now()
  const first = await ask()
  const until = performance.now() + 600_000
  // `rebind` writes and starts nothing: it only shows the progress of the server's own background work.
  while (first !== 'FRESH' && (await ask({ stale_policy: 'rebind' })) !== 'FRESH' && performance.now() < until) await sleep(200)
  const ms = performance.now() - began
  const second = await ask()
  await client.close()
  return { states: `${first}, ${second}`, questions: 2, ms: second === 'FRESH' ? ms : undefined }
}

function timed(work) {
  const start = performance.now()
  work()
  return performance.now() - start
}
function cairn(cwd, ...args) {
  return run(process.execPath, [program, ...args], cwd)
}
function git(cwd, ...args) {
  return run('git', args, cwd).trim()
}
function run(command, args, cwd) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 30 })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} (${status}): ${stderr}`)
  return stdout
}

console.log(`Node ${process.version}, ${os.cpus().length} cores, load ${os.loadavg()[0].toFixed(1)}`)
console.log(
  '| repo | change | files | one-shot: 1st, 2nd question | until FRESH ÷ index | server: 1st, 2nd | until FRESH ÷ index |',
)
console.log('|---|---|--:|---|--:|---|--:|')
for (const repo of process.argv.slice(2)) await benchRepo(path.resolve(repo))
rmSync(scratch, { recursive: true, force: true })
