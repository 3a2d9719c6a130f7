/**
 * Reads many small files one after the other into one buffer: about twice as fast as a promise for each, and the event loop
 * still runs every few milliseconds (bench/scan.mjs). Stops at the deadline and reports how many are left.
 */
import { closeSync, constants, lstatSync, openSync, readSync } from 'node:fs'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { errorCode } from '../base/error-code.ts'

export type ReadFile<File> =
  /** `bytes` are valid until the next file is read. */
  | { state: 'read'; file: File; bytes: Buffer }
  /** It exists, but cannot be read, is not a plain file, or is too large. One that is gone, or a link by now, is not reported at all. */
  | { state: 'unreadable'; file: File }
  /** Time is up; this many files were not read. */
  | { state: 'late'; files: number }

export type ReadLimits = {
  /** Milliseconds from now. */
  deadline_ms: number
  signal?: AbortSignal
}

/** How long the event loop may be blocked. */
const TURN_MS = 8
const FIRST_BUFFER = 1024 * 1024
/** Decoding takes several times the size in memory. Listings leave such files out anyway. */
const MOST_BYTES = 64 * 1024 * 1024

export async function* readFiles<File extends { path: string }>(
  root: string,
  files: readonly File[],
  { deadline_ms, signal }: ReadLimits,
): AsyncGenerator<ReadFile<File>> {
  const reader = new FileReader()
  const folders = new RealFolders(root)
  // Paths are joined as text: with `path.join` and `dirname` this would take as long as closing the files.
  const above = path.join(root, '/')
  const end = performance.now() + deadline_ms
  let turn = performance.now() + TURN_MS
  for (const [at, file] of files.entries()) {
    if (performance.now() >= turn) {
      await nextTurn()
      signal?.throwIfAborted()
      turn = performance.now() + TURN_MS
    }
    if (performance.now() >= end) {
      yield { state: 'late', files: files.length - at }
      return
    }
    const bytes = folders.has(folderOf(file.path)) ? reader.read(above + file.path) : 'gone'
    if (bytes === 'gone') continue
    yield bytes === 'unreadable' ? { state: 'unreadable', file } : { state: 'read', file, bytes }
  }
}

const folderOf = (file: string): string => file.slice(0, Math.max(0, file.lastIndexOf('/'))) || '.'

/** A folder that became a link since the files were listed may lead outside the repo. Each folder is looked at once. */
class RealFolders {
  private readonly known = new Map([['.', true]])
  private readonly root: string
  constructor(root: string) {
    this.root = root
  }
  has(folder: string): boolean {
    let is = this.known.get(folder)
    if (is === undefined) {
      is = this.has(path.posix.dirname(folder)) && isFolder(path.join(this.root, folder))
      this.known.set(folder, is)
    }
    return is
  }
}

function isFolder(folder: string): boolean {
  try {
    return lstatSync(folder).isDirectory()
  } catch {
    return false
  }
}

// Without O_NONBLOCK a FIFO that replaced a file would block the process. O_NOFOLLOW: links are not listed, so it became one since.
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)

class FileReader {
  private buffer = Buffer.allocUnsafe(FIRST_BUFFER)

  read(file: string): Buffer | 'gone' | 'unreadable' {
    let descriptor: number
    try {
      descriptor = openSync(file, flags)
    } catch (cause) {
      return isGone(cause) ? 'gone' : 'unreadable'
    }
    try {
      return this.readAll(descriptor)
    } catch {
      return 'unreadable'
    } finally {
      closeSync(descriptor)
    }
  }

  private readAll(descriptor: number): Buffer | 'unreadable' {
    for (let length = 0; ; ) {
      if (length === this.buffer.length) {
        if (length >= MOST_BYTES) return 'unreadable'
        this.buffer = Buffer.concat([this.buffer], length * 2)
      }
      const room = this.buffer.length - length
      const got = readSync(descriptor, this.buffer, length, room, null)
      length += got
      if (got < room) return this.buffer.subarray(0, length)
    }
  }
}

function isGone(cause: unknown): boolean {
  const code = errorCode(cause)
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP'
}
