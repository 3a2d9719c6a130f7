/**
 * A question becomes ranked hits of one level. The store finds by words (BM25, filters before ranking); the best of them are
 * ranked again with what else is known, in one place: `boosts.ts`. The same question on the same index gives the same order (SE1).
 */
import { compareText } from '../base/compare-text.ts'
import type { RepoId } from '../contract/ids.ts'
import type { SearchLevel } from '../contract/items.ts'
import type { DocumentFilter, RankedDocument, StoreSnapshot } from '../store/port.ts'
import { type Boost, boostedScore, boostsOf, type DocumentFacts } from './boosts.ts'
import { type ReadQuery, readQuery } from './read-query.ts'

export type SearchRequest = {
  repos: readonly RepoId[]
  level: SearchLevel
  query: string
  filter?: DocumentFilter
  limit: number
  offset?: number
  explain?: boolean
  signal?: AbortSignal
}

export type SearchHit = {
  repo_id: RepoId
  level: SearchLevel
  /** The file; the folder for a module; '' for a repo. */
  path: string
  /** Ordinal in the file's symbols or sections; 0 otherwise. */
  ordinal: number
  score: number
  /** One line a reason, the weightiest first; [] unless asked for. */
  why: string[]
}
export type SearchHits = {
  hits: SearchHit[]
  /** Documents that hold at least one word of the question and pass the filter. */
  total: number
}

type Snapshot = Pick<StoreSnapshot, 'rank' | 'symbolsNamed' | 'file'>

/**
 * How many of the store's best are ranked again. Boosts together reach about 3, and a document this far down scores well under a
 * third of the first. A fixed number, whatever the page, or pages would not join.
 */
const RANKED_AGAIN = 150
/** Symbols looked at for the best part of a file: about two for each file that is ranked again. */
const BEST_PARTS = 300
/** Definitions fetched by name that the words alone would have left further down. */
const MOST_NAMED = 100

export async function searchDocuments(snapshot: Snapshot, request: SearchRequest): Promise<SearchHits> {
  const { limit, offset = 0, explain = false, signal } = request
  const query = readQuery(request.query)
  if (query.words.size === 0 || request.repos.length === 0) return { hits: [], total: 0 }
  const { documents, total } = await rankWords(snapshot, request, query, 0, RANKED_AGAIN)
  signal?.throwIfAborted()
  const named = await definitionsNamed(snapshot, request, query)
  const extra = await rankNamed(snapshot, request, query, named, documents)
  const parts = await bestParts(snapshot, request, query)
  const head = await rankAgain(snapshot, query, { named, parts }, [...documents, ...extra])
  const page = head.slice(offset, offset + limit)
  if (page.length < limit && documents.length === RANKED_AGAIN) {
    page.push(...(await rankedBehind(snapshot, request, query, extra, Math.max(0, offset - head.length), limit - page.length)))
  }
  return { hits: page.map((scored) => hitOf(scored, explain)), total }
}

type Scored = { document: RankedDocument; score: number; boosts: Boost[] }

function rankWords(
  snapshot: Snapshot,
  { repos, level, filter = {} }: SearchRequest,
  { words, forms }: ReadQuery,
  offset: number,
  limit: number,
): Promise<{ documents: RankedDocument[]; total: number }> {
  return snapshot.rank({ repos, level, words, forms, filter, offset, limit })
}

/** repo, path → the definitions there that the question names. */
type Named = Map<string, { name: string; share: number; ordinal: number }[]>
const fileKey = (repo: RepoId, path: string): string => `${repo}\0${path}`

async function definitionsNamed(snapshot: Snapshot, { repos, level }: SearchRequest, { names }: ReadQuery): Promise<Named> {
  const named: Named = new Map()
  if (level !== 'symbol' && level !== 'file') return named
  for (const repo of repos) {
    for (const [name, share] of names) {
      const found = await snapshot.symbolsNamed(repo, name)
      // A name that stands everywhere (`get`, `run`) tells nothing about any one place.
      if (found.length > MOST_NAMED) continue
      for (const { path, ordinal } of found) {
        const key = fileKey(repo, path)
        named.set(key, [...(named.get(key) ?? []), { name, share, ordinal }])
      }
    }
  }
  return named
}

/** The definitions named in the question, scored by the same words, when they are not among the best already. */
async function rankNamed(
  snapshot: Snapshot,
  request: SearchRequest,
  query: ReadQuery,
  named: Named,
  best: readonly RankedDocument[],
): Promise<RankedDocument[]> {
  if (named.size === 0 || best.length < RANKED_AGAIN) return []
  const only = [...new Set([...named.keys()].map((key) => key.slice(key.indexOf('\0') + 1)))]
  const filter: DocumentFilter = { ...request.filter, only }
  const { documents } = await rankWords(snapshot, { ...request, filter }, query, 0, RANKED_AGAIN)
  const known = new Set(best.map(documentKey))
  return documents.filter((document) => !known.has(documentKey(document)) && definedHere(named, document).length > 0)
}

const documentKey = ({ repo_id, path, ordinal }: RankedDocument): string => `${fileKey(repo_id, path)}\0${ordinal}`

function definedHere(named: Named, { repo_id, path, ordinal, level }: RankedDocument): DocumentFacts['defines'] {
  const here = named.get(fileKey(repo_id, path)) ?? []
  // A file may define a name twice (overloads); it is named once.
  const names = new Map(
    here.filter((one) => level !== 'symbol' || one.ordinal === ordinal).map(({ name, share }) => [name, share]),
  )
  return [...names].map(([name, share]) => ({ name, share }))
}

/** repo, path → the best score of a symbol in that file. */
type Parts = ReadonlyMap<string, number>

async function bestParts(snapshot: Snapshot, request: SearchRequest, query: ReadQuery): Promise<Parts> {
  const parts = new Map<string, number>()
  if (request.level !== 'file') return parts
  const { documents } = await rankWords(snapshot, { ...request, level: 'symbol' }, query, 0, BEST_PARTS)
  for (const { repo_id, path, score } of documents) {
    const key = fileKey(repo_id, path)
    // They come best first.
    if (!parts.has(key)) parts.set(key, score)
  }
  return parts
}

async function rankAgain(
  snapshot: Snapshot,
  query: ReadQuery,
  { named, parts }: { named: Named; parts: Parts },
  documents: readonly RankedDocument[],
): Promise<Scored[]> {
  const rows = new Map<string, FileWords>()
  const best = documents[0]?.score ?? 0
  const scored: Scored[] = []
  for (const document of documents) {
    const part = parts.get(fileKey(document.repo_id, document.path)) ?? 0
    const facts: DocumentFacts = {
      ...(await fileOf(snapshot, document, rows)),
      defines: definedHere(named, document),
      best,
      part,
    }
    const boosts = boostsOf(document, query, facts)
    scored.push({ document, boosts, score: boostedScore(document.score, boosts) })
  }
  return scored.sort(
    (a, b) =>
      b.score - a.score ||
      compareText(a.document.repo_id, b.document.repo_id) ||
      compareText(a.document.path, b.document.path) ||
      a.document.ordinal - b.document.ordinal,
  )
}

type FileWords = Pick<DocumentFacts, 'test' | 'language'>

async function fileOf(
  snapshot: Snapshot,
  { repo_id, path, level }: RankedDocument,
  rows: Map<string, FileWords>,
): Promise<FileWords> {
  if (level !== 'file' && level !== 'symbol') return { test: false, language: '' }
  const key = fileKey(repo_id, path)
  const known = rows.get(key)
  if (known) return known
  const row = await snapshot.file(repo_id, path)
  const words = { test: row?.test ?? false, language: row?.language ?? '' }
  rows.set(key, words)
  return words
}

/** Pages behind the part that is ranked again follow the store's order, without those that were lifted out of it. */
async function rankedBehind(
  snapshot: Snapshot,
  request: SearchRequest,
  query: ReadQuery,
  lifted: readonly RankedDocument[],
  skip: number,
  limit: number,
): Promise<Scored[]> {
  const out = new Set(lifted.map(documentKey))
  const { documents } = await rankWords(snapshot, request, query, RANKED_AGAIN, skip + limit + out.size)
  const behind = documents.filter((document) => !out.has(documentKey(document)))
  return behind.slice(skip, skip + limit).map((document) => ({ document, score: document.score, boosts: [] }))
}

function hitOf({ document, score, boosts }: Scored, explain: boolean): SearchHit {
  const { repo_id, level, path, ordinal } = document
  return { repo_id, level, path, ordinal, score: rounded(score), why: explain ? reasons(document, boosts) : [] }
}

const rounded = (score: number): number => Math.round(score * 1000) / 1000

function reasons({ matches }: RankedDocument, boosts: readonly Boost[]): string[] {
  const words = [...matches].sort((a, b) => b.added - a.added || compareText(a.word, b.word))
  return [
    ...words.map(({ word, added }) => `"${word}" adds ${added.toFixed(2)}`),
    ...boosts.map(({ adds, times, why }) =>
      [why, ...(adds > 0 ? [`adds ${adds.toFixed(2)}`] : []), ...(times !== 1 ? [`times ${times.toFixed(2)}`] : [])].join(', '),
    ),
  ]
}
