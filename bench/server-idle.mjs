// What an idle server costs after one question, `cairn mcp` and `cairn serve`, with and without the background watcher: memory of
// its process tree (resident and proportional set size), and CPU milliseconds in the time after. Linux only.
//
//   node bench/server-idle.mjs REPO [SECONDS]
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const [repo, seconds = '60'] = process.argv.slice(2)
const cairn = path.resolve(import.meta.dirname, '../dist/surfaces/cli/main.js')
const scratch = mkdtempSync(path.join(os.tmpdir(), 'cairn-bench-'))
const env = { ...getDefaultEnvironment(), HOME: scratch, CAIRN_HOME: path.join(scratch, 'home') }
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const run = (...args) =>
  JSON.parse(execFileSync(process.execPath, [cairn, ...args, '--json'], { env, encoding: 'utf8' })).items[0]
const { files } = run('index', repo)
const { doc_count } = run('repos')
const question = { query: 'where is the state kept' }

console.log(
  `${path.basename(repo)}, ${files} files, ${doc_count} documents, Node ${process.versions.node}, idle for ${seconds} s`,
)
for (const start of [startMcp, startServe])
  for (const watch of ['false', 'true']) {
    const server = await start({ ...env, CAIRN_WATCH: watch })
    await server.ask()
    // Starting to watch and the first comparison are over by then, and the parser's process has ended.
    await pause(45_000)
    const [before, memory] = [cpuOf(server.pid), memoryOf(server.pid)]
    await pause(Number(seconds) * 1000)
    const cpu = cpuOf(server.pid) - before
    console.log(
      `  ${server.name}, watch ${watch.padEnd(5)}  ${memory.rss} MB resident, ${memory.pss} MB proportional, ${cpu} ms of CPU, ${watches(server.pid)} folders watched`,
    )
    await server.stop()
  }
rmSync(scratch, { recursive: true, force: true })

async function startMcp(environment) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cairn, 'mcp'],
    cwd: repo,
    env: environment,
    stderr: 'inherit',
  })
  const client = new Client({ name: 'bench', version: '1.0.0' })
  await client.connect(transport)
  const ask = () => client.callTool({ name: 'search_code', arguments: question })
  return { name: 'mcp', pid: transport.pid, ask, stop: () => client.close() }
}

async function startServe(environment) {
  const args = [cairn, 'serve', '--port', '0', '--json', '--quiet']
  const child = spawn(process.execPath, args, { cwd: repo, env: environment, stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await new Promise((resolve) => child.stdout.once('data', (text) => resolve(JSON.parse(text).url)))
  const ask = async () => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${url}/api/rag/search`, { method: 'POST', headers, body: JSON.stringify(question) })
    if (!answer.ok) throw new Error(await answer.text())
  }
  const ended = new Promise((resolve) => child.once('close', resolve))
  const stop = () => {
    child.kill()
    return ended
  }
  return { name: 'serve', pid: child.pid, ask, stop }
}

function tree(root) {
  const children = new Map()
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      children.set(parent, [...(children.get(parent) ?? []), Number(name)])
    } catch {}
  }
  const found = [root]
  for (const pid of found) found.push(...(children.get(pid) ?? []))
  return found
}

function memoryOf(root) {
  const sum = (name) =>
    tree(root).reduce((all, pid) => {
      const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
      return all + Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0)
    }, 0)
  return { rss: Math.round(sum('Rss') / 1024), pss: Math.round(sum('Pss') / 1024) }
}

/** User and system time, in milliseconds; the kernel counts in ticks of 10 ms. */
function cpuOf(root) {
  return tree(root).reduce((all, pid) => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return all + (Number(fields[11]) + Number(fields[12])) * 10
  }, 0)
}

function watches(pid) {
  return readdirSync(`/proc/${pid}/fdinfo`).reduce((all, name) => {
    const text = readFileSync(`/proc/${pid}/fdinfo/${name}`, 'utf8')
    return all + (text.match(/^inotify /gm)?.length ?? 0)
  }, 0)
}
