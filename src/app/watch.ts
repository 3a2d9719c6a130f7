/** `cairn watch`: connects the watch room to the functions that questions use to catch up. Loaded only for this command. */

import { fstatSync } from 'node:fs'
import type { Repo } from '../contract/repo.ts'
import type { WatchEnd, WatchEvent } from '../contract/watch.ts'
import { bringUpToDate, type UpToDateRooms } from '../watch/bring-up-to-date.ts'
import { NativeEvents } from '../watch/folder-events.ts'
import { holdHome } from '../watch/hold-home.ts'
import { watchRepos } from '../watch/watch-repos.ts'
import { watchTimings } from '../watch/watch-timings.ts'
import { loadStatus } from '../workspace/status-file.ts'
import type { EmbedWork } from './embed-work.ts'
import type { WorkOptions } from './port.ts'
import type { Rooms } from './rooms.ts'

export async function watch(
  names: readonly string[],
  work: WorkOptions & { onEvent(event: WatchEvent): void },
  rooms: Rooms,
  vectors: EmbedWork | undefined,
  /** A registered repo with this name, else a folder to register. */
  findRepo: (name: string) => Promise<Repo>,
): Promise<WatchEnd> {
  const { home, watch_heartbeat_s, watch_poll_s } = rooms.config
  const lock = await holdHome(home)
  try {
    const chosen = new Set<string>()
    for (const name of names) chosen.add((await findRepo(name)).repo_id)
    const upToDate = upToDateRooms(rooms, work)
    return await watchRepos(
      {
        events: new NativeEvents(),
        bringUpToDate: async (repo, options) => {
          const brought = await rooms.healing(() => bringUpToDate(repo, upToDate, options))
          // Not waited for: a server may need hours, and meanwhile files change.
          if (brought.state !== 'locked') vectors?.start(repo)
          return brought
        },
        listRepos: async () => (await rooms.registry.list()).filter(({ repo_id }) => chosen.size === 0 || chosen.has(repo_id)),
        say: (news) => work.onEvent({ at: new Date().toISOString(), ...news }),
        home,
        ownFiles: ownFiles(),
        timings: { ...watchTimings, beat_ms: watch_heartbeat_s * 1000, poll_ms: watch_poll_s * 1000 },
        now: Date.now,
        parent: () => process.ppid,
      },
      { signal: work.signal ?? new AbortController().signal },
    )
  } finally {
    await lock.release()
  }
}

function upToDateRooms(rooms: Rooms, { onProgress }: WorkOptions): UpToDateRooms {
  const { home } = rooms.config
  return {
    openReader: async () => (await rooms.store()).reader,
    takeChangeSet: async (...given) => (await rooms.indexRooms()).takeChangeSet(...given),
    refreshFiles: async (repo, changes, options) => {
      const { refreshFiles } = await import('../indexer/refresh-files.ts')
      return refreshFiles(repo, changes, await rooms.indexRooms(), options)
    },
    indexRepo: async (repo, options) => {
      const { indexRepo } = await import('../indexer/index-repo.ts')
      return indexRepo(repo, await rooms.indexRooms(), { ...options, vectors: 'none', ...(onProgress ? { onProgress } : {}) })
    },
    loadStatus: (root) => loadStatus(root, { home }),
    parserVersion: async () => (await rooms.indexRooms()).parser_version,
    budgetOf: (root) => rooms.configOf(root).budget_files,
    now: Date.now,
  }
}

/** If our output goes to a file in a watched repo, each printed line is a change, which prints another line, and so on. */
function ownFiles(): Set<string> {
  const found = [1, 2].flatMap((descriptor) => {
    try {
      const seen = fstatSync(descriptor)
      return seen.isFile() ? [`${seen.dev}:${seen.ino}`] : []
    } catch {
      return []
    }
  })
  return new Set(found)
}
