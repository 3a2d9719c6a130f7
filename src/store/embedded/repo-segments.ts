/**
 * The segments of a repo at one moment, and which of their slots are valid: if several segments contain a file, the newest is
 * valid.
 */
import type { SearchLevel } from '../../contract/items.ts'
import type { Connection } from './connection.ts'
import { CallerError } from './damaged.ts'
import type { IdentifierTable } from './identifier-table.ts'
import type { RecordedNotes } from './note-rows.ts'
import { readBlock } from './posting-blocks.ts'
import { type Namespace, namespaces, type PostingList } from './posting-list.ts'
import type { RecordedFiles } from './recorded-files.ts'
import type { RepoHead } from './repo-rows.ts'
import { RowTotal, segmentSum } from './row-totals.ts'
import { blocksOf, countBlocks, MOST_IDENTIFIER_BLOCKS, type SegmentCache } from './segment-cache.ts'
import { fileRef, type LevelTable, noteRef, type SlotTable } from './segment-tables.ts'

export type LiveSegment = {
  id: number
  slots: SlotTable
  /** 1 for each valid slot; undefined when all are valid. */
  live: Uint8Array | undefined
}

/** Reads the repo's files and notes, whose paths and numbers stay the same as long as its segments. */
export type Holds = { files(connection: Connection): RecordedFiles; notes(connection: Connection): RecordedNotes }

export class RepoSegments {
  readonly layout: number
  readonly segments: readonly LiveSegment[]
  private readonly cache: SegmentCache
  private readonly holds: Holds | undefined
  private recordedFiles: RecordedFiles | undefined
  private recordedNotes: RecordedNotes | undefined
  private identifierBlocks: number | undefined
  private readonly sums = new Map<SearchLevel, { documents: number; length: number }>()

  /** Without `holds` nothing can be asked by path. */
  constructor(connection: Connection, cache: SegmentCache, head: RepoHead, holds?: Holds) {
    this.layout = head.layout
    this.cache = cache
    this.holds = holds
    this.segments = liveSegments(connection, cache, head)
  }

  level(connection: Connection, segment: LiveSegment, level: SearchLevel): LevelTable {
    return this.cache.levelTable(connection, segment.id, level)
  }

  list(connection: Connection, segment: LiveSegment, namespace: Namespace, term: string): PostingList {
    return this.cache.list(connection, segment.id, namespace, term)
  }

  /** How many documents of a level are valid, and the sum of their lengths. */
  sum(connection: Connection, level: SearchLevel): { documents: number; length: number } {
    const known = this.sums.get(level)
    if (known) return known
    let documents = 0
    let length = 0
    for (const segment of this.segments) {
      const table = this.level(connection, segment, level)
      if (!segment.live) {
        documents += table.count
        length += table.length
        continue
      }
      for (let document = 0; document < table.count; document++) {
        if (segment.live[table.slots[document] as number] === 0) continue
        documents += 1
        length += table.lengths[document] as number
      }
    }
    this.sums.set(level, { documents, length })
    return { documents, length }
  }

  /** The path of the file or note in a slot; undefined when its row is gone. */
  path(connection: Connection, ref: number): string | undefined {
    if (ref % 2 === 0) return this.files(connection).withId(ref / 2)?.row.path
    return this.notes(connection)?.withId((ref - 1) / 2)?.path
  }

  /** The ref of a file or, on the levels module and repo, of the note about this path; undefined when there is none. */
  refOf(connection: Connection, level: SearchLevel, path: string): number | undefined {
    if (level === 'module' || level === 'repo') {
      const note = this.notes(connection)?.at(level, path)
      return note && noteRef(note.id)
    }
    const file = this.files(connection).at(path)
    return file && fileRef(file.id)
  }

  isTest(connection: Connection, ref: number): boolean {
    return this.files(connection).withId(ref / 2)?.row.test === true
  }

  private files(connection: Connection): RecordedFiles {
    this.recordedFiles ??= this.holds?.files(connection)
    if (!this.recordedFiles) throw new CallerError('these segments were opened without files')
    return this.recordedFiles
  }

  private notes(connection: Connection): RecordedNotes | undefined {
    this.recordedNotes ??= this.holds?.notes(connection)
    return this.recordedNotes
  }

  /** Whether `identifiers` may be called for this question. */
  mayDecode(connection: Connection): boolean {
    if (!this.cache.isAskedAgain()) return false
    this.identifierBlocks ??= this.segments.reduce((sum, { id }) => sum + countBlocks(connection, id, 'identifier'), 0)
    return this.identifierBlocks <= MOST_IDENTIFIER_BLOCKS
  }

  /** All identifiers of a segment, to find them by a part. */
  identifiers(connection: Connection, segment: LiveSegment): Promise<IdentifierTable> {
    return this.cache.identifiers(connection, segment.id)
  }

  /** Every last name of a symbol, some of them no longer in use, some several times. */
  *symbolNames(connection: Connection): Generator<string> {
    for (const { id } of this.segments) yield* termsOf(connection, id, 'name')
  }

  /** The valid slots that contain a term. For names and identifiers, whose ids are slots. */
  postings(connection: Connection, namespace: 'name' | 'identifier', term: string): { path: string; value: number }[] {
    const postings: { path: string; value: number }[] = []
    for (const segment of this.segments) {
      const { ids, values } = this.list(connection, segment, namespace, term)
      for (let at = 0; at < ids.length; at++) {
        const slot = ids[at] as number
        if (segment.live && segment.live[slot] === 0) continue
        const path = this.path(connection, segment.slots.refs[slot] as number)
        if (path !== undefined) postings.push({ path, value: values[at] as number })
      }
    }
    return postings
  }
}

/** Newest first. The oldest segment, mostly by far the largest, is only compared with the content of the newer ones. */
function liveSegments(connection: Connection, cache: SegmentCache, head: RepoHead): LiveSegment[] {
  const rows = connection.all<{ id: number; seq: number }>(
    'SELECT id, seq FROM segment WHERE repo = ? AND state = 1 ORDER BY seq DESC, id DESC',
    head.id,
  )
  const total = new RowTotal()
  for (const row of rows) total.add(segmentSum(row))
  total.assert('segment', head)
  const seen = new Set<number>()
  return rows.map(({ id }, at) => {
    const slots = cache.slotTable(connection, id)
    const isOldest = at === rows.length - 1
    let live: Uint8Array | undefined
    for (let slot = 0; slot < slots.count; slot++) {
      const ref = slots.refs[slot] as number
      if (seen.has(ref)) {
        live ??= new Uint8Array(slots.count).fill(1)
        live[slot] = 0
      } else if (!isOldest) seen.add(ref)
    }
    return { id, slots, live }
  })
}

function* termsOf(connection: Connection, segment: number, namespace: Namespace): Generator<string> {
  const letter = namespaces[namespace]
  for (const bytes of blocksOf(connection, segment, namespace)) {
    for (const { term } of readBlock(bytes)) {
      const text = Buffer.from(term).toString()
      if (text.startsWith(letter)) yield text.slice(letter.length)
    }
  }
}
