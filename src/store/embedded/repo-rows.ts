/** What is known about a repo as a whole: its number inside the store, its generation, and its sums. */
import { asRepoId, type RepoId } from '../../contract/ids.ts'
import type { RepoRow } from '../port.ts'
import type { Connection } from './connection.ts'
import { damaged } from './damaged.ts'
import type { RecordedNotes } from './note-rows.ts'
import type { FileTotals, RecordedFiles } from './recorded-files.ts'
import { sumOf } from './row-sum.ts'
import { headSum, type Totals, totalColumns } from './row-totals.ts'

/** `layout` grows with every change of the list of segments, merges included; `generation` only when answers may differ. */
export type RepoHead = Totals & { id: number; generation: number; layout: number; complete: number }
export type StoredRepo = RepoHead & { repo_id: string; last_indexed_at: string | null }
type SummedRepo = StoredRepo & { text_sum: number; row_sum: number }

const columns = `id, repo_id, generation, layout, complete, last_indexed_at, text_sum, row_sum, ${totalColumns}`

export const findRepo = (connection: Connection, repo: RepoId): StoredRepo | undefined => {
  const row = connection.get<SummedRepo>(`SELECT ${columns} FROM repo WHERE repo_id = ?`, repo)
  return row && checked(row, repo)
}

export const headOf = (connection: Connection, id: number): StoredRepo | undefined => {
  const row = connection.get<SummedRepo>(`SELECT ${columns} FROM repo WHERE id = ? AND repo_id IS NOT NULL`, id)
  return row && checked(row, row.repo_id)
}

export const storedRepos = (connection: Connection): StoredRepo[] =>
  connection
    .all<SummedRepo>(`SELECT ${columns} FROM repo WHERE repo_id IS NOT NULL ORDER BY repo_id`)
    .map((row) => checked(row, row.repo_id))

function checked(row: SummedRepo, repo: string): StoredRepo {
  if (row.row_sum !== headSum(row) || row.text_sum !== sumOf(row.id, repo, row.last_indexed_at))
    throw damaged(`what is recorded of the repo ${repo}`)
  return row
}

/** Its number; a new repo gets one. A generation is never reused, not even after a removal. */
export function ensureRepo(connection: Connection, repo: RepoId): number {
  const known = findRepo(connection, repo)
  if (known) return known.id
  const last = connection.get<{ value: number }>("SELECT value FROM meta WHERE name = 'generation'")?.value ?? 0
  const sql = 'INSERT INTO repo(repo_id, generation, layout, complete, text_sum) VALUES(?, ?, 0, 1, 0) RETURNING id'
  const id = connection.get<{ id: number }>(sql, repo, last)?.id ?? 0
  connection.run('UPDATE repo SET text_sum = ? WHERE id = ?', sumOf(id, repo, null), id)
  return id
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
  const row = connection.get<{ repo_id: string }>('SELECT repo_id FROM repo WHERE id = ?', repo)
  const sum = sumOf(repo, row?.repo_id ?? '', time)
  connection.run('UPDATE repo SET last_indexed_at = ?, text_sum = ? WHERE id = ?', time, sum, repo)
}

/** Summed on request: 20,000 files take some milliseconds, while stored sums could come to disagree with the rows. */
export function repoRow(stored: StoredRepo, files: RecordedFiles, notes: RecordedNotes): RepoRow {
  const sums = [...files.sums().values()]
  const add = (column: 'rows' | 'symbol' | 'file' | 'doc'): number => sums.reduce((sum, row) => sum + row[column], 0)
  const notesOf = (level: 'module' | 'repo'): number => notes.rows.filter((note) => note.level === level).length
  return {
    repo_id: asRepoId(stored.repo_id),
    generation: stored.generation,
    complete: stored.complete === 1,
    files: add('rows'),
    last_indexed_at: stored.last_indexed_at,
    counts: { symbol: add('symbol'), file: add('file'), module: notesOf('module'), repo: notesOf('repo'), doc: add('doc') },
    languages: languagesOf(sums),
    statuses: statusesOf(sums),
  }
}

function languagesOf(sums: readonly FileTotals[]): RepoRow['languages'] {
  const byLanguage = new Map<string, { language: string; files: number; bytes: number }>()
  for (const sum of sums) {
    if (sum.role !== 'source') continue
    const { language } = sum
    const entry = byLanguage.get(language) ?? { language, files: 0, bytes: 0 }
    byLanguage.set(language, { language, files: entry.files + sum.rows, bytes: entry.bytes + sum.bytes })
  }
  return [...byLanguage.values()].sort((a, b) => b.bytes - a.bytes || (a.language < b.language ? -1 : 1))
}

function statusesOf(sums: readonly FileTotals[]): RepoRow['statuses'] {
  const statuses: RepoRow['statuses'] = { indexed: 0, partial: 0, 'text-only': 0, failed: 0, 'timed-out': 0 }
  for (const { status, rows } of sums) statuses[status] += rows
  return statuses
}
