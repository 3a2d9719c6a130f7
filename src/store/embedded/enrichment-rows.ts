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
import { damaged } from './damaged.ts'
import { sumOf } from './row-sum.ts'

const keyColumns = ['span_hash', 'qualified_name', 'kind', 'model', 'prompt_version'] as const
const textColumns = ['summary', 'usage_guide', 'content_type', 'content_language', 'author', 'made_at'] as const
const columns = [...keyColumns, ...textColumns, 'details'] as const
const spanColumns = ['span_hash', 'kind', 'model', 'prompt_version'] as const
const named = [...columns, 'row_sum'].map((column) => `enrichment_record.${column}`).join(', ')
/** As it is stored: details are JSON. */
type Row = Omit<EnrichmentRecord, 'details'> & { details: string; row_sum: number }
const rewritten = [...textColumns, 'details', 'row_sum'].map((column) => `${column} = excluded.${column}`).join(', ')
const recordSum = (row: Omit<Row, 'row_sum'>): number => sumOf(...columns.map((column) => row[column]))
const pointerSum = (repo: string, path: string, key: number, record: number): number => sumOf(repo, path, key, record)
const sameKey = keyColumns.map((column) => `${column} = ?`).join(' AND ')

/** Without a text there is no pointer either. */
export const hasEnrichment = (connection: Connection): boolean =>
  connection.get('SELECT 1 FROM enrichment_record LIMIT 1') !== undefined

export const hasFolderTexts = (connection: Connection): boolean =>
  connection.get("SELECT 1 FROM enrichment_record WHERE kind IN ('folder', 'repo') LIMIT 1") !== undefined

export function writeEnrichment(connection: Connection, repo: RepoId, entry: SymbolHandle & EnrichmentRecord): void {
  const row = { ...entry, details: entry.details ? JSON.stringify(entry.details) : '' }
  putPointer(connection, repo, entry.path, keyToNumber(entry.key), putRecord(connection, row))
}

/** Its number. A rewritten text keeps its number: others may point to it. */
export function putRecord(connection: Connection, row: Omit<Row, 'row_sum'>): number {
  const made = connection.get<{ id: number }>(
    `INSERT INTO enrichment_record(${columns.join(', ')}, row_sum) VALUES(${columns.map(() => '?').join(', ')}, ?)
     ON CONFLICT(${keyColumns.join(', ')}) DO UPDATE SET ${rewritten} RETURNING id`,
    ...columns.map((column) => row[column]),
    recordSum(row),
  )
  return made?.id ?? 0
}

/** Makes the text the last one of its symbol. */
export function putPointer(connection: Connection, repo: string, path: string, key: number, record: number): void {
  connection.run(
    'INSERT OR REPLACE INTO enrichment_pointer(repo_id, path, symbol_key, record, row_sum) VALUES(?, ?, ?, ?, ?)',
    repo,
    path,
    key,
    record,
    pointerSum(repo, path, key, record),
  )
}

/** A symbol that has a text of its own keeps it. */
export function writePointer(connection: Connection, repo: RepoId, { path, key, record }: EnrichmentPointer): void {
  const known = keyColumns.map((column) => record[column])
  const found = connection.get<{ id: number }>(`SELECT id FROM enrichment_record WHERE ${sameKey}`, ...known)
  if (found && !hasPointer(connection, repo, path, keyToNumber(key)))
    putPointer(connection, repo, path, keyToNumber(key), found.id)
}

function hasPointer(connection: Connection, repo: string, path: string, key: number): boolean {
  const sql = 'SELECT 1 FROM enrichment_pointer WHERE repo_id = ? AND path = ? AND symbol_key = ? LIMIT 1'
  return connection.get(sql, repo, path, key) !== undefined
}

/** For a store whose rows have no sums yet. */
export function sumEnrichment(connection: Connection): void {
  for (const row of connection.all<Row & { id: number }>(`SELECT id, ${columns.join(', ')} FROM enrichment_record`))
    connection.run('UPDATE enrichment_record SET row_sum = ? WHERE id = ?', recordSum(row), row.id)
  const pointers = connection.rows<[id: number, repo: string, path: string, key: number, record: number]>(
    'SELECT id, repo_id, path, symbol_key, record FROM enrichment_pointer',
  )
  for (const [id, ...pointer] of pointers)
    connection.run('UPDATE enrichment_pointer SET row_sum = ? WHERE id = ?', pointerSum(...pointer), id)
}

/** Throws at the first damaged text or pointer. For the check of the store. */
export function checkEnrichment(connection: Connection): void {
  for (const row of connection.all<StoredRecord>(`SELECT id, ${named} FROM enrichment_record`)) openRecord(row)
  for (const row of connection.all<StoredPointer>('SELECT * FROM enrichment_pointer')) openPointer(row)
}

export type StoredRecord = Row & { id: number }
export type StoredPointer = { id: number; repo_id: string; path: string; symbol_key: number; record: number; row_sum: number }

/** `hasSums`: false for a store of an older version. */
export function openRecord(row: Row, { hasSums = true } = {}): Omit<Row, 'row_sum'> {
  const texts = { ...row, details: row.details ?? '' }
  const isWhole = hasSums ? recordSum(texts) === row.row_sum : columns.every((column) => typeof texts[column] === 'string')
  if (!isWhole) throw damaged('a text about a symbol')
  return texts
}

export function openPointer<Pointer extends StoredPointer>(pointer: Pointer, { hasSums = true } = {}): Pointer {
  const { repo_id, path, symbol_key, record } = pointer
  const isWhole = hasSums
    ? pointerSum(repo_id, path, symbol_key, record) === pointer.row_sum
    : typeof repo_id === 'string' && typeof path === 'string' && Number.isInteger(symbol_key)
  if (!isWhole) throw damaged('which text belongs to a symbol')
  return pointer
}

export function findEnrichment(connection: Connection, repo: RepoId, symbol: SymbolNow): EnrichmentRecord | undefined {
  const last = lastOf(connection, repo, symbol)
  if (symbol.span_hash === '' || last?.span_hash === symbol.span_hash) return last
  return ofSpan(connection, symbol) ?? last
}

function lastOf(connection: Connection, repo: RepoId, { path, key }: SymbolHandle): EnrichmentRecord | undefined {
  const pointer = connection.get<StoredPointer>(
    `SELECT enrichment_pointer.* FROM enrichment_pointer
     WHERE repo_id = ? AND path = ? AND symbol_key = ? ORDER BY enrichment_pointer.id DESC LIMIT 1`,
    repo,
    path,
    keyToNumber(key),
  )
  if (!pointer) return undefined
  const row = connection.get<Row>(`SELECT ${named} FROM enrichment_record WHERE id = ?`, openPointer(pointer).record)
  if (!row) throw damaged('a text about a symbol')
  return recordOf(row)
}

/** Details that cannot be read are left out: the summary is still worth showing. */
function recordOf(row: Row): EnrichmentRecord {
  const { row_sum: _, details, ...record } = { ...openRecord(row), row_sum: 0 }
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
    `SELECT ${named} FROM enrichment_record
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
  const text = connection.get<Row>(`SELECT ${named} FROM enrichment_record WHERE ${same} ORDER BY id DESC LIMIT 1`, ...asked)
  if (text) return recordOf(text)
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
  const heirs = connection.rows<[heir: string, path: string, key: number, record: number]>(
    `SELECT heir.repo_id, copy.path, mine.symbol_key, mine.record FROM enrichment_pointer AS mine
     JOIN repo ON repo.repo_id = mine.repo_id
     JOIN file ON file.repo = repo.id AND file.path = mine.path AND file.present = 1
     JOIN file AS copy ON copy.content_hash = file.content_hash AND copy.repo <> file.repo AND copy.present = 1
     JOIN repo AS heir ON heir.id = copy.repo AND heir.repo_id IS NOT NULL
     WHERE mine.repo_id = ? AND NOT EXISTS (SELECT 1 FROM enrichment_pointer AS own
       WHERE own.repo_id = heir.repo_id AND own.path = copy.path AND own.symbol_key = mine.symbol_key) ORDER BY mine.id`,
    repo,
  )
  for (const heir of heirs) putPointer(connection, ...heir)
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
    `SELECT sum(length(summary) + length(usage_guide) + length(details) + 200) AS bytes FROM enrichment_record
     WHERE id IN (SELECT record FROM enrichment_pointer WHERE repo_id = ?)
       AND NOT EXISTS (SELECT 1 FROM enrichment_pointer WHERE record = enrichment_record.id AND repo_id <> ?)`,
    repo,
    repo,
  )
  return own?.bytes ?? 0
}
