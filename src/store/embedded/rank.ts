/**
 * A ranked search: BM25 over the documents of one level in the asked repos. Filters come before counting, so a rare kind still
 * fills the limit.
 */
import { compareText } from '../../base/compare-text.ts'
import type { RepoId } from '../../contract/ids.ts'
import { symbolKinds } from '../../contract/symbol.ts'
import { formsScore, wordScore } from '../bm25.ts'
import type { DocumentFilter, DocumentRef, RankedDocument, RankQuery, ScoreQuery } from '../port.ts'
import type { Connection } from './connection.ts'
import { documentTest } from './document-filter.ts'
import type { PostingList } from './posting-list.ts'
import { type Concept, type Part, type QuestionWords, questionWords, type RankedRepo, type Word } from './question-words.ts'
import { firstFrom, matchesIn, type WordMatches } from './score-words.ts'
import { documentsOf, slotOf } from './segment-tables.ts'
import { insertScore } from './top-scores.ts'

/** One segment's part in the search. The first `found` of the table's `touched` contain a word, and later pass the filter too. */
type Search = Part & {
  found: number
  /** Ranges of documents to score, in ascending order, each from its first number to before its second; undefined: all. */
  spans: [from: number, end: number][] | undefined
}

export function rank(
  connection: Connection,
  repos: readonly RankedRepo[],
  query: RankQuery,
): { documents: RankedDocument[]; total: number } {
  const words = questionWords(connection, repos, query)
  const { only, ...rest } = query.filter
  const searches = words.parts.map(
    (part): Search => ({ ...part, found: 0, spans: only && spansOf(connection, part, query, only) }),
  )
  try {
    for (const forms of words.concepts) for (const [at, search] of searches.entries()) addScores(search, forms, at, words)
    for (const search of searches) keepPassing(connection, search, rest)
    const entries = best(connection, searches, query)
    return { documents: asDocuments(entries, words, query), total: searches.reduce((sum, { found }) => sum + found, 0) }
  } finally {
    // The tables are shared by all questions, so they are reset to zero even after an error.
    for (const { table, found } of searches) for (let at = 0; at < found; at++) table.scores[table.touched[at] as number] = 0
  }
}

/** The scores of given documents: their words are looked up, and no others are ranked. */
export function scoreDocuments(connection: Connection, repos: readonly RankedRepo[], query: ScoreQuery): RankedDocument[] {
  const words = questionWords(connection, repos, query)
  const entries = query.documents.map((): Entry | undefined => undefined)
  for (const [at, part] of words.parts.entries()) {
    const asked = documentsIn(connection, part, query)
    const passes = documentTest(connection, part, query.filter)
    const passing = passes ? asked.filter(({ document }) => passes(document)) : asked
    const documents = passing.map(({ document }) => document)
    for (const [index, matches] of matchesIn(words, at, documents).entries()) {
      if (matches.length === 0) continue
      const { document, index: wanted, ref } = passing[index] as Asked
      const score = matches.reduce((sum, { added }) => sum + added, 0)
      entries[wanted] = { part: at, document, score, path: ref.path, ordinal: ref.ordinal, repo_id: ref.repo_id, matches }
    }
  }
  const found = entries.filter((entry) => entry !== undefined)
  return asDocuments(found, words, query)
}

type Asked = { document: number; index: number; ref: DocumentRef }

/** Which of the documents asked for are in this part. */
function documentsIn(connection: Connection, { repo, segment, table }: Part, { level, documents }: ScoreQuery): Asked[] {
  const found: Asked[] = []
  for (const [index, ref] of documents.entries()) {
    if (ref.repo_id !== repo.repo_id) continue
    const held = repo.segments.refOf(connection, level, ref.path)
    const slot = held === undefined ? undefined : slotOf(segment.slots, held)
    if (slot === undefined || segment.live?.[slot] === 0) continue
    const [from, end] = documentsOf(table, slot)
    for (let document = from; document < end; document++)
      if (table.ordinals[document] === ref.ordinal) found.push({ document, index, ref })
  }
  return found
}

/** The documents of exactly these paths. A question about five files looks at no others, so its cost does not grow with the repo. */
function spansOf(
  connection: Connection,
  { repo, segment, table }: Part,
  { level }: RankQuery,
  only: readonly string[],
): [from: number, end: number][] {
  const spans: [number, number][] = []
  for (const path of new Set(only)) {
    const ref = repo.segments.refOf(connection, level, path)
    const slot = ref === undefined ? undefined : slotOf(segment.slots, ref)
    if (slot !== undefined) spans.push(documentsOf(table, slot))
  }
  return spans.filter(([from, end]) => from < end).sort(([a], [b]) => a - b)
}

function addScores(search: Search, forms: Concept, part: number, { averageLength }: QuestionWords): void {
  const add = forms.length === 1 ? addWord : addForms
  const spans = search.spans ?? [[0, search.table.count]]
  for (const [from, end] of spans) add(search, forms, part, averageLength, from as number, end as number)
}

/** Loops by index: a process's first search runs before the code is compiled, and `for … of` is slow until then. */
function addWord(search: Search, forms: Concept, part: number, average: number, from: number, end: number): void {
  const { scores, lengths, slots, touched } = search.table
  const { live } = search.segment
  const { factor, lists } = forms[0] as Word
  const { ids, values } = lists[part] as PostingList
  let { found } = search
  for (let at = from === 0 ? 0 : firstFrom(ids, from, 0); at < ids.length; at++) {
    const document = ids[at] as number
    if (document >= end) break
    if (live && live[slots[document] as number] === 0) continue
    const before = scores[document] as number
    if (before === 0) touched[found++] = document
    scores[document] = before + wordScore(factor, values[at] as number, lengths[document] as number, average)
  }
  search.found = found
}

/** Goes through the lists of all forms at once, document by document. */
function addForms(search: Search, forms: Concept, part: number, average: number, from: number, end: number): void {
  const { scores, lengths, slots, touched } = search.table
  const { live } = search.segment
  const lists = forms.map((form) => form.lists[part] as PostingList)
  const at = lists.map(({ ids }) => (from === 0 ? 0 : firstFrom(ids, from, 0)))
  let { found } = search
  for (let document = least(lists, at); document < end; document = least(lists, at)) {
    let sum = 0
    let most = 0
    for (let form = 0; form < lists.length; form++) {
      const { ids, values } = lists[form] as PostingList
      const here = at[form] as number
      if (ids[here] !== document) continue
      at[form] = here + 1
      const added = wordScore((forms[form] as Word).factor, values[here] as number, lengths[document] as number, average)
      sum += added
      if (added > most) most = added
    }
    if (live && live[slots[document] as number] === 0) continue
    const before = scores[document] as number
    if (before === 0) touched[found++] = document
    scores[document] = before + formsScore(sum, most)
  }
  search.found = found
}

/** The lowest document that a list has next. */
function least(lists: readonly PostingList[], at: readonly number[]): number {
  let lowest = Number.POSITIVE_INFINITY
  for (let form = 0; form < lists.length; form++) {
    const next = (lists[form] as PostingList).ids[at[form] as number]
    if (next !== undefined && next < lowest) lowest = next
  }
  return lowest
}

function keepPassing(connection: Connection, search: Search, filter: DocumentFilter): void {
  const { touched, scores } = search.table
  const passes = documentTest(connection, search, filter)
  if (!passes) return
  let kept = 0
  for (let at = 0; at < search.found; at++) {
    const document = touched[at] as number
    if (passes(document)) touched[kept++] = document
    else scores[document] = 0
  }
  search.found = kept
}

type Entry = {
  part: number
  document: number
  score: number
  path: string
  ordinal: number
  repo_id: RepoId
  matches?: WordMatches
}

/** Paths are read only for documents that may be on the page: everything at least as good as its last entry. */
function best(connection: Connection, searches: readonly Search[], { offset, limit }: RankQuery): Entry[] {
  const least = leastScore(searches, offset + limit)
  const entries: Entry[] = []
  for (const [part, { repo, segment, table, found }] of searches.entries()) {
    for (let at = 0; at < found; at++) {
      const document = table.touched[at] as number
      const score = table.scores[document] as number
      if (score < least) continue
      const path = repo.segments.path(connection, segment.slots.refs[table.slots[document] as number] as number)
      if (path === undefined) continue
      const ordinal = table.ordinals[document] as number
      entries.push({ part, document, score, path, ordinal, repo_id: repo.repo_id })
    }
  }
  entries.sort(
    (a, b) => b.score - a.score || compareText(a.repo_id, b.repo_id) || compareText(a.path, b.path) || a.ordinal - b.ordinal,
  )
  return entries.slice(offset, offset + limit)
}

/** The score of the last of the `count` best; keeps only those while iterating. */
function leastScore(searches: readonly Search[], count: number): number {
  if (count <= 0) return Number.POSITIVE_INFINITY
  if (searches.reduce((sum, { found }) => sum + found, 0) <= count) return Number.NEGATIVE_INFINITY
  const top = new Float64Array(count).fill(Number.NEGATIVE_INFINITY)
  let least = Number.NEGATIVE_INFINITY
  for (const { table, found } of searches) {
    const { touched, scores } = table
    for (let at = 0; at < found; at++) {
      const score = scores[touched[at] as number] as number
      if (score > least) least = insertScore(top, score)
    }
  }
  return least
}

function asDocuments(
  entries: readonly Entry[],
  words: QuestionWords,
  { level, matches = true }: Pick<RankQuery, 'level' | 'matches'>,
): RankedDocument[] {
  if (matches) addMatches(entries, words)
  return entries.map(({ part, document, score, path, ordinal, repo_id, matches: found }) => {
    const kind = level === 'symbol' ? symbolKinds[(words.parts[part] as Part).table.kinds[document] as number] : undefined
    return { repo_id, level, path, ordinal, ...(kind ? { kind } : {}), score, matches: (matches && found) || [] }
  })
}

function addMatches(entries: readonly Entry[], words: QuestionWords): void {
  for (const part of words.parts.keys()) {
    const missing = entries.filter((entry) => entry.part === part && !entry.matches)
    const documents = missing.map(({ document }) => document)
    for (const [at, matches] of matchesIn(words, part, documents).entries()) (missing[at] as Entry).matches = matches
  }
}
