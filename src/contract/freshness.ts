/** Whether an index is up to date: the status file, the route decision, the change set. */
import type { ContentHash, RepoId } from './ids.ts'

export type FreshnessState = 'FRESH' | 'STALE' | 'UNKNOWN'

/** `.llmc/rag/index_status.json` */
export type IndexStatus = {
  repo: string
  index_state: 'fresh' | 'stale' | 'rebuilding' | 'error'
  last_indexed_at: string
  last_indexed_commit: string | null
  schema_version: string
  last_error?: string
}

export type RouteDecision = {
  use_rag: boolean
  freshness_state: FreshnessState
  status: IndexStatus | null
}

export const stalePolicies = ['catch-up', 'rebind', 'strict'] as const
export type StalePolicy = (typeof stalePolicies)[number]

/** What the store recorded about a file when it was indexed: enough to see cheaply whether the file changed. */
export type RecordedFile = {
  path: string
  size: number
  /**
   * When the file was last written, or its inode changed, whichever is later, so that a time set back is noticed. Milliseconds,
   * with a fraction if the file system has it; 0 when the file was too young to prove that it is unchanged.
   */
  mtime_ms: number
  content_hash: ContentHash
  /** Git's blob id in the index at that time; null when the file was dirty, untracked, or there is no git. */
  blob_id: string | null
}

/**
 * `from`: the deleted row whose bytes the added file has. Both are in the list, so a caller that does not care about renames
 * can ignore `from`.
 */
export type FileChange =
  | { state: 'added'; path: string; from?: string }
  | { state: 'edited'; path: string }
  | { state: 'deleted'; path: string }

export type ChangeSet = {
  repo_id: RepoId
  /** HEAD as it was when the change set was taken; null without git or commits. */
  head: string | null
  changes: FileChange[]
  /** Files that could not be checked, with the reason. */
  unchecked: { path: string; reason: string }[]
}
