/**
 * Reads the file of a job as it is now. Synchronous, because it runs in a worker that has nothing else to do, and the asynchronous
 * calls take several times the CPU for a small file.
 */
import { readInsideSync } from '../base/repo-files/read-inside.ts'
import { changeTime, settledTime } from '../base/stat-files.ts'
import type { ParseJob } from './port.ts'

/** `mtime_ms`: as a row may record it. */
export type JobFile =
  | { state: 'read'; bytes: Uint8Array; size: number; mtime_ms: number }
  | { state: 'gone' | 'unreadable'; reason: string }

export function readJobFile({ root, path, max_bytes }: ParseJob): JobFile {
  const readAt = Date.now()
  const read = readInsideSync(root, path, { max_bytes })
  if (read.state === 'gone') return { state: 'gone', reason: 'the file is gone' }
  if (read.state === 'refused') return { state: 'unreadable', reason: read.reason }
  const { bytes, size, mtime_ms, ctime_ms } = read
  return { state: 'read', bytes, size, mtime_ms: settledTime(changeTime(mtime_ms, ctime_ms), readAt) }
}
