/**
 * A new checkout of a repo that is indexed elsewhere starts from a copy of those rows, so that only what differs is parsed, linked and
 * indexed. The comparison with the disk that follows decides what differs; it trusts no copied row.
 */
import type { RepoId } from '../contract/ids.ts'
import type { Repo } from '../contract/repo.ts'
import { type IndexRooms, signalOf, type WorkOptions } from './index-rooms.ts'
import { reading } from './reading.ts'

/** False: nothing was copied. */
export async function copyCheckout(repo: Repo, rooms: IndexRooms, options: WorkOptions): Promise<boolean> {
  for (const from of await candidates(repo, rooms)) {
    options.signal?.throwIfAborted()
    const lock = await rooms.writer.lockRepo(from, { wait_ms: WAIT_MS, ...signalOf(options) })
    if (!lock) continue
    try {
      if (await rooms.writer.copyRepo(from, repo.repo_id)) return true
    } finally {
      await lock.release()
    }
  }
  return false
}

/** Another process that writes the other checkout may take long, and building anew takes seconds. */
const WAIT_MS = 200

/** The one indexed last comes first. */
async function candidates(repo: Repo, rooms: IndexRooms): Promise<RepoId[]> {
  const others = (await rooms.otherCheckouts?.(repo)) ?? []
  if (others.length === 0) return []
  return reading(rooms, async (snapshot) => {
    const states = await snapshot.states(others)
    const known = others.filter((id) => states.get(id)?.complete)
    const rows = await Promise.all(known.map((id) => snapshot.repo(id)))
    return rows
      .filter((row) => row !== undefined)
      .sort((one, other) => ((one.last_indexed_at ?? '') < (other.last_indexed_at ?? '') ? 1 : -1))
      .map((row) => row.repo_id)
  })
}
