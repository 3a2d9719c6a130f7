/**
 * The ranked documents of a search over repos of any mode: indexed documents are ranked together; files that the index cannot
 * answer for are read, ranked live and merged. `search` ranks; `grounding` checks the documents against the files on disk.
 */
import type { SearchLevel } from '../contract/items.ts'
import type { SymbolKind } from '../contract/symbol.ts'
import type { RepoView } from '../freshness/scope.ts'
import { documentsNow, type FoundDocument } from '../grounding/documents-now.ts'
import { filesUnspokenFor } from '../grounding/files-of.ts'
import type { Ground } from '../grounding/ground.ts'
import { liveTexts, textsInside } from '../grounding/live-texts.ts'
import type { Meaning } from '../search/candidates.ts'
import { messageWords, partInOnePiece } from '../search/literal-run.ts'
import { type LiveRanked, LiveRanking } from '../search/live-ranking.ts'
import { mergeRankings, type Scored } from '../search/merge-rankings.ts'
import { readQuery } from '../search/read-query.ts'
import { type SearchHit, searchDocuments } from '../search/search-documents.ts'
import type { DocumentFilter } from '../store/port.ts'
import { meaningOf } from './meaning-of.ts'
import type { QueryMeaning } from './tool-context.ts'

export type RankedQuestion = {
  query: string
  level: SearchLevel
  path: readonly string[] | null
  tests?: 'exclude' | 'only' | undefined
  language: readonly string[] | null
  kind: readonly string[] | null
  explain: boolean
  offset: number
  limit: number
  /** Makes the vector of the question; without it, words alone are searched. */
  embedder?: QueryMeaning | undefined
}
export type RankedDocument = FoundDocument & Scored & Pick<SearchHit, 'best_file'>
export type Ranked = {
  documents: RankedDocument[]
  total: number
  unchecked: number
  /** Repos without notes about folders, if the question was about folders or repos: they could not be searched. */
  undescribed: readonly RepoView[]
  /** What was searched for, as the index was asked. */
  meaning: Meaning | undefined
  /** What was searched by words only, and why. */
  note: string | null
  /** What of the question could be searched for: `words`; only its `meaning`, because no word of it occurs; `nothing`, because it has no words. */
  by: 'words' | 'meaning' | 'nothing'
}

export async function findRanked(question: RankedQuestion, ground: Ground): Promise<Ranked> {
  const { offset, limit } = question
  if (readQuery(question.query).words.size === 0) return nothing
  const { meaning, note } = await meaningOf(question.query, ground, question.embedder)
  const groups = indexedGroups(ground.repos)
  const [only] = groups
  if (only && groups.length === 1 && only.length === ground.repos.length && only[0]?.mode === 'index') {
    const { documents, total, meaningOnly } = await rankGroup(only, { ...question, meaning }, question, ground)
    return { ...nothing, documents, total, meaning, note, by: meaningOnly ? 'meaning' : 'words' }
  }
  // Several rankings must be merged from their beginning to find where the page starts.
  const page = { offset: 0, limit: offset + limit }
  const indexed = await Promise.all(groups.map((group) => rankGroup(group, { ...question, meaning }, page, ground)))
  const live = await rankUnindexed(question, ground)
  const merged = mergeRankings(
    indexed.flatMap(({ documents }) => documents),
    live.ranked,
  )
  return {
    documents: merged.documents.slice(offset, offset + limit),
    total: indexed.reduce((sum, { total }) => sum + total, 0) + merged.live,
    unchecked: live.unchecked + ground.rebinding.late,
    undescribed: await reposUndescribed(question, ground),
    meaning,
    note,
    by: live.ranked.length === 0 && indexed.length > 0 && indexed.every(({ meaningOnly }) => meaningOnly) ? 'meaning' : 'words',
  }
}

const nothing: Ranked = {
  documents: [],
  total: 0,
  unchecked: 0,
  undescribed: [],
  meaning: undefined,
  note: null,
  by: 'nothing',
}

/** Notes about folders and repos are written at the end of a build. */
export async function reposUndescribed({ level }: Pick<RankedQuestion, 'level'>, { repos, view }: Ground): Promise<RepoView[]> {
  if (level !== 'module' && level !== 'repo') return []
  const states = await view?.snapshot.states(repos.map(({ repo_id }) => repo_id))
  return repos.filter(({ mode, repo_id }) => mode === 'live' || states?.get(repo_id)?.complete !== true)
}

/** Unchanged repos share one ranking. Each repo with changed files has its own, because the filter of paths knows no repos. */
function indexedGroups(repos: readonly RepoView[]): RepoView[][] {
  const whole = repos.filter((repo) => repo.mode === 'index')
  return [whole, ...repos.filter((repo) => repo.mode === 'mixed').map((repo) => [repo])].filter((group) => group.length > 0)
}

/** Leaves out documents that are gone; finds documents in changed files again in the bytes on disk. */
async function rankGroup(
  group: readonly RepoView[],
  question: RankedQuestion & { meaning: Meaning | undefined },
  { offset, limit }: { offset: number; limit: number },
  ground: Ground,
): Promise<Pick<Ranked, 'documents' | 'total'> & { meaningOnly: boolean }> {
  if (!ground.view) return { documents: [], total: 0, meaningOnly: false }
  // The first hits are always compared together, whatever the page, or pages would have gaps or repeats.
  const message = question.level === 'file' && offset < COMPARED ? messageWords(question.query) : undefined
  const from = message ? 0 : offset
  const { hits, total, meaningOnly } = await searchDocuments(ground.view, {
    repos: group.map((repo) => repo.repo_id),
    level: question.level,
    query: question.query,
    meaning: question.meaning,
    filter: filterOf(question, group[0]),
    offset: from,
    limit: message ? Math.max(COMPARED, offset + limit) : limit,
    explain: question.explain,
    signal: ground.rooms.signal,
  })
  const found = hits.flatMap(({ repo_id, ...hit }) => {
    const repo = group.find((each) => each.repo_id === repo_id)
    return repo ? [{ repo, ...hit }] : []
  })
  const ranked = message ? await raiseQuoting(found, message, ground) : found
  const page = ranked.slice(offset - from, offset - from + limit)
  const documents = (await documentsNow(page, ground)).filter((document) => document !== undefined)
  return { documents, total: total - (page.length - documents.length), meaningOnly }
}

/** How many of the best files are read to see whether they contain a pasted message. */
const COMPARED = 30
/** A file that has the whole message in one piece comes before one with twice its score. */
const IN_ONE_PIECE = 1.5

async function raiseQuoting<Hit extends FoundDocument & Scored>(
  hits: readonly Hit[],
  message: readonly string[],
  { reading, rooms }: Ground,
): Promise<Hit[]> {
  const compared = await Promise.all(
    hits.slice(0, COMPARED).map(async (hit): Promise<Hit> => {
      const file = await reading.quotes.file(hit.repo.root, hit.path)
      rooms.signal.throwIfAborted()
      const part = file ? partInOnePiece(message, file.text) : 0
      if (part === 0) return hit
      const times = 1 + IN_ONE_PIECE * part
      const why = hit.why.length === 0 ? [] : [...hit.why, `contains the text in one piece, times ${times.toFixed(2)}`]
      return { ...hit, score: Math.round(hit.score * times * 1000) / 1000, why }
    }),
  )
  // Sorting is stable: equal scores stay in the order of the index.
  return [...compared.sort((a, b) => b.score - a.score), ...hits.slice(COMPARED)]
}

function filterOf({ path, language, kind, level, tests }: RankedQuestion, repo: RepoView | undefined): DocumentFilter {
  const gone = repo?.mode === 'mixed' && level !== 'module' && level !== 'repo' ? repo : undefined
  const filter: DocumentFilter = {}
  if (path !== null && level !== 'repo') filter.paths = path
  if (gone) filter.except = [...gone.deleted].filter((each) => !gone.renamed.has(each))
  if (language) filter.languages = language.map((name) => name.toLowerCase())
  if (kind && level === 'symbol') filter.kinds = kind as readonly SymbolKind[]
  if (tests) filter.tests = tests
  return filter
}

type LiveRanks = { ranked: LiveRanked<FoundDocument>[]; unchecked: number }

async function rankUnindexed(question: RankedQuestion, ground: Ground): Promise<LiveRanks> {
  const { level } = question
  const found: LiveRanks = { ranked: [], unchecked: 0 }
  // The documents of folders and repos are stored notes; without an index there are none.
  if (level === 'module' || level === 'repo') return found
  const end = performance.now() + ground.rooms.scan_ms
  for (const repo of ground.repos.filter((each) => each.mode !== 'index')) {
    const files = await rankFiles(repo, question, Math.max(0, end - performance.now()), ground)
    const ranks = level === 'file' ? files : await rankInside(repo, level, files, question, ground)
    found.ranked.push(...ranks.ranked)
    found.unchecked += ranks.unchecked
  }
  return found
}

async function rankFiles(repo: RepoView, question: RankedQuestion, deadline_ms: number, ground: Ground): Promise<LiveRanks> {
  const ranking = new LiveRanking<FoundDocument>(tellingWords(question.query))
  let unchecked = 0
  for await (const read of liveTexts(repo, await filesUnspokenFor(repo, ground, question), deadline_ms, ground)) {
    if (read.state === 'unread') unchecked += read.files
    else ranking.add({ repo, level: 'file', path: read.path, ordinal: 0 }, read.text)
  }
  return { ranked: [...ranking.ranked()], unchecked }
}

/** A text that contains only words of grammar has nothing to do with the question. */
function tellingWords(query: string): ReadonlyMap<string, number> {
  const { words, filler } = readQuery(query)
  return new Map([...words].filter(([word]) => !filler.has(word)))
}

/** Files parsed for their symbols or sections: the best ones, because the rest would rank low. */
const MOST_PARSED = 40

async function rankInside(
  repo: RepoView,
  level: 'symbol' | 'doc',
  files: LiveRanks,
  question: RankedQuestion,
  ground: Ground,
): Promise<LiveRanks> {
  const ranking = new LiveRanking<FoundDocument>(tellingWords(question.query))
  let unread = 0
  for (const { path } of files.ranked.slice(0, MOST_PARSED)) {
    ground.rooms.signal.throwIfAborted()
    const current = await ground.reading.current(repo, path)
    if (!current) unread++
    const kinds = current?.facts.outline().symbols.map(({ kind }) => kind)
    const inside = current ? textsInside(current, level) : []
    for (const { ordinal, text } of inside)
      if (!question.kind || question.kind.includes(kinds?.[ordinal] ?? '')) ranking.add({ repo, level, path, ordinal }, text)
  }
  return { ranked: [...ranking.ranked()], unchecked: files.unchecked + unread + Math.max(0, files.ranked.length - MOST_PARSED) }
}
