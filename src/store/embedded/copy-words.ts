/** Copies the word index and the notes of a repo: the words stay as they are, the files and notes they belong to get new numbers. */
import type { Connection } from './connection.ts'
import { noteLevels, RecordedNotes } from './note-rows.ts'
import { FIRST_TERM, LAST_TERM } from './posting-blocks.ts'
import type { StoredRepo } from './repo-rows.ts'
import { sumOf } from './row-sum.ts'
import { RowTotal, segmentSum } from './row-totals.ts'
import { readPart, unsealedBlocks } from './segment-cache.ts'
import { createSegment, goLive, writeBlock, writePart } from './segment-rows.ts'
import { FILES_PART, type packSlots, partOfLevel, refWith, type SlotTable, unpackSlots } from './segment-tables.ts'
import { copyNoteVectors } from './vector-rows.ts'

/** What is added to the number of a row of the source. */
export type Numbers = { file: number; note: number; package: number }

type Segment = { id: number; seq: number; postings: number; bytes: number }

export function liveSegments(connection: Connection, source: StoredRepo): Segment[] {
  const sql = 'SELECT * FROM segment WHERE repo = ? AND state = 1 ORDER BY seq'
  const segments = connection.all<Segment>(sql, source.id)
  const total = new RowTotal()
  for (const segment of segments) total.add(segmentSum(segment))
  total.assert('segment', source)
  return segments
}

export function* copySegment(connection: Connection, segment: Segment, repo: number, numbers: Numbers): Generator<() => void> {
  let copy = 0
  yield () => {
    copy = createSegment(connection, repo)
  }
  for (const block of unsealedBlocks(connection, segment.id, FIRST_TERM, LAST_TERM))
    yield () => writeBlock(connection, copy, block)
  for (const kind of Object.values(partOfLevel))
    yield () => writePart(connection, copy, kind, readPart(connection, segment.id, kind))
  yield () => {
    const packed = readPart(connection, segment.id, FILES_PART)
    const size = { postings: segment.postings, bytes: segment.bytes - packed.length }
    goLive(connection, copy, renumbered(unpackSlots(packed), numbers), size, segment.seq)
  }
}

/** An empty slot may belong to a file that has no number any more: its new number belongs to no file either. */
function renumbered({ count, refs, languages, empty }: SlotTable, numbers: Numbers): Parameters<typeof packSlots>[0] {
  return Array.from({ length: count }, (_, slot) => ({
    ref: refWith(refs[slot] as number, numbers),
    language: languages[slot] as number,
    empty: empty[slot] === 1,
  }))
}

/** The note of the repo has the name of the repo in it, and is written anew. */
export function* copyNotes(connection: Connection, source: StoredRepo, repo: number, offset: number): Generator<() => void> {
  for (const { id, level, path, content } of new RecordedNotes(connection, source).rows) {
    yield () => {
      const number = noteLevels.indexOf(level)
      const sql = 'INSERT INTO note(id, repo, level, path, content, row_sum) VALUES(?, ?, ?, ?, ?, ?)'
      connection.run(sql, id + offset, repo, number, path, content, sumOf(number, path, content))
      copyNoteVectors(connection, id, id + offset)
    }
  }
}
