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
import { CallerError, damaged } from './damaged.ts'
import { readDue, readUnlinked } from './due-rows.ts'
import { answerAbout, enrichedIn, findEnrichment, hasEnrichment, hasFolderTexts } from './enrichment-rows.ts'
import { haveFacts, readFacts, readFactsOrOlder } from './facts-rows.ts'
import { filesWithout } from './files-without.ts'
import { filesAsking, readLinkSources } from './link-source-rows.ts'
import type { RecordedNotes } from './note-rows.ts'
import type { RankedRepo } from './question-words.ts'
import { rank, scoreDocuments } from './rank.ts'
import { LinkReads } from './read-links.ts'
import type { ReaderCaches } from './reader-caches.ts'
import type { RecordedFiles } from './recorded-files.ts'
import { findRepo, repoRow, type StoredRepo, storedRepos } from './repo-rows.ts'
import type { RepoSegments } from './repo-segments.ts'
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
  private readonly heads = new Map<RepoId, StoredRepo | undefined>()
  private readonly recorded = new Map<RepoId, RecordedFiles>()
  private readonly linkReads = new Map<RepoId, LinkReads>()
  private enriched: boolean | undefined
  private vectorReads: VectorReads | undefined
  private isOpen = true

  constructor(rooms: SnapshotRooms) {
    this.rooms = rooms
  }

  async repos(): Promise<RepoRow[]> {
    return storedRepos(this.connection).map((head) => this.withCounts(head))
  }
  async repo(repo: RepoId): Promise<RepoRow | undefined> {
    const head = this.head(repo)
    return head && this.withCounts(head)
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
    return this.files(repo)?.rows ?? []
  }
  async filesAt(repo: RepoId, paths: readonly string[]): Promise<ReadonlyMap<string, FileRow>> {
    return each(paths, (path) => this.files(repo)?.at(path)?.row)
  }

  async filesByKey(repo: RepoId, pathKeys: readonly string[]): Promise<ReadonlyMap<string, FileRow>> {
    return each(pathKeys.filter(isKey), (key) => this.files(repo)?.withKey(this.connection, keyToNumber(key)))
  }

  async facts(keys: readonly FactsKey[]): Promise<(FactsView | undefined)[]> {
    return keys.map((key) => readFacts(this.connection, key))
  }
  async factsOfMany(repo: RepoId, paths: readonly string[]): Promise<ReadonlyMap<string, FactsView>> {
    return each(paths, (path) => this.factsAt(repo, path))
  }
  async hasFacts(keys: readonly FactsKey[]): Promise<boolean[]> {
    return haveFacts(this.connection, keys)
  }
  async hasAnyFacts(): Promise<boolean> {
    return this.connection.get('SELECT 1 FROM facts LIMIT 1') !== undefined
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
  async knowsModel(model: string): Promise<boolean> {
    return (await this.vectors()).knows(model)
  }
  async vectorsMadeAt(model: string, paths: readonly string[]): Promise<ReadonlyMap<string, VectorEntry[]>> {
    return (await this.vectors()).madeAt(model, paths)
  }

  async noteVectorsElsewhere(model: string, notes: readonly UnembeddedNote[]): Promise<(NoteVector | undefined)[]> {
    return (await this.vectors()).ofNotesElsewhere(model, notes)
  }
  async notes(repo: RepoId, level: 'module' | 'repo', paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const notes = this.recordedNotes(repo)
    return each(paths, (path) => notes?.at(level, path)?.content)
  }
  async modulePaths(repo: RepoId): Promise<string[]> {
    return (this.recordedNotes(repo)?.rows ?? []).filter(({ level }) => level === 'module').map(({ path }) => path)
  }

  async due(repo: RepoId): Promise<DueWork> {
    const head = this.head(repo)
    return head ? readDue(this.connection, head) : { changed: [], links: [], notes: [] }
  }
  async unlinkedFiles(repo: RepoId): Promise<{ path: string; language: string }[]> {
    const [head, files] = [this.head(repo), this.files(repo)]
    return head && files ? readUnlinked(this.connection, head, files) : []
  }

  async linkSources(repo: RepoId): Promise<LinkSources | undefined> {
    const head = this.head(repo)
    return head && readLinkSources(this.connection, head.id)
  }
  async filesAsking(repo: RepoId, questions: ReadonlySet<number>): Promise<readonly string[]> {
    const head = this.head(repo)
    return head ? filesAsking(this.connection, head.id, questions) : []
  }

  async linksToMany(repo: RepoId, targets: readonly SymbolHandle[]): Promise<Link[][]> {
    return targets.map((target) => this.links(repo)?.to(target) ?? [])
  }
  async linksFromMany(repo: RepoId, sources: readonly SymbolHandle[]): Promise<Link[][]> {
    return sources.map((source) => this.links(repo)?.from(source) ?? [])
  }
  async packageLinks(repo: RepoId, targets: readonly string[], options: { prefix: boolean }): Promise<PackageLink[]> {
    return targets.flatMap((target) => this.links(repo)?.toPackage(target, options) ?? [])
  }
  async linksIn(repo: RepoId, paths: readonly string[]): Promise<ReadonlyMap<string, FileLinkSet>> {
    return each(paths, (path) => (this.files(repo)?.at(path) ? this.links(repo)?.outOf(path) : undefined))
  }
  async outcomesOf(repo: RepoId, paths: readonly string[]): Promise<ReadonlyMap<string, LinkOutcome[]>> {
    return each(paths, (path) => this.links(repo)?.outcomes(path))
  }

  async hasEnrichment(): Promise<boolean> {
    this.enriched ??= hasEnrichment(this.connection)
    return this.enriched
  }
  async hasFolderTexts(): Promise<boolean> {
    return hasFolderTexts(this.connection)
  }
  async enrichments(repo: RepoId, symbols: readonly SymbolNow[]): Promise<(EnrichmentRecord | undefined)[]> {
    if (!(await this.hasEnrichment())) return symbols.map(() => undefined)
    return symbols.map((symbol) => findEnrichment(this.connection, repo, symbol))
  }
  async enrichedIn(repo: RepoId, paths: readonly string[]): Promise<EnrichmentPointer[]> {
    return (await this.hasEnrichment()) ? paths.flatMap((path) => enrichedIn(this.connection, repo, path)) : []
  }
  async answersAbout(spans: readonly AskedSpan[]): Promise<(EnrichmentRecord | EnrichmentRefusal | undefined)[]> {
    return spans.map((span) => answerAbout(this.connection, span))
  }

  async close(): Promise<void> {
    if (!this.isOpen) return
    this.isOpen = false
    this.rooms.release()
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
    if (!this.isOpen) throw new CallerError('this snapshot is closed')
    return this.rooms.connection
  }

  private head(repo: RepoId): StoredRepo | undefined {
    if (!this.heads.has(repo)) this.heads.set(repo, findRepo(this.connection, repo))
    return this.heads.get(repo)
  }

  private withCounts(head: StoredRepo): RepoRow {
    const { caches } = this.rooms
    return repoRow(head, caches.filesOf(this.connection, head), caches.notesOf(this.connection, head))
  }

  private files(repo: RepoId): RecordedFiles | undefined {
    const known = this.recorded.get(repo)
    const head = this.head(repo)
    if (known || !head) return known
    const files = this.rooms.caches.filesOf(this.connection, head)
    this.recorded.set(repo, files)
    return files
  }

  private recordedNotes(repo: RepoId): RecordedNotes | undefined {
    const head = this.head(repo)
    return head && this.rooms.caches.notesOf(this.connection, head)
  }

  private links(repo: RepoId): LinkReads | undefined {
    const known = this.linkReads.get(repo)
    const head = this.head(repo)
    const files = this.files(repo)
    if (known || !head || !files) return known
    const { connection, rooms } = this
    const reads = new LinkReads(connection, head.id, files, () => rooms.caches.packagesOf(connection, head))
    this.linkReads.set(repo, reads)
    return reads
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

  /** A file that was parsed has facts: where none are found, they are lost. */
  private factsAt(repo: RepoId, path: string): FactsView | undefined {
    const row = this.files(repo)?.at(path)?.row
    const facts = row && readFactsOrOlder(this.connection, row)
    if (row && row.parser_version !== '' && !facts) throw damaged(`what is recorded of ${path}`)
    return facts
  }
}

/** By path; paths without a value are left out. */
function each<Value>(paths: readonly string[], read: (path: string) => Value | undefined): ReadonlyMap<string, Value> {
  const found = new Map<string, Value>()
  for (const path of new Set(paths)) {
    const value = read(path)
    if (value !== undefined) found.set(path, value)
  }
  return found
}
