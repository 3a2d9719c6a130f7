/** What one caller may read. Whoever knows the caller makes it; tools take it as a value and decide nothing about it. */
import type { RepoId } from './ids.ts'

export type ReadScope = {
  /** Every other repo is as if it were not registered: not listed, not named, not ranked, not counted. */
  repos: readonly RepoId[]
}

/** Without a scope a caller may read everything. */
export const mayRead = (scope: ReadScope | undefined, { repo_id }: { repo_id: RepoId }): boolean =>
  scope === undefined || scope.repos.includes(repo_id)
