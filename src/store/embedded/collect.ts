/** Deletes content that no file refers to, the longest unused first, and returns the space to the disk. */

import type { StoreWriter } from '../port.ts'
import { checkpoint } from './checkpoint.ts'
import { type Connection, inShortTransactions } from './connection.ts'
import { bytesOf } from './home.ts'
import { finishRemovals } from './remove-repo.ts'
import { bytesOfVectors, finishDrops } from './vector-rows.ts'

type Options = Parameters<StoreWriter['collect']>[0]
type Unreferenced = { id: number; last_referenced: number; bytes: number }

/** Pages freed in one transaction. */
const VACUUM_PAGES = 500

export async function collect(connection: Connection, options: Options): ReturnType<StoreWriter['collect']> {
  await finishRemovals(connection)
  await finishDrops(connection)
  const before = diskBytes(connection)
  let dropped = 0
  const drop = ({ id }: Unreferenced): void => {
    const deleted = connection.run(`DELETE FROM facts WHERE id = ? AND NOT EXISTS (${references})`, id)
    if (deleted > 0) connection.run('DELETE FROM vectors WHERE facts = ?', id)
    dropped += deleted
  }
  const unreferenced = connection.all<Unreferenced>(
    `SELECT id, last_referenced, length(bytes) + ${bytesOfVectors} AS bytes FROM facts WHERE NOT EXISTS (${references})
     ORDER BY last_referenced, id`,
  )
  const since = options.unreferenced_since.getTime()
  await inShortTransactions(
    connection,
    'the store',
    unreferenced.filter((row) => row.last_referenced < since),
    drop,
  )
  if (options.quota_bytes !== null) {
    const young = unreferenced.filter((row) => row.last_referenced >= since)
    await inShortTransactions(connection, 'the store', untilUnder(connection, young, options.quota_bytes), drop)
  }
  await giveBackPages(connection)
  return { dropped, freed_bytes: Math.max(0, before - diskBytes(connection)) }
}

/** A file, also a staged one, refers to the facts of its own parser version, and to older ones while those are missing. */
const references = `
  SELECT 1 FROM file WHERE file.content_hash = facts.content_hash AND file.language = facts.language
    AND (file.parser_version = facts.parser_version OR NOT EXISTS (
      SELECT 1 FROM facts AS own WHERE own.content_hash = file.content_hash AND own.language = file.language
        AND own.parser_version = file.parser_version))`

function* untilUnder(connection: Connection, rows: readonly Unreferenced[], quota: number): Generator<Unreferenced> {
  let excess = usedBytes(connection) - quota
  for (const row of rows) {
    if (excess <= 0) return
    excess -= row.bytes
    yield row
  }
}

/** The size of the file without its free pages. */
function usedBytes(connection: Connection): number {
  const pragma = (name: string): number => Object.values(connection.get<Record<string, number>>(`PRAGMA ${name}`) ?? {})[0] ?? 0
  return (pragma('page_count') - pragma('freelist_count')) * pragma('page_size')
}

async function giveBackPages(connection: Connection): Promise<void> {
  const free = (): number => connection.get<{ freelist_count: number }>('PRAGMA freelist_count')?.freelist_count ?? 0
  const portions = function* (): Generator<void> {
    for (let left = free(), last = left + 1; left > 0 && left < last; last = left, left = free()) yield
  }
  // Each step of this pragma frees one page, so it must be run to its end.
  await inShortTransactions(
    connection,
    'the store',
    portions(),
    () => void connection.all(`PRAGMA incremental_vacuum(${VACUUM_PAGES})`),
  )
  checkpoint(connection)
}

const diskBytes = ({ file }: Connection): number => ['', '-wal'].reduce((sum, suffix) => sum + bytesOf(file + suffix), 0)
