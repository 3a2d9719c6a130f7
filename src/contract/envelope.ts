/** The one shape of every answer, on every surface. Constructors live in the `envelope` room. */
import type { FreshnessState, IndexStatus } from './freshness.ts'
import type { ProblemCode } from './problems.ts'
import type { Tier } from './symbol.ts'

export type RagToolStatus = 'OK' | 'FALLBACK' | 'ERROR'
export type RagToolSource = 'RAG_GRAPH' | 'LOCAL_FALLBACK' | 'NONE'
/** Where one item came from. */
export type SourceTag = Exclude<RagToolSource, 'NONE'>
/** How an item's lines were found: as indexed, found again in edited bytes, or read without the index. */
export type Binding = 'indexed' | 'rebound' | 'live'

/** Anything that knows how to write itself as plain data. */
export type HasToDict = { toDict(): unknown }

/** `dirty`, `caught_up`, `unchecked`, `old_parser` count files; `rebound` and `live` count items of this page. */
export type FreshnessCounts = {
  indexed_commit: string | null
  head: string | null
  dirty: number
  caught_up: number
  rebound: number
  live: number
  unchecked: number
  old_parser: number
  repos?: RepoFreshness[]
}

export type RepoFreshness = Omit<FreshnessCounts, 'repos'> & {
  repo_id: string
  freshness_state: FreshnessState
  index_status: IndexStatus | null
}

export type Completeness = {
  tiers: Record<Tier, number>
  /** Lines with the name as a whole word; null when they were not counted. */
  textual_hits: number | null
  unresolved_reason: string | null
}

/** `repo_id` where the answer spans several repos. */
export type DefinitionGroup = { symbol: string; path: string; line: number; count: number; repo_id?: string }

export type RagToolMeta = {
  status: RagToolStatus
  /** A code of the problem table; a library's own answers may carry their own. */
  error_code: ProblemCode | (string & {}) | null
  message: string | null
  source: RagToolSource
  freshness_state: FreshnessState
  index_status: IndexStatus | HasToDict | null
  freshness?: FreshnessCounts
  completeness?: Completeness
  definitions?: DefinitionGroup[]
  /** Ready-made next calls: `where_used sym:src.pay.refund`. */
  next?: string[]
  /** In an ERROR: whether asking again can help. */
  retry?: boolean
  /** Ids of the repos that were asked. */
  repos?: string[]
  /** The index changed since the cursor was given out. */
  index_changed?: boolean
  /** Which way a search went: `text` or a level, and why. */
  mode?: string
}

export type RagResult<Item> = {
  items: Item[]
  truncated: boolean
  next_cursor: string | null
  total: number | null
  total_at_least?: number
  source: RagToolSource
  freshness_state: FreshnessState
  query?: string
  symbol?: string
  direction?: string
  meta: RagToolMeta
  /** Plain data as the wire carries it: an item's or index status's own `toDict` is used where it has one. */
  toDict(): RagResultDict
}

export type RagResultDict = Omit<RagResult<unknown>, 'toDict' | 'meta'> & {
  meta: RagToolMetaDict
}
export type RagToolMetaDict = Omit<RagToolMeta, 'index_status'> & { index_status: unknown }
