/**
 * A lock between processes for work that lasts milliseconds: a file only one can create. It names its holder, so that the lock
 * of a killed process is taken over instead of waited for. Not for long work: a lock older than `stale_ms` counts as abandoned.
 */
import { randomBytes } from 'node:crypto'
import type { Stats } from 'node:fs'
import { lstat, mkdir, rm, rmdir, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode } from './error-code.ts'
import { makeFolder } from './make-folder.ts'
import { readOwnFile } from './own-file.ts'

export type FileLockOptions = {
  /** How long to wait for another holder before giving up. */
  wait_ms?: number
  /** A lock older than this counts as left by a killed process. */
  stale_ms?: number
  signal?: AbortSignal
}

/** Thrown when the lock could not be acquired in time. */
export class LockTimeout extends Error {
  constructor(file: string) {
    super(`another process holds ${file}`)
    this.name = 'LockTimeout'
  }
}

export async function withFileLock<Value>(
  file: string,
  work: () => Promise<Value>,
  options: FileLockOptions = {},
): Promise<Value> {
  const mine = await acquire(file, options)
  try {
    return await work()
  } finally {
    // We held it so long that another process took it over. The lock file is now theirs, so we must not remove it.
    if (readLock(file) === mine) await rm(file, { force: true })
  }
}

async function acquire(file: string, { wait_ms = 8_000, stale_ms = 5_000, signal }: FileLockOptions): Promise<string> {
  const mine = JSON.stringify({ pid: process.pid, host: os.hostname(), key: randomBytes(6).toString('hex') })
  const until = performance.now() + wait_ms
  makeFolder(path.dirname(file))
  for (let round = 0; ; round++) {
    signal?.throwIfAborted()
    if (await createOnly(file, mine)) return mine
    if ((await isLeftBehind(file, stale_ms)) && (await breakLock(file, stale_ms))) continue
    if (performance.now() > until) throw new LockTimeout(file)
    await sleep(Math.min(2 + round, 20) + Math.random() * 5)
  }
}

async function createOnly(file: string, content: string): Promise<boolean> {
  try {
    await writeFile(file, content, { flag: 'wx' })
    return true
  } catch (cause) {
    if (errorCode(cause) === 'EEXIST') return false
    throw cause
  }
}

async function isLeftBehind(file: string, staleMs: number): Promise<boolean> {
  try {
    if (isOld(await lstat(file), staleMs)) return true
    const holder: unknown = JSON.parse(readLock(file) ?? '')
    return isHolder(holder) && holder.host === os.hostname() && !isAlive(holder.pid)
  } catch {
    // It is gone by now, or was just created and is still empty. Neither is a lock of a killed process.
    return false
  }
}

/** A folder, a pipe or a link is no lock: nobody holds it. After a change of the clock, a time in the future is old too. */
const isOld = (seen: Stats, staleMs: number): boolean =>
  !(seen.isFile() || seen.isDirectory()) || Math.abs(Date.now() - seen.mtimeMs) > staleMs

/**
 * Only one process may break a lock, and it looks again before it does: otherwise the second of two that saw the old lock would
 * remove the first one's new lock. False while another process breaks it.
 */
async function breakLock(file: string, staleMs: number): Promise<boolean> {
  const breaker = `${file}.break`
  try {
    await mkdir(breaker)
  } catch (cause) {
    if (errorCode(cause) !== 'EEXIST') throw cause
    const made = await lstat(breaker).catch(() => undefined)
    if (made && isOld(made, staleMs)) await removeWhole(breaker)
    return false
  }
  try {
    if (await isLeftBehind(file, staleMs)) await removeWhole(file)
    return true
  } finally {
    await rmdir(breaker).catch(() => undefined)
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    return errorCode(cause) !== 'ESRCH'
  }
}

const isHolder = (value: unknown): value is { pid: number; host: string } =>
  typeof value === 'object' &&
  value !== null &&
  'pid' in value &&
  typeof value.pid === 'number' &&
  value.pid > 0 &&
  'host' in value

const removeWhole = (file: string): Promise<void> => rm(file, { recursive: true, force: true })

/** Undefined when it is gone, cannot be read, or is longer than any lock. */
function readLock(file: string): string | undefined {
  try {
    const found = readOwnFile(file, 1_000)
    return found.state === 'read' ? found.text : undefined
  } catch {
    return undefined
  }
}
