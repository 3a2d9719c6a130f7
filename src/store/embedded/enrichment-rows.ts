/**
 * Texts about symbols, stored by what they describe (span, name, kind, model, prompt), and pointers that record which text each
 * symbol of a repo had last. If a span comes back, on a branch or in a copy, its text is found again.
 */
import { readDetails } from '../../contract/enrichment-details.ts'
import type { SymbolHandle } from '../../contract/identity.ts'
import type { RepoId } from '../../contract/ids.ts'
import type { AskedSpan, EnrichmentKey, EnrichmentPointer, EnrichmentRecord, EnrichmentRefusal, SymbolNow } from '../port.ts'
import { keyToNumber, numberToKey } from './bytes.ts'
import type { Connection } from './connection.ts'
import { hasDetails } from './schema.ts'

const keyColumns = ['span_hash', 'qualified_name', 'kind', 'model', 'prompt_version'] as const
const textColumns = ['summary', 'usage_guide', 'content_type', 'content_language', 'author', 'made_at'] as const
const columns = [...keyColumns, ...textColumns, 'details'] as const
const spanColumns = ['span_hash', 'kind', 'model', 'prompt_version'] as const
const named = (connection: Connection): string => {
  const known = [...keyColumns, ...textColumns].map((column) => `enrichment_record.${column}`).join(', ')
  return `${known}, ${hasDetails(connection) ? 'details' : "'' AS details"}`
}
/** As it is stored: details are JSON. */
type Row = Omit<EnrichmentRecord, 'details'> & { details: string }
const rewritten = [...textColumns, 'details'].map((column) => `${column} = excluded.${column}`).join(', ')
const sameKey = keyColumns.map((column) => `${column} = ?`).join(' AND ')

/** Without a text there is no pointer either. */
export const hasEnrichment = (connection: Connection): boolean =>
  connection.get('SELECT 1 FROM enrichment_record LIMIT 1') !== undefined

export const hasFolderTexts = (connection: Connection): boolean =>
  hasDetails(connection) &&
  connection.get("SELECT 1 FROM enrichment_record WHERE kind IN ('folder', 'repo') LIMIT 1") !== undefined

export function writeEnrichment(connection: Connection, repo: RepoId, entry: SymbolHandle & EnrichmentRecord): void {
  // A rewritten text keeps its number: others may point to it.
  const made = connection.get<{ id: number }>(
    `INSERT INTO enrichment_record(${columns.join(', ')}) VALUES(${columns.map(() => '?').join(', ')})
     ON CONFLICT(${keyColumns.join(', ')}) DO UPDATE SET ${rewritten} RETURNING id`,
    ...[...keyColumns, ...textColumns].map((column) => entry[column]),
    entry.details ? JSON.stringify(entry.details) : '',
  )
  connection.run(
    'INSERT OR REPLACE INTO enrichment_pointer(repo_id, path, symbol_key, record) VALUES(?, ?, ?, ?)',
    repo,
    entry.path,
    keyToNumber(entry.key),
    made?.id ?? 0,
  )
}

/** A symbol that has a text of its own keeps it. */
export function writePointer(connection: Connection, repo: RepoId, { path, key, record }: EnrichmentPointer): void {
  const symbol = [repo, path, keyToNumber(key)] as const
  connection.run(
    `INSERT INTO enrichment_pointer(repo_id, path, symbol_key, record) SELECT ?, ?, ?, id FROM enrichment_record WHERE ${sameKey}
       AND NOT EXISTS (SELECT 1 FROM enrichment_pointer WHERE repo_id = ? AND path = ? AND symbol_key = ?)`,
    ...symbol,
    ...keyColumns.map((column) => record[column]),
    ...symbol,
  )
}

export function findEnrichment(connection: Connection, repo: RepoId, symbol: SymbolNow): EnrichmentRecord | undefined {
  const last = lastOf(connection, repo, symbol)
  if (symbol.span_hash === '' || last?.span_hash === symbol.span_hash) return last
  return ofSpan(connection, symbol) ?? last
}

function lastOf(connection: Connection, repo: RepoId, { path, key }: SymbolHandle): EnrichmentRecord | undefined {
  const row = connection.get<Row>(
    `SELECT ${named(connection)} FROM enrichment_pointer JOIN enrichment_record ON enrichment_record.id = record
     WHERE repo_id = ? AND path = ? AND symbol_key = ? ORDER BY enrichment_pointer.id DESC LIMIT 1`,
    repo,
    path,
    keyToNumber(key),
  )
  return row && recordOf(row)
}

/** Details that cannot be read are left out: the summary is still worth showing. */
function recordOf({ details, ...record }: Row): EnrichmentRecord {
  const read = details === '' ? undefined : readDetails(parsed(details))
  return read ? { ...record, details: read } : record
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** By `made_at` first: which file was imported last says nothing about which text is newer. */
function ofSpan(connection: Connection, { span_hash, qualified_name, kind, key }: SymbolNow): EnrichmentRecord | undefined {
  const row = connection.get<Row>(
    `SELECT ${named(connection)} FROM enrichment_record
     WHERE span_hash = ? AND ((qualified_name = ? AND kind = ?) OR (qualified_name = ? AND kind = ''))
     ORDER BY made_at DESC, id DESC LIMIT 1`,
    span_hash,
    qualified_name,
    kind,
    `key:${key}`,
  )
  return row && recordOf(row)
}

export function answerAbout(connection: Connection, span: AskedSpan): EnrichmentRecord | EnrichmentRefusal | undefined {
  const asked = spanColumns.map((column) => span[column])
  const same = spanColumns.map((column) => `${column} = ?`).join(' AND ')
  const text = connection.get<Row>(
    `SELECT ${named(connection)} FROM enrichment_record WHERE ${same} ORDER BY id DESC LIMIT 1`,
    ...asked,
  )
  if (text) return recordOf(text)
  if (!hasDetails(connection)) return undefined
  return connection.get<EnrichmentRefusal>(
    `SELECT ${spanColumns.join(', ')}, reason, made_at FROM enrichment_refusal WHERE ${same} LIMIT 1`,
    ...asked,
  )
}

export function writeRefusal(connection: Connection, repo: RepoId, refusal: EnrichmentRefusal): void {
  connection.run(
    `INSERT OR REPLACE INTO enrichment_refusal(${spanColumns.join(', ')}, repo_id, reason, made_at) VALUES(?, ?, ?, ?, ?, ?, ?)`,
    ...spanColumns.map((column) => refusal[column]),
    repo,
    refusal.reason,
    refusal.made_at,
  )
}

export function enrichedIn(connection: Connection, repo: RepoId, path: string): EnrichmentPointer[] {
  const rows = connection.all<EnrichmentKey & { symbol_key: number }>(
    `SELECT symbol_key, ${keyColumns.join(', ')} FROM enrichment_pointer JOIN enrichment_record ON enrichment_record.id = record
     WHERE repo_id = ? AND path = ? ORDER BY enrichment_pointer.id`,
    repo,
    path,
  )
  const last = new Map(rows.map(({ symbol_key, ...record }) => [symbol_key, record]))
  return [...last].map(([key, record]) => ({ path, key: numberToKey(key), record }))
}

/** Before deletion, files of other repos with the same bytes get a pointer to the text. */
export function dropEnrichment(connection: Connection, repo: RepoId): void {
  connection.run(
    `INSERT OR IGNORE INTO enrichment_pointer(repo_id, path, symbol_key, record)
     SELECT heir.repo_id, copy.path, mine.symbol_key, mine.record FROM enrichment_pointer AS mine
     JOIN repo ON repo.repo_id = mine.repo_id
     JOIN file ON file.repo = repo.id AND file.path = mine.path AND file.present = 1
     JOIN file AS copy ON copy.content_hash = file.content_hash AND copy.repo <> file.repo AND copy.present = 1
     JOIN repo AS heir ON heir.id = copy.repo AND heir.repo_id IS NOT NULL
     WHERE mine.repo_id = ? AND NOT EXISTS (SELECT 1 FROM enrichment_pointer AS own
       WHERE own.repo_id = heir.repo_id AND own.path = copy.path AND own.symbol_key = mine.symbol_key) ORDER BY mine.id`,
    repo,
  )
  connection.run(
    `DELETE FROM enrichment_record WHERE id IN (SELECT record FROM enrichment_pointer WHERE repo_id = ?)
       AND NOT EXISTS (SELECT 1 FROM enrichment_pointer WHERE record = enrichment_record.id AND repo_id <> ?)`,
    repo,
    repo,
  )
  connection.run('DELETE FROM enrichment_pointer WHERE repo_id = ?', repo)
  connection.run('DELETE FROM enrichment_refusal WHERE repo_id = ?', repo)
}

/** Of texts no other repo points to, with their row and its indexes. */
export function enrichmentBytes(connection: Connection, repo: RepoId): number {
  const own = connection.get<{ bytes: number | null }>(
    `SELECT sum(length(summary) + length(usage_guide) + ${hasDetails(connection) ? 'length(details)' : '0'} + 200) AS bytes FROM enrichment_record
     WHERE id IN (SELECT record FROM enrichment_pointer WHERE repo_id = ?)
       AND NOT EXISTS (SELECT 1 FROM enrichment_pointer WHERE record = enrichment_record.id AND repo_id <> ?)`,
    repo,
    repo,
  )
  return own?.bytes ?? 0
}
