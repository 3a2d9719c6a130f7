/**
 * The ranked places of a search over repos in different states: those the index speaks for are ranked together, files it does
 * not speak for are ranked live beside them.
 */
import type { SectionFact } from '../contract/facts.ts'
import type { SearchLevel } from '../contract/items.ts'
import type { SymbolKind } from '../contract/symbol.ts'
import type { RepoView } from '../freshness/scope.ts'
import { readQuery } from '../search/read-query.ts'
import { type SearchHits, searchDocuments } from '../search/search-documents.ts'
import type { DocumentFilter } from '../store/port.ts'
import type { DocumentPlace } from './document.ts'
import { filesUnspokenFor } from './files-of.ts'
import { sectionKey } from './hierarchy.ts'
import { rankLive } from './live-rank.ts'
import { keyOf, type ReboundFile } from './rebinding.ts'
import type { ToolCall } from './tool.ts'

export type RankedQuestion = {
  query: string
  level: SearchLevel
  path: string | null
  language: readonly string[] | null
  kind: readonly string[] | null
  explain: boolean
  offset: number
  limit: number
}
export type RankedPlace = DocumentPlace & { score: number; why: string[] }
export type Ranked = { places: RankedPlace[]; total: number; unchecked: number }

type Call = Pick<ToolCall<Record<never, never>>, 'scope' | 'context' | 'reading' | 'rebinding'>

export async function findRanked(question: RankedQuestion, call: Call): Promise<Ranked> {
  const groups = indexedGroups(call.scope.repos)
  const [only] = groups
  if (only && groups.length === 1 && only.length === call.scope.repos.length && only[0]?.mode === 'index')
    return rankGroup(only, question, question, call)
  // Several rankings are merged from their starts: where the page begins is known only then.
  const page = { offset: 0, limit: question.offset + question.limit }
  const parts = await Promise.all(groups.map((group) => rankGroup(group, question, page, call)))
  const best = Math.max(1, ...parts.flatMap((part) => part.places.map((place) => place.score)))
  const found = new Set(parts.flatMap((part) => part.places.map(idOf)))
  parts.push(await rankUnindexed(question, best, found, call))
  return {
    places: parts
      .flatMap((part) => part.places)
      .sort(byScore)
      .slice(question.offset, question.offset + question.limit),
    total: parts.reduce((sum, part) => sum + part.total, 0),
    unchecked: parts.reduce((sum, part) => sum + part.unchecked, 0) + call.rebinding.late,
  }
}

const idOf = ({ repo, path, ordinal }: DocumentPlace): string => `${repo.repo_id}\0${path}\0${ordinal}`

function byScore(a: RankedPlace, b: RankedPlace): number {
  return b.score - a.score || compare(a.repo.repo_id, b.repo.repo_id) || compare(a.path, b.path) || a.ordinal - b.ordinal
}
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Repos that stand as indexed in one ranking; one with changed files apart, because a filter sees paths, not repos. */
function indexedGroups(repos: readonly RepoView[]): RepoView[][] {
  const whole = repos.filter((repo) => repo.mode === 'index')
  return [whole, ...repos.filter((repo) => repo.mode === 'mixed').map((repo) => [repo])].filter((group) => group.length > 0)
}

async function rankGroup(
  group: readonly RepoView[],
  question: RankedQuestion,
  { offset, limit }: { offset: number; limit: number },
  call: Call,
): Promise<Ranked> {
  const { scope, context } = call
  if (!scope.snapshot) return { places: [], total: 0, unchecked: 0 }
  const found = await searchDocuments(scope.snapshot, {
    repos: group.map((repo) => repo.repo_id),
    level: question.level,
    query: question.query,
    filter: filterOf(question, group[0]),
    offset,
    limit,
    explain: question.explain,
    signal: context.signal,
  })
  return placesOf(found, group, call)
}

function filterOf({ path, language, kind, level }: RankedQuestion, repo: RepoView | undefined): DocumentFilter {
  const gone = repo?.mode === 'mixed' && level !== 'module' && level !== 'repo' ? repo : undefined
  const filter: DocumentFilter = {}
  if (path !== null && level !== 'repo') filter.paths = [path]
  if (gone) filter.except = [...gone.deleted].filter((each) => !gone.renamed.has(each))
  if (language) filter.languages = language.map((name) => name.toLowerCase())
  if (kind && level === 'symbol') filter.kinds = kind as readonly SymbolKind[]
  return filter
}

/** What is not there any more is left out; what changed is found again in the bytes on disk. */
async function placesOf({ hits, total }: SearchHits, group: readonly RepoView[], call: Call): Promise<Ranked> {
  const places: RankedPlace[] = []
  for (const { repo_id, level, path, ordinal, score, why } of hits) {
    const repo = group.find((each) => each.repo_id === repo_id)
    const now = repo && (await placeNow({ repo, level, path, ordinal }, call))
    if (now) places.push({ ...now, score, why })
  }
  return { places, total: total - (hits.length - places.length), unchecked: 0 }
}

async function placeNow(place: DocumentPlace, { scope, reading, rebinding }: Call): Promise<DocumentPlace | undefined> {
  const { repo, level, path, ordinal } = place
  if (level === 'module' || level === 'repo' || (await reading.indexed(repo, path))) return place
  const file = await rebinding.file(repo, path)
  if (!file) return undefined
  if (level === 'file') return { ...place, path: file.path }
  const then = (await scope.snapshot?.factsOf(repo.repo_id, path))?.outline()
  if (!then) return undefined
  const symbol = then.symbols[ordinal]
  const now = level === 'symbol' ? symbol && file.symbolNow(keyOf(symbol))?.ordinal : sectionNow(then.sections, ordinal, file)
  return now === undefined || now < 0 ? undefined : { ...place, path: file.path, ordinal: now }
}

function sectionNow(sections: readonly SectionFact[], ordinal: number, { current }: ReboundFile): number {
  const key = sectionKey(sections, ordinal)
  const now = current.facts.outline().sections
  return now.findIndex((_, at) => sectionKey(now, at) === key)
}

/** `known`: found already, as what the index knew it to be. */
async function rankUnindexed(
  question: RankedQuestion,
  best: number,
  known: ReadonlySet<string>,
  { scope, context, reading }: Call,
): Promise<Ranked> {
  const { level } = question
  const found: Ranked = { places: [], total: 0, unchecked: 0 }
  // Folders and repos are described by stored notes; without an index there are none.
  if (level === 'module' || level === 'repo') return found
  const { words } = readQuery(question.query)
  const end = performance.now() + context.settings.scan_ms
  for (const repo of scope.repos.filter((each) => each.mode !== 'index')) {
    const files = await filesUnspokenFor(repo, context, question)
    const deadline_ms = Math.max(0, end - performance.now())
    const live = await rankLive(repo, files, level, words, { reading, deadline_ms, signal: context.signal })
    for (const { held, ...place } of live.ranked) {
      if (known.has(idOf(place))) continue
      const why = [`holds ${Math.round(held * 100)} % of the question, read live`]
      found.places.push({ ...place, score: Math.round(held * best * 1000) / 1000, why })
    }
    found.unchecked += live.unchecked
  }
  found.total = found.places.length
  return found
}
