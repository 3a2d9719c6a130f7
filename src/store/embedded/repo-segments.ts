/**
 * The segments of a repo at one moment, and which of their slots are valid: if several segments contain a file, the newest is
 * valid.
 */
import type { SearchLevel } from '../../contract/items.ts'
import type { Connection } from './connection.ts'
import { idOfFile, pathOfFile, pathsOfRepo, testFilesOf } from './file-rows.ts'
import type { IdentifierTable } from './identifier-table.ts'
import { pathOfNote, readNote } from './note-rows.ts'
import { readBlock } from './posting-blocks.ts'
import { type Namespace, namespaces, type PostingList } from './posting-list.ts'
import type { RepoHead } from './repo-rows.ts'
import { blocksOf, countBlocks, MOST_IDENTIFIER_BLOCKS, type SegmentCache } from './segment-cache.ts'
import { fileRef, type LevelTable, noteRef, type SlotTable } from './segment-tables.ts'

export type LiveSegment = {
  id: number
  slots: SlotTable
  /** 1 for each valid slot; undefined when all are valid. */
  live: Uint8Array | undefined
}

export class RepoSegments {
  readonly layout: number
  readonly segments: readonly LiveSegment[]
  private readonly repo: number
  private readonly cache: SegmentCache
  private readonly paths = new Map<number, string>()
  /** Refs of files by path, as far as they were asked for. */
  private readonly refs = new Map<string, number>()
  private hasAllPaths = false
  private testFiles: ReadonlySet<number> | undefined
  private identifierBlocks: number | undefined
  private readonly sums = new Map<SearchLevel, { documents: number; length: number }>()

  constructor(connection: Connection, cache: SegmentCache, head: RepoHead) {
    this.repo = head.id
    this.layout = head.layout
    this.cache = cache
    this.segments = liveSegments(connection, cache, head.id)
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
    const known = this.paths.get(ref)
    if (known !== undefined) return known
    const found =
      ref % 2 === 1 ? pathOfNote(connection, (ref - 1) / 2) : this.hasAllPaths ? undefined : pathOfFile(connection, ref / 2)
    if (found !== undefined) this.paths.set(ref, found)
    return found
  }

  /** For many paths: one read instead of one each. */
  loadPaths(connection: Connection): void {
    if (this.hasAllPaths) return
    for (const [id, path] of pathsOfRepo(connection, this.repo)) this.paths.set(fileRef(id), path)
    this.hasAllPaths = true
  }

  /** The ref of a file or, on the levels module and repo, of the note about this path; undefined when there is none. */
  refOf(connection: Connection, level: SearchLevel, path: string): number | undefined {
    if (level === 'module' || level === 'repo') {
      const note = readNote(connection, this.repo, level, path)
      return note && noteRef(note.id)
    }
    const known = this.refs.get(path)
    if (known !== undefined) return known
    const id = idOfFile(connection, this.repo, path)
    if (id !== undefined) this.refs.set(path, fileRef(id))
    return id === undefined ? undefined : fileRef(id)
  }

  /** Whether the file in a slot is a test file; read for all files at once, because a filter needs most of them. */
  isTest(connection: Connection, ref: number): boolean {
    this.testFiles ??= new Set(testFilesOf(connection, this.repo).map(fileRef))
    return this.testFiles.has(ref)
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
      if (ids.length > 300) this.loadPaths(connection)
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
function liveSegments(connection: Connection, cache: SegmentCache, repo: number): LiveSegment[] {
  const rows = connection.all<{ id: number }>(
    'SELECT id FROM segment WHERE repo = ? AND state = 1 ORDER BY seq DESC, id DESC',
    repo,
  )
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
