/** Removes a repo: at once for readers, its rows in portions. */
import type { RepoId } from '../../contract/ids.ts'
import { type Connection, inShortTransactions } from './connection.ts'
import { dropEnrichment } from './enrichment-rows.ts'
import { touchFacts } from './facts-rows.ts'
import { storedFiles, toFileRow } from './file-rows.ts'
import { findRepo } from './repo-rows.ts'
import { dropIdleSegments } from './segment-rows.ts'

export async function removeRepo(connection: Connection, repo: RepoId, options: { keep_enrichment?: boolean }): Promise<void> {
  await connection.transaction(repo, () => {
    if (!options.keep_enrichment) dropEnrichment(connection, repo)
    const head = findRepo(connection, repo)
    if (!head) return
    connection.run(
      `INSERT INTO meta(name, value) VALUES('generation', ?) ON CONFLICT(name) DO UPDATE SET value = max(value, excluded.value)`,
      head.generation,
    )
    connection.run('UPDATE repo SET repo_id = NULL WHERE id = ?', head.id)
    connection.run('UPDATE segment SET state = 2 WHERE repo = ?', head.id)
  })
  await finishRemovals(connection)
}

/** Also finishes removals that a killed process began. */
export async function finishRemovals(connection: Connection): Promise<void> {
  for (const { id } of connection.all<{ id: number }>('SELECT id FROM repo WHERE repo_id IS NULL'))
    await deleteRows(connection, id)
}

/** Of a repo that has no name any more, or never had one. */
export async function deleteRows(connection: Connection, id: number): Promise<void> {
  const label = 'a removed repo'
  const files = storedFiles(connection, id).map((row) => toFileRow(connection, row))
  await inShortTransactions(connection, label, files, (row) => {
    touchFacts(connection, row)
    const file = connection.get<{ id: number }>('DELETE FROM file WHERE repo = ? AND path = ? RETURNING id', id, row.path)
    if (file) connection.run('DELETE FROM links WHERE file = ?', file.id)
    if (file) connection.run('DELETE FROM link_asked WHERE file = ?', file.id)
  })
  for (const sql of leftOvers) await deleteInPortions(connection, label, sql, id)
  await dropIdleSegments(connection, { id, repo_id: label })
  await connection.transaction(label, () => connection.run('DELETE FROM repo WHERE id = ?', id))
}

/** Each deletes a portion; tables without row numbers are cut by the first columns of their key. */
const leftOvers = [
  'DELETE FROM link_source WHERE repo = ?',
  'DELETE FROM file WHERE id IN (SELECT id FROM file WHERE repo = ? LIMIT 500)',
  'DELETE FROM link_in WHERE (repo, target, target_key, source) IN (SELECT repo, target, target_key, source FROM link_in WHERE repo = ? LIMIT 500)',
  'DELETE FROM package_in WHERE (repo, package, source) IN (SELECT repo, package, source FROM package_in WHERE repo = ? LIMIT 500)',
  'DELETE FROM package WHERE id IN (SELECT id FROM package WHERE repo = ? LIMIT 500)',
  'DELETE FROM due WHERE (repo, step, path) IN (SELECT repo, step, path FROM due WHERE repo = ? LIMIT 500)',
  'DELETE FROM note_vectors WHERE (note, model) IN (SELECT note_vectors.note, note_vectors.model FROM note JOIN note_vectors ON note_vectors.note = note.id WHERE note.repo = ? LIMIT 500)',
  'DELETE FROM note WHERE id IN (SELECT id FROM note WHERE repo = ? LIMIT 500)',
]

async function deleteInPortions(connection: Connection, label: string, sql: string, repo: number): Promise<void> {
  let changed = 1
  const portions = function* (): Generator<void> {
    while (changed > 0) yield
  }
  await inShortTransactions(connection, label, portions(), () => {
    changed = connection.run(sql, repo)
  })
}
