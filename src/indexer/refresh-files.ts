/**
 * A few changed files, brought up to date before a question is answered: parsed first, then written in one transaction with
 * their links and notes. What was parsed is kept even when time runs out, so the next question goes on from there.
 */

import type { FactsView } from '../contract/facts-codec.ts'
import type { FileLinks } from '../contract/links.ts'
import type { Repo } from '../contract/repo.ts'
import type { TakenChangeSet } from '../discover/port.ts'
import type { EnrichmentPointer, FileRecord, FileRow, StoreSnapshot } from '../store/port.ts'
import { createCarrier } from './carry-enrichment.ts'
import { type IndexRooms, keyOfRow, signalOf, type WorkOptions } from './index-rooms.ts'
import { linkFiles } from './link-files.ts'
import { prepareFiles } from './prepare-files.ts'
import { relinkPaths } from './relink-paths.ts'
import { writeNotes } from './write-notes.ts'

export type RefreshOutcome =
  | { state: 'done'; files: number }
  /** Another process is writing this repo. */
  | { state: 'locked' }
  | { state: 'over-budget' }

export type RefreshFiles = (repo: Repo, changes: TakenChangeSet, options: RefreshOptions) => Promise<RefreshOutcome>

/** `seen_generation`: the repo's when the change set was taken; while it is the same, the change set is too. */
export type RefreshOptions = WorkOptions & { budget_ms: number; wait_ms: number; seen_generation?: number }

/** A change that makes this many other files be linked again is no catch-up any more. */
const MOST_RELINKED = 400

export async function refreshFiles(
  repo: Repo,
  changes: TakenChangeSet,
  rooms: IndexRooms,
  options: RefreshOptions,
): Promise<RefreshOutcome> {
  const deadline = rooms.now().getTime() + options.budget_ms
  const lock = await rooms.writer.lockRepo(repo.repo_id, {
    wait_ms: options.wait_ms,
    ...signalOf(options),
  })
  if (!lock) return { state: 'locked' }
  try {
    const snapshot = await rooms.reader.snapshot()
    try {
      return await refreshLocked(repo, changes, rooms, options, snapshot, deadline)
    } finally {
      await snapshot.close()
    }
  } finally {
    await lock.release()
  }
}

async function refreshLocked(
  repo: Repo,
  seen: TakenChangeSet,
  rooms: IndexRooms,
  options: RefreshOptions,
  snapshot: StoreSnapshot,
  deadline: number,
): Promise<RefreshOutcome> {
  // Removed while this waited for the lock: a catch-up must not bring it back.
  if ((await snapshot.isComplete(repo.repo_id)) === undefined) return { state: 'locked' }
  const before = new Map((await snapshot.recordedFiles(repo.repo_id)).map((row) => [row.path, row]))
  // Whoever held the lock before us may have written some of these files already: what it wrote is not written again.
  const isSame = (await snapshot.generation(repo.repo_id)) === options.seen_generation
  const changes = isSame ? seen : await rooms.takeChangeSet(repo.root, repo.repo_id, [...before.values()], signalOf(options))
  if (changes.changes.length > seen.changes.length * 2 + 10) return { state: 'over-budget' }
  await rooms.writer.touchFiles(repo.repo_id, changes.touched)
  if (changes.changes.length === 0) {
    await writeStatus(repo, changes, rooms)
    return { state: 'done', files: 0 }
  }
  const fresh = await prepare(repo, changes, rooms, options)
  // Asked at every file: finding out what a change concerns may take longer than all the rest.
  const isLate = (): boolean => rooms.now().getTime() > deadline
  if (isLate()) return keepFacts(fresh.records, rooms)
  const rows = rowsAfter(before, fresh.records, fresh.removed)
  const after = { rows, pending: fresh.views }
  const touched = [...fresh.records.map(({ row }) => row.path), ...fresh.removed]
  const old = new Map(
    touched.flatMap((path) => (before.has(path) ? [[path, keyOfRow(before.get(path) as FileRow)] as const] : [])),
  )
  const paths = await relinkPaths(repo, rooms.reader, after, old, touched, { ...signalOf(options), most: MOST_RELINKED, isLate })
  if (isLate() || paths.length > MOST_RELINKED + touched.length) return keepFacts(fresh.records, rooms)
  const links: FileLinks[] = []
  const linking = { ...options, isLate, families: rooms.families }
  await linkFiles(repo, rooms.reader, after, paths, linking, async (files) => void links.push(...files))
  if (isLate()) return keepFacts(fresh.records, rooms)
  const outline = async (path: string) =>
    fresh.views.get(path)?.outline() ?? (await snapshot.factsOf(repo.repo_id, path))?.outline()
  const notes = await writeNotes(
    repo.repo_id,
    { rows, outline },
    { paths: touched, before },
    await snapshot.modulePaths(repo.repo_id),
  )
  const pointers = await carriedPointers(repo, { rows: before, changes: changes.changes }, fresh, rooms)
  if (isLate()) return keepFacts(fresh.records, rooms)
  await rooms.writer.apply(repo.repo_id, {
    replace: fresh.records,
    remove: fresh.removed,
    links,
    pointers,
    ...notes,
    last_indexed_at: rooms.now().toISOString(),
  })
  await writeStatus(repo, changes, rooms)
  return { state: 'done', files: touched.length }
}

/** Last of all, with the HEAD that was seen. */
const writeStatus = (repo: Repo, changes: TakenChangeSet, rooms: IndexRooms): Promise<string> =>
  rooms.status.write(repo.root, {
    repo: repo.repo_id,
    index_state: 'fresh',
    last_indexed_at: rooms.now().toISOString(),
    last_indexed_commit: changes.head,
  })

type Fresh = { records: FileRecord[]; views: Map<string, FactsView>; removed: string[] }

async function prepare(repo: Repo, changes: TakenChangeSet, rooms: IndexRooms, options: WorkOptions): Promise<Fresh> {
  const fresh: Fresh = { records: [], views: new Map(), removed: [] }
  for (const change of changes.changes) if (change.state === 'deleted') fresh.removed.push(change.path)
  await prepareFiles(
    repo,
    changes.entries,
    rooms,
    { ...options, reuse: true },
    {
      ready: async ({ record, view }) => {
        fresh.records.push(record)
        if (view) fresh.views.set(record.row.path, view)
      },
      lost: ({ path }) => void fresh.removed.push(path),
    },
  )
  fresh.records.sort((a, b) => (a.row.path < b.row.path ? -1 : 1))
  return fresh
}

async function carriedPointers(
  repo: Repo,
  before: Parameters<typeof createCarrier>[1],
  { records, views, removed }: Fresh,
  rooms: IndexRooms,
): Promise<EnrichmentPointer[]> {
  const carrier = await createCarrier(repo.repo_id, before, rooms.reader)
  const pointers: EnrichmentPointer[] = []
  for (const { row } of records) pointers.push(...(await carrier.replaced(row, views.get(row.path) ?? null)))
  for (const path of removed) pointers.push(...(await carrier.removed(path)))
  return pointers
}

async function keepFacts(records: readonly FileRecord[], rooms: IndexRooms): Promise<RefreshOutcome> {
  const entries = records.flatMap(({ row, facts }) => (facts instanceof Uint8Array ? [{ key: keyOfRow(row), bytes: facts }] : []))
  await rooms.writer.putFacts(entries)
  return { state: 'over-budget' }
}

function rowsAfter(
  before: ReadonlyMap<string, FileRow>,
  records: readonly FileRecord[],
  removed: readonly string[],
): Map<string, FileRow> {
  const rows = new Map(before)
  for (const { row } of records) rows.set(row.path, row)
  for (const path of removed) rows.delete(path)
  return rows
}
