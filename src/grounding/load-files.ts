/** Reads the files of several items from the store together, before the items are made. */
import { groupBy } from '../base/group-by.ts'
import type { RepoView } from '../freshness/scope.ts'
import type { Ground } from './ground.ts'

export async function loadFiles(files: readonly { repo: RepoView; path: string }[], { reading }: Ground): Promise<void> {
  for (const [repo, group] of groupBy(files, ({ repo }) => repo))
    await reading.load(
      repo,
      group.map(({ path }) => path),
    )
}
