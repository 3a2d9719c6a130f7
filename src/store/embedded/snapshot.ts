/** One consistent view: a read transaction on a connection of its own, from its first read to `close`. */
import { compareText } from '../../base/compare-text.ts'
import type { FactsView } from '../../contract/facts-codec.ts'
import type { SymbolHandle } from '../../contract/identity.ts'
import type { RepoId } from '../../contract/ids.ts'
import type { LinkSources } from '../../contract/links.ts'
import { nearestNames } from '../../contract/nearest-name.ts'
import type { TextNeed } from '../../contract/text-need.ts'
import type {
  AskedSpan,
  DueWork,
  EnrichmentPointer,
  EnrichmentRecord,
  EnrichmentRefusal,
  FactsKey,
  FileLinkSet,
  FileRow,
  Link,
  LinkOutcome,
  NearDocument,
  NearestQuery,
  NoteVector,
  PackageLink,
  RankedDocument,
  RankQuery,
  RepoRow,
  RepoState,
  ScoreQuery,
  StoreSnapshot,
  SymbolNow,
  SymbolOrdinal,
  UnembeddedNote,
  VectorEntry,
  VectorKey,
} from '../port.ts'
import { keyToNumber } from './bytes.ts'
import type { Connection } from './connection.ts'
import { readDue, readUnlinked } from './due-rows.ts'
import { answerAbout, enrichedIn, findEnrichment, hasEnrichment, hasFolderTexts } from './enrichment-rows.ts'
import { hasFacts, readFacts, readFactsOrOlder } from './facts-rows.ts'
import { fileAt, fileByKey } from './file-rows.ts'
import { filesWithout } from './files-without.ts'
import { filesAsking, readLinkSources } from './link-source-rows.ts'
import { modulePaths, readNote } from './note-rows.ts'
import { findOldEnrichment, hasOldEnrichment } from './old-enrichment.ts'
import type { RankedRepo } from './question-words.ts'
import { rank, scoreDocuments } from './rank.ts'
import { linkOutcomes, linksFrom, linksInFile, linksTo, packageLinks } from './read-links.ts'
import type { ReaderCaches } from './reader-caches.ts'
import { findRepo, type RepoHead, repoRow, repoRows } from './repo-rows.ts'
import type { RepoSegments } from './repo-segments.ts'
import { schemaVersion } from './schema.ts'
import type { VectorReads } from './vector-reads.ts'

export type SnapshotRooms = {
  connection: Connection
  caches: ReaderCaches
  /** Returns the connection to the reader. */
  release: () => void
}

const isKey = (text: string): boolean => /^[\w-]{8}$/.test(text)

/** Every method is synchronous inside; it returns a Promise because another engine is a server. */
export class EmbeddedSnapshot implements StoreSnapshot {
  private readonly rooms: SnapshotRooms
  private readonly heads = new Map<RepoId, RepoHead | undefined>()
  private enriched: 'empty' | 'now' | 'old' | undefined
  private vectorReads: VectorReads | undefined
  private isOpen = true

  constructor(rooms: SnapshotRooms) {
    this.rooms = rooms
  }

  async repos(): Promise<RepoRow[]> {
    return repoRows(this.connection)
  }
  async repo(repo: RepoId): Promise<RepoRow | undefined> {
    return repoRow(this.connection, repo)
  }
  async states(repos: readonly RepoId[]): Promise<ReadonlyMap<RepoId, RepoState>> {
    const states = new Map<RepoId, RepoState>()
    for (const repo of repos) {
      const head = this.head(repo)
      if (head) states.set(repo, { generation: head.generation, complete: head.complete === 1 })
    }
    return states
  }

  async recordedFiles(repo: RepoId): Promise<readonly FileRow[]> {
    return this.inRepo<readonly FileRow[]>(repo, [], (id) => this.rooms.caches.filesOf(this.connection, id))
  }
  async filesAt(repo: RepoId, paths: readonly string[]): Promise<ReadonlyMap<string, FileRow>> {
    return this.each(repo, paths, (id, path) => this.row(id, path))
  }

  async filesByKey(repo: RepoId, pathKeys: readonly string[]): Promise<ReadonlyMap<string, FileRow>> {
    return this.each(repo, pathKeys.filter(isKey), (id, key) => fileByKey(this.connection, id, keyToNumber(key)))
  }

  async facts(keys: readonly FactsKey[]): Promise<(FactsView | undefined)[]> {
    return keys.map((key) => readFacts(this.connection, key))
  }
  async factsOfMany(repo: RepoId, paths: readonly string[]): Promise<ReadonlyMap<string, FactsView>> {
    return this.each(repo, paths, (id, path) => this.factsAt(id, path))
  }
  async hasFacts(keys: readonly FactsKey[]): Promise<boolean[]> {
    return keys.map((key) => hasFacts(this.connection, key))
  }

  async symbolsNamedMany(repo: RepoId, names: readonly string[]): Promise<ReadonlyMap<string, readonly SymbolOrdinal[]>> {
    const found = names.map((name) => {
      const postings = this.postings(repo, 'name', name).map(({ path, value }) => ({ path, ordinal: value }))
      return [name, postings.sort((a, b) => compareText(a.path, b.path) || a.ordinal - b.ordinal)] as const
    })
    return new Map(found)
  }
  async namesNear(repo: RepoId, name: string, most: number): Promise<readonly string[]> {
    const segments = this.segments(repo)
    return segments ? nearestNames(name, segments.symbolNames(this.connection), most) : []
  }
  async filesWithIdentifiers(
    repo: RepoId,
    identifiers: readonly string[],
  ): Promise<ReadonlyMap<string, readonly { path: string; count: number }[]>> {
    const found = identifiers.map((identifier) => {
      const postings = this.postings(repo, 'identifier', identifier).map(({ path, value }) => ({ path, count: value }))
      return [identifier, postings.sort((a, b) => compareText(a.path, b.path))] as const
    })
    return new Map(found)
  }
  async filesWithout(repo: RepoId, need: TextNeed): Promise<readonly string[]> {
    const segments = this.segments(repo)
    return segments ? filesWithout(this.connection, segments, need) : []
  }
  async rank(query: RankQuery): Promise<{ documents: RankedDocument[]; total: number }> {
    return rank(this.connection, this.rankedRepos(query.repos), query)
  }
  async scoreDocuments(query: ScoreQuery): Promise<RankedDocument[]> {
    return scoreDocuments(this.connection, this.rankedRepos(query.repos), query)
  }

  async nearest(query: NearestQuery): Promise<{ documents: NearDocument[]; also: NearDocument[] }> {
    return (await this.vectors()).nearest(query)
  }
  async unembedded(repo: RepoId, model: string, limit?: number): Promise<VectorKey[]> {
    return (await this.vectors()).unembedded(repo, model, limit)
  }
  async unembeddedNotes(repo: RepoId, model: string): Promise<UnembeddedNote[]> {
    return (await this.vectors()).unembeddedNotes(repo, model)
  }
  async vectorModels(repos: readonly RepoId[]): Promise<{ model: string; files: number; of: number }[]> {
    return (await this.vectors()).models(repos)
  }
  async vectorsOf(repo: RepoId, model: string, paths: readonly string[]): Promise<ReadonlyMap<string, VectorEntry[]>> {
    return (await this.vectors()).ofFiles(repo, model, paths)
  }
  async vectorsMadeAt(model: string, paths: readonly string[]): Promise<ReadonlyMap<string, VectorEntry[]>> {
    return (await this.vectors()).madeAt(model, paths)
  }

  async noteVectorsElsewhere(model: string, notes: readonly UnembeddedNote[]): Promise<(NoteVector | undefined)[]> {
    return (await this.vectors()).ofNotesElsewhere(model, notes)
  }
  async notes(repo: RepoId, level: 'module' | 'repo', paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.each(repo, paths, (id, path) => readNote(this.connection, id, level, path)?.content)
  }
  async modulePaths(repo: RepoId): Promise<string[]> {
    return this.inRepo(repo, [], (id) => modulePaths(this.connection, id))
  }

  async due(repo: RepoId): Promise<DueWork> {
    return this.inDue(repo, { changed: [], links: [], notes: [] }, (id) => readDue(this.connection, id))
  }
  async unlinkedFiles(repo: RepoId): Promise<{ path: string; language: string }[]> {
    return this.inDue(repo, [], (id) => readUnlinked(this.connection, id))
  }

  async linkSources(repo: RepoId): Promise<LinkSources> {
    return this.inRepo(repo, { manifests: new Map(), asked: new Set() }, (id) => readLinkSources(this.connection, id))
  }
  async filesAsking(repo: RepoId, questions: ReadonlySet<number>): Promise<readonly string[]> {
    return this.inRepo(repo, [], (id) => filesAsking(this.connection, id, questions))
  }

  async linksToMany(repo: RepoId, targets: readonly SymbolHandle[]): Promise<Link[][]> {
    return this.inRepo(
      repo,
      targets.map(() => []),
      (id) => targets.map((target) => linksTo(this.connection, id, target)),
    )
  }
  async linksFromMany(repo: RepoId, sources: readonly SymbolHandle[]): Promise<Link[][]> {
    return this.inRepo(
      repo,
      sources.map(() => []),
      (id) => sources.map((source) => linksFrom(this.connection, id, source)),
    )
  }
  async packageLinks(repo: RepoId, targets: readonly string[], options: { prefix: boolean }): Promise<PackageLink[]> {
    return this.inRepo(repo, [], (id) => targets.flatMap((target) => packageLinks(this.connection, id, target, options)))
  }
  async linksIn(repo: RepoId, paths: readonly string[]): Promise<ReadonlyMap<string, FileLinkSet>> {
    return this.each(repo, paths, (id, path) => linksInFile(this.connection, id, path))
  }
  async outcomesOf(repo: RepoId, paths: readonly string[]): Promise<ReadonlyMap<string, LinkOutcome[]>> {
    return this.each(repo, paths, (id, path) => linkOutcomes(this.connection, id, path))
  }

  async hasEnrichment(): Promise<boolean> {
    this.enriched ??= this.enrichmentTables()
    return this.enriched !== 'empty'
  }
  async hasFolderTexts(): Promise<boolean> {
    return hasFolderTexts(this.connection)
  }
  async enrichments(repo: RepoId, symbols: readonly SymbolNow[]): Promise<(EnrichmentRecord | undefined)[]> {
    if (!(await this.hasEnrichment())) return symbols.map(() => undefined)
    const find = this.enriched === 'old' ? findOldEnrichment : findEnrichment
    return symbols.map((symbol) => find(this.connection, repo, symbol))
  }
  async enrichedIn(repo: RepoId, paths: readonly string[]): Promise<EnrichmentPointer[]> {
    await this.hasEnrichment()
    return this.enriched === 'now' ? paths.flatMap((path) => enrichedIn(this.connection, repo, path)) : []
  }
  async answersAbout(spans: readonly AskedSpan[]): Promise<(EnrichmentRecord | EnrichmentRefusal | undefined)[]> {
    if (schemaVersion(this.connection) < 2) return spans.map(() => undefined)
    return spans.map((span) => answerAbout(this.connection, span))
  }

  async close(): Promise<void> {
    if (!this.isOpen) return
    this.isOpen = false
    this.rooms.release()
  }

  private enrichmentTables(): 'empty' | 'now' | 'old' {
    if (schemaVersion(this.connection) < 2) return hasOldEnrichment(this.connection) ? 'old' : 'empty'
    return hasEnrichment(this.connection) ? 'now' : 'empty'
  }

  /** Loaded when first used: most questions need no vectors, and imports slow the start of a command. */
  private async vectors(): Promise<VectorReads> {
    if (!this.vectorReads) {
      const { VectorReads } = await import('./vector-reads.ts')
      this.vectorReads = new VectorReads(this.connection, this.rooms.caches, (repo) => this.head(repo))
    }
    // Checks that the snapshot is still open.
    void this.connection
    return this.vectorReads
  }

  private get connection(): Connection {
    if (!this.isOpen) throw new Error('this snapshot is closed')
    return this.rooms.connection
  }

  private head(repo: RepoId): RepoHead | undefined {
    if (!this.heads.has(repo)) this.heads.set(repo, findRepo(this.connection, repo))
    return this.heads.get(repo)
  }

  private inRepo<Value>(repo: RepoId, unknown: Value, read: (id: number) => Value): Value {
    const head = this.head(repo)
    return head ? read(head.id) : unknown
  }

  /** By path; paths without a value are left out. */
  private each<Value>(
    repo: RepoId,
    paths: readonly string[],
    read: (id: number, path: string) => Value | undefined,
  ): ReadonlyMap<string, Value> {
    const head = this.head(repo)
    const found = new Map<string, Value>()
    for (const path of head ? new Set(paths) : []) {
      const value = head && read(head.id, path)
      if (value !== undefined) found.set(path, value)
    }
    return found
  }

  /** A store of an earlier version has no such table until the first write. */
  private inDue<Value>(repo: RepoId, unknown: Value, read: (id: number) => Value): Value {
    return schemaVersion(this.connection) < 3 ? unknown : this.inRepo(repo, unknown, read)
  }

  private postings(repo: RepoId, namespace: 'name' | 'identifier', term: string): { path: string; value: number }[] {
    return this.segments(repo)?.postings(this.connection, namespace, term) ?? []
  }

  private segments(repo: RepoId): RepoSegments | undefined {
    const head = this.head(repo)
    return head && this.rooms.caches.segmentsOf(this.connection, head)
  }

  private rankedRepos(repos: readonly RepoId[]): RankedRepo[] {
    return [...new Set(repos)].flatMap((repo_id) => {
      const segments = this.segments(repo_id)
      return segments ? [{ repo_id, segments }] : []
    })
  }

  private row(repo: number, path: string): FileRow | undefined {
    const found = fileAt(this.connection, repo, path)
    if (!found) return undefined
    const { id: _, ...row } = found
    return row
  }

  private factsAt(repo: number, path: string): FactsView | undefined {
    const row = fileAt(this.connection, repo, path)
    return row && readFactsOrOlder(this.connection, row)
  }
}
