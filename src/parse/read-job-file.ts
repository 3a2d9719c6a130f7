/**
 * Reads the file of a job as it is now: a plain file, whole, not changed while it was read. Synchronous, because it runs in a
 * worker that has nothing else to do, and the asynchronous calls take several times the CPU for a small file.
 */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import type { ParseJob } from './port.ts'

export type JobFile =
  | { state: 'read'; bytes: Uint8Array; size: number; mtime_ms: number }
  | { state: 'gone' | 'unreadable'; reason: string }

export function readJobFile(job: ParseJob): JobFile {
  let file = -1
  try {
    file = openSync(job.absolute_path, flags)
    return readWhole(file, job.max_bytes)
  } catch (error) {
    return whyNot(error)
  } finally {
    if (file >= 0) closeSync(file)
  }
}

// O_NONBLOCK: opening a pipe nobody writes to would wait for ever. O_NOFOLLOW: links are not listed, so it became one meanwhile.
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)

function readWhole(file: number, maxBytes: number): JobFile {
  for (let tries = 0; ; tries++) {
    const before = fstatSync(file)
    if (!before.isFile()) throw new Refused('not a plain file')
    if (before.size > maxBytes) throw new Refused(`larger than ${maxBytes} bytes`)
    const bytes = readFrom(file, before.size)
    const after = fstatSync(file)
    const settled = after.mtimeMs === before.mtimeMs && after.size === before.size && bytes.length === before.size
    // Changed while it was read: read once more; a file that keeps changing is used as last seen.
    if (settled || tries === 1) return { state: 'read', bytes, size: bytes.length, mtime_ms: before.mtimeMs }
  }
}

function readFrom(file: number, size: number): Uint8Array {
  const bytes = new Uint8Array(size)
  let filled = 0
  while (filled < size) {
    const count = readSync(file, bytes, filled, size - filled, filled)
    if (count === 0) break
    filled += count
  }
  return filled === size ? bytes : bytes.subarray(0, filled)
}

class Refused extends Error {}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

function whyNot(error: unknown): JobFile {
  const code = codeOf(error)
  if (code === 'ENOENT' || code === 'ENOTDIR') return { state: 'gone', reason: 'the file is gone' }
  if (code === 'ELOOP') return { state: 'unreadable', reason: 'a link' }
  if (error instanceof Refused) return { state: 'unreadable', reason: error.message }
  return { state: 'unreadable', reason: code || String(error) }
}
