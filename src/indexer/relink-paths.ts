/** Which files must be linked again after a change: `resolve` decides, with facts and mentions from the store. */
import type { Repo } from '../contract/repo.ts'
import { pathsToRelink } from '../resolve/affected.ts'
import type { FactsKey, StoreReader } from '../store/port.ts'
import { factsByKey } from '../store/read-one.ts'
import { keyOfRow, type WorkOptions } from './index-rooms.ts'
import { linkable, type RepoAfter } from './link-files.ts'

/** `before`: the facts that each changed or removed path had. */
export async function relinkPaths(
  repo: Repo,
  reader: StoreReader,
  after: RepoAfter,
  before: ReadonlyMap<string, FactsKey>,
  changed: readonly string[],
  { signal, isLate }: WorkOptions & { isLate?: () => boolean },
): Promise<string[]> {
  const snapshot = await reader.snapshot()
  try {
    const paths = new Set(after.rows.keys())
    const factsAfter = async (path: string) => {
      const row = after.rows.get(path)
      return after.pending.get(path) ?? (row && row.parser_version !== '' ? factsByKey(snapshot, keyOfRow(row)) : undefined)
    }
    const changes = []
    for (const path of changed) {
      const key = before.get(path)
      changes.push({ path, before: key && (await factsByKey(snapshot, key)), after: await factsAfter(path) })
    }
    const filesNaming = async (name: string) =>
      ((await snapshot.filesWithIdentifiers(repo.repo_id, [name])).get(name) ?? []).map((found) => found.path)
    const languageOf = (path: string) => after.rows.get(path)?.language ?? before.get(path)?.language ?? ''
    const found = await pathsToRelink(
      changes,
      { filesNaming, facts: factsAfter, paths: () => paths, languageOf },
      { ...(signal ? { signal } : {}), ...(isLate ? { isLate } : {}) },
    )
    return found.state === 'all' ? linkable(after.rows) : found.paths.filter((path) => paths.has(path))
  } finally {
    await snapshot.close()
  }
}
