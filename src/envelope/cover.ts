/**
 * Adds the cover to what a tool found: status, source, freshness, completeness. It is computed from the repos in the scope and
 * from the labels of the items. Only a tool that always reads from disk sets it itself.
 */
import type {
  Binding,
  Completeness,
  DefinitionGroup,
  FreshnessCounts,
  RagResult,
  RagToolSource,
  RagToolStatus,
  RepoFreshness,
  SourceTag,
} from '../contract/envelope.ts'
import type { FreshnessState } from '../contract/freshness.ts'
import type { Tier } from '../contract/symbol.ts'
import { fallbackResult, okResult } from './result.ts'

/** What the gateway found out about one repo of the scope (`RepoView` has these fields). */
export type CoveredRepo = Omit<RepoFreshness, 'rebound' | 'live'> & {
  /** Answered from the index, from the index except for changed files, or live. */
  mode: 'index' | 'mixed' | 'live'
  /** Why the mode is not `index`; '' when it is. */
  message: string
}

/** A shorter form of a whole answer, and what it leaves out. */
export type ShorterForm<Item> = { items: readonly Item[]; left_out: string; truncated: boolean }

/** What a tool found, before it gets its cover. */
export type Findings<Item> = {
  items: readonly Item[]
  total: number | null
  total_at_least?: number
  /** Something was left out, and it is on no later page either. */
  truncated?: boolean
  query?: string
  symbol?: string
  direction?: string
  status?: Exclude<RagToolStatus, 'ERROR'>
  source?: RagToolSource
  message?: string | null
  completeness?: Completeness
  definitions?: DefinitionGroup[]
  /** A function if the calls depend on how many items are shown. */
  next?: string[] | ((items: readonly unknown[]) => string[])
  mode?: string
  /** Files that a live scan did not reach, in addition to those the gateway left unchecked. */
  unchecked?: number
  index_changed?: boolean
  /** For items that only the tool can shorten: ever shorter forms of the answer, made as they are needed. */
  shorter?: () => Iterable<ShorterForm<Item>>
}

export function coverAnswer<Item>(found: Findings<Item>, repos: readonly CoveredRepo[]): RagResult<Item> {
  const status = found.status ?? (repos.every((repo) => repo.mode === 'index') ? 'OK' : 'FALLBACK')
  const source = sourceOf(found, repos)
  const byDesign = found.status === 'OK' && source === 'LOCAL_FALLBACK'
  const only = repos.length === 1 ? repos[0] : undefined
  const cover = {
    freshnessState: byDesign ? 'FRESH' : stateOf(status, behind(found.items, repos)),
    indexStatus: only?.index_status ?? null,
    message: messageOf(found, repos),
  } as const
  const result = status === 'OK' ? okResult(found.items, { ...cover, source }) : fallbackResult(found.items, cover)
  result.source = source
  result.meta.source = source
  result.total = found.total
  result.truncated = found.truncated ?? false
  if (found.total_at_least !== undefined && found.total === null) result.total_at_least = found.total_at_least
  if (found.query !== undefined) result.query = found.query
  if (found.symbol !== undefined) result.symbol = found.symbol
  if (found.direction !== undefined) result.direction = found.direction
  if (repos.length > 0) result.meta.freshness = freshnessCounts(found, repos)
  if (repos.length > 0) result.meta.repos = repos.map(({ repo_id }) => repo_id)
  addMeta(result, found)
  return result
}

function addMeta<Item>({ meta }: RagResult<Item>, found: Findings<Item>): void {
  const completeness = found.completeness ?? countedTiers(found.items)
  if (completeness) meta.completeness = completeness
  if (found.definitions) meta.definitions = found.definitions
  const next = typeof found.next === 'function' ? found.next(found.items) : found.next
  if (next && next.length > 0) meta.next = next
  if (found.mode !== undefined) meta.mode = found.mode
  if (found.index_changed) meta.index_changed = true
}

/** RAG_GRAPH if at least one item is; without items, if at least one repo had an index. */
function sourceOf<Item>(found: Findings<Item>, repos: readonly CoveredRepo[]): SourceTag {
  if (found.source && found.source !== 'NONE') return found.source
  const sources = found.items.map(sourceTag).filter((source) => source !== undefined)
  if (sources.length > 0) return sources.includes('RAG_GRAPH') ? 'RAG_GRAPH' : 'LOCAL_FALLBACK'
  return repos.length === 0 || repos.some((repo) => repo.mode !== 'live') ? 'RAG_GRAPH' : 'LOCAL_FALLBACK'
}

/** The repos that the items came from; without items all repos, because "nothing found" depends on all of them. */
function behind(items: readonly unknown[], repos: readonly CoveredRepo[]): readonly CoveredRepo[] {
  const named = new Set(items.flatMap(reposOf))
  const those = repos.filter((repo) => named.has(repo.repo_id))
  return those.length > 0 ? those : repos
}

/** An answer about no repo that did without the index: how old it is, is not known. */
const stateOf = (status: RagToolStatus, repos: readonly CoveredRepo[]): FreshnessState =>
  status === 'FALLBACK' && repos.length === 0 ? 'UNKNOWN' : worstState(repos)

const badness = { FRESH: 0, STALE: 1, UNKNOWN: 2 } as const satisfies Record<FreshnessState, number>

export function worstState(repos: readonly { freshness_state: FreshnessState }[]): FreshnessState {
  return repos.reduce<FreshnessState>(
    (worst, { freshness_state: state }) => (badness[state] > badness[worst] ? state : worst),
    'FRESH',
  )
}

function freshnessCounts<Item>(found: Findings<Item>, repos: readonly CoveredRepo[]): FreshnessCounts {
  const parts = repos.map((repo) => partOf(repo, found.items, { alone: repos.length === 1 }))
  const sum = (count: (part: RepoFreshness) => number): number => parts.reduce((all, part) => all + count(part), 0)
  const only = parts.length === 1 ? parts[0] : undefined
  const counts: FreshnessCounts = {
    indexed_commit: only?.indexed_commit ?? null,
    head: only?.head ?? null,
    dirty: sum((part) => part.dirty),
    caught_up: sum((part) => part.caught_up),
    rebound: sum((part) => part.rebound),
    live: sum((part) => part.live),
    unchecked: sum((part) => part.unchecked) + (found.unchecked ?? 0),
    old_parser: sum((part) => part.old_parser),
  }
  if (!only) counts.repos = parts
  return counts
}

/** If only one repo was asked, all items belong to it, even those without a `repo_id`. */
function partOf(repo: CoveredRepo, items: readonly unknown[], options: { alone: boolean }): RepoFreshness {
  const own = items.map(mark).filter((item) => options.alone || item.repo_id === repo.repo_id)
  const count = (binding: Binding): number => own.filter((item) => item.binding === binding).length
  return {
    repo_id: repo.repo_id,
    freshness_state: repo.freshness_state,
    index_status: repo.index_status,
    indexed_commit: repo.indexed_commit,
    head: repo.head,
    dirty: repo.dirty,
    caught_up: repo.caught_up,
    rebound: count('rebound'),
    live: count('live'),
    unchecked: repo.unchecked,
    old_parser: repo.old_parser,
  }
}

/** Messages of further repos are only counted: nobody reads a paragraph before the answer. */
const messagesShown = 3

function messageOf<Item>(found: Findings<Item>, repos: readonly CoveredRepo[]): string | null {
  const speaking = repos.filter((repo) => repo.message !== '')
  const words = speaking
    .slice(0, messagesShown)
    .map((repo) => (repos.length === 1 ? repo.message : `${repo.repo_id}: ${repo.message}`))
  if (speaking.length > messagesShown) words.push(`${speaking.length - messagesShown} more repos may be out of date too.`)
  if (found.message) words.unshift(found.message)
  return words.length > 0 ? words.join(' ') : null
}

/** The tiers of this page, used if a tool did not count the whole answer. */
function countedTiers(items: readonly unknown[]): Completeness | undefined {
  const tiers: Record<Tier, number> = { proven: 0, resolved: 0, possible: 0 }
  let seen = false
  for (const item of items) {
    const { tier } = mark(item)
    if (tier === undefined) continue
    tiers[tier] += 1
    seen = true
  }
  return seen ? { tiers, textual_hits: null, unresolved_reason: null } : undefined
}

/** The `source` of a definition is its body; its origin is in `binding`. */
function sourceTag(item: unknown): SourceTag | undefined {
  const { source, binding } = mark(item)
  if (source === 'RAG_GRAPH' || source === 'LOCAL_FALLBACK') return source
  return binding && (binding === 'live' ? 'LOCAL_FALLBACK' : 'RAG_GRAPH')
}

type Mark = { repo_id?: string; citations?: readonly { repo_id: string }[]; binding?: Binding; source?: string; tier?: Tier }

/** The repos that an item is from: its own, or those that it cites. */
export function reposOf(item: unknown): readonly string[] {
  const { repo_id, citations } = mark(item)
  return repo_id === undefined ? (citations ?? []).map((cited) => cited.repo_id) : [repo_id]
}

/** Items are made by our own tools, so these keys have the types that the contract says. */
const mark = (item: unknown): Mark => (typeof item === 'object' && item !== null ? (item as Mark) : {})
