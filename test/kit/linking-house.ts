/** A repo with the rooms of the indexer, and what its index contains, compared with a clean build of the same files. */
import path from 'node:path'
import { Rooms } from '../../src/app/rooms.ts'
import { takeChangeSet } from '../../src/discover/change-set.ts'
import { type IndexOptions, indexRepo } from '../../src/indexer/index-repo.ts'
import type { IndexRooms } from '../../src/indexer/index-rooms.ts'
import { type RefreshOutcome, refreshFiles } from '../../src/indexer/refresh-files.ts'
import { families } from '../../src/resolve/families.ts'
import type { Family } from '../../src/resolve/family.ts'
import { tempFolder } from './temp-repo.ts'

export type LinkingHouse = Awaited<ReturnType<typeof openLinkingHouse>>

export async function openLinkingHouse(root: string) {
  const rooms = await Rooms.open({ cwd: root, surface: 'cli', flags: { home: path.join(tempFolder('home'), 'cairn') } })
  const repo = await rooms.registry.register(root)
  const { reader } = await rooms.store()
  const usual = await rooms.indexRooms()

  const index = (more: Partial<IndexRooms> = {}, options: IndexOptions = {}) =>
    indexRepo(repo, { ...usual, ...more }, { vectors: 'none', ...options })

  /** What a question does before it answers. With `steps` the work is committed bit by bit. */
  async function catchUp(more: Partial<IndexRooms> = {}, { steps = false } = {}): Promise<RefreshOutcome> {
    const snapshot = await reader.snapshot()
    const rows = await snapshot.recordedFiles(repo.repo_id)
    await snapshot.close()
    const changes = await takeChangeSet(root, repo.repo_id, rows)
    const limits = { budget_files: 1_000, budget_ms: steps ? 0 : 600_000, finish_ms: 600_000, wait_ms: 1_000 }
    return refreshFiles(repo, changes, { ...usual, ...more }, limits)
  }

  /** The outcome of every use of every file, and whether a question would call it fresh: complete, and nothing changed on disk. */
  async function links(): Promise<{ fresh: boolean; outcomes: Record<string, unknown> }> {
    const snapshot = await reader.snapshot()
    try {
      const rows = await snapshot.recordedFiles(repo.repo_id)
      const outcomes = await snapshot.outcomesOf(
        repo.repo_id,
        rows.map((row) => row.path),
      )
      const { changes } = await takeChangeSet(root, repo.repo_id, rows)
      const state = (await snapshot.states([repo.repo_id])).get(repo.repo_id)
      return { fresh: state?.complete === true && changes.length === 0, outcomes: Object.fromEntries([...outcomes].sort()) }
    } finally {
      await snapshot.close()
    }
  }
  return { root, repo, rooms, index, catchUp, links, close: () => rooms.close() }
}

/** The links of a new index of the same files. */
export async function cleanLinks(root: string): Promise<Record<string, unknown>> {
  const clean = await openLinkingHouse(root)
  try {
    await clean.index()
    return (await clean.links()).outcomes
  } finally {
    await clean.close()
  }
}

/** The languages as they are, but `before` is called when linking of this one begins, before any of its manifests is read. */
export function watched(language: string, before: () => void): ReadonlyMap<string, Family> {
  const usual = families.get(language)
  return watchedAll(before, (family) => family === usual)
}

/** The same for several languages. */
export function watchedAll(before: () => void, isWatched: (family: Family) => boolean = () => true): ReadonlyMap<string, Family> {
  const watching = (usual: Family): Family => ({
    ...usual,
    open: (project) => {
      before()
      return usual.open(project)
    },
  })
  const made = new Map([...new Set(families.values())].map((family) => [family, isWatched(family) ? watching(family) : family]))
  return new Map([...families].map(([name, family]) => [name, made.get(family) ?? family]))
}
