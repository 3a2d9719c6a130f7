/** What the gateway returns to a tool: the repos of the question, the index to read, and how up to date it is. */
import type { FreshnessState, IndexStatus, RouteDecision, StalePolicy } from '../contract/freshness.ts'
import type { RepoId } from '../contract/ids.ts'
import type { Repo } from '../contract/repo.ts'
import type { IndexView } from '../store/index-view.ts'

/**
 * - `index`: every file is as indexed; the index answers.
 * - `mixed`: unchanged files are answered from the index, `changed` ones are read live.
 * - `live`: there is no usable index; everything is read live.
 */
export type ScopeMode = 'index' | 'mixed' | 'live'

export type RepoView = Repo & {
  mode: ScopeMode
  decision: RouteDecision
  /** The state printed in the answer: FRESH only when all bytes agree. */
  freshness_state: FreshnessState
  index_status: IndexStatus | null
  head: string | null
  indexed_commit: string | null
  /** Files added or edited since they were indexed, with their languages. */
  changed: ReadonlyMap<string, string>
  deleted: ReadonlySet<string>
  /** Old path → new path of files that were renamed and not edited; the old ones are `deleted`, the new ones `changed`. */
  renamed: ReadonlyMap<string, string>
  dirty: number
  caught_up: number
  unchecked: number
  old_parser: number
  /** False if there was no time to compare the repo with its files. */
  compared: boolean
  /** One sentence for people saying why the mode is not `index`; '' when it is. */
  message: string
}

export type OpenScope = {
  /** One consistent view for the whole question; undefined when no store could be opened (then every repo is `live`). */
  view: IndexView | undefined
  /** The generations of the repos in the store, at the time of `view`. */
  generations: ReadonlyMap<RepoId, number>
  repos: readonly RepoView[]
  /** It is the scope that `expect` was called with. */
  as_expected?: boolean
  close(): Promise<void>
}

export type ExpectedScope = Pick<OpenScope, 'view' | 'generations' | 'repos'>

export type ScopeRequest = {
  /** Registered repos, or for library calls any repo. */
  repos: readonly Repo[]
  policy: StalePolicy
  /** Limits of a catch-up for this question; the settings apply to what is absent. */
  budget?: { files?: number; ms?: number }
  /** Repos to compare however long it takes, in addition to the first one. */
  first?: readonly RepoId[]
  /**
   * Called at most once, and only in a long-lived process, for a single repo: while git compares the files, with the scope as it
   * will be if none has changed. The caller may work with it, and must drop that work unless the scope is `as_expected`.
   */
  expect?: (scope: ExpectedScope) => void
  signal?: AbortSignal
}

export interface Gateway {
  open(request: ScopeRequest): Promise<OpenScope>
}
