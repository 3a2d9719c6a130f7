/** Reads one item of a snapshot. Callers that need several should read them together. */
import type { FactsView } from '../contract/facts-codec.ts'
import type { RepoId } from '../contract/ids.ts'
import type { LinkOutcome } from '../contract/links.ts'
import type { FactsKey, FileRow, StoreSnapshot } from './port.ts'

export const factsByKey = async (snapshot: StoreSnapshot, key: FactsKey): Promise<FactsView | undefined> =>
  (await snapshot.facts([key]))[0]

export const factsAt = async (snapshot: StoreSnapshot, repo: RepoId, path: string): Promise<FactsView | undefined> =>
  (await snapshot.factsOfMany(repo, [path])).get(path)

export const fileAt = async (snapshot: StoreSnapshot, repo: RepoId, path: string): Promise<FileRow | undefined> =>
  (await snapshot.filesAt(repo, [path])).get(path)

export const outcomesAt = async (snapshot: StoreSnapshot, repo: RepoId, path: string): Promise<LinkOutcome[] | undefined> =>
  (await snapshot.outcomesOf(repo, [path])).get(path)
