/**
 * Gives a checkout that has no rows those of another checkout of the same repo: files, links, words and notes with new numbers, so that
 * only what differs is linked and indexed. Until it is whole the copy has no name, like a repo that is being removed, so nobody reads it,
 * and a copy that was stopped is deleted by the next one or by `gc`. Nothing is taken for unchanged: every row has to be compared
 * with the bytes of the new checkout first.
 */
import type { RepoId } from '../../contract/ids.ts'
import { type Connection, inShortTransactions } from './connection.ts'
import { CopiedLinks } from './copy-links.ts'
import { copyNotes, copySegment, liveSegments, type Numbers } from './copy-words.ts'
import { noteNotes } from './due-rows.ts'
import { rowSum, type StoredFile } from './file-rows.ts'
import { copyLinkSources } from './link-source-rows.ts'
import { Packages } from './packages.ts'
import { RecordedFiles } from './recorded-files.ts'
import { deleteRows, finishRemovals } from './remove-repo.ts'
import { findRepo, type StoredRepo } from './repo-rows.ts'
import { sumOf } from './row-sum.ts'

/** False when there is nothing to copy: the source is not complete, or the target has rows. */
export async function copyRepo(connection: Connection, from: RepoId, to: RepoId): Promise<boolean> {
  await finishRemovals(connection)
  const begun = await connection.transaction(to, () => begin(connection, from, to))
  if (!begun) return false
  const { source, numbers, repo } = begun
  try {
    await inShortTransactions(connection, to, steps(connection, source, repo, numbers), (step) => step())
    const isWhole = await connection.transaction(to, () => finish(connection, source, repo, to))
    if (!isWhole) await deleteRows(connection, repo)
    return isWhole
  } catch (cause) {
    await deleteRows(connection, repo).catch(() => undefined)
    throw cause
  }
}

type Begun = { source: StoredRepo; repo: number; numbers: Numbers }

function begin(connection: Connection, from: RepoId, to: RepoId): Begun | undefined {
  const source = findRepo(connection, from)
  if (source?.complete !== 1 || source.files === 0 || source.dues > 0) return undefined
  const target = findRepo(connection, to)
  if (target && hasRows(target)) return undefined
  const sql = 'INSERT INTO repo(repo_id, generation, layout, complete, text_sum) VALUES(NULL, 0, 0, 0, 0) RETURNING id'
  const repo = connection.get<{ id: number }>(sql)?.id ?? 0
  const numbers = {
    file: reserve(connection, 'file', source.id),
    note: reserve(connection, 'note', source.id),
    package: reserve(connection, 'package', source.id),
  }
  return { source, repo, numbers }
}

const hasRows = ({ files, segments, packages, notes, dues }: StoredRepo): boolean =>
  files + segments + packages + notes + dues > 0

/** What is added to a number of the source: the new numbers are those after all that were ever given. */
function reserve(connection: Connection, table: 'file' | 'note' | 'package', repo: number): number {
  const range = connection.get<{ first: number | null; last: number | null }>(
    `SELECT min(id) AS first, max(id) AS last FROM ${table} WHERE repo = ?`,
    repo,
  )
  const { first, last } = { first: range?.first ?? 0, last: range?.last ?? 0 }
  const sql = 'UPDATE sqlite_sequence SET seq = seq + ? WHERE name = ? RETURNING seq'
  const end = connection.get<{ seq: number }>(sql, last - first + 1, table)?.seq ?? last
  return end - last
}

/** Each of them is short; all together they take as long as the copy. */
function* steps(connection: Connection, source: StoredRepo, repo: number, numbers: Numbers): Generator<() => void> {
  // Both are compared with their totals here: damage is not copied.
  const files = [...RecordedFiles.read(connection, source)]
  const links = new CopiedLinks(connection, source.id, repo, numbers)
  for (const id of idsOf(connection, 'file', source.id)) yield () => copyFile(connection, id, repo, numbers.file)
  for (const one of new Packages(connection, source)) yield* links.package(one)
  for (const file of files) yield* links.file(file)
  yield* links.gone()
  yield () => copyLinkSources(connection, source.id, repo)
  yield* copyNotes(connection, source, repo, numbers.note)
  for (const segment of liveSegments(connection, source)) yield* copySegment(connection, segment, repo, numbers)
}

const idsOf = (connection: Connection, table: 'file', repo: number): number[] =>
  connection.rows<[number]>(`SELECT id FROM ${table} WHERE repo = ? ORDER BY id`, repo).map(([id]) => id)

/** Without time and blob id: the bytes of the new checkout are compared before the row counts. Paths that are gone keep their number. */
function copyFile(connection: Connection, id: number, repo: number, offset: number): void {
  const columns =
    'path, path_key, present, size, content_hash, language, role, status, reason, line_count, parser_version, test, symbols, files, sections'
  connection.run(
    `INSERT INTO file(id, repo, mtime_ms, blob_id, row_sum, ${columns}) SELECT id + ?, ?, 0, NULL, 0, ${columns} FROM file WHERE id = ?`,
    offset,
    repo,
    id,
  )
  const [row] = connection.rows<StoredFile>(
    `SELECT id, path, size, mtime_ms, content_hash, blob_id, language, role, status, reason, line_count, parser_version, test, symbols,
       files, sections, links, linked_in FROM file WHERE id = ?`,
    id + offset,
  )
  if (row) connection.run('UPDATE file SET row_sum = ? WHERE id = ?', rowSum(row), id + offset)
}

/** False when another process deleted the copy meanwhile, or changed the source. */
function finish(connection: Connection, source: StoredRepo, repo: number, to: RepoId): boolean {
  const target = findRepo(connection, to)
  const now = connection.get<{ generation: number }>('SELECT generation FROM repo WHERE id = ?', source.id)
  const copy = connection.get<StoredRepo>('SELECT files, segments, packages, notes FROM repo WHERE id = ?', repo)
  if (!copy || now?.generation !== source.generation || (target && hasRows(target))) return false
  const isWhole = (['files', 'segments', 'packages', 'notes'] as const).every((count) => copy[count] === source[count])
  if (!isWhole) return false
  const last = connection.get<{ value: number }>("SELECT value FROM meta WHERE name = 'generation'")?.value ?? 0
  const generation = Math.max(last, target?.generation ?? 0) + 1
  if (target) connection.run('DELETE FROM repo WHERE id = ?', target.id)
  connection.run(
    'UPDATE repo SET repo_id = ?, text_sum = ?, generation = ?, layout = layout + 1 WHERE id = ?',
    to,
    sumOf(repo, to, null),
    generation,
    repo,
  )
  // It contains the name of the repo.
  noteNotes(connection, repo, '')
  return true
}
