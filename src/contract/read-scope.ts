/** What one caller may read. The surface that knows the caller creates it; tools only apply it. */
import type { RepoId } from './ids.ts'

export type ReadScope = {
  /** Every other repo is treated as not registered: not listed, named, ranked or counted. */
  repos: readonly RepoId[]
}

/** Without a scope a caller may read everything. */
export const mayRead = (scope: ReadScope | undefined, { repo_id }: { repo_id: string }): boolean =>
  scope === undefined || (scope.repos as readonly string[]).includes(repo_id)
