/**
 * Changes of a repo, collected in memory and written at once: rows of files and notes, and the segment that holds their words.
 * Both ways of writing use it: `apply` in one transaction, a build segment by segment.
 */
import { type FactsView, viewFacts } from '../../contract/facts-codec.ts'
import type { FactsKey, FileRecord, FileRow, NoteRecord } from '../port.ts'
import type { Connection } from './connection.ts'
import { hasFacts, putFacts, readFacts, touchFacts } from './facts-rows.ts'
import { fileAt, hideFile, writeFile } from './file-rows.ts'
import { deleteNotes, writeNote } from './note-rows.ts'
import { type DocumentCounts, SegmentBuilder } from './segment-builder.ts'
import type { Slot } from './segment-rows.ts'
import { fileRef, noteRef } from './segment-tables.ts'
import { dropLinks } from './write-links.ts'

type PendingFile = { record: FileRecord; counts: DocumentCounts }

export class Changes {
  readonly builder = new SegmentBuilder()
  /** In the order of their slots. */
  private readonly slotted: (PendingFile | NoteRecord)[] = []
  private readonly wordless: FileRecord[] = []
  private readonly views = new Map<string, FactsView>()
  private readonly removed: string[] = []
  private readonly removedNotes: string[] = []

  get isEmpty(): boolean {
    return this.slotted.length + this.wordless.length + this.removed.length + this.removedNotes.length === 0
  }

  /** A path may be added once. */
  add(connection: Connection, record: FileRecord): void {
    const view = factsOfRecord(connection, record)
    if (!view) {
      this.wordless.push(record)
      return
    }
    const ranked = record.row.role === 'source' || record.row.role === 'document'
    const { counts } = this.builder.addFile(view, { ranked })
    this.slotted.push({ record, counts })
    this.views.set(record.row.path, view)
  }

  addNote(note: NoteRecord): void {
    this.builder.addNote(note.level, note.words)
    this.slotted.push(note)
  }

  /** Removals come before additions, whatever order they were asked in. */
  remove(path: string): void {
    this.removed.push(path)
  }
  removeNote(path: string): void {
    this.removedNotes.push(path)
  }

  /** Facts of a file that is about to be written. */
  factsOf(path: string): FactsView | undefined {
    return this.views.get(path)
  }

  /** Inside a transaction. Gives what stands in each slot of the segment; slots without words come last. */
  writeRows(connection: Connection, repo: number): Slot[] {
    const silent: Slot[] = []
    for (const path of this.removed) {
      const id = removeFile(connection, repo, path)
      if (id !== undefined) silent.push({ ref: fileRef(id), language: 0, empty: true })
    }
    for (const path of this.removedNotes) {
      for (const id of deleteNotes(connection, repo, path)) silent.push({ ref: noteRef(id), language: 0, empty: true })
    }
    const slots = this.slotted.map((entry): Slot => {
      if (!('record' in entry)) return { ref: noteRef(writeNote(connection, repo, entry)), language: 0, empty: false }
      return { ...replaceFile(connection, repo, entry.record, entry.counts), empty: false }
    })
    for (const record of this.wordless) {
      silent.push({ ...replaceFile(connection, repo, record, { symbol: 0, file: 0, doc: 0 }), empty: true })
    }
    return [...slots, ...silent]
  }
}

function factsOfRecord(connection: Connection, { row, facts }: FileRecord): FactsView | undefined {
  if (facts === null) return undefined
  if (facts !== 'stored') return viewFacts(facts)
  const stored = readFacts(connection, row)
  if (!stored) throw missingFacts(row)
  return stored
}

const missingFacts = (row: FileRow): Error => new Error(`the store holds no facts for ${row.path} (${row.content_hash})`)

function replaceFile(
  connection: Connection,
  repo: number,
  { row, facts }: FileRecord,
  counts: DocumentCounts,
): Omit<Slot, 'empty'> {
  if (facts instanceof Uint8Array) putFacts(connection, row, facts)
  // Between being looked up and being written they may have been collected by another process.
  else if (facts === 'stored' && !hasFacts(connection, row)) throw missingFacts(row)
  const before = fileAt(connection, repo, row.path)
  if (before && !sameFacts(before, row)) {
    dropLinks(connection, repo, before.id)
    touchFacts(connection, before)
  }
  return { ref: fileRef(writeFile(connection, repo, row, counts)), language: connection.names.intern(row.language) }
}

function removeFile(connection: Connection, repo: number, path: string): number | undefined {
  const before = fileAt(connection, repo, path)
  if (!before) return undefined
  dropLinks(connection, repo, before.id)
  touchFacts(connection, before)
  hideFile(connection, before.id)
  return before.id
}

const sameFacts = (a: FactsKey, b: FactsKey): boolean =>
  a.content_hash === b.content_hash && a.language === b.language && a.parser_version === b.parser_version
