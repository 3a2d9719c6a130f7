/**
 * Reads a small file that nobody is writing, without promises. Each of the nine promises that `readInside` needs for a file costs
 * more than all of its system calls, so an answer that quotes a hundred files takes half as long. A disk that makes a process wait is
 * better asked for several files at a time: after a slow read, the next files are left to `readInside`.
 */
import { closeSync, fstatSync, readSync } from 'node:fs'
import { openInsideSync } from './open-inside.ts'
import type { FileRead } from './read-inside.ts'

/** Times of files are as coarse as the system's clock tick: two writes within one tick leave the same time. */
const TICK_MS = 20
const SLOW_MS = 4
const LEFT_AFTER_SLOW = 100
let left = 0

type WasRead = Extract<FileRead, { state: 'read' }>

/**
 * The file as it was at one moment. Undefined when it has more than `most` bytes, was written just now, cannot be read, for whatever
 * reason, or when the disk is slow: then `readInside` waits, or says why. `root` must be resolved.
 */
export function readAtOnce(root: string, relative: string, most: number): WasRead | undefined {
  if (left > 0) {
    left--
    return undefined
  }
  const started = performance.now()
  let fd: number | undefined
  try {
    fd = openInsideSync(root, relative)
    return fd === undefined ? undefined : readSettled(fd, most)
  } catch {
    return undefined
  } finally {
    if (fd !== undefined) closeSync(fd)
    if (performance.now() - started > SLOW_MS) left = LEFT_AFTER_SLOW
  }
}

function readSettled(fd: number, most: number): WasRead | undefined {
  const before = fstatSync(fd)
  if (before.size > most) return undefined
  // One byte more than expected: the same read shows that nothing follows.
  const bytes = Buffer.allocUnsafe(before.size + 1)
  const count = readSync(fd, bytes, 0, bytes.length, 0)
  const { size, mtimeMs, ctimeMs } = fstatSync(fd)
  const isSettled = mtimeMs === before.mtimeMs && size === count && Date.now() - mtimeMs > TICK_MS
  return isSettled ? { state: 'read', bytes: bytes.subarray(0, count), size, mtime_ms: mtimeMs, ctime_ms: ctimeMs } : undefined
}
