/** Reads a whole file below a folder, up to a size. A file that cannot be read is a value with a reason. */
import { closeSync, fstatSync, readSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { errorCode } from '../error-code.ts'
import { megabytes } from '../megabytes.ts'
import { readWhole } from '../read-whole.ts'
import { type InsideOptions, openInside, openInsideSync } from './open-inside.ts'
import { isBelow, pathBelow } from './opened-path.ts'
import { realPath } from './see.ts'

export type ReadOptions = InsideOptions & {
  /** A larger file is refused. */
  max_bytes: number
}

export type FileRead =
  | { state: 'read'; bytes: Buffer; size: number; mtime_ms: number; ctime_ms: number }
  /** Nothing is there. */
  | { state: 'gone' }
  /** Something is there, but it is a link, not a plain file, too large, or may not be read. */
  | { state: 'refused'; reason: string }

/** As it was at one moment, also while it is written. `root` must be resolved. Never throws. */
export async function readInside(root: string, relative: string, options: ReadOptions): Promise<FileRead> {
  let handle: FileHandle | undefined
  try {
    handle = await openInside(root, relative, options)
    return handle ? await readHandle(handle, options.max_bytes) : { state: 'refused', reason: NOT_PLAIN }
  } catch (cause) {
    return whyNotRead(cause)
  } finally {
    await handle?.close()
  }
}

/** Text in UTF-8; undefined when there is none to read, for whatever reason. `root` must be resolved. */
export async function readTextInside(
  root: string,
  relative: string,
  options: Partial<ReadOptions> = {},
): Promise<string | undefined> {
  const read = await readInside(root, relative, { max_bytes: SMALL_BYTES, ...options })
  return read.state === 'read' ? read.bytes.toString('utf8') : undefined
}

/** The same, also through links, as long as the file that they lead to is below `root`. For text that is never shown. */
export async function readTextFollowing(
  root: string,
  relative: string,
  options: Partial<ReadOptions> = {},
): Promise<string | undefined> {
  const text = await readTextInside(root, relative, options)
  if (text !== undefined) return text
  const wanted = pathBelow(root, relative)
  const real = wanted === undefined ? undefined : await realPath(wanted)
  if (real === undefined || real === wanted || !isBelow(root, real)) return undefined
  return readTextInside(root, path.relative(root, real), options)
}

/** The beginning of a file; undefined when there is none to read. */
export async function readFirstBytes(root: string, relative: string, most: number): Promise<Buffer | undefined> {
  let handle: FileHandle | undefined
  try {
    handle = await openInside(root, relative)
    const read = await handle?.read(Buffer.alloc(most), 0, most, 0)
    return read?.buffer.subarray(0, read.bytesRead)
  } catch {
    return undefined
  } finally {
    await handle?.close()
  }
}

/** The same as `readInside` without promises. A file that is written meanwhile is read twice at most, and used as last seen. */
export function readInsideSync(root: string, relative: string, options: ReadOptions): FileRead {
  let fd: number | undefined
  try {
    fd = openInsideSync(root, relative, options)
    return fd === undefined ? { state: 'refused', reason: NOT_PLAIN } : readDescriptor(fd, options.max_bytes)
  } catch (cause) {
    return whyNotRead(cause)
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

/** No settings, ignore rules or status that a person wrote are larger; a hostile repo may contain any size. */
const SMALL_BYTES = 1_000_000
const NOT_PLAIN = 'not a plain file'

/** The handle of a plain file, already checked. */
export async function readHandle(handle: FileHandle, max_bytes: number): Promise<FileRead> {
  const { size, mtimeMs, ctimeMs } = await handle.stat()
  const bytes = size > max_bytes ? undefined : await readWhole(handle, size, max_bytes)
  if (bytes === undefined) return tooLarge(max_bytes)
  return { state: 'read', bytes, size: bytes.length, mtime_ms: mtimeMs, ctime_ms: ctimeMs }
}

function readDescriptor(fd: number, max_bytes: number): FileRead {
  for (let tries = 0; ; tries++) {
    const before = fstatSync(fd)
    if (before.size > max_bytes) return tooLarge(max_bytes)
    const bytes = readFrom(fd, before.size)
    const after = fstatSync(fd)
    const settled = after.mtimeMs === before.mtimeMs && after.size === before.size && bytes.length === before.size
    if (settled || tries === 1)
      return { state: 'read', bytes, size: bytes.length, mtime_ms: before.mtimeMs, ctime_ms: before.ctimeMs }
  }
}

function readFrom(fd: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(size)
  let filled = 0
  while (filled < size) {
    const count = readSync(fd, bytes, filled, size - filled, filled)
    if (count === 0) break
    filled += count
  }
  return filled === size ? bytes : bytes.subarray(0, filled)
}

const tooLarge = (max_bytes: number): FileRead => ({ state: 'refused', reason: `larger than ${megabytes(max_bytes)}` })

export function whyNotRead(cause: unknown): FileRead {
  const code = errorCode(cause)
  if (code === 'ENOENT' || code === 'ENOTDIR') return { state: 'gone' }
  return { state: 'refused', reason: reasons[code ?? ''] ?? `cannot be read (${code ?? 'unknown'})` }
}

const reasons: Record<string, string> = {
  EACCES: 'no permission to read it',
  EPERM: 'no permission to read it',
  EISDIR: 'a folder',
  ELOOP: 'a link',
  ENXIO: NOT_PLAIN,
  EIO: 'the disk cannot read it',
}
