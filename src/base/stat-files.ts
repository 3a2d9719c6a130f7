/**
 * Calls lstat on many files at once. Keeps only the fields that are needed, because 20,000 whole stat objects take much memory.
 */
import { lstat, type Stats } from 'node:fs'
import { errorCode } from './error-code.ts'

export type SeenFile = { kind: 'file' | 'folder' | 'link' | 'other'; size: number; mtime_ms: number; ctime_ms: number }

/** Results are in the order of the paths. Undefined: the file does not exist. Null: it exists, but stat is not permitted. */
export function statFiles(
  paths: readonly string[],
  options: { signal?: AbortSignal } = {},
): Promise<(SeenFile | null | undefined)[]> {
  const seen = new Array<SeenFile | null | undefined>(paths.length)
  // Callbacks, not promises: half the time for 20,000 files.
  return new Promise((resolve, reject) => {
    let next = 0
    let open = 0
    const step = (): void => {
      if (options.signal?.aborted) reject(options.signal.reason)
      else if (next < paths.length) look(next++)
      else if (open === 0) resolve(seen)
    }
    const look = (at: number): void => {
      open++
      lstat(paths[at] ?? '', (cause, stats) => {
        seen[at] = cause ? missing(cause) : seenOf(stats)
        open--
        step()
      })
    }
    for (let count = 0; count < AT_ONCE; count++) step()
  })
}

/** More at once is not faster: Node's thread pool has four threads. */
const AT_ONCE = 64

const missing = (cause: unknown): null | undefined => (['ENOENT', 'ENOTDIR'].includes(errorCode(cause) ?? '') ? undefined : null)

function seenOf(stats: Stats): SeenFile {
  const kind = stats.isFile() ? 'file' : stats.isSymbolicLink() ? 'link' : stats.isDirectory() ? 'folder' : 'other'
  return { kind, size: stats.size, mtime_ms: stats.mtimeMs, ctime_ms: stats.ctimeMs }
}

/**
 * When a file was last changed: the later of its two times. A program can set the modification time back (`cp -p`, `touch -r`),
 * but not the inode's change time. On Windows git and Node use the change time differently.
 */
export const changeTime = (mtime_ms: number, ctime_ms: number): number =>
  process.platform === 'win32' ? mtime_ms : Math.max(mtime_ms, ctime_ms)

/** A time this close to the moment of reading may stay the same through another write (FAT keeps two seconds). */
const RACY_MS = 2_000

/** The time a row may record: with 0 the file is read again next time, until its time has settled. */
export const settledTime = (mtimeMs: number, seenAtMs: number): number => (mtimeMs > seenAtMs - RACY_MS ? 0 : mtimeMs)
