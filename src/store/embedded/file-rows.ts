/** Rows of files: what the store recorded about each path, and its number inside the store. */
import { crc32 } from 'node:zlib'
import type { RecordedFile } from '../../contract/freshness.ts'
import { pathKey } from '../../contract/identity.ts'
import { asContentHash } from '../../contract/ids.ts'
import type { FileRole, FileRow, FileStatus } from '../port.ts'
import { keyToNumber } from './bytes.ts'
import type { Connection } from './connection.ts'
import { damaged } from './damaged.ts'
import { sumWith, sumWithNumber } from './row-sum.ts'
import type { DocumentCounts } from './segment-builder.ts'
import { storedText } from './stored-text.ts'

/** Stored as their index in these lists: append only. */
const fileRoles: readonly FileRole[] = ['source', 'document', 'data', 'generated', 'vendored', 'minified', 'binary']
const fileStatuses: readonly FileStatus[] = ['indexed', 'partial', 'text-only', 'failed', 'timed-out']

/** A row in the order of `columns`. */
export type StoredFile = [
  id: number,
  path: string,
  size: number,
  mtime_ms: number,
  content_hash: string,
  blob_id: string | null,
  language: number,
  role: number,
  status: number,
  reason: string,
  line_count: number,
  parser_version: number,
  test: number,
  symbols: number,
  files: number,
  sections: number,
  links: number,
  linked_in: number,
]

const columns =
  'id, path, size, mtime_ms, content_hash, blob_id, language, role, status, reason, line_count, parser_version, test, symbols, files, sections, links, linked_in'

/** By path, unchecked: readers use `RecordedFiles`. */
export const storedFiles = (connection: Connection, repo: number): StoredFile[] =>
  connection.rows<StoredFile>(`SELECT ${columns} FROM file WHERE repo = ? AND present = 1 ORDER BY path`, repo)

const rowAt = `SELECT ${columns} FROM file WHERE repo = ? AND path = ? AND present = 1`

/** For writers. */
export function fileAt(connection: Connection, repo: number, path: string): (FileRow & { id: number }) | undefined {
  const [row] = connection.rows<StoredFile>(rowAt, repo, path)
  return row && { ...toFileRow(connection, row), id: row[0] }
}

/** For a writer that asks of many files whether there are any. */
export const hasFiles = (connection: Connection, repo: number): boolean =>
  connection.get('SELECT 1 FROM file WHERE repo = ? AND present = 1 LIMIT 1', repo) !== undefined

/** The path of a file with this key, unchecked. */
export const pathWithKey = (connection: Connection, repo: number, key: number): string | undefined =>
  connection.get<{ path: string }>('SELECT path FROM file WHERE repo = ? AND path_key = ? AND present = 1', repo, key)?.path

/** Everything but its number and its links. One text for one call: there are thousands of rows. */
export function rowSum(row: StoredFile): number {
  const [, path, size, mtime_ms, hash, blob_id, language, role, status, reason, line_count, parser, test] = row
  let sum = crc32(`${path}\0${hash}\0${blob_id ?? '-'}\0${storedText(reason)}`)
  sum = sumWithNumber(sumWithNumber(sum, size), mtime_ms)
  sum = sumWith(sumWith(sumWith(sumWith(sum, language), role), status), line_count)
  sum = sumWith(sumWith(sum, parser), test)
  return sumWith(sumWith(sumWith(sum, row[13]), row[14]), row[15])
}

/** The number of a path, present or not; links may point to a path before its file exists. */
export function ensurePath(connection: Connection, repo: number, path: string): number {
  const known = connection.get<{ id: number }>('SELECT id FROM file WHERE repo = ? AND path = ?', repo, path)
  if (known) return known.id
  const made = connection.get<{ id: number }>(
    `INSERT INTO file(repo, path, path_key, present, size, mtime_ms, content_hash, language, role, status, reason, line_count,
       parser_version, test, symbols, files, sections, row_sum)
     VALUES(?, ?, ?, 0, 0, 0, '', 0, 0, 0, '', 0, 0, 0, 0, 0, 0, 0) RETURNING id`,
    repo,
    path,
    keyToNumber(pathKey(path)),
  )
  return made?.id ?? 0
}

/** Returns the file's number, which it keeps as long as anything points to it. */
export function writeFile(
  connection: Connection,
  repo: number,
  row: FileRow,
  counts: DocumentCounts,
  options: { staged: boolean },
): number {
  const stored: StoredFile = [
    0,
    row.path,
    row.size,
    row.mtime_ms,
    row.content_hash,
    row.blob_id,
    connection.names.intern(row.language),
    fileRoles.indexOf(row.role),
    fileStatuses.indexOf(row.status),
    row.reason,
    row.line_count,
    connection.names.intern(row.parser_version),
    row.test ? 1 : 0,
    counts.symbol,
    counts.file,
    counts.doc,
    0,
    0,
  ]
  const made = connection.get<{ id: number }>(
    `INSERT INTO file(repo, path, path_key, present, size, mtime_ms, content_hash, blob_id, language, role, status, reason, line_count,
       parser_version, test, symbols, files, sections, row_sum)
     VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT(repo, path) DO UPDATE SET present = excluded.present, size = excluded.size, mtime_ms = excluded.mtime_ms,
       content_hash = excluded.content_hash, blob_id = excluded.blob_id, language = excluded.language, role = excluded.role,
       status = excluded.status, reason = excluded.reason, line_count = excluded.line_count, parser_version = excluded.parser_version,
       test = excluded.test, symbols = excluded.symbols, files = excluded.files, sections = excluded.sections, row_sum = excluded.row_sum
     RETURNING id`,
    repo,
    row.path,
    keyToNumber(pathKey(row.path)),
    options.staged ? STAGED : 1,
    ...stored.slice(2, 16),
    rowSum(stored),
  )
  return made?.id ?? 0
}

/**
 * `present` of a row that a build staged. `whereStaged` repeats the partial index's condition, because `present = 2` alone would
 * not use the index.
 */
const STAGED = 2
const whereStaged = `WHERE repo = ? AND present <> 1 AND present = ${STAGED}`

export function showStagedFiles(connection: Connection, repo: number): void {
  connection.run(`UPDATE file SET present = 1 ${whereStaged}`, repo)
}

/** Deletes the rows that a killed build had staged. Links may already point to their paths. */
export function hideStagedFiles(connection: Connection, repo: number): void {
  connection.run(`UPDATE file SET present = 0, content_hash = '', blob_id = NULL, reason = '' ${whereStaged}`, repo)
}

export function hideFile(connection: Connection, id: number): void {
  connection.run("UPDATE file SET present = 0, content_hash = '', blob_id = NULL, reason = '' WHERE id = ?", id)
}

/** Deletes paths that are gone and that no link points to any more. */
export function purgeGoneFiles(connection: Connection, repo: number): void {
  connection.run(
    `DELETE FROM file WHERE repo = ? AND present <> 1 AND present = 0
       AND NOT EXISTS (SELECT 1 FROM link_in WHERE link_in.repo = file.repo AND link_in.target = file.id)`,
    repo,
  )
}

export function toFileRow(connection: Connection, stored: StoredFile): FileRow {
  const [, path, size, mtime_ms, hash, blob_id, language, role, status, reason, line_count, parser, test] = stored
  return {
    path,
    size,
    mtime_ms,
    content_hash: asContentHash(hash),
    blob_id,
    language: connection.names.text(language),
    role: fileRoles[role] ?? impossible(path),
    status: fileStatuses[status] ?? impossible(path),
    reason,
    line_count,
    parser_version: connection.names.text(parser),
    test: test === 1,
  }
}

function impossible(path: string): never {
  throw damaged(`the row of ${path}`)
}

export function setState(connection: Connection, file: number, { status, reason }: Pick<FileRow, 'status' | 'reason'>): void {
  const [row] = connection.rows<StoredFile>(`SELECT ${columns} FROM file WHERE id = ?`, file)
  if (!row) return
  row[8] = fileStatuses.indexOf(status)
  row[9] = reason
  connection.run('UPDATE file SET status = ?, reason = ?, row_sum = ? WHERE id = ?', row[8], reason, rowSum(row), file)
}

/** Only while the row is still for these bytes: another process may have written the row since the file was read. */
export function touchFile(
  connection: Connection,
  repo: number,
  { path, size, mtime_ms, blob_id, content_hash }: RecordedFile,
): void {
  const sql = `SELECT ${columns} FROM file WHERE repo = ? AND path = ? AND content_hash = ?`
  const [row] = connection.rows<StoredFile>(sql, repo, path, content_hash)
  if (!row) return
  row[2] = size
  row[3] = mtime_ms
  row[5] = blob_id
  const set = 'UPDATE file SET size = ?, mtime_ms = ?, blob_id = ?, row_sum = ? WHERE id = ?'
  connection.run(set, size, mtime_ms, blob_id, rowSum(row), row[0])
}
