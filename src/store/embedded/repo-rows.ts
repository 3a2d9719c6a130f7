/** What is known about a repo as a whole: its number inside the store, its generation, and its sums. */
import { asRepoId, type RepoId } from '../../contract/ids.ts'
import type { RepoRow } from '../port.ts'
import type { Connection } from './connection.ts'
import { fileRoles, fileStatuses } from './file-rows.ts'

/** `layout` grows with every change of the list of segments, merges included; `generation` only when answers may differ. */
export type RepoHead = { id: number; generation: number; layout: number; complete: number }
type StoredRepo = RepoHead & { repo_id: string; last_indexed_at: string | null }

const columns = 'id, repo_id, generation, layout, complete, last_indexed_at'

export const findRepo = (connection: Connection, repo: RepoId): RepoHead | undefined =>
  connection.get<StoredRepo>(`SELECT ${columns} FROM repo WHERE repo_id = ?`, repo)

/** Its number; a new repo gets one. A generation is never reused, not even after a removal. */
export function ensureRepo(connection: Connection, repo: RepoId): number {
  const known = findRepo(connection, repo)
  if (known) return known.id
  const last = connection.get<{ value: number }>("SELECT value FROM meta WHERE name = 'generation'")?.value ?? 0
  const sql = 'INSERT INTO repo(repo_id, generation, layout, complete) VALUES(?, ?, 0, 1) RETURNING id'
  return connection.get<{ id: number }>(sql, repo, last)?.id ?? 0
}

export function bumpGeneration(connection: Connection, repo: number): void {
  connection.run('UPDATE repo SET generation = generation + 1, layout = layout + 1 WHERE id = ?', repo)
}

export function bumpLayout(connection: Connection, repo: number): void {
  connection.run('UPDATE repo SET layout = layout + 1 WHERE id = ?', repo)
}

export function setComplete(connection: Connection, repo: number, complete: boolean): void {
  connection.run('UPDATE repo SET complete = ? WHERE id = ? AND complete <> ?', complete ? 1 : 0, repo, complete ? 1 : 0)
}

export function setLastIndexedAt(connection: Connection, repo: number, time: string): void {
  connection.run('UPDATE repo SET last_indexed_at = ? WHERE id = ?', time, repo)
}

export function repoRow(connection: Connection, repo: RepoId): RepoRow | undefined {
  const stored = connection.get<StoredRepo>(`SELECT ${columns} FROM repo WHERE repo_id = ?`, repo)
  return stored && withSums(connection, stored)
}

export function repoRows(connection: Connection): RepoRow[] {
  const all = connection.all<StoredRepo>(`SELECT ${columns} FROM repo WHERE repo_id IS NOT NULL ORDER BY repo_id`)
  return all.map((stored) => withSums(connection, stored))
}

type Sum = {
  language: number
  role: number
  status: number
  rows: number
  bytes: number
  symbol: number
  file: number
  doc: number
}

/** Summed on request: 20,000 files take some milliseconds, while stored sums could come to disagree with the rows. */
function withSums(connection: Connection, stored: StoredRepo): RepoRow {
  const sums = connection.all<Sum>(
    `SELECT language, role, status, count(*) AS rows, sum(size) AS bytes, sum(symbols) AS symbol, sum(files) AS file, sum(sections) AS doc
     FROM file WHERE repo = ? AND present = 1 GROUP BY language, role, status`,
    stored.id,
  )
  const notes = connection.all<{ level: number; rows: number }>(
    'SELECT level, count(*) AS rows FROM note WHERE repo = ? GROUP BY level',
    stored.id,
  )
  const add = (column: 'rows' | 'symbol' | 'file' | 'doc'): number => sums.reduce((sum, row) => sum + row[column], 0)
  const notesOf = (level: number): number => notes.find((row) => row.level === level)?.rows ?? 0
  return {
    repo_id: asRepoId(stored.repo_id),
    generation: stored.generation,
    complete: stored.complete === 1,
    files: add('rows'),
    last_indexed_at: stored.last_indexed_at,
    counts: { symbol: add('symbol'), file: add('file'), module: notesOf(0), repo: notesOf(1), doc: add('doc') },
    languages: languagesOf(connection, sums),
    statuses: statusesOf(sums),
  }
}

function languagesOf(connection: Connection, sums: readonly Sum[]): RepoRow['languages'] {
  const byLanguage = new Map<string, { language: string; files: number; bytes: number }>()
  for (const sum of sums) {
    if (fileRoles[sum.role] !== 'source') continue
    const language = connection.names.text(sum.language)
    const entry = byLanguage.get(language) ?? { language, files: 0, bytes: 0 }
    byLanguage.set(language, { language, files: entry.files + sum.rows, bytes: entry.bytes + sum.bytes })
  }
  return [...byLanguage.values()].sort((a, b) => b.bytes - a.bytes || (a.language < b.language ? -1 : 1))
}

function statusesOf(sums: readonly Sum[]): RepoRow['statuses'] {
  const statuses: RepoRow['statuses'] = { indexed: 0, partial: 0, 'text-only': 0, failed: 0, 'timed-out': 0 }
  for (const { status, rows } of sums) statuses[fileStatuses[status] ?? 'failed'] += rows
  return statuses
}
