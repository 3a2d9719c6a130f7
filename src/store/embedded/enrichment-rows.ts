/**
 * Enrichment under the identity it was made for. Text for an earlier span is kept beside the later one, so that going back to a
 * branch finds again what was paid for.
 */
import type { RepoId } from '../../contract/ids.ts'
import type { EnrichmentRecord } from '../port.ts'
import { keyToNumber } from './bytes.ts'
import type { Connection } from './connection.ts'

export function writeEnrichment(connection: Connection, repo: RepoId, record: EnrichmentRecord): void {
  connection.run(
    `INSERT OR REPLACE INTO enrichment(repo_id, path, symbol_key, span_hash, summary, usage_guide, content_type, content_language, author,
       made_at) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    repo,
    record.path,
    keyToNumber(record.key),
    record.span_hash,
    record.summary,
    record.usage_guide,
    record.content_type,
    record.content_language,
    record.author,
    record.made_at,
  )
}

/** All that is kept for one symbol, the last written first. */
export function readEnrichment(connection: Connection, repo: RepoId, path: string, key: string): EnrichmentRecord[] {
  const rows = connection.all<Omit<EnrichmentRecord, 'path' | 'key'>>(
    `SELECT span_hash, summary, usage_guide, content_type, content_language, author, made_at
     FROM enrichment WHERE repo_id = ? AND path = ? AND symbol_key = ? ORDER BY id DESC`,
    repo,
    path,
    keyToNumber(key),
  )
  return rows.map((row) => ({ path, key, ...row }))
}
