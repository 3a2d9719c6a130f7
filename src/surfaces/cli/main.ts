#!/usr/bin/env node
/** The program `cairn`: connects the command line to its process. `run-cli.ts` does the rest. */
import os from 'node:os'
import { cairnVersion } from '../../app/cairn-version.ts'
import { enableCompileCache } from '../../app/compile-cache.ts'
import type { Doors, Io } from './command.ts'
import { startedAs } from './started-as.ts'

enableCompileCache()

const stop = new AbortController()
let stoppedBy: NodeJS.Signals | undefined
let paging = false
const stopBy = (signal: NodeJS.Signals): void => {
  if (paging && signal === 'SIGINT') return
  // Both the shell and the system send SIGHUP when a terminal closes, so the second one does not mean "end at once".
  if (stoppedBy && signal === 'SIGHUP') return
  // For any other signal the second one ends the process at once, without waiting for running work.
  if (stoppedBy) process.exit(exitOf(signal))
  if (signal === 'SIGHUP') setTimeout(hangUp, MOST_HANGUP_MS).unref()
  stoppedBy = signal
  stop.abort()
}
const MOST_HANGUP_MS = 5_000
const exitOf = (signal: NodeJS.Signals): number => 128 + os.constants.signals[signal]
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stopBy)

/** Re-raise the signal: on a normal exit Node restores a terminal that is gone, and crashes. */
function hangUp(): void {
  process.removeAllListeners('SIGHUP')
  process.kill(process.pid, 'SIGHUP')
}

for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // The reader has closed the pipe, as in `cairn … | head`.
    if (error.code === 'EPIPE') process.exit(0)
    if (error.code !== 'EIO') throw error
    // The terminal is gone. Running work may still end normally.
    if (!stoppedBy) stopBy('SIGHUP')
  })

const doors: Doors = {
  createApp: async (options) => (await import('../../app/create-app.ts')).createApp(options),
  serveMcp: async (app, options) => (await import('../mcp/serve-mcp.ts')).serveMcp(app, options),
  serveHttp: async (app, { onError, ...options }) => {
    const [{ serveHttp }, { createMcpFetch }] = await Promise.all([import('../rest/serve-http.ts'), import('../mcp/http-mcp.ts')])
    return serveHttp(app, { ...options, mcp: createMcpFetch(app, { version: options.version, onError }) })
  },
  bridgeMcp: async (app, options) => (await import('../mcp/bridge.ts')).bridgeMcp(app, options),
  version: cairnVersion,
  ...startedAs(process.argv[1] ?? ''),
}
const { runCli } = await import('./run-cli.ts')
const io: Io = {
  stdout: process.stdout,
  stderr: process.stderr,
  stdin: process.stdin,
  cwd: process.cwd(),
  signal: stop.signal,
  page: async (text, pager) => {
    // While the pager runs, Ctrl-C is for the pager. If we ended first, the pager would lose its terminal.
    paging = true
    try {
      return await (await import('./pager.ts')).showInPager(text, pager)
    } finally {
      paging = false
    }
  },
  endWithTerminal: () => void process.on('SIGHUP', stopBy),
}
const exit = await runCli(process.argv.slice(2), io, doors)
if (stoppedBy === 'SIGHUP' || exit === exitOf('SIGHUP')) hangUp()
// An open stdin would keep an interrupted process alive.
if (stoppedBy) process.exit(exitOf(stoppedBy))
process.exitCode = exit
