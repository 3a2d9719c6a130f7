/**
 * Brings changed files up to date for a question. A small change is written in one transaction with its links and notes; where
 * that takes too long, in steps that are committed one by one, and this call or a later one continues where it stopped.
 */

import type { FactsView } from '../contract/facts-codec.ts'
import type { IndexStatus } from '../contract/freshness.ts'
import type { FileLinks, LinkSources } from '../contract/links.ts'
import type { Repo } from '../contract/repo.ts'
import type { TakenChangeSet } from '../discover/port.ts'
import type { EnrichmentPointer, FileRecord, FileRow } from '../store/port.ts'
import { factsAt } from '../store/read-one.ts'
import { createCarrier } from './carry-enrichment.ts'
import { embedCaughtUp } from './embed-missing.ts'
import { type IndexRooms, keyOfRow, signalOf, type WorkOptions } from './index-rooms.ts'
import { indexedAt } from './indexed-at.ts'
import { linkable, linkFiles } from './link-files.ts'
import { prepareFiles } from './prepare-files.ts'
import { reading } from './reading.ts'
import { relinkPaths } from './relink-paths.ts'
import { replaceFiles } from './replace-files.ts'
import { settle } from './settle.ts'
import { ManifestChanged } from './symbol-source.ts'
import { writeNotes } from './write-notes.ts'

export type RefreshOutcome =
  | { state: 'done'; files: number }
  /** Another process is writing this repo. */
  | { state: 'locked' }
  /** It takes longer than the time available. What was done is kept: the next call has less to do. */
  | { state: 'unfinished' }

export type RefreshFiles = (repo: Repo, changes: TakenChangeSet, options: RefreshOptions) => Promise<RefreshOutcome>

export type RefreshOptions = WorkOptions & {
  /** More changed files than this are never written at once. */
  budget_files: number
  /** For writing all in one transaction. */
  budget_ms: number
  /** For steps, after that; with 0 none is made. */
  finish_ms: number
  wait_ms: number
  /** The repo's generation when the change set was taken; while it is the same, the change set is valid. */
  seen_generation?: number
}

export async function refreshFiles(
  repo: Repo,
  changes: TakenChangeSet,
  rooms: IndexRooms,
  options: RefreshOptions,
): Promise<RefreshOutcome> {
  const started = rooms.now().getTime()
  const lock = await rooms.writer.lockRepo(repo.repo_id, {
    wait_ms: options.wait_ms,
    ...signalOf(options),
  })
  if (!lock) return { state: 'locked' }
  try {
    return await refreshLocked(repo, changes, rooms, options, started)
  } finally {
    await lock.release()
  }
}

async function refreshLocked(
  repo: Repo,
  seen: TakenChangeSet,
  rooms: IndexRooms,
  options: RefreshOptions,
  started: number,
): Promise<RefreshOutcome> {
  const work = await lookAgain(repo, seen, rooms, options)
  // The repo was removed while this waited for the lock: a catch-up must not create it again.
  if (!work) return { state: 'locked' }
  const { changes, complete } = work
  await rooms.writer.touchFiles(repo.repo_id, changes.touched)
  if (complete && changes.changes.length === 0) {
    await writeStatus(repo, changes, rooms)
    return { state: 'done', files: 0 }
  }
  try {
    return await write(repo, work, rooms, options, started)
  } catch (error) {
    // The next question sees the change, or what was put back, and links again.
    if (error instanceof ManifestChanged) return { state: 'unfinished' }
    throw error
  }
}

async function write(
  repo: Repo,
  work: Work,
  rooms: IndexRooms,
  options: RefreshOptions,
  started: number,
): Promise<RefreshOutcome> {
  if (work.complete && countOf(work.changes) <= options.budget_files) {
    const isLate = (): boolean => rooms.now().getTime() > started + options.budget_ms
    const files = await writeAtOnce(repo, work, rooms, options, isLate)
    if (files !== undefined) return { state: 'done', files }
  }
  if (options.finish_ms === 0) return { state: 'unfinished' }
  const until = rooms.now().getTime() + options.finish_ms
  return writeInSteps(repo, work, rooms, options, () => rooms.now().getTime() > until)
}

/** A renamed file is one change, although both its old and its new path are listed. */
const countOf = ({ changes }: TakenChangeSet): number =>
  changes.filter((change) => change.state !== 'added' || change.from === undefined).length

/** The repo as seen with the lock held. */
type Work = { changes: TakenChangeSet; before: ReadonlyMap<string, FileRow>; modulePaths: string[]; complete: boolean }

async function lookAgain(
  repo: Repo,
  seen: TakenChangeSet,
  rooms: IndexRooms,
  options: RefreshOptions,
): Promise<Work | undefined> {
  return reading(rooms, async (snapshot) => {
    const state = (await snapshot.states([repo.repo_id])).get(repo.repo_id)
    if (!state) return undefined
    const rows = await snapshot.recordedFiles(repo.repo_id)
    // The previous holder of the lock may have written some of these files: they are not written again.
    const isSame = state.generation === options.seen_generation
    const changes = isSame ? seen : await rooms.takeChangeSet(repo.root, repo.repo_id, rows, signalOf(options))
    const before = new Map(rows.map((row) => [row.path, row]))
    return { changes, before, modulePaths: await snapshot.modulePaths(repo.repo_id), complete: state.complete }
  })
}

/** The number of files written; undefined when time ran out, and then only parsed facts are kept. */
async function writeAtOnce(
  repo: Repo,
  { changes, before, modulePaths }: Work,
  rooms: IndexRooms,
  options: WorkOptions,
  isLate: () => boolean,
): Promise<number | undefined> {
  const quietly = { ...signalOf(options), isLate }
  const fresh = await prepare(repo, changes, rooms, quietly)
  const giveUp = async (): Promise<undefined> => void (await keepFacts(fresh.records, rooms))
  // Checked at every file: finding the affected files may take longer than everything else.
  if (isLate()) return giveUp()
  const rows = rowsAfter(before, fresh.records, fresh.removed)
  const after = { rows, pending: fresh.views }
  const touched = [...fresh.records.map(({ row }) => row.path), ...fresh.removed]
  const old = new Map(
    touched.flatMap((path) => (before.has(path) ? [[path, keyOfRow(before.get(path) as FileRow)] as const] : [])),
  )
  const paths = await relinkPaths(repo, rooms, after, old, touched, quietly)
  if (isLate()) return giveUp()
  const links: FileLinks[] = []
  let sources: LinkSources | undefined
  await linkFiles(repo, rooms, after, paths, quietly, async (files, _, made) => {
    links.push(...files)
    sources = made
  })
  if (isLate()) return giveUp()
  const notes = await reading(rooms, (snapshot) => {
    const outline = async (path: string) =>
      fresh.views.get(path)?.outline() ?? (await factsAt(snapshot, repo.repo_id, path))?.outline()
    return writeNotes(repo.repo_id, { rows, outline }, { paths: touched, before }, modulePaths)
  })
  const pointers = await carriedPointers(repo, { rows: before, changes: changes.changes }, fresh, rooms)
  if (isLate()) return giveUp()
  const last_indexed_at = rooms.now().toISOString()
  const made = sources ? { sources: { ...sources, ofAll: paths.length === linkable(rows).length } } : {}
  const batch = { replace: fresh.records, remove: fresh.removed, links, ...made, pointers, ...notes, last_indexed_at }
  await rooms.writer.apply(repo.repo_id, batch)
  await writeStatus(repo, changes, rooms)
  await embedCaughtUp(repo, rooms, touched, quietly)
  return touched.length
}

/** Like a build of the changed files: from the first step to the last the repo is marked as incomplete. */
async function writeInSteps(
  repo: Repo,
  { changes, before }: Work,
  rooms: IndexRooms,
  options: RefreshOptions,
  isLate: () => boolean,
): Promise<RefreshOutcome> {
  await writeStatus(repo, changes, rooms, 'rebuilding')
  const build = await rooms.writer.openBuild(repo.repo_id)
  try {
    const removed = changes.changes.filter(({ state }) => state === 'deleted').map(({ path }) => path)
    const work = { entries: changes.entries, removed, changes: changes.changes }
    // If reading left no time for the search, the next call makes it, which has nothing to read.
    const steps = { ...options, isLate, search_ms: work.entries.length > 0 ? options.finish_ms / 2 : 0 }
    await replaceFiles(repo, build, before, work, rooms, { ...steps, reuse: true })
    // With nothing to read there is always time for the first of the next steps: each call makes progress.
    const isTime = work.entries.length === 0 || !isLate()
    if (isTime && (await settle(repo, rooms, build, steps))) {
      await writeStatus(repo, changes, rooms)
      const touched = [...changes.entries.map(({ path }) => path), ...removed]
      await embedCaughtUp(repo, rooms, touched, { ...signalOf(options), isLate })
      return { state: 'done', files: changes.entries.length + removed.length }
    }
    await writeStatus(repo, changes, rooms, 'stale')
    return { state: 'unfinished' }
  } catch (error) {
    await build.abandon()
    // The reason why it stopped matters; a status file that cannot be written must not hide it.
    await writeStatus(repo, changes, rooms, 'stale').catch(() => undefined)
    throw error
  }
}

/** Written last, with the HEAD that was seen. */
async function writeStatus(
  repo: Repo,
  changes: TakenChangeSet,
  rooms: IndexRooms,
  state: IndexStatus['index_state'] = 'fresh',
): Promise<void> {
  const old = state === 'fresh' ? null : await rooms.status.load(repo.root)
  await rooms.status.write(repo.root, {
    repo: repo.repo_id,
    index_state: state,
    last_indexed_at: state === 'fresh' ? await indexedAt(repo, rooms) : (old?.last_indexed_at ?? ''),
    last_indexed_commit: state === 'fresh' ? changes.head : (old?.last_indexed_commit ?? null),
  })
}

type Fresh = { records: FileRecord[]; views: Map<string, FactsView>; removed: string[] }

async function prepare(
  repo: Repo,
  changes: TakenChangeSet,
  rooms: IndexRooms,
  options: WorkOptions & { isLate: () => boolean },
): Promise<Fresh> {
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
  for (const { row } of records) for (const one of await carrier.replaced(row, views.get(row.path) ?? null)) pointers.push(one)
  for (const path of removed) for (const one of await carrier.removed(path)) pointers.push(one)
  return pointers
}

async function keepFacts(records: readonly FileRecord[], rooms: IndexRooms): Promise<void> {
  const entries = records.flatMap(({ row, facts }) => (facts instanceof Uint8Array ? [{ key: keyOfRow(row), bytes: facts }] : []))
  await rooms.writer.putFacts(entries)
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
