/** Reads the file of a job as it is now: a plain file, whole, not changed while it was read. */
import { constants } from 'node:fs'
import { type FileHandle, open, realpath } from 'node:fs/promises'
import path from 'node:path'
import type { ParseJob } from './port.ts'

export type JobFile =
  | { state: 'read'; bytes: Uint8Array; size: number; mtime_ms: number }
  | { state: 'gone' | 'unreadable'; reason: string }

export async function readJobFile(job: ParseJob): Promise<JobFile> {
  let handle: FileHandle | undefined
  try {
    handle = await openPlain(job)
    return await readWhole(handle, job.max_bytes)
  } catch (error) {
    return whyNot(error)
  } finally {
    await handle?.close()
  }
}

// O_NONBLOCK: opening a pipe nobody writes to would wait for ever. O_NOFOLLOW: the file may have become a link since it was listed.
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)

async function openPlain(job: ParseJob): Promise<FileHandle> {
  try {
    return await open(job.absolute_path, flags)
  } catch (error) {
    if (codeOf(error) !== 'ELOOP') throw error
    return open(await linkTarget(job), flags)
  }
}

/** A link counts only while it leads to a place inside the repo. */
async function linkTarget({ absolute_path, path: relative }: ParseJob): Promise<string> {
  const root = await realpath(absolute_path.slice(0, absolute_path.length - relative.length))
  const target = await realpath(absolute_path)
  const inside = path.relative(root, target)
  if (inside === '' || inside.startsWith('..') || path.isAbsolute(inside)) throw new Refused('a link that leads outside the repo')
  return target
}

async function readWhole(handle: FileHandle, maxBytes: number): Promise<JobFile> {
  for (let tries = 0; ; tries++) {
    const before = await handle.stat()
    if (!before.isFile()) throw new Refused('not a plain file')
    if (before.size > maxBytes) throw new Refused(`larger than ${maxBytes} bytes`)
    const bytes = await readFrom(handle, before.size)
    const after = await handle.stat()
    const settled = after.mtimeMs === before.mtimeMs && after.size === before.size && bytes.length === before.size
    // Written to while it was read: once more; a file that never rests is taken as it was seen last.
    if (settled || tries === 1) return { state: 'read', bytes, size: bytes.length, mtime_ms: before.mtimeMs }
  }
}

async function readFrom(handle: FileHandle, size: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(size)
  let filled = 0
  while (filled < size) {
    const { bytesRead } = await handle.read(bytes, filled, size - filled, filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return filled === size ? bytes : bytes.subarray(0, filled)
}

class Refused extends Error {}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

function whyNot(error: unknown): JobFile {
  const code = codeOf(error)
  if (code === 'ENOENT' || code === 'ENOTDIR') return { state: 'gone', reason: 'the file is gone' }
  if (error instanceof Refused) return { state: 'unreadable', reason: error.message }
  return { state: 'unreadable', reason: code || String(error) }
}
