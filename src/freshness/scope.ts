/** What the gateway hands to a tool: which repos it may answer about, from what, and how true that is. */
import type { FreshnessState, IndexStatus, RouteDecision, StalePolicy } from '../contract/freshness.ts'
import type { RepoId } from '../contract/ids.ts'
import type { Repo } from '../contract/repo.ts'
import type { IndexView } from '../store/index-view.ts'

/**
 * - `index`: every file stands as indexed; the graph answers.
 * - `mixed`: unchanged files answer from the graph, `changed` ones are read live.
 * - `live`: there is no index to trust; everything is read live.
 */
export type ScopeMode = 'index' | 'mixed' | 'live'

export type RepoView = Repo & {
  mode: ScopeMode
  decision: RouteDecision
  /** What the answer says: FRESH only when the bytes agree. */
  freshness_state: FreshnessState
  index_status: IndexStatus | null
  head: string | null
  indexed_commit: string | null
  /** Added or edited since they were indexed, with the language of each. */
  changed: ReadonlyMap<string, string>
  deleted: ReadonlySet<string>
  /** Old path → new path of files that were renamed and not edited; the old ones are `deleted`, the new ones `changed`. */
  renamed: ReadonlyMap<string, string>
  dirty: number
  caught_up: number
  unchecked: number
  old_parser: number
  /** False where time did not allow to compare the repo with its files. */
  compared: boolean
  /** Why it is not plainly `index`, in a sentence for people; '' when it is. */
  message: string
}

export type OpenScope = {
  /** One consistent view for the whole question; undefined when no store could be opened (then every repo is `live`). */
  view: IndexView | undefined
  /** Of the repos the store knows, as `view` sees them. */
  generations: ReadonlyMap<RepoId, number>
  repos: readonly RepoView[]
  close(): Promise<void>
}

export type ScopeRequest = {
  /** Repos already resolved to registered ones, or a bare root for library calls. */
  repos: readonly Repo[]
  policy: StalePolicy
  /** What this question may spend on a catch-up; the settings where it says nothing. */
  budget?: { files?: number; ms?: number }
  /** Repos to be compared whatever it takes, besides the first of all. */
  first?: readonly RepoId[]
  signal?: AbortSignal
}

export interface Gateway {
  open(request: ScopeRequest): Promise<OpenScope>
}
