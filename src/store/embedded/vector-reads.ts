/** What a snapshot reads of vectors. */
import { compareText } from '../../base/compare-text.ts'
import type { RepoId } from '../../contract/ids.ts'
import type { NearDocument, NearestQuery, NoteVector, UnembeddedNote, VectorEntry, VectorKey } from '../port.ts'
import type { Connection } from './connection.ts'
import { nearest } from './nearest.ts'
import type { ReaderCaches } from './reader-caches.ts'
import type { RepoHead } from './repo-rows.ts'
import { VectorCache } from './vector-cache.ts'
import {
  findModel,
  findNoteVector,
  otherLength,
  readUnembedded,
  readUnembeddedNotes,
  readVectors,
  readVectorsMadeAt,
} from './vector-rows.ts'

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
      const table = () => cache.table(connection, head, model, query.level)
      return [{ repo_id, table, segments: () => this.caches.segmentsOf(connection, head) }]
    })
    return nearest(connection, repos, query)
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
    const coverages = heads.map((head) => this.cache.coverage(this.connection, head))
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

  madeAt(model: string, paths: readonly string[]): ReadonlyMap<string, VectorEntry[]> {
    const found = findModel(this.connection, model)
    const made = found ? paths.map((path) => [path, readVectorsMadeAt(this.connection, found, path)] as const) : []
    return new Map(made.filter(([, vectors]) => vectors.length > 0))
  }

  ofNotesElsewhere(model: string, notes: readonly UnembeddedNote[]): (NoteVector | undefined)[] {
    const found = findModel(this.connection, model)
    return notes.map((note) => found && findNoteVector(this.connection, found, note))
  }

  private get cache(): VectorCache {
    this.caches.vectors ??= new VectorCache()
    return this.caches.vectors
  }
}
