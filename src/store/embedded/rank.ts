/**
 * A ranked question: BM25 over the documents of one level in the asked repos. Filters come before counting, so a rare kind still
 * fills the limit. Rarity is that of the level in those repos, whatever the filter leaves of them.
 */
import { compareText } from '../../base/compare-text.ts'
import type { RepoId } from '../../contract/ids.ts'
import { symbolKinds } from '../../contract/symbol.ts'
import { rarity, wordScore } from '../bm25.ts'
import type { DocumentFilter, RankedDocument, RankQuery } from '../port.ts'
import type { Connection } from './connection.ts'
import type { PostingList } from './posting-list.ts'
import type { LiveSegment, RepoSegments } from './repo-segments.ts'
import type { LevelTable } from './segment-tables.ts'

export type RankedRepo = { repo_id: RepoId; segments: RepoSegments }

/** One segment's part in the question. */
type Part = { repo: RankedRepo; segment: LiveSegment; table: LevelTable; touched: number[] }
type Word = { word: string; factor: number; lists: PostingList[] }
type Candidate = { part: number; document: number; score: number }

export function rank(
  connection: Connection,
  repos: readonly RankedRepo[],
  query: RankQuery,
): { documents: RankedDocument[]; total: number } {
  const parts = partsOf(connection, repos, query)
  const average = averageLength(connection, repos, query)
  const words = wordsOf(connection, parts, repos, query)
  try {
    for (const word of words) addScores(parts, word, average)
    const candidates = passing(connection, parts, query.filter)
    const documents = best(connection, parts, candidates, query).map(({ candidate, path }) => {
      const part = parts[candidate.part] as Part
      return {
        repo_id: part.repo.repo_id,
        level: query.level,
        path,
        ordinal: part.table.ordinals[candidate.document] as number,
        score: candidate.score,
        matches: matchesOf(words, candidate, part, average),
      }
    })
    return { documents, total: candidates.length }
  } finally {
    // The tables are shared by all questions: whatever happens, the next one finds zeros.
    for (const { table, touched } of parts) for (const document of touched) table.scores[document] = 0
  }
}

function partsOf(connection: Connection, repos: readonly RankedRepo[], { level }: RankQuery): Part[] {
  return repos.flatMap((repo) =>
    repo.segments.segments.map((segment) => ({
      repo,
      segment,
      table: repo.segments.level(connection, segment, level),
      touched: [],
    })),
  )
}

function averageLength(connection: Connection, repos: readonly RankedRepo[], { level }: RankQuery): number {
  const sums = repos.map(({ segments }) => segments.sum(connection, level))
  const documents = sums.reduce((sum, { documents }) => sum + documents, 0)
  return sums.reduce((sum, { length }) => sum + length, 0) / Math.max(documents, 1) || 1
}

function wordsOf(connection: Connection, parts: readonly Part[], repos: readonly RankedRepo[], query: RankQuery): Word[] {
  const documents = repos.reduce((sum, { segments }) => sum + segments.sum(connection, query.level).documents, 0)
  const words: Word[] = []
  for (const [word, weight] of query.words) {
    if (weight <= 0) continue
    const lists = parts.map(({ repo, segment, table }) =>
      table.count === 0
        ? { ids: new Uint32Array(0), values: new Uint32Array(0) }
        : repo.segments.list(connection, segment, query.level, word),
    )
    const holding = lists.reduce((sum, list, at) => sum + liveCount(list, parts[at] as Part), 0)
    if (holding > 0) words.push({ word, factor: weight * rarity(documents, holding), lists })
  }
  return words
}

function liveCount({ ids }: PostingList, { segment: { live }, table }: Part): number {
  if (!live) return ids.length
  let count = 0
  for (const id of ids) count += live[table.slots[id] as number] as number
  return count
}

function addScores(parts: readonly Part[], { factor, lists }: Word, average: number): void {
  for (const [at, { ids, values }] of lists.entries()) {
    const { table, segment, touched } = parts[at] as Part
    const { scores, lengths, slots } = table
    for (let posting = 0; posting < ids.length; posting++) {
      const document = ids[posting] as number
      if (segment.live && segment.live[slots[document] as number] === 0) continue
      if (scores[document] === 0) touched.push(document)
      scores[document] =
        (scores[document] as number) + wordScore(factor, values[posting] as number, lengths[document] as number, average)
    }
  }
}

function passing(connection: Connection, parts: readonly Part[], filter: DocumentFilter): Candidate[] {
  const kinds = filter.kinds && new Set(filter.kinds.map((kind) => symbolKinds.indexOf(kind)))
  const languages = filter.languages && new Set(filter.languages.map((language) => connection.names.find(language)))
  const candidates: Candidate[] = []
  for (const [at, part] of parts.entries()) {
    const { table, segment, touched } = part
    const passes = slotFilter(connection, part, filter)
    for (const document of touched) {
      if (kinds && !kinds.has(table.kinds[document] as number)) continue
      const slot = table.slots[document] as number
      if (languages && (!languages.has(segment.slots.languages[slot]) || isNote(segment, slot))) continue
      if (passes && !passes(slot)) continue
      candidates.push({ part: at, document, score: table.scores[document] as number })
    }
  }
  return candidates
}

const isNote = ({ slots }: LiveSegment, slot: number): boolean => (slots.refs[slot] as number) % 2 === 1

/** Asks once a slot, not once a document. */
function slotFilter(
  connection: Connection,
  { repo, segment, touched }: Part,
  filter: DocumentFilter,
): ((slot: number) => boolean) | undefined {
  const { path: accepts } = filter
  if (!accepts) return undefined
  if (touched.length > 100) repo.segments.loadPaths(connection)
  const answers = new Map<number, boolean>()
  return (slot) => {
    const known = answers.get(slot)
    if (known !== undefined) return known
    const path = repo.segments.path(connection, segment.slots.refs[slot] as number)
    const answer = path !== undefined && accepts(path)
    answers.set(slot, answer)
    return answer
  }
}

type Placed = { candidate: Candidate; path: string; ordinal: number; repo_id: RepoId }

/** Paths are read only for what can stand on the page: everything at least as good as its last entry. */
function best(
  connection: Connection,
  parts: readonly Part[],
  candidates: readonly Candidate[],
  { offset, limit }: RankQuery,
): Placed[] {
  const least = leastScore(candidates, offset + limit)
  const placed: Placed[] = []
  for (const candidate of candidates) {
    if (candidate.score < least) continue
    const { repo, segment, table } = parts[candidate.part] as Part
    const path = repo.segments.path(connection, segment.slots.refs[table.slots[candidate.document] as number] as number)
    if (path === undefined) continue
    placed.push({ candidate, path, ordinal: table.ordinals[candidate.document] as number, repo_id: repo.repo_id })
  }
  placed.sort(
    (a, b) =>
      b.candidate.score - a.candidate.score ||
      compareText(a.repo_id, b.repo_id) ||
      compareText(a.path, b.path) ||
      a.ordinal - b.ordinal,
  )
  return placed.slice(offset, offset + limit)
}

/** The score of the last of the `count` best; keeps only those while going through. */
function leastScore(candidates: readonly Candidate[], count: number): number {
  if (count <= 0) return Number.POSITIVE_INFINITY
  if (candidates.length <= count) return Number.NEGATIVE_INFINITY
  const top = new Float64Array(count).fill(Number.NEGATIVE_INFINITY)
  for (const { score } of candidates) {
    if (score <= (top[count - 1] as number)) continue
    let low = 0
    let high = count - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((top[middle] as number) >= score) low = middle + 1
      else high = middle
    }
    top.copyWithin(low + 1, low, count - 1)
    top[low] = score
  }
  return top[count - 1] ?? Number.NEGATIVE_INFINITY
}

function matchesOf(
  words: readonly Word[],
  { part, document }: Candidate,
  { table }: Part,
  average: number,
): RankedDocument['matches'] {
  const length = table.lengths[document] as number
  return words.flatMap(({ word, factor, lists }) => {
    const { ids, values } = lists[part] as PostingList
    const at = indexOf(ids, document)
    if (at === -1) return []
    return [{ word, added: wordScore(factor, values[at] as number, length, average) }]
  })
}

function indexOf(sorted: Uint32Array, wanted: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] as number) < wanted) low = middle + 1
    else high = middle
  }
  return sorted[low] === wanted ? low : -1
}
