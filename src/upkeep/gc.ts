/**
 * Deletes unused data: content that no file has referred to for 14 days, checkouts whose folder has been missing that long, and
 * vectors of models that are no longer used.
 * Content in use and enrichment are deleted only by `remove`.
 */

import { isMissing, seeTarget } from '../base/repo-files/see.ts'
import { isUnregistered, type RepoId } from '../contract/ids.ts'
import type { GcReport } from '../contract/reports.ts'
import { withRepoLock } from './repo-lock.ts'
import type { UpkeepRooms } from './upkeep-rooms.ts'
import { dropUnusedModels } from './vectors.ts'

const patience_ms = 14 * 24 * 60 * 60 * 1000

export type GcOptions = { now?: boolean; signal?: AbortSignal }

export async function gc(rooms: UpkeepRooms, options: GcOptions = {}): Promise<GcReport> {
  const { gone, waiting } = await vanishedCheckouts(rooms, options)
  for (const repo of [...gone, ...(await leftByLibrary(rooms))]) {
    options.signal?.throwIfAborted()
    await forget(repo, rooms, options)
  }
  options.signal?.throwIfAborted()
  const models = await dropUnusedModels(rooms, options)
  const writer = await rooms.openWriter()
  const collected = await writer.collect({ unreferenced_since: cutoff(rooms, options), quota_bytes: rooms.quota_bytes })
  const { total } = await (await rooms.openReader()).size()
  const sizes = { size_bytes: total, quota_bytes: rooms.quota_bytes }
  return { ...collected, unregistered: gone, missing: waiting, ...models, ...sizes }
}

/** Computed again for each step: with `now`, data that became unused a moment ago is deleted too. */
const cutoff = (rooms: UpkeepRooms, { now }: GcOptions): Date => new Date(rooms.now().getTime() + (now ? 1 : -patience_ms))

type Vanished = { gone: RepoId[]; waiting: GcReport['missing'] }

/** Records the day on which a folder was first found missing, because nothing else does. */
async function vanishedCheckouts(rooms: UpkeepRooms, options: GcOptions): Promise<Vanished> {
  const missing = new Set<RepoId>()
  for (const repo of await rooms.registry.list()) if (await isGone(repo.root)) missing.add(repo.repo_id)
  const vanished: Vanished = { gone: [], waiting: [] }
  const marked = await rooms.registry.markMissing(missing)
  const latest = cutoff(rooms, options)
  for (const { repo_id, missing_since } of marked) {
    if (!missing_since) continue
    if (new Date(missing_since) <= latest) vanished.gone.push(repo_id)
    else vanished.waiting.push({ repo_id, since: missing_since })
  }
  return vanished
}

/**
 * A repo that is not registered cannot be removed by a command, so its rows are deleted when no build has used them for that
 * long. A later build parses only what is no longer stored.
 */
async function leftByLibrary(rooms: UpkeepRooms): Promise<RepoId[]> {
  const snapshot = await (await rooms.openReader()).snapshot()
  try {
    const latest = cutoff(rooms, {}).toISOString()
    const reserved = new Set(await rooms.registry.reserved())
    return (await snapshot.repos())
      .filter(({ repo_id }) => reserved.has(repo_id) || isUnregistered(repo_id))
      .filter((row) => (row.last_indexed_at ?? '') < latest)
      .map((row) => row.repo_id)
  } finally {
    await snapshot.close()
  }
}

/** A folder that cannot be seen, without permission or on a disk with an error, is not gone. */
const isGone = async (root: string): Promise<boolean> =>
  (await isMissing(root)) || (await seeTarget(root))?.isDirectory() === false

async function forget(repo: RepoId, rooms: UpkeepRooms, options: GcOptions): Promise<void> {
  const writer = await rooms.openWriter()
  await withRepoLock(repo, writer, { wait_ms: rooms.lock_wait_ms, ...options }, async () => {
    await writer.removeRepo(repo, { keep_enrichment: true })
    await rooms.registry.remove(repo)
  })
}
