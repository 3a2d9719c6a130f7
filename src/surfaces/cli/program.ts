#!/usr/bin/env node
/** The program `cairn`: connects the command line to its process. `run-cli.ts` does the rest. */
import { cairnVersion } from '../../app/cairn-version.ts'
import { keepCompiledCode } from '../../app/compile-cache.ts'
import { growHeapSlowly } from '../../base/grow-heap-slowly.ts'
import { optimiseLess } from '../../base/optimise-less.ts'
import type { Doors, Io } from './command.ts'
import { endBy, endNow, endSoon, exitOf, survivesTerminal } from './end-process.ts'
import { endOnBugs, watchOutput } from './last-resort.ts'
import { startedAs } from './started-as.ts'
import { workingFolder } from './working-folder.ts'

const bugs = endOnBugs()
optimiseLess()
growHeapSlowly()
keepCompiledCode()

const stop = new AbortController()
let stoppedBy: NodeJS.Signals | undefined
let paging = false
const stopBy = (signal: NodeJS.Signals): void => {
  if (paging && signal === 'SIGINT') return
  // Both the shell and the system send SIGHUP when a terminal closes, so the second one does not mean "end at once".
  if (stoppedBy && signal === 'SIGHUP') return
  // For any other signal the second one ends the process at once, without waiting for running work.
  if (stoppedBy) endNow(exitOf(signal), signal)
  stoppedBy = signal
  endSoon(exitOf(signal), signal)
  stop.abort()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stopBy)
if (!survivesTerminal()) process.on('SIGHUP', stopBy)

// The terminal is gone. Running work may still end normally.
watchOutput(() => stoppedBy || stopBy('SIGHUP'))

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
  get cwd() {
    return workingFolder()
  },
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
  endWithTerminal: () => {
    if (process.listenerCount('SIGHUP') === 0) process.on('SIGHUP', stopBy)
  },
  onBugs: (policy) => void Object.assign(bugs, policy),
  isEnding: () => endSoon(0),
}
const exit = await runCli(process.argv.slice(2), io, doors)
// Re-raise the signal: on a normal exit Node restores a terminal that is gone, and crashes.
if (stoppedBy === 'SIGHUP' || exit === exitOf('SIGHUP')) endBy('SIGHUP')
// An open stdin would keep an interrupted process alive.
if (stoppedBy) endNow(exitOf(stoppedBy), stoppedBy)
else {
  process.exitCode = exit
  endSoon(exit)
}
