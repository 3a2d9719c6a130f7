// `npm run load`: many clients ask one `cairn serve` at the same time, over loopback, about three real repositories. It fails on
// any wrong status, on memory that keeps growing, and if a client that was cut off leaves work behind.
//
//   npm run load -- [--clients 200] [--seconds 60] [--cut 20]
//
// `--cut`: how many further clients disconnect in the middle of an answer, again and again.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { realRepos } from './real-repos.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const number = (name, fallback) => ({ [name]: { type: 'string', default: String(fallback) } })
const { values } = parseArgs({ options: { ...number('clients', 200), ...number('seconds', 60), ...number('cut', 20) } })
const [clients, seconds, cut] = [values.clients, values.seconds, values.cut].map(Number)
/** A server fills its caches under the same load first. Its memory is compared only after that. */
const WARM_UP_SECONDS = 20
const program = path.resolve('dist/surfaces/cli/main.js')
const home = mkdtempSync(path.join(os.tmpdir(), 'cairn-load-'))
const env = { ...process.env, CAIRN_HOME: home, CAIRN_RATE_LIMIT: '10000000' }

const repos = realRepos('.soak/repos', { names: ['express', 'fastify', 'gyp'] })
if (repos.length < 3) fail(`needs three repositories, found ${repos.length}`)
const folders = repos.map(({ root }) => root)
const built = spawnSync(process.execPath, [program, 'index', ...folders], { env, encoding: 'utf8' })
if (built.status !== 0) fail(built.stderr)

const server = spawn(process.execPath, [program, 'serve', '--port', '0', '--json', '--quiet'], {
  env,
  cwd: os.tmpdir(),
  stdio: ['ignore', 'pipe', 'inherit'],
})
const url = JSON.parse(await firstLine(server.stdout)).url
const agent = new http.Agent({ keepAlive: true, maxSockets: clients + cut })
const ids = (await ask('GET', '/api/rag/repos')).body.items.map(({ repo_id }) => repo_id)
const names = await someNames()
const took = []
const failures = []
const memory = []
const began = performance.now()
const until = began + (WARM_UP_SECONDS + seconds) * 1000
const sampler = setInterval(() => {
  if (performance.now() > began + WARM_UP_SECONDS * 1000) memory.push(residentMb(server.pid))
}, 1000)
await Promise.all([
  ...Array.from({ length: clients }, (_, at) => client(at)),
  ...Array.from({ length: cut }, (_, at) => cutClient(at)),
])
clearInterval(sampler)
const ran = (performance.now() - began) / 1000
agent.destroy()
await report()

/** Asks one question after the other until the time is over. */
async function client(seed) {
  for (let turn = seed; performance.now() < until; turn++) {
    const start = performance.now()
    try {
      const { status, body } = await ask(...question(turn))
      took.push(performance.now() - start)
      if (status !== 200 || body.meta.status === 'ERROR') failures.push(`${status} ${body.meta?.message}`)
    } catch (error) {
      failures.push(String(error))
    }
  }
}

/** Sends a question and disconnects after a few milliseconds. */
async function cutClient(seed) {
  for (let turn = seed; performance.now() < until; turn++) {
    const [method, route, body] = question(turn)
    const request = http.request(`${url}${route}`, { method, headers: { 'content-type': 'application/json' } })
    request.on('error', () => {})
    request.end(body && JSON.stringify(body))
    await sleep(5 + (turn % 40))
    request.destroy()
    await sleep(400)
  }
}

function question(turn) {
  const repo = ids[turn % ids.length]
  const name = names[(turn * 7) % names.length]
  const kinds = [
    ['POST', '/api/rag/search', { query: `how is ${name} handled`, repo }],
    ['POST', '/api/rag/where-used', { symbol: name, repo }],
    ['POST', '/api/rag/text', { query: name, repo }],
    ['POST', '/api/rag/structure', { repo_id: repo }],
    ['POST', '/api/rag/search', { query: name, level: 'symbol', repo: '*' }],
    ['GET', '/api/rag/repos'],
  ]
  return kinds[turn % kinds.length]
}

async function someNames() {
  const found = await Promise.all(
    ids.map((repo) => ask('POST', '/api/rag/search', { query: 'request options error', level: 'symbol', repo, limit: 20 })),
  )
  return found.flatMap(({ body }) => body.items.map(({ symbol_name }) => symbol_name.split('.').at(-1)))
}

function ask(method, route, body) {
  return new Promise((resolve, reject) => {
    const request = http.request(
      `${url}${route}`,
      { method, agent, headers: { 'content-type': 'application/json' } },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part) => {
          text += part
        })
        response.on('end', () => resolve({ status: response.statusCode, body: JSON.parse(text) }))
        response.on('error', reject)
      },
    )
    request.on('error', reject)
    request.end(body && JSON.stringify(body))
  })
}

async function report() {
  let left = 'unknown'
  for (let tries = 0; tries < 50 && left !== '0'; tries++) {
    await sleep(200)
    const metrics = await (await fetch(`${url}/metrics`)).text()
    left = /^cairn_questions_running (\d+)$/m.exec(metrics)?.[1] ?? 'unknown'
  }
  const sorted = took.toSorted((a, b) => a - b)
  const at = (share) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))])
  const third = Math.floor(memory.length / 3)
  const peak = (part) => Math.max(...part)
  const [early, late] = [peak(memory.slice(0, Math.max(1, third * 2))), peak(memory.slice(third * 2))]
  const p = { p50: at(0.5), p90: at(0.9), p99: at(0.99) }
  console.log(
    `${clients} clients, ${cut} more that disconnect, ${ran.toFixed(0)} s, Node ${process.version}, ${os.cpus().length} cores`,
  )
  console.log(
    `${took.length} answers (${(took.length / ran).toFixed(0)} a second), ${failures.length} failures, ${left} questions left running`,
  )
  console.log(`p50 ${p.p50} ms, p90 ${p.p90} ms, p99 ${p.p99} ms (${(p.p99 / p.p50).toFixed(1)} × p50)`)
  console.log(`memory of the server: peak ${early} MB in the first two thirds, ${late} MB in the last`)
  const ended = new Promise((resolve) => server.once('close', resolve))
  server.kill('SIGTERM')
  await ended
  rmSync(home, { recursive: true, force: true })
  if (failures.length > 0) fail([...new Set(failures)].slice(0, 5).join('\n'))
  if (left !== '0') fail(`${left} questions still run although nobody waits for them`)
  if (late > early * 1.25 + 20) fail('memory keeps growing')
  console.log('ok')
}

function residentMb(pid) {
  const pages = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(pages) / 1024)
}

async function firstLine(stream) {
  let text = ''
  for await (const part of stream.setEncoding('utf8')) {
    text += part
    if (text.includes('\n')) break
  }
  return text.slice(0, text.indexOf('\n'))
}

function fail(words) {
  console.error(`FAILED: ${words}`)
  server?.kill('SIGKILL')
  rmSync(home, { recursive: true, force: true })
  process.exit(1)
}
