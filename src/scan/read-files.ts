/**
 * Reads many small files one after the other into one buffer: about twice as fast as a promise for each, and the event loop
 * still runs every few milliseconds (bench/scan.mjs). Stops at the deadline and reports how many are left.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ManyFiles } from '../base/repo-files/read-many.ts'
import { realPath } from '../base/repo-files/see.ts'

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
/** Decoding takes several times the size in memory. Listings leave such files out anyway. */
const MOST_BYTES = 64 * 1024 * 1024

export async function* readFiles<File extends { path: string }>(
  root: string,
  files: readonly File[],
  { deadline_ms, signal }: ReadLimits,
): AsyncGenerator<ReadFile<File>> {
  const reader = new ManyFiles((await realPath(root)) ?? root, { max_bytes: MOST_BYTES })
  const end = performance.now() + deadline_ms
  let turn = performance.now() + TURN_MS
  try {
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
      const bytes = reader.read(file.path)
      if (bytes === 'gone') continue
      yield bytes === 'unreadable' ? { state: 'unreadable', file } : { state: 'read', file, bytes }
    }
  } finally {
    reader.close()
  }
}
