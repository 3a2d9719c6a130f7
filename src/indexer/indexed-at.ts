/**
 * When the store says that a repo was last indexed: the status file gets the same time. If the store loses what was written last, for
 * example when the power fails, its time is earlier than that of the status file, which must not be believed then.
 */
import type { Repo } from '../contract/repo.ts'
import type { IndexRooms } from './index-rooms.ts'
import { reading } from './reading.ts'

export const indexedAt = (repo: Repo, rooms: IndexRooms): Promise<string> =>
  reading(rooms, async (snapshot) => (await snapshot.repo(repo.repo_id))?.last_indexed_at ?? rooms.now().toISOString())
