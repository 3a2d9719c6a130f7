/** Bytes on disk: of everything, of facts, of vectors, and of what belongs to each repo alone. */

import { asRepoId } from '../../contract/ids.ts'
import type { StoreReader } from '../port.ts'
import type { Connection } from './connection.ts'
import { enrichmentBytes } from './enrichment-rows.ts'
import { bytesOf } from './home.ts'
import { bytesOfVectors } from './vector-rows.ts'

type StoreSize = Awaited<ReturnType<StoreReader['size']>>

/** Rows of files with their three indexes, measured on 20,000. */
const BYTES_PER_FILE = 330

export function storeSize(connection: Connection): StoreSize {
  const facts = connection.get<{ bytes: number }>('SELECT coalesce(sum(length(bytes)), 0) AS bytes FROM facts')?.bytes ?? 0
  const repos = connection.all<{ id: number; repo_id: string }>(
    'SELECT id, repo_id FROM repo WHERE repo_id IS NOT NULL ORDER BY repo_id',
  )
  return {
    total: fileBytes(connection.file),
    facts,
    vectors: connection.get<{ bytes: number }>('SELECT coalesce(sum(length(bytes)), 0) AS bytes FROM vectors')?.bytes ?? 0,
    repos: repos.map(({ id, repo_id }) => ({
      repo_id: asRepoId(repo_id),
      bytes: ownBytes(connection, id) + enrichmentBytes(connection, asRepoId(repo_id)),
    })),
  }
}

const fileBytes = (file: string): number => ['', '-wal'].reduce((sum, suffix) => sum + bytesOf(file + suffix), 0)

function ownBytes(connection: Connection, repo: number): number {
  const sum = (sql: string, ...more: number[]): number => connection.get<{ bytes: number | null }>(sql, repo, ...more)?.bytes ?? 0
  return (
    sum('SELECT sum(bytes) AS bytes FROM segment WHERE repo = ?') +
    sum(`SELECT count(*) * ${BYTES_PER_FILE} AS bytes FROM file WHERE repo = ?`) +
    sum('SELECT sum(length(links.bytes)) AS bytes FROM file JOIN links ON links.file = file.id WHERE file.repo = ?') +
    sum('SELECT sum(length(bytes)) AS bytes FROM file JOIN link_asked ON link_asked.file = file.id WHERE file.repo = ?') +
    sum('SELECT sum(length(uses) + 16) AS bytes FROM link_in WHERE repo = ?') +
    sum('SELECT sum(length(uses) + 10) AS bytes FROM package_in WHERE repo = ?') +
    sum('SELECT sum(length(content)) AS bytes FROM note WHERE repo = ?') +
    sum('SELECT sum(length(bytes)) AS bytes FROM note JOIN note_vectors ON note_vectors.note = note.id WHERE note.repo = ?') +
    sum(
      `SELECT sum(length(facts.bytes) + ${bytesOfVectors}) AS bytes FROM facts WHERE id IN (
         SELECT facts.id FROM file JOIN facts ON facts.content_hash = file.content_hash AND facts.language = file.language
         WHERE file.repo = ?) AND NOT EXISTS (
         SELECT 1 FROM file AS other WHERE other.content_hash = facts.content_hash AND other.repo <> ?)`,
      repo,
    )
  )
}
