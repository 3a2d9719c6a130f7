/**
 * A ranked search: BM25 over the documents of one level in the asked repos. Filters come before counting, so a rare kind still
 * fills the limit. Rarity is counted over the level in those repos, before the filter.
 */
import { compareText } from '../../base/compare-text.ts'
import type { RepoId } from '../../contract/ids.ts'
import { symbolKinds } from '../../contract/symbol.ts'
import { formsScore, rarity, wordScore } from '../bm25.ts'
import type { DocumentFilter, DocumentRef, RankedDocument, RankQuery } from '../port.ts'
import type { Connection } from './connection.ts'
import { pathTest } from './path-test.ts'
import type { PostingList } from './posting-list.ts'
import type { LiveSegment, RepoSegments } from './repo-segments.ts'
import type { LevelTable } from './segment-tables.ts'
import { insertScore } from './top-scores.ts'

export type RankedRepo = { repo_id: RepoId; segments: RepoSegments }

/** One segment's part in the search. The first `found` of the table's `touched` contain a word, and later pass the filter too. */
type Part = { repo: RankedRepo; segment: LiveSegment; table: LevelTable; found: number }
type Word = { word: string; factor: number; lists: PostingList[] }
/** A word of the question with its other forms. */
type Concept = Word[]
type Candidate = { part: number; document: number; score: number }

export function rank(
  connection: Connection,
  repos: readonly RankedRepo[],
  query: RankQuery,
): { documents: RankedDocument[]; also: RankedDocument[]; total: number } {
  const parts = partsOf(connection, repos, query)
  const average = averageLength(connection, repos, query)
  const concepts = conceptsOf(connection, parts, repos, query)
  try {
    for (const forms of concepts) addScores(parts, forms, average)
    const documentOf = ({ candidate, path }: Pick<Entry, 'candidate' | 'path'>): RankedDocument => {
      const part = parts[candidate.part] as Part
      const kind = query.level === 'symbol' ? symbolKinds[part.table.kinds[candidate.document] as number] : undefined
      return {
        repo_id: part.repo.repo_id,
        level: query.level,
        path,
        ordinal: part.table.ordinals[candidate.document] as number,
        ...(kind ? { kind } : {}),
        score: candidate.score,
        matches: matchesOf(concepts, candidate, part, average),
      }
    }
    for (const part of parts) keepPassing(connection, part, query.filter)
    const documents = best(connection, parts, query).map(documentOf)
    const also = askedFor(connection, parts, query).map(documentOf)
    return { documents, also, total: parts.reduce((sum, { found }) => sum + found, 0) }
  } finally {
    // The tables are shared by all questions, so they are reset to zero even after an error.
    for (const { table, found } of parts) for (let at = 0; at < found; at++) table.scores[table.touched[at] as number] = 0
  }
}

function partsOf(connection: Connection, repos: readonly RankedRepo[], { level }: RankQuery): Part[] {
  return repos.flatMap((repo) =>
    repo.segments.segments.map((segment) => ({
      repo,
      segment,
      table: repo.segments.level(connection, segment, level),
      found: 0,
    })),
  )
}

function averageLength(connection: Connection, repos: readonly RankedRepo[], { level }: RankQuery): number {
  const sums = repos.map(({ segments }) => segments.sum(connection, level))
  const documents = sums.reduce((sum, { documents }) => sum + documents, 0)
  return sums.reduce((sum, { length }) => sum + length, 0) / Math.max(documents, 1) || 1
}

function conceptsOf(connection: Connection, parts: readonly Part[], repos: readonly RankedRepo[], query: RankQuery): Concept[] {
  const documents = repos.reduce((sum, { segments }) => sum + segments.sum(connection, query.level).documents, 0)
  const concepts = new Map<string, Concept>()
  for (const [word, weight] of query.words) {
    if (weight <= 0) continue
    const lists = listsOf(connection, parts, query, word)
    const holding = lists.reduce((sum, list, at) => sum + liveCount(list, parts[at] as Part), 0)
    if (holding === 0) continue
    const base = query.forms?.get(word) ?? word
    const concept = concepts.get(base) ?? []
    concepts.set(base, concept)
    concept.push({ word, factor: weight * rarity(documents, holding), lists })
  }
  return [...concepts.values()]
}

function listsOf(connection: Connection, parts: readonly Part[], { level }: RankQuery, word: string): PostingList[] {
  return parts.map(({ repo, segment, table }) =>
    table.count === 0
      ? { ids: new Uint32Array(0), values: new Uint32Array(0) }
      : repo.segments.list(connection, segment, level, word),
  )
}

function liveCount({ ids }: PostingList, { segment: { live }, table }: Part): number {
  if (!live) return ids.length
  let count = 0
  for (const id of ids) count += live[table.slots[id] as number] as number
  return count
}

function addScores(parts: readonly Part[], forms: Concept, average: number): void {
  for (let partIndex = 0; partIndex < parts.length; partIndex++) {
    const part = parts[partIndex] as Part
    if (forms.length === 1) addWord(part, forms[0] as Word, partIndex, average)
    else addForms(part, forms, partIndex, average)
  }
}

/** Loops by index: a process's first search runs before the code is compiled, and `for … of` is slow until then. */
function addWord(part: Part, { factor, lists }: Word, partIndex: number, average: number): void {
  const { scores, lengths, slots, touched } = part.table
  const { live } = part.segment
  const { ids, values } = lists[partIndex] as PostingList
  let { found } = part
  for (let at = 0; at < ids.length; at++) {
    const document = ids[at] as number
    if (live && live[slots[document] as number] === 0) continue
    const before = scores[document] as number
    if (before === 0) touched[found++] = document
    scores[document] = before + wordScore(factor, values[at] as number, lengths[document] as number, average)
  }
  part.found = found
}

function addForms(part: Part, forms: Concept, partIndex: number, average: number): void {
  const { scores, lengths, slots, touched } = part.table
  const { live } = part.segment
  const held = new Map<number, number[]>()
  for (const { factor, lists } of forms) {
    const { ids, values } = lists[partIndex] as PostingList
    for (let at = 0; at < ids.length; at++) {
      const document = ids[at] as number
      if (live && live[slots[document] as number] === 0) continue
      const added = wordScore(factor, values[at] as number, lengths[document] as number, average)
      const known = held.get(document)
      if (known) known.push(added)
      else held.set(document, [added])
    }
  }
  for (const [document, added] of held) {
    const before = scores[document] as number
    if (before === 0) touched[part.found++] = document
    scores[document] = before + formsScore(added)
  }
}

function keepPassing(connection: Connection, part: Part, filter: DocumentFilter): void {
  const { segment, table } = part
  const { touched, kinds, slots, scores } = table
  const wanted = filter.kinds && new Set(filter.kinds.map((kind) => symbolKinds.indexOf(kind)))
  const languages = filter.languages && new Set(filter.languages.map((language) => connection.names.find(language)))
  const accepts = slotFilter(connection, part, filter)
  if (!wanted && !languages && !accepts) return
  let kept = 0
  for (let at = 0; at < part.found; at++) {
    const document = touched[at] as number
    const slot = slots[document] as number
    const passes =
      (!wanted || wanted.has(kinds[document] as number)) &&
      (!languages || (languages.has(segment.slots.languages[slot]) && !isNote(segment, slot))) &&
      (!accepts || accepts(slot))
    if (passes) touched[kept++] = document
    else scores[document] = 0
  }
  part.found = kept
}

const isNote = ({ slots }: LiveSegment, slot: number): boolean => (slots.refs[slot] as number) % 2 === 1

/** Tests each slot once, not each document. */
function slotFilter(
  connection: Connection,
  { repo, segment, found }: Part,
  filter: DocumentFilter,
): ((slot: number) => boolean) | undefined {
  const accepts = pathTest(filter)
  const { tests } = filter
  if (!accepts && !tests) return undefined
  if (found > 100) repo.segments.loadPaths(connection)
  const answers = new Map<number, boolean>()
  return (slot) => {
    const known = answers.get(slot)
    if (known !== undefined) return known
    const ref = segment.slots.refs[slot] as number
    const path = repo.segments.path(connection, ref)
    const answer =
      path !== undefined &&
      (!accepts || accepts(path)) &&
      (!tests || isNote(segment, slot) || repo.segments.isTest(connection, ref) === (tests === 'only'))
    answers.set(slot, answer)
    return answer
  }
}

type Entry = { candidate: Candidate; path: string; ordinal: number; repo_id: RepoId }

/** The documents of `also` that contain a word. */
function askedFor(connection: Connection, parts: readonly Part[], { also = [], level }: RankQuery): Entry[] {
  const wanted = new Map(also.map((ref, at) => [refKey(ref), at]))
  const found: (Entry | undefined)[] = also.map(() => undefined)
  const refsByRepo = new Map<RankedRepo, ReadonlyMap<number, string>>()
  for (const [part, { repo, segment, table }] of wanted.size === 0 ? [] : parts.entries()) {
    const paths = new Set(also.filter(({ repo_id }) => repo_id === repo.repo_id).map(({ path }) => path))
    const refs = refsByRepo.get(repo) ?? repo.segments.refsOf(connection, level, paths)
    refsByRepo.set(repo, refs)
    for (const { slot, path } of slotsWith(segment, refs)) {
      for (let document = firstAt(table, slot); table.slots[document] === slot; document++) {
        const ordinal = table.ordinals[document] as number
        const at = wanted.get(refKey({ repo_id: repo.repo_id, path, ordinal }))
        const score = table.scores[document] as number
        if (at === undefined || score === 0) continue
        found[at] = { candidate: { part, document, score }, path, ordinal, repo_id: repo.repo_id }
      }
    }
  }
  return found.filter((entry) => entry !== undefined)
}

/** The valid slots that hold one of these. */
function slotsWith({ slots, live }: LiveSegment, refs: ReadonlyMap<number, string>): { slot: number; path: string }[] {
  const found: { slot: number; path: string }[] = []
  for (let slot = 0; slot < slots.count && found.length < refs.size; slot++) {
    const path = refs.get(slots.refs[slot] as number)
    if (path !== undefined && live?.[slot] !== 0) found.push({ slot, path })
  }
  return found
}

const refKey = ({ repo_id, path, ordinal }: DocumentRef): string => `${repo_id}\0${path}\0${ordinal}`

/** The number of the first document in a slot, or of the first after it: slots do not decrease. */
function firstAt({ slots, count }: LevelTable, slot: number): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if ((slots[middle] as number) < slot) low = middle + 1
    else high = middle
  }
  return low
}

/** Paths are read only for documents that may be on the page: everything at least as good as its last entry. */
function best(connection: Connection, parts: readonly Part[], { offset, limit }: RankQuery): Entry[] {
  const least = leastScore(parts, offset + limit)
  const entries: Entry[] = []
  for (const [part, { repo, segment, table, found }] of parts.entries()) {
    for (let at = 0; at < found; at++) {
      const document = table.touched[at] as number
      const score = table.scores[document] as number
      if (score < least) continue
      const path = repo.segments.path(connection, segment.slots.refs[table.slots[document] as number] as number)
      if (path === undefined) continue
      const ordinal = table.ordinals[document] as number
      entries.push({ candidate: { part, document, score }, path, ordinal, repo_id: repo.repo_id })
    }
  }
  entries.sort(
    (a, b) =>
      b.candidate.score - a.candidate.score ||
      compareText(a.repo_id, b.repo_id) ||
      compareText(a.path, b.path) ||
      a.ordinal - b.ordinal,
  )
  return entries.slice(offset, offset + limit)
}

/** The score of the last of the `count` best; keeps only those while iterating. */
function leastScore(parts: readonly Part[], count: number): number {
  if (count <= 0) return Number.POSITIVE_INFINITY
  const top = new Float64Array(count).fill(Number.NEGATIVE_INFINITY)
  let least = Number.NEGATIVE_INFINITY
  for (const { table, found } of parts) {
    const { touched, scores } = table
    for (let at = 0; at < found; at++) {
      const score = scores[touched[at] as number] as number
      if (score > least) least = insertScore(top, score)
    }
  }
  return least
}

function matchesOf(
  concepts: readonly Concept[],
  { part, document }: Candidate,
  { table }: Part,
  average: number,
): RankedDocument['matches'] {
  const length = table.lengths[document] as number
  return concepts.flatMap((forms) => {
    const held = forms.flatMap(({ word, factor, lists }) => {
      const { ids, values } = lists[part] as PostingList
      const at = indexOf(ids, document)
      return at === -1 ? [] : [{ word, added: wordScore(factor, values[at] as number, length, average) }]
    })
    const [first] = held.sort((a, b) => b.added - a.added)
    return first ? [{ word: first.word, added: formsScore(held.map(({ added }) => added)) }] : []
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
