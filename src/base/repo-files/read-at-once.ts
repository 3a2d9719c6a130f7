/**
 * Reads a small file that nobody is writing, without promises. Each of the nine promises that `readInside` needs for a file costs
 * more than all of its system calls, so an answer that quotes a hundred files takes half as long.
 */
import { closeSync, fstatSync, readSync } from 'node:fs'
import { openInsideSync } from './open-inside.ts'

/** Times of files are as coarse as the system's clock tick: two writes within one tick leave the same time. */
const TICK_MS = 20

/**
 * The bytes as they were at one moment. Undefined when they are more than `most`, were written just now, or cannot be read, for
 * whatever reason: then `readInside` waits, or says why. `root` must be resolved.
 */
export function readAtOnce(root: string, relative: string, most: number): Buffer | undefined {
  let fd: number | undefined
  try {
    fd = openInsideSync(root, relative)
    return fd === undefined ? undefined : readSettled(fd, most)
  } catch {
    return undefined
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

function readSettled(fd: number, most: number): Buffer | undefined {
  const before = fstatSync(fd)
  if (before.size > most) return undefined
  // One byte more than expected: the same read shows that nothing follows.
  const bytes = Buffer.allocUnsafe(before.size + 1)
  const count = readSync(fd, bytes, 0, bytes.length, 0)
  const after = fstatSync(fd)
  const isSettled = after.mtimeMs === before.mtimeMs && after.size === count && Date.now() - after.mtimeMs > TICK_MS
  return isSettled ? bytes.subarray(0, count) : undefined
}
