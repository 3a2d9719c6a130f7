// How long `cairn mcp` takes from the start of its process to the answer of `tools/list`, beside a bare server of the same SDK
// with one tool. Both are started in turn, in both protocol eras, and the medians are compared.
//
//   node bench/mcp-start.mjs [ROUNDS]
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'

const rounds = Number(process.argv[2] ?? 21)
const scratch = mkdtempSync(path.join(os.tmpdir(), 'cairn-bench-'))
const folder = path.join(scratch, 'empty')
mkdirSync(folder)
const env = { PATH: process.env.PATH, HOME: scratch, CAIRN_HOME: path.join(scratch, 'home') }
const servers = {
  bare: [path.join(import.meta.dirname, 'mcp-start', 'bare-server.mjs')],
  cairn: [path.resolve(import.meta.dirname, '../dist/surfaces/cli/main.js'), 'mcp'],
}
const client = { name: 'bench', version: '1.0.0' }
const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': client,
  'io.modelcontextprotocol/clientCapabilities': {},
}
/** The messages up to `tools/list`; each request is sent when the one before is answered. */
const eras = {
  '2025-11-25': [
    { id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: client } },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list' },
  ],
  '2026-07-28': [
    { id: 1, method: 'server/discover', params: { _meta: meta } },
    { id: 2, method: 'tools/list', params: { _meta: meta } },
  ],
}

const times = Object.fromEntries(Object.keys(eras).map((era) => [era, { bare: [], cairn: [] }]))
for (const era of Object.keys(eras)) for (const name of ['bare', 'cairn']) await start(servers[name], eras[era])
for (let round = 0; round < rounds; round++)
  for (const era of Object.keys(eras))
    for (const name of round % 2 ? ['bare', 'cairn'] : ['cairn', 'bare'])
      times[era][name].push(await start(servers[name], eras[era]))

console.log(`Node ${process.versions.node}, ${rounds} rounds`)
for (const [era, { bare, cairn }] of Object.entries(times))
  console.log(
    `  ${era}  bare ${ms(bare)}, cairn ${ms(cairn)}: ${(middle(cairn) / middle(bare)).toFixed(2)}× (10th percentile ${(low(cairn) / low(bare)).toFixed(2)}×)`,
  )
rmSync(scratch, { recursive: true, force: true })

/** Milliseconds from the start of the process to the answer with id 2. */
function start(args, messages) {
  return new Promise((resolve, reject) => {
    const started = performance.now()
    const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['pipe', 'pipe', 'inherit'] })
    const left = [...messages]
    const send = () => {
      for (let message = left.shift(); message; message = left.shift()) {
        child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
        if (message.id !== undefined) return
      }
    }
    let took
    let open = ''
    child.stdout.setEncoding('utf8').on('data', (text) => {
      const lines = (open + text).split('\n')
      open = lines.pop()
      for (const line of lines) {
        const { id, result, error } = JSON.parse(line)
        if (error) reject(new Error(line))
        if (id === 1) send()
        if (id === 2 && result.tools.length > 0) {
          took = performance.now() - started
          child.stdin.end()
        }
      }
    })
    child.on('exit', () => (took === undefined ? reject(new Error('no answer')) : resolve(took)))
    send()
  })
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
