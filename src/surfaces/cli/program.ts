/** The program `cairn`: connects the command line to its process. `run-cli.ts` does the rest. `start.ts` starts it. */
import { cairnVersion } from '../../app/cairn-version.ts'
import { keepCodeOfPackages } from '../../app/compile-cache.ts'
import { keepCodeIn } from '../../base/code-folder.ts'
import { growHeapSlowly } from '../../base/grow-heap-slowly.ts'
import type { Doors, Io } from './command.ts'
import { endBy, endNow, endSoon, exitOf, survivesTerminal } from './end-process.ts'
import { endOnBugs, watchOutput } from './last-resort.ts'
import { startedAs } from './started-as.ts'
import { workingFolder } from './working-folder.ts'

export async function program({ codeFolder }: { codeFolder: string }): Promise<void> {
  const bugs = endOnBugs()
  growHeapSlowly()
  keepCodeIn(codeFolder)
  keepCodeOfPackages()

  const ending = endOnSignals()
  // The terminal is gone. Running work may still end normally.
  watchOutput(() => ending.stoppedBy || ending.stopBy('SIGHUP'))

  const { runCli } = await import('./run-cli.ts')
  const io: Io = {
    stdout: process.stdout,
    stderr: process.stderr,
    stdin: process.stdin,
    get cwd() {
      return workingFolder()
    },
    signal: ending.signal,
    page: async (text, pager) => {
      // While the pager runs, Ctrl-C is for the pager. If we ended first, the pager would lose its terminal.
      ending.paging = true
      try {
        return await (await import('./pager.ts')).showInPager(text, pager)
      } finally {
        ending.paging = false
      }
    },
    endWithTerminal: () => {
      if (process.listenerCount('SIGHUP') === 0) process.on('SIGHUP', ending.stopBy)
    },
    onBugs: (policy) => void Object.assign(bugs, policy),
    isEnding: () => endSoon(0),
  }
  const exit = await runCli(process.argv.slice(2), io, doors())
  const { stoppedBy } = ending
  // Re-raise the signal: on a normal exit Node restores a terminal that is gone, and crashes.
  if (stoppedBy === 'SIGHUP' || exit === exitOf('SIGHUP')) endBy('SIGHUP')
  // An open stdin would keep an interrupted process alive.
  if (stoppedBy) endNow(exitOf(stoppedBy), stoppedBy)
  else {
    process.exitCode = exit
    endSoon(exit)
  }
}

type Ending = {
  signal: AbortSignal
  stoppedBy: NodeJS.Signals | undefined
  paging: boolean
  stopBy(signal: NodeJS.Signals): void
}

function endOnSignals(): Ending {
  const stop = new AbortController()
  const ending: Ending = {
    signal: stop.signal,
    stoppedBy: undefined,
    paging: false,
    stopBy: (signal) => {
      const { stoppedBy, paging } = ending
      if (paging && signal === 'SIGINT') return
      // Both the shell and the system send SIGHUP when a terminal closes, so the second one does not mean "end at once".
      if (stoppedBy && signal === 'SIGHUP') return
      // For any other signal the second one ends the process at once, without waiting for running work.
      if (stoppedBy) endNow(exitOf(signal), signal)
      ending.stoppedBy = signal
      endSoon(exitOf(signal), signal)
      stop.abort()
    },
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, ending.stopBy)
  if (!survivesTerminal()) process.on('SIGHUP', ending.stopBy)
  return ending
}

const doors = (): Doors => ({
  createApp: async (options) => (await import('../../app/create-app.ts')).createApp(options),
  serveMcp: async (app, options) => (await import('../mcp/serve-mcp.ts')).serveMcp(app, options),
  serveHttp: async (app, { onError, ...options }) => {
    const [{ serveHttp }, { createMcpFetch }] = await Promise.all([import('../rest/serve-http.ts'), import('../mcp/http-mcp.ts')])
    return serveHttp(app, { ...options, mcp: createMcpFetch(app, { version: options.version, onError }) })
  },
  bridgeMcp: async (app, options) => (await import('../mcp/bridge.ts')).bridgeMcp(app, options),
  version: cairnVersion,
  ...startedAs(process.argv[1] ?? ''),
})
