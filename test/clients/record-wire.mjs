// Stands between an MCP client and `cairn mcp`, and records each message that passes:
//
//   node record-wire.mjs LOG PROGRAM mcp …
//
// The log has one line for each message: { from, pid, message }, and { from: "end", pid, exit } when the server has ended.
// Any other command of the program is run as it is.
import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { StringDecoder } from 'node:string_decoder'

const [log, program, ...args] = process.argv.slice(2)
const recorded = args[0] === 'mcp'
const server = spawn(process.execPath, [program, ...args], { stdio: recorded ? ['pipe', 'pipe', 'inherit'] : 'inherit' })
const write = (line) => appendFileSync(log, `${JSON.stringify(line)}\n`)

if (recorded) {
  process.stdin.pipe(server.stdin)
  server.stdout.pipe(process.stdout)
  recordLines(process.stdin, 'client')
  recordLines(server.stdout, 'server')
  server.stdin.on('error', () => {})
  process.stdout.on('error', () => server.kill())
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))
server.on('close', (exit, signal) => {
  if (recorded) write({ from: 'end', pid: server.pid, exit: exit ?? signal })
  process.exit(exit ?? 1)
})

function recordLines(stream, from) {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  stream.on('data', (chunk) => {
    const lines = (rest + decoder.write(chunk)).split('\n')
    rest = lines.pop()
    for (const line of lines) if (line.trim() !== '') write({ from, pid: server.pid, message: parse(line) })
  })
}

/** A line that is no JSON must not stop the record: that it was sent is what the test wants to know. */
function parse(line) {
  try {
    return JSON.parse(line)
  } catch {
    return { unreadable: line }
  }
}
