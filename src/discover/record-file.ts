/** What a row may record about a file, so that the next change set can rely on it. In doubt it records "check again". */
import type { RecordedFile } from '../contract/freshness.ts'
import type { FileEntry } from './port.ts'
import type { SourceBytes } from './read-source.ts'

/**
 * The recorded part of a row for the bytes in `source`. Git's blob id belongs to the bytes git saw when the file was listed: if
 * the file was written since, the id belongs to bytes that we never read, and a return to the old bytes would not be noticed.
 */
export function recordFile(entry: FileEntry, source: Pick<SourceBytes, 'content_hash' | 'size' | 'mtime_ms'>): RecordedFile {
  const untouched = source.size === entry.size && source.mtime_ms === entry.mtime_ms
  return {
    path: entry.path,
    size: source.size,
    mtime_ms: source.mtime_ms,
    content_hash: source.content_hash,
    blob_id: untouched && !entry.dirty ? entry.blob_id : null,
  }
}
