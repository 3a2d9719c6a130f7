/** The type of every answer, on every surface. The `envelope` room has the constructors. */
import type { FreshnessState, IndexStatus } from './freshness.ts'
import type { ProblemCode } from './problems.ts'
import type { Tier } from './symbol.ts'

export type RagToolStatus = 'OK' | 'FALLBACK' | 'ERROR'
export type RagToolSource = 'RAG_GRAPH' | 'LOCAL_FALLBACK' | 'NONE'
/** Where one item came from. */
export type SourceTag = Exclude<RagToolSource, 'NONE'>
/** How an item's lines were found: as indexed, found again in edited bytes, or read without the index. */
export type Binding = 'indexed' | 'rebound' | 'live'

/** An object that converts itself to plain data. */
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
  /** A code of the problem table; results that a user of the library creates may have other codes. */
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
  /** Ids of the repos that the answer covers. */
  repos?: string[]
  /** The index changed since the cursor was made. */
  index_changed?: boolean
  /** How a search was done: `text` or a level, and why. */
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
  /** The result as plain data for JSON. Calls `toDict` of items and of the index status if they have it. */
  toDict(): RagResultDict
}

export type RagResultDict = Omit<RagResult<unknown>, 'toDict' | 'meta'> & {
  meta: RagToolMetaDict
}
export type RagToolMetaDict = Omit<RagToolMeta, 'index_status'> & { index_status: unknown }
