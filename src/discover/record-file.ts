/** What a row may say of a file, so that the next change set can trust it. Anything doubtful is recorded as "look again". */
import type { RecordedFile } from '../contract/freshness.ts'
import type { FileEntry } from './port.ts'
import type { SourceBytes } from './read-source.ts'

/**
 * The recorded part of a row for the bytes in `source`. Git's blob id belongs to the bytes git saw when the file was listed: if it
 * was written since, the id would vouch for bytes we never read, and going back to the old bytes would go unnoticed.
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
