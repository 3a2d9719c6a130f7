/**
 * Changes of a repo, collected in memory and written together: rows of files and notes, and the segment with their words. Both
 * ways of writing use it: `apply` in one transaction, a build segment by segment.
 */
import { type FactsView, viewFacts } from '../../contract/facts-codec.ts'
import { CairnProblem } from '../../contract/problems.ts'
import type { FactsKey, FileRecord, FileRow, NoteRecord } from '../port.ts'
import type { Connection } from './connection.ts'
import { noteChanged } from './due-rows.ts'
import { hasFacts, putFacts, readFacts, touchFacts } from './facts-rows.ts'
import { fileAt, hideFile, showStagedFiles, writeFile } from './file-rows.ts'
import { deleteNotes, writeNote } from './note-rows.ts'
import { type DocumentCounts, SegmentBuilder } from './segment-builder.ts'
import type { Slot } from './segment-rows.ts'
import { fileRef, noteRef } from './segment-tables.ts'
import { dropLinks } from './write-links.ts'

/** `staged`: its row is already written, but not visible. */
export type PendingFile = FileRecord & { counts: DocumentCounts; hasWords: boolean; staged?: StagedRow }
type StagedRow = Pick<Slot, 'ref' | 'language'>

export class Changes {
  readonly builder = new SegmentBuilder()
  /** In the order of their slots. */
  private readonly slotted: (PendingFile | NoteRecord)[] = []
  private readonly wordless: PendingFile[] = []
  private readonly removed: string[] = []
  private readonly removedNotes: string[] = []
  private hasStaged = false
  private readonly keepsDue: boolean

  /** `keepsDue`: these changes cause further work, which is recorded with them. */
  constructor(options: { keepsDue: boolean }) {
    this.keepsDue = options.keepsDue
  }

  get isEmpty(): boolean {
    return this.slotted.length + this.wordless.length + this.removed.length + this.removedNotes.length === 0
  }

  /** A path may be added once. */
  add(connection: Connection, record: FileRecord): PendingFile {
    const view = factsOfRecord(connection, record)
    const ranked = record.row.role === 'source' || record.row.role === 'document'
    const counts = view ? this.builder.addFile(view, { ranked, path: record.row.path }).counts : { symbol: 0, file: 0, doc: 0 }
    const file: PendingFile = { ...record, counts, hasWords: view !== undefined }
    if (view) this.slotted.push(file)
    else this.wordless.push(file)
    return file
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

  /** Files whose path is new: their rows can be written ahead, so that thousands are shown in one short transaction. */
  *files(isNew: (path: string) => boolean): Generator<PendingFile> {
    for (const entry of [...this.slotted, ...this.wordless]) if ('row' in entry && isNew(entry.row.path)) yield entry
  }

  *paths(): Generator<string> {
    for (const { row } of this.files(() => true)) yield row.path
  }

  stage(connection: Connection, repo: number, file: PendingFile): void {
    keepFacts(connection, file)
    file.staged = rowOf(connection, file, writeFile(connection, repo, file.row, file.counts, { staged: true }))
    this.hasStaged = true
    // Written before the row is visible. If the file never becomes visible, this does no harm.
    if (this.keepsDue) noteChanged(connection, repo, file.row.path, undefined)
  }

  /** Inside a transaction. Returns the content of each slot of the segment; slots without words come last. */
  writeRows(connection: Connection, repo: number): Slot[] {
    const silent: Slot[] = []
    for (const path of this.removed) {
      if (this.keepsDue) this.noteDue(connection, repo, path, undefined)
      const id = removeFile(connection, repo, path)
      if (id !== undefined) silent.push({ ref: fileRef(id), language: 0, empty: true })
    }
    for (const path of this.removedNotes) {
      for (const id of deleteNotes(connection, repo, path)) silent.push({ ref: noteRef(id), language: 0, empty: true })
    }
    // Only rows that this build staged: rows of a killed build have no segment.
    if (this.hasStaged) showStagedFiles(connection, repo)
    const written = (file: PendingFile): Slot => {
      if (this.keepsDue && !file.staged) this.noteDue(connection, repo, file.row.path, file.row)
      return { ...(file.staged ?? replaceFile(connection, repo, file)), empty: !file.hasWords }
    }
    const slots = this.slotted.map((entry): Slot => {
      return 'row' in entry ? written(entry) : { ref: noteRef(writeNote(connection, repo, entry)), language: 0, empty: false }
    })
    return [...slots, ...silent, ...this.wordless.map(written)]
  }

  private noteDue(connection: Connection, repo: number, path: string, after: FileRow | undefined): void {
    const before = fileAt(connection, repo, path)
    if (before ? !after || !sameFacts(before, after) : after) noteChanged(connection, repo, path, before)
  }
}

/** The facts of a record, given with it or already stored. */
export function factsOfRecord(connection: Connection, { row, facts }: FileRecord): FactsView | undefined {
  if (facts === null) return undefined
  if (facts !== 'stored') return viewFacts(facts)
  const stored = readFacts(connection, row)
  if (!stored) throw missingFacts(row)
  return stored
}

/** They were there when the caller looked: another process has collected them since, and the next try parses the file. */
const missingFacts = (row: FileRow): CairnProblem =>
  new CairnProblem('INDEX_LOCKED', { repo: row.path }, { cause: new Error(`no facts are stored for ${row.content_hash}`) })

function replaceFile(connection: Connection, repo: number, file: PendingFile): StagedRow {
  keepFacts(connection, file)
  const before = fileAt(connection, repo, file.row.path)
  if (before && !sameFacts(before, file.row)) {
    dropLinks(connection, repo, before.id)
    touchFacts(connection, before)
  }
  return rowOf(connection, file, writeFile(connection, repo, file.row, file.counts, { staged: false }))
}

const rowOf = (connection: Connection, { row }: PendingFile, id: number): StagedRow => ({
  ref: fileRef(id),
  language: connection.names.intern(row.language),
})

/** Another process may have collected facts that were only looked up. */
function keepFacts(connection: Connection, { row, facts }: PendingFile): void {
  if (facts instanceof Uint8Array) putFacts(connection, row, facts)
  else if (facts === 'stored' && !hasFacts(connection, row)) throw missingFacts(row)
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
