/** Writes, swaps and deletes segments. One that is being written (state 0) or was replaced (state 2) is never read. */
import { type SearchLevel, searchLevels } from '../../contract/items.ts'
import { type Connection, inShortTransactions } from './connection.ts'
import { type Block, sealBlock } from './posting-blocks.ts'
import { seal } from './row-sum.ts'
import { emptyLevel, FILES_PART, type LevelTableBuilder, packSlots, partOfLevel } from './segment-tables.ts'

export type Slot = { ref: number; language: number; empty: boolean }

export function createSegment(connection: Connection, repo: number): number {
  const sql = 'INSERT INTO segment(repo, state, seq, postings, bytes) VALUES(?, 0, 0, 0, 0) RETURNING id'
  return connection.get<{ id: number }>(sql, repo)?.id ?? 0
}

export function writeBlock(connection: Connection, segment: number, block: Block): void {
  const sql = 'INSERT INTO block(segment, term, next, bytes) VALUES(?, ?, ?, ?)'
  connection.run(sql, segment, block.term, block.next, sealBlock(segment, block))
}

/** Each level, also one without documents: a part that is not there would not be missed otherwise. */
export function writeLevels(connection: Connection, segment: number, levels: ReadonlyMap<SearchLevel, LevelTableBuilder>): void {
  for (const level of searchLevels) writePart(connection, segment, partOfLevel[level], levels.get(level)?.pack() ?? emptyLevel)
}

/** `bytes`: the size of its blocks. */
export type SegmentSize = { postings: number; bytes: number }

/** Makes it visible. Without `seq` it is newer than all others of its repo. */
export function goLive(
  connection: Connection,
  segment: number,
  slots: readonly Slot[],
  { postings, bytes }: SegmentSize,
  seq?: number,
): void {
  const packed = packSlots(slots)
  writePart(connection, segment, FILES_PART, packed)
  const youngest = 'SELECT coalesce(max(seq), 0) + 1 FROM segment AS other WHERE other.repo = segment.repo AND other.state = 1'
  connection.run(
    `UPDATE segment SET state = 1, seq = coalesce(?, (${youngest})), postings = ?, bytes = ? WHERE id = ?`,
    seq ?? null,
    postings,
    bytes + packed.length,
    segment,
  )
}

/** Deletes segments of builds that did not finish, and segments that merges have replaced. */
export async function dropIdleSegments(connection: Connection, repo: { id: number; repo_id: string }): Promise<void> {
  const idle = connection.all<{ id: number }>('SELECT id FROM segment WHERE repo = ? AND state <> 1', repo.id)
  for (const { id } of idle) await dropSegment(connection, repo.repo_id, id)
}

/** It must not be live. Blocks go in portions, because a large segment has thousands. */
export async function dropSegment(connection: Connection, repo: string, segment: number): Promise<void> {
  const portions = function* (): Generator<void> {
    while (connection.get('SELECT 1 FROM block WHERE segment = ? LIMIT 1', segment)) yield
  }
  const sql = 'DELETE FROM block WHERE id IN (SELECT id FROM block WHERE segment = ? ORDER BY term LIMIT 100)'
  await inShortTransactions(connection, repo, portions(), () => void connection.run(sql, segment))
  await connection.transaction(repo, () => {
    connection.run('DELETE FROM part WHERE segment = ?', segment)
    connection.run('DELETE FROM segment WHERE id = ? AND state <> 1', segment)
  })
}

export function writePart(connection: Connection, segment: number, kind: number, bytes: Uint8Array): void {
  connection.run('INSERT INTO part(segment, kind, bytes) VALUES(?, ?, ?)', segment, kind, seal(bytes, segment, kind))
}
