/**
 * Ends this process in time, whatever it waits for. Node's own exit waits for every thread of its pool, so a thread that waits
 * for a pipe or for the name of a host would keep the process for ever. Then only a signal ends it.
 */
import { readFileSync } from 'node:fs'
import os from 'node:os'
import { endChildren } from '../../base/own-children.ts'

/** How long work may take to stop after it was told to; two seconds are promised. */
const MOST_END_MS = 1_300

export const exitOf = (signal: NodeJS.Signals): number => 128 + os.constants.signals[signal]

/** Ends the process by this status, or by the signal that told it to end, unless it has ended by itself before. */
export function endSoon(status: number, signal?: NodeJS.Signals): void {
  setTimeout(() => (signal ? endBy(signal) : endNow(status)), MOST_END_MS).unref()
}

/** With this status if Node can exit, else by a signal. A thread that reads a file is done in a moment; one that waits for a pipe is not. */
export function endNow(status: number, signal: NodeJS.Signals = 'SIGKILL', looks = MOST_LOOKS): void {
  if (!process.getActiveResourcesInfo().some((name) => inPool.test(name))) process.exit(status)
  process.exitCode = status
  if (looks === 0) endBy(signal)
  else setTimeout(() => endNow(status, signal, looks - 1), LOOK_MS)
}
const MOST_LOOKS = 20
const LOOK_MS = 20

/** Requests that a thread of the pool works on. */
const inPool = /^(?:FSReq|FileHandleCloseReq|GetAddrInfo|GetNameInfo)/

/** Re-raises the signal: the system ends the process without asking Node. A shell reports the same status as for `exitOf`. */
export function endBy(signal: NodeJS.Signals): void {
  endChildren()
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
  process.kill(process.pid, 'SIGKILL')
}

/** Whether whoever started this process wants it to survive its terminal, as `nohup` does. Known on Linux alone. */
export function survivesTerminal(): boolean {
  try {
    const ignored = /^SigIgn:\s*([0-9a-f]+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
    return ignored === undefined || (Number.parseInt(ignored.slice(-1), 16) & 1) === 1
  } catch {
    return true
  }
}
