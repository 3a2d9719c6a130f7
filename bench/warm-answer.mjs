// How long a warm question takes in a server: `cairn mcp` of this version and, with --against, of another built clone. Both run in
// one copy of the repo, each with its own home, and are asked the same questions in turn. Medians for each tool, their ratio, and CPU,
// also divided by that of `git status` in the same copy and the same rounds. Linux only.
//
//   node bench/warm-answer.mjs REPO [--against CLONE] [--rounds 5] [--profile FOLDER] [--keep FOLDER]
//
// --profile writes a CPU profile of each server to FOLDER/NAME. --keep leaves the copy and the indexes in FOLDER for the next run.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { Client } from '@modelcontextprotocol/client'
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    against: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    profile: { type: 'string' },
    keep: { type: 'string' },
  },
})
const [repo] = positionals
const scratch = values.keep ? path.resolve(values.keep) : mkdtempSync(path.join(os.tmpdir(), 'cairn-bench-'))
const copy = path.join(scratch, path.basename(repo))
if (!existsSync(copy)) cpSync(repo, copy, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
// A copy has new inodes: without this git would read every file again in each check, unlike in a real checkout.
execFileSync('git', ['update-index', '-q', '--refresh'], { cwd: copy })

const clones = { now: path.resolve(import.meta.dirname, '..'), ...(values.against ? { before: values.against } : {}) }
const servers = []
for (const [name, clone] of Object.entries(clones)) servers.push(await start(name, clone))
const questions = await chooseQuestions(servers.at(-1))
await warmUp()
const STATUSES = 3
let ofGit = 0
for (let round = 0; round < Number(values.rounds); round++) {
  for (const question of questions) for (const server of round % 2 ? servers : servers.toReversed()) await ask(server, question)
  for (let count = 0; count < STATUSES; count++) ofGit += cpuOfGitStatus() / STATUSES / Number(values.rounds)
}
report()
for (const { client } of servers) await client.close()
if (!values.keep) rmSync(scratch, { recursive: true, force: true })

async function start(name, clone) {
  const cairn = path.join(clone, 'dist/surfaces/cli/main.js')
  const env = { ...getDefaultEnvironment(), HOME: scratch, CAIRN_HOME: path.join(scratch, `home-${name}`) }
  const indexed = execFileSync(process.execPath, [cairn, 'index', '--json'], {
    cwd: copy,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const profile = values.profile && path.resolve(values.profile, name)
  if (profile) mkdirSync(profile, { recursive: true })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...(profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : []), cairn, 'mcp'],
    cwd: copy,
    env,
    stderr: 'inherit',
  })
  const client = new Client({ name: 'bench', version: '1.0.0' })
  await client.connect(transport)
  return {
    name,
    client,
    pid: transport.pid,
    files: JSON.parse(indexed).items[0].files,
    times: new Map(),
    cpu: new Map(),
    answers: new Map(),
  }
}

/** 16 searches, and four questions about symbols that they found. */
async function chooseQuestions(server) {
  const queries = [
    'where is the account suspended',
    'send a notification mail',
    'parse the configuration file',
    'user login and password check',
    'cache invalidation',
    'rate limit of requests',
    'database connection',
    'render the error page',
  ]
  const search = (query, level) => ({ tool: 'search_code', label: `search_code, ${level}`, args: { query, level } })
  const found = new Set()
  for (const query of queries)
    for (const [, name] of (await call(server, search(query, 'symbol'))).matchAll(/where_used sym:\S*?(\w+) /g)) found.add(name)
  const [first, second] = [...found].filter((name) => name.length > 4)
  return [
    ...queries.flatMap((query) => [search(query, 'file'), search(query, 'symbol')]),
    ...[first, second].flatMap((symbol) => ['where_used', 'definition'].map((tool) => ({ tool, label: tool, args: { symbol } }))),
  ]
}

/** The printed answer, without its cursor. */
async function call({ client, name }, { tool, args }) {
  const { content, isError } = await client.callTool({ name: tool, arguments: args })
  const text = content[0].text
  if (isError || !text.startsWith('OK · RAG_GRAPH · FRESH')) throw new Error(`${name}, ${tool} ${JSON.stringify(args)}: ${text}`)
  return text.replace(/cursor="[^"]*"/, '')
}

/** The first questions load code and rows, and start the watcher. */
async function warmUp() {
  for (const server of servers) for (const question of questions) await call(server, question)
  await new Promise((resolve) => setTimeout(resolve, 5_000))
  for (const server of servers) for (const question of questions) await call(server, question)
}

async function ask(server, question) {
  const before = cpuOf(server.pid)
  const began = performance.now()
  const answer = await call(server, question)
  const took = performance.now() - began
  const { asked = 0, ms: used = 0 } = server.cpu.get(question.label) ?? {}
  server.cpu.set(question.label, { asked: asked + 1, ms: used + cpuOf(server.pid) - before })
  server.times.set(question.label, [...(server.times.get(question.label) ?? []), took])
  server.answers.set(question, answer)
}

function report() {
  const [now, before] = servers
  console.log(
    `${path.basename(repo)}, ${now.files} files, Node ${process.versions.node}, ${questions.length} questions, ${values.rounds} rounds`,
  )
  for (const [label, times] of now.times) {
    const other = before?.times.get(label)
    const ratio = other
      ? `, before ${ms(other)}: ${(middle(times) / middle(other)).toFixed(2)}× (10th percentile ${(low(times) / low(other)).toFixed(2)}×)`
      : ''
    console.log(`  ${label.padEnd(20)} ${ms(times)}${ratio}`)
  }
  console.log(
    `  CPU of \`git status\` ${ofGit.toFixed(0)} ms; CPU of a question, server and git (divided by that of \`git status\`):`,
  )
  for (const [label, used] of [...now.cpu, ['all', total(now)]]) {
    const other = label === 'all' ? before && total(before) : before?.cpu.get(label)
    const over = other ? `, before ${perQuestion(other)}: ${(used.ms / used.asked / (other.ms / other.asked)).toFixed(2)}×` : ''
    console.log(`  ${label.padEnd(20)} ${perQuestion(used)}${over}`)
  }
  if (!before) return
  const differing = questions.filter((question) => now.answers.get(question) !== before.answers.get(question))
  console.log(`  questions answered differently: ${differing.length}`)
  for (const { label, args } of differing) console.log(`    ${label}: ${JSON.stringify(args)}`)
}

function total({ cpu }) {
  const all = [...cpu.values()]
  return { asked: all.reduce((sum, { asked }) => sum + asked, 0), ms: all.reduce((sum, { ms }) => sum + ms, 0) }
}
function perQuestion({ asked, ms: used }) {
  return `${(used / asked).toFixed(0)} ms (${(used / asked / ofGit).toFixed(2)})`
}

/** Of the children of this process that have ended only git's changes meanwhile. */
function cpuOfGitStatus() {
  const ended = () => {
    const stat = readFileSync('/proc/self/stat', 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[13]) + Number(fields[14])) * 10
  }
  const before = ended()
  execFileSync('git', ['status', '--porcelain'], { cwd: copy })
  return ended() - before
}

/** Milliseconds of CPU of a process, its children, and their children that have ended. */
function cpuOf(root) {
  let ticks = 0
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (Number(name) !== root && Number(fields[1]) !== root) continue
      for (const field of fields.slice(11, 15)) ticks += Number(field)
    } catch {}
  }
  return ticks * 10
}

function middle(list) {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]
}
function low(list) {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 10)]
}
function ms(list) {
  return `${middle(list).toFixed(0)} ms`
}
