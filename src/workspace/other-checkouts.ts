/** The other registered checkouts of the same repo: clones with the same origin, and worktrees of one git folder. */
import type { Repo } from '../contract/repo.ts'
import { findGitFolders } from './git-folders.ts'
import type { RegisteredRepo } from './registry.ts'
import { readOrigin } from './repo-id.ts'

export async function otherCheckouts({ root }: Repo, registered: readonly RegisteredRepo[]): Promise<RegisteredRepo[]> {
  const others = registered.filter((other) => other.root !== root)
  if (others.length === 0) return []
  const own = registered.find((repo) => repo.root === root)
  const [origin, folders] = await Promise.all([own ? own.origin : readOrigin(root), findGitFolders(root)])
  const same = await Promise.all(
    others.map(async (other) => {
      if (origin !== null && other.origin !== null) return origin === other.origin
      return folders !== undefined && (await findGitFolders(other.root))?.common === folders.common
    }),
  )
  return others.filter((_, at) => same[at])
}
