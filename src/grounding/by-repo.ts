/** Makes items of several repos repo by repo, so that the store is read once for all items of one repo. */
import type { RepoView } from '../freshness/scope.ts'

/** The results of `make` for the items of each repo, in the order of `items`. */
export async function byRepo<Item extends { repo: RepoView }, Made>(
  items: readonly Item[],
  make: (repo: RepoView, items: readonly Item[]) => Promise<readonly (Made | undefined)[]>,
): Promise<(Made | undefined)[]> {
  const groups = new Map<RepoView, number[]>()
  for (const [at, { repo }] of items.entries()) {
    const group = groups.get(repo)
    if (group) group.push(at)
    else groups.set(repo, [at])
  }
  const made: (Made | undefined)[] = items.map(() => undefined)
  for (const [repo, indexes] of groups) {
    const found = await make(
      repo,
      indexes.map((at) => items[at] as Item),
    )
    for (const [index, at] of indexes.entries()) made[at] = found[index]
  }
  return made
}

/** Items of more files than this are made in several steps, because their facts would take too much memory at once. */
const FILES_AT_ONCE = 500

/** Makes items in the order given, in steps of at most FILES_AT_ONCE files. */
export async function inSteps<Item extends { repo: RepoView; path: string }, Made>(
  items: readonly Item[],
  make: (items: readonly Item[]) => Promise<readonly Made[]>,
): Promise<Made[]> {
  const made: Made[] = []
  let files = new Set<string>()
  let from = 0
  for (const [at, { repo, path }] of items.entries()) {
    files.add(`${repo.repo_id}\0${path}`)
    if (files.size <= FILES_AT_ONCE) continue
    made.push(...(await make(items.slice(from, at))))
    files = new Set([`${repo.repo_id}\0${path}`])
    from = at
  }
  return [...made, ...(from < items.length ? await make(items.slice(from)) : [])]
}
