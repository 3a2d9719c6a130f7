/** What a snapshot reads of vectors. */
import { compareText } from '../../base/compare-text.ts'
import type { RepoId } from '../../contract/ids.ts'
import type { NearDocument, NearestQuery, NoteVector, UnembeddedNote, VectorEntry, VectorKey } from '../port.ts'
import type { Connection } from './connection.ts'
import { damaged } from './damaged.ts'
import { nearest } from './nearest.ts'
import type { ReaderCaches } from './reader-caches.ts'
import type { RepoHead } from './repo-rows.ts'
import { VectorCache } from './vector-cache.ts'
import {
  assertVectorsWhole,
  type Coverage,
  findModel,
  findNoteVector,
  otherLength,
  readUnembedded,
  readUnembeddedNotes,
  readVectors,
  readVectorsMadeAt,
} from './vector-rows.ts'
import type { VectorTable } from './vector-table.ts'

export class VectorReads {
  private readonly connection: Connection
  private readonly caches: ReaderCaches
  private readonly head: (repo: RepoId) => RepoHead | undefined

  constructor(connection: Connection, caches: ReaderCaches, head: (repo: RepoId) => RepoHead | undefined) {
    this.connection = connection
    this.caches = caches
    this.head = head
  }

  nearest(query: NearestQuery): { documents: NearDocument[]; also: NearDocument[] } {
    const { connection, cache } = this
    const model = findModel(connection, query.model)
    if (!model || model.dimensions === 0) return { documents: [], also: [] }
    if (query.vector.length !== model.dimensions) throw otherLength(query.model, model, query.vector.length)
    cache.beginQuestion()
    const repos = [...new Set(query.repos)].flatMap((repo_id) => {
      const head = this.head(repo_id)
      if (!head) return []
      const table = () => this.whole(cache.table(connection, head, model, query.level), head, query)
      return [{ repo_id, table, segments: () => this.caches.segmentsOf(connection, head) }]
    })
    return nearest(connection, repos, query)
  }

  /** The table has as many files as have vectors of the model; where notes have none, none may have got lost. */
  private whole(table: VectorTable, head: RepoHead, { level, model }: NearestQuery): VectorTable {
    const found = table.owners.length
    if (level === 'module' || level === 'repo') {
      const { rows } = this.caches.notesOf(this.connection, head)
      if (found !== rows.filter((note) => note.level === level).length) assertVectorsWhole(this.connection)
    } else if (found !== (this.coverage(head).models.get(model) ?? 0)) throw damaged('some of the vectors')
    return table
  }

  unembedded(repo: RepoId, model: string, limit = -1): VectorKey[] {
    const head = this.head(repo)
    return head ? readUnembedded(this.connection, head.id, model, limit) : []
  }

  unembeddedNotes(repo: RepoId, model: string): UnembeddedNote[] {
    const head = this.head(repo)
    return head ? readUnembeddedNotes(this.connection, head.id, model) : []
  }

  models(repos: readonly RepoId[]): { model: string; files: number; of: number }[] {
    const heads = [...new Set(repos)].map((repo) => this.head(repo)).filter((head) => head !== undefined)
    const coverages = heads.map((head) => this.coverage(head))
    const of = coverages.reduce((sum, coverage) => sum + coverage.of, 0)
    const names = new Set(coverages.flatMap(({ models }) => [...models.keys()]))
    return [...names].sort(compareText).map((model) => {
      const files = coverages.reduce((sum, { models }) => sum + (models.get(model) ?? 0), 0)
      return { model, files, of }
    })
  }

  ofFiles(repo: RepoId, model: string, paths: readonly string[]): ReadonlyMap<string, VectorEntry[]> {
    const head = this.head(repo)
    const found = findModel(this.connection, model)
    const vectors = new Map<string, VectorEntry[]>()
    if (!head || !found) return vectors
    for (const path of new Set(paths)) {
      const row = this.caches.filesOf(this.connection, head).at(path)?.row
      const entries = row && readVectors(this.connection, found, row)
      if (entries) vectors.set(path, entries)
    }
    return vectors
  }

  knows(model: string): boolean {
    return findModel(this.connection, model) !== undefined
  }

  madeAt(model: string, paths: readonly string[]): ReadonlyMap<string, VectorEntry[]> {
    const found = findModel(this.connection, model)
    const made = found ? paths.map((path) => [path, readVectorsMadeAt(this.connection, found, path)] as const) : []
    return new Map(made.filter(([, vectors]) => vectors.length > 0))
  }

  ofNotesElsewhere(model: string, notes: readonly UnembeddedNote[]): (NoteVector | undefined)[] {
    const found = findModel(this.connection, model)
    return notes.map((note) => found && findNoteVector(this.connection, found, note))
  }

  private coverage(head: RepoHead): Coverage {
    return this.cache.coverage(this.connection, head, () => this.caches.filesOf(this.connection, head))
  }

  private get cache(): VectorCache {
    this.caches.vectors ??= new VectorCache()
    return this.caches.vectors
  }
}
