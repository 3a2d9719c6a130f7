/** Which files a change makes link again. */
import type { FactsKey, StoreReader } from '../store/port.ts'
import type { RepoPlace } from './index-rooms.ts'
import type { RepoAfter } from './link-files.ts'

export async function relinkPaths(
  _repo: RepoPlace,
  _reader: StoreReader,
  after: RepoAfter,
  _before: ReadonlyMap<string, FactsKey>,
  _work: { entries: readonly { path: string }[]; removed: readonly string[] },
): Promise<string[]> {
  return [...after.rows.values()]
    .filter((row) => row.parser_version !== '')
    .map((row) => row.path)
    .sort()
}
