/**
 * What every engine of the store promises. Reader and writer are separate; readers cannot write. No engine's types, SQL or row
 * numbers appear outside an engine. Everything is a Promise because the shared engine is a server. `test/store/` contains the one
 * suite that every engine passes.
 */
import type { EnrichmentDetails } from '../contract/enrichment-details.ts'
import type { EncodedFacts, FactsView } from '../contract/facts-codec.ts'
import type { FileRole } from '../contract/file-role.ts'
import type { RecordedFile } from '../contract/freshness.ts'
import type { SymbolHandle } from '../contract/identity.ts'
import type { ContentHash, RepoId } from '../contract/ids.ts'
import type { SearchLevel } from '../contract/items.ts'
import type { FileLinks, LinkOutcome, LinkSources } from '../contract/links.ts'
import type { EdgeKind, SymbolKind, Tier } from '../contract/symbol.ts'
import type { TextNeed } from '../contract/text-need.ts'

/** Facts are keyed by content, free of repo and path, so worktrees, branches and copies share them. */
export type FactsKey = { content_hash: ContentHash; language: string; parser_version: string }

export type FileStatus = 'indexed' | 'partial' | 'text-only' | 'failed' | 'timed-out'
export type { FileRole }

export type FileRow = RecordedFile & {
  language: string
  role: FileRole
  status: FileStatus
  /** Why it is not plainly `indexed`; '' when it is. */
  reason: string
  line_count: number
  /** Version of the parser that made this file's facts; '' when it has no facts. */
  parser_version: string
  test: boolean
}

/** Text about a folder or a whole repo (path '' = the repo itself, level `repo`), made by `enrich`. */
export type NoteRecord = { level: 'module' | 'repo'; path: string; content: string; words: Map<string, number> }

export type { FileLinks, LinkOutcome }

/** A stored edge. `source.key` is the enclosing symbol ('' = the module). */
export type Link = {
  source: SymbolHandle
  target: SymbolHandle
  edge: EdgeKind
  tier: Exclude<Tier, 'possible'>
  line: number
  column: number
}
export type PackageLink = Omit<Link, 'target' | 'tier'> & { target: string }

export type FileLinkSet = { links: Link[]; packages: PackageLink[] }

/** Which documents may be ranked. Data, not functions, because an engine may be a server. Applied before ranking and counting. */
export type DocumentFilter = {
  /** Globs and folders as `pathFilters` of `base/glob.ts` reads them; one with `!` in front leaves out. */
  paths?: readonly string[]
  /** Exactly these paths. */
  only?: readonly string[]
  /** None of exactly these paths. */
  except?: readonly string[]
  languages?: readonly string[]
  kinds?: readonly SymbolKind[]
  /** Test files left out, or nothing but test files; folders and repos are neither. */
  tests?: 'exclude' | 'only'
}

/** What is asked of the words of documents. */
export type WordQuery = {
  repos: readonly RepoId[]
  level: SearchLevel
  /** Words as `base/words.ts` makes them, with a weight each. */
  words: ReadonlyMap<string, number>
  /**
   * Word → the word it is another form of. A word and its forms count as one: a document with several forms scores little more
   * than by the best one (`formsScore`).
   */
  forms?: ReadonlyMap<string, string>
  filter: DocumentFilter
  /** `false` where only the scores are needed: then every `matches` is empty, which saves as much time as the ranking takes. */
  matches?: boolean
}
export type RankQuery = WordQuery & { offset: number; limit: number }
/** Documents of the level whose scores are wanted, whatever their rank. */
export type ScoreQuery = WordQuery & { documents: readonly DocumentRef[] }

export type DocumentRef = Pick<RankedDocument, 'repo_id' | 'path' | 'ordinal'>

export type RankedDocument = {
  repo_id: RepoId
  level: SearchLevel
  /** The file; the folder for a module; '' for a repo. */
  path: string
  /** Ordinal in the file's symbols or sections; 0 otherwise. */
  ordinal: number
  /** Of a symbol. */
  kind?: SymbolKind
  score: number
  /** Each matched word and what it added to the score (SE2). */
  matches: { word: string; added: number }[]
}

/**
 * One embedded text of a file: a symbol, a section of a document, or a passage (some lines) of the file. The float vector is
 * `vector[i] * scale`; it had length 1 before it was rounded to 8 bits.
 */
export type VectorEntry = {
  unit: 'symbol' | 'section' | 'passage'
  /** Among the symbols, sections or passages of the file. */
  ordinal: number
  start_line: number
  end_line: number
  /** Of the embedded text, as `hashText` makes it: a text that is unchanged after an edit keeps its vector. */
  text_hash: string
  vector: Int8Array
  /** Stored in 32 bits. */
  scale: number
}

/** What the vectors of a file are made from: its content, and its path, which is part of each text. */
export type VectorKey = FactsKey & { path: string }

/** The vector of a note. An empty vector: its text has no known words. */
export type NoteVector = Pick<NoteRecord, 'level' | 'path'> & Pick<VectorEntry, 'vector' | 'scale'> & { content_hash: string }

/** A note without a vector. `content_hash`: `hashText` of its content. */
export type UnembeddedNote = Pick<NoteVector, 'level' | 'path' | 'content_hash'>

export type NearestQuery = {
  repos: readonly RepoId[]
  /** Vectors of other models are never read. */
  model: string
  level: SearchLevel
  vector: Float32Array
  filter: DocumentFilter
  limit: number
  /** These documents are compared too, whatever their rank and whether or not they pass the filter. */
  also?: readonly DocumentRef[]
  /** How many of its nearest units are listed for a file; 3 unless given. */
  units?: number
}

export type NearUnit = Omit<VectorEntry, 'text_hash' | 'vector' | 'scale'> & { similarity: number }

export type NearDocument = Omit<RankedDocument, 'kind' | 'score' | 'matches'> & {
  /** Dot product of the question's vector with the stored one; for a file, with the nearest of its units. */
  similarity: number
  /** For a file its nearest units, for a symbol or section itself, for a note none; best first. */
  best: NearUnit[]
}

export type RepoRow = {
  repo_id: RepoId
  /** Grows with every committed change of this repo. */
  generation: number
  /** False from `openBuild` until `finish`: until then work is due (`DueWork`), and the repo must not count as fresh. */
  complete: boolean
  files: number
  last_indexed_at: string | null
  counts: Record<SearchLevel, number>
  /** language → bytes of ranked source, most first */
  languages: { language: string; files: number; bytes: number }[]
  statuses: Record<FileStatus, number>
}

/** A symbol by its file and its index among the symbols of the file. */
export type SymbolOrdinal = { path: string; ordinal: number }

export type RepoState = Pick<RepoRow, 'generation' | 'complete'>

/** Work that was begun and not finished. It is stored with the changes themselves, so that it can be continued after any stop. */
export type DueWork = {
  /** Files that were added, replaced or removed, while the affected files are not known yet; `before`: the facts they had. */
  changed: { path: string; before: FactsKey | null }[]
  /** Files to be linked, or linked again. */
  links: string[]
  /** Changed files that the notes of their folders do not include yet. */
  notes: string[]
}

/** A consistent view of the store: it does not see anything committed after it was opened. Close it soon. */
export interface StoreSnapshot {
  repos(): Promise<RepoRow[]>
  repo(repo: RepoId): Promise<RepoRow | undefined>
  /** Generation and completeness of the repos that are known. Cheap, unlike the sums of `repo`. */
  states(repos: readonly RepoId[]): Promise<ReadonlyMap<RepoId, RepoState>>
  /** Every file of the repo, by path: the base of a change set. */
  recordedFiles(repo: RepoId): Promise<readonly FileRow[]>
  /** The rows of these paths, by path; a path that is not recorded is missing. */
  filesAt(repo: RepoId, paths: readonly string[]): Promise<ReadonlyMap<string, FileRow>>
  /** The rows of the files with these keys (`pathKey`), by key. */
  filesByKey(repo: RepoId, pathKeys: readonly string[]): Promise<ReadonlyMap<string, FileRow>>
  /** Facts by content, in the order asked; undefined for those the store does not have. */
  facts(keys: readonly FactsKey[]): Promise<(FactsView | undefined)[]>
  hasFacts(keys: readonly FactsKey[]): Promise<boolean[]>
  /** Whether there are facts of anything at all. */
  hasAnyFacts(): Promise<boolean>
  /** The facts of files of this repo, by path; of an older parser version when there are no newer ones. */
  factsOfMany(repo: RepoId, paths: readonly string[]): Promise<ReadonlyMap<string, FactsView>>
  /** For each name the symbols that have it as their last name, by path and ordinal; every name asked for is a key. */
  symbolsNamedMany(repo: RepoId, names: readonly string[]): Promise<ReadonlyMap<string, readonly SymbolOrdinal[]>>
  /** Last names of symbols that are spelled much like this one, the closest first: for "did you mean". */
  namesNear(repo: RepoId, name: string, most: number): Promise<readonly string[]>
  /**
   * For each whole identifier the files whose text contains it (code, comments, strings), by path; every one asked for is a key.
   */
  filesWithIdentifiers(
    repo: RepoId,
    identifiers: readonly string[],
  ): Promise<ReadonlyMap<string, readonly { path: string; count: number }[]>>
  /**
   * The files whose text cannot fulfil the need, in any order. Never one whose identifiers are not recorded. Facts of an older parser
   * version do not say which files have identifiers too long to be recorded: the caller leaves those out.
   */
  filesWithout(repo: RepoId, need: TextNeed): Promise<readonly string[]>
  /** The best documents that pass the filter, best first; ties by repo, path, ordinal. `total`: how many contain a word and pass. */
  rank(query: RankQuery): Promise<{ documents: RankedDocument[]; total: number }>
  /** The same scores for given documents, in the order asked, without those that contain no word or do not pass the filter. */
  scoreDocuments(query: ScoreQuery): Promise<RankedDocument[]>
  /**
   * The documents whose vectors are nearest to the question's, best first; ties by repo, path, ordinal. `also`: those asked for, in
   * the order asked, without those that have no vector.
   */
  nearest(query: NearestQuery): Promise<{ documents: NearDocument[]; also: NearDocument[] }>
  /** Visible source files and documents that have facts but no vectors of this model, by path. */
  unembedded(repo: RepoId, model: string, limit?: number): Promise<VectorKey[]>
  /** Notes without a vector of this model, by level and path. */
  unembeddedNotes(repo: RepoId, model: string): Promise<UnembeddedNote[]>
  /** Each model with vectors in these repos, by name: how many files have them, of how many that could. Cheap while nothing changes. */
  vectorModels(repos: readonly RepoId[]): Promise<{ model: string; files: number; of: number }[]>
  /** The vectors of files, by path; a file without vectors is missing, one without known words has an empty list. */
  vectorsOf(repo: RepoId, model: string, paths: readonly string[]): Promise<ReadonlyMap<string, VectorEntry[]>>
  /** False: nothing was ever embedded with this model, or all of it was dropped. */
  knowsModel(model: string): Promise<boolean>
  /**
   * All vectors kept for each path, whatever its content and repo, the latest content first: what an edited file had before. Of
   * more than 50 contents the last 50 are read. A path without vectors is missing.
   */
  vectorsMadeAt(model: string, paths: readonly string[]): Promise<ReadonlyMap<string, VectorEntry[]>>
  /** For each note the vector that the same note of another repo has, in the order asked: worktrees share most notes. */
  noteVectorsElsewhere(model: string, notes: readonly UnembeddedNote[]): Promise<(NoteVector | undefined)[]>
  /** The texts of notes by path; a path without a note is missing. */
  notes(repo: RepoId, level: 'module' | 'repo', paths: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Paths of all module notes, sorted. */
  modulePaths(repo: RepoId): Promise<string[]>
  /** The work that changes of this repo still need; empty once its build or catch-up is finished. */
  due(repo: RepoId): Promise<DueWork>
  /** Visible files without links, because they were replaced and not linked yet, by path. */
  unlinkedFiles(repo: RepoId): Promise<{ path: string; language: string }[]>
  /** What the links of this repo were made from, apart from facts; undefined when that is not recorded. */
  linkSources(repo: RepoId): Promise<LinkSources | undefined>
  /** Files whose links rest on one of these questions about paths, or of whose links that is not recorded, by path. */
  filesAsking(repo: RepoId, questions: ReadonlySet<number>): Promise<readonly string[]>
  /** The links to each of the targets, in the order asked. */
  linksToMany(repo: RepoId, targets: readonly SymbolHandle[]): Promise<Link[][]>
  /** The links from each of the sources, in the order asked. */
  linksFromMany(repo: RepoId, sources: readonly SymbolHandle[]): Promise<Link[][]>
  /** Uses of package targets: exact, or everything below them when `prefix` is set. */
  packageLinks(repo: RepoId, targets: readonly string[], options: { prefix: boolean }): Promise<PackageLink[]>
  /** Every link that starts in each file, derived ones too, by path; a file without links is missing. */
  linksIn(repo: RepoId, paths: readonly string[]): Promise<ReadonlyMap<string, FileLinkSet>>
  /** One outcome per use of each file, by path; a file that was never linked is missing. */
  outcomesOf(repo: RepoId, paths: readonly string[]): Promise<ReadonlyMap<string, LinkOutcome[]>>
  /** Whether any repo has any enrichment: looked up once, so that without it no item costs a read. */
  hasEnrichment(): Promise<boolean>
  /** Whether any repo has a text about a folder or about itself. Without one, nobody has to find out what such a text rests on. */
  hasFolderTexts(): Promise<boolean>
  /**
   * The enrichment of each symbol as it is now, in the order asked: a symbol's own last text when it is for this span; else the
   * newest text for this span, name and kind, wherever it was made; else its own last one. It is up to date only if its
   * `span_hash` is the present one.
   */
  enrichments(repo: RepoId, symbols: readonly SymbolNow[]): Promise<(EnrichmentRecord | undefined)[]>
  /** The last text of each symbol of these paths that ever had one, even if the file or the symbol is gone. */
  enrichedIn(repo: RepoId, paths: readonly string[]): Promise<EnrichmentPointer[]>
  /**
   * What a model answered about each span, in the order asked, whatever the name of the symbol and the repo: its text, or why the
   * text was refused; undefined where it was never asked. Nothing is asked, and paid for, twice.
   */
  answersAbout(spans: readonly AskedSpan[]): Promise<(EnrichmentRecord | EnrichmentRefusal | undefined)[]>
  close(): Promise<void>
}

/** `folder` and `repo` have texts that rest on those of what they contain; a file is a `module`. */
export type EnrichedKind = SymbolKind | 'folder' | 'repo'

/**
 * A symbol as it is in its file now; key '' with kind `module` is the file itself. A folder or the repo (path '') has the handle of
 * `folderHandle`, and its `span_hash` is that of the texts of what it contains.
 */
export type SymbolNow = SymbolHandle & { qualified_name: string; kind: EnrichedKind; span_hash: string }

/** The key of a text: without repo and path, so worktrees, branches and copies share what was paid for. */
export type EnrichmentKey = {
  span_hash: string
  qualified_name: string
  /** '' where an older store did not record it; such a text is found through the symbol that points to it. */
  kind: EnrichedKind | ''
  /** '' where the writer did not name it. */
  model: string
  prompt_version: string
}

export type EnrichmentRecord = EnrichmentKey & {
  summary: string
  usage_guide: string
  content_type: string
  content_language: string
  author: string
  made_at: string
  /** Absent: nothing but the texts above is known. */
  details?: EnrichmentDetails
}

/** What was asked of a model: without the symbol's name, because a span with the same text contains the same name. */
export type AskedSpan = Pick<EnrichmentKey, 'span_hash' | 'kind' | 'model' | 'prompt_version'>

/** A text that was paid for and must not be shown. Kept, so that it is not paid for again. */
export type EnrichmentRefusal = AskedSpan & { reason: string; made_at: string }

/** A symbol's last text. It outlives the file, the index and the repo's row; only `removeRepo` deletes it. */
export type EnrichmentPointer = SymbolHandle & { record: EnrichmentKey }

export interface StoreReader {
  snapshot(): Promise<StoreSnapshot>
  /** Bytes on disk: of everything, of all facts, of all vectors, and of what belongs to each repo alone. */
  size(): Promise<{ total: number; facts: number; vectors: number; repos: { repo_id: RepoId; bytes: number }[] }>
  /**
   * undefined when intact, else a sentence saying what is damaged. With `repo`, only what questions about it read, without decoding it,
   * which takes a tenth of the time.
   */
  check(options?: { repo?: RepoId }): Promise<string | undefined>
  close(): Promise<void>
}

export type FileRecord = {
  row: FileRow
  /** The facts of the file: fresh from the parser; `stored` when the store already has them under `row`'s key; null = none. */
  facts: EncodedFacts | 'stored' | null
}

/** Changes of one transaction. A reader sees all of it or nothing (ST1). */
export type StoreBatch = {
  replace: FileRecord[]
  remove: string[]
  notes: NoteRecord[]
  /** Folders whose note is to be deleted. */
  removeNotes: string[]
  links: FileLinks[]
  /** What the links were made from: added to what is recorded or, when `links` are those of all files, in its place. */
  sources?: LinkSources & { ofAll: boolean }
  /** Symbols that were found again under another path or name keep their enrichment. */
  pointers?: readonly EnrichmentPointer[]
  last_indexed_at?: string
}

export type LockOptions = { wait_ms: number; of?: 'vectors' | 'enrichment'; signal?: AbortSignal }
export type RepoLock = { release(): Promise<void> }

export interface StoreWriter {
  /**
   * One writer per repo, across processes; the lock ends with its process. Undefined when not acquired within `wait_ms`. `of:
   * 'vectors'` is a second lock of the repo, for making vectors, which may take hours and does not disturb writers of files;
   * `enrichment` a third, so that two processes do not ask a model for the same texts.
   */
  lockRepo(repo: RepoId, options: LockOptions): Promise<RepoLock | undefined>
  /** Facts are stored as soon as they are known, in short transactions; they alone make no file visible. */
  putFacts(entries: readonly { key: FactsKey; bytes: EncodedFacts }[]): Promise<void>
  /** One transaction: for catch-up and single files. */
  apply(repo: RepoId, batch: StoreBatch): Promise<void>
  /** Writes size, time and blob id of files whose bytes are as recorded. No answer changes. */
  touchFiles(repo: RepoId, files: readonly RecordedFile[]): Promise<void>
  /**
   * Gives a repo without rows those of another checkout of it, in short transactions, at once for readers. No copied row counts as
   * compared with the disk, the repo is not complete, and its own note is due. False when there was nothing to copy, or the source
   * changed meanwhile. The caller holds the locks of both.
   */
  copyRepo(from: RepoId, to: RepoId): Promise<boolean>
  /** For builds of any size: short transactions, files become visible segment by segment. */
  openBuild(repo: RepoId): Promise<StoreBuild>
  /**
   * Vectors of files, by content and path, in short transactions; they replace those that the content had. An empty list: the
   * file has no known words, and does not count as missing. Content that has no facts any more is left out. All vectors of a model
   * have the same length.
   */
  putVectors(repo: RepoId, model: string, entries: readonly { key: VectorKey; vectors: readonly VectorEntry[] }[]): Promise<void>
  /** A note whose content has changed since then is left out. */
  putNoteVectors(repo: RepoId, model: string, notes: readonly NoteVector[]): Promise<void>
  /** Deletes all vectors of a model: at once for readers, the rows in portions. */
  dropVectors(model: string): Promise<void>
  /** Stores the texts, and makes each the last one of its symbol. The vectors of their files are deleted: the texts are part of them. */
  putEnrichment(repo: RepoId, entries: readonly (SymbolHandle & EnrichmentRecord)[]): Promise<void>
  /** Kept like the texts of the repo: only `removeRepo` deletes them. */
  putRefusals(repo: RepoId, refusals: readonly EnrichmentRefusal[]): Promise<void>
  /**
   * Deletes everything that belongs to this repo alone. Enrichment may have been paid for: only `cairn remove` deletes it, and
   * only texts that no other repo points to. Before that, files of other repos with the same bytes get pointers to it.
   */
  removeRepo(repo: RepoId, options?: { keep_enrichment?: boolean }): Promise<void>
  /**
   * Deletes facts, and their vectors, that no file refers to and that were last referred to before `unreferenced_since`, until under `quota_bytes`.
   */
  collect(options: { unreferenced_since: Date; quota_bytes: number | null }): Promise<{ dropped: number; freed_bytes: number }>
  close(): Promise<void>
}

export interface StoreBuild {
  add(record: FileRecord): Promise<void>
  remove(paths: readonly string[]): Promise<void>
  putNotes(notes: readonly NoteRecord[]): Promise<void>
  removeNotes(paths: readonly string[]): Promise<void>
  /**
   * The files affected by all changes so far: they are due to be linked, and the changes themselves are no longer due. With `all`
   * these are all files that have links: then what links were made from is forgotten, too.
   */
  putDue(paths: readonly string[], options?: { all: boolean }): Promise<void>
  /** Call it before the links that were made from these. They are added to what is recorded. */
  putLinkSources(sources: LinkSources): Promise<void>
  /**
   * `paths` are no longer due; each is written together with its links, if it has any. `facts`: those that the links were made from,
   * by path, so that they are not read and decoded again.
   */
  putLinks(links: readonly FileLinks[], paths?: readonly string[], facts?: ReadonlyMap<string, FactsView>): Promise<void>
  /** As in `StoreBatch`; written at once, because they have no effect until their file is visible. */
  putPointers(pointers: readonly EnrichmentPointer[]): Promise<void>
  /** Makes everything added so far visible. */
  flush(): Promise<void>
  /** flush, then merge small segments and set `last_indexed_at`. Nothing is due after it. */
  finish(options: { last_indexed_at: string }): Promise<void>
  /** Drops what was not flushed. */
  abandon(): Promise<void>
}
