#!/usr/bin/env node
/** The program `cairn`: joins the command line to the process it runs in. The rest is in `run-cli.ts` and behind it. */
import os from 'node:os'
import { cairnVersion } from '../../app/cairn-version.ts'
import { enableCompileCache } from '../../app/compile-cache.ts'
import type { Doors, Io } from './command.ts'

enableCompileCache()

const stop = new AbortController()
let stoppedBy: NodeJS.Signals | undefined
const stopBy = (signal: NodeJS.Signals): void => {
  // The second one means it: whatever does not stop is left behind.
  if (stoppedBy) process.exit(exitOf(signal))
  stoppedBy = signal
  stop.abort()
}
const exitOf = (signal: NodeJS.Signals): number => 128 + os.constants.signals[signal]
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stopBy)

for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // `cairn … | head` has what it wanted; a terminal that is closed answers with EIO.
    if (error.code === 'EPIPE' || error.code === 'EIO') process.exit(stoppedBy ? exitOf(stoppedBy) : 0)
    throw error
  })

const doors: Doors = {
  createApp: async (options) => (await import('../../app/create-app.ts')).createApp(options),
  serveMcp: async (app, options) => (await import('../mcp/serve-mcp.ts')).serveMcp(app, options),
  version: cairnVersion,
}
const { runCli } = await import('./run-cli.ts')
const io: Io = {
  stdout: process.stdout,
  stderr: process.stderr,
  stdin: process.stdin,
  cwd: process.cwd(),
  signal: stop.signal,
  endWithTerminal: () => void process.on('SIGHUP', stopBy),
}
const exit = await runCli(process.argv.slice(2), io, doors)
// An open stdin would keep an interrupted process alive.
if (stoppedBy) process.exit(exitOf(stoppedBy))
process.exitCode = exit
