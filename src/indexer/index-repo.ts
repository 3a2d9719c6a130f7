/**
 * Brings a whole repo up to date: lists it, parses and stores changed files, links uses, writes notes, and the status file last.
 * Safe to kill at any moment: facts are stored as they come, files become visible whole, and the next run continues.
 */

import type { IndexStatus } from '../contract/freshness.ts'
import type { SearchLevel } from '../contract/items.ts'
import { CairnProblem } from '../contract/problems.ts'
import type { Repo } from '../contract/repo.ts'
import type { FileNote, IndexReport } from '../contract/reports.ts'
import type { FileEntry, TakenChangeSet } from '../discover/port.ts'
import type { FileRow, RepoRow, StoreBuild } from '../store/port.ts'
import { copyCheckout } from './copy-checkout.ts'
import { embedMissing } from './embed-missing.ts'
import { type IndexRooms, signalOf, type WorkOptions } from './index-rooms.ts'
import { indexedAt } from './indexed-at.ts'
import { KeptOutlines } from './kept-outlines.ts'
import type { PreparedFile } from './prepare-files.ts'
import { replaceFiles } from './replace-files.ts'
import { Tally } from './report.ts'
import { settle } from './settle.ts'
import { ManifestChanged } from './symbol-source.ts'

export type IndexOptions = WorkOptions & {
  /** Read and parse everything again, and use nothing that is stored. */
  fresh?: boolean
  dryRun?: boolean
  /** How long to wait for another process that writes this repo; the setting unless given. */
  wait_ms?: number
  /** Which vectors are made; all unless given. Nobody who waits for an answer waits for those of a server. */
  vectors?: 'all' | 'local' | 'none'
  /** Done when the index is complete, before another process may write it. Its failure is one of the build. */
  whileLocked?: (report: IndexReport) => Promise<void>
}

export async function indexRepo(repo: Repo, given: IndexRooms, options: IndexOptions = {}): Promise<IndexReport> {
  if (options.dryRun) return dryRun(repo, given, options)
  const rooms = { ...given, outlines: new KeptOutlines() }
  const build = new Build(repo, rooms, options)
  const run = async (): Promise<IndexReport> => {
    const done = await build.run()
    await options.whileLocked?.(done)
    return done
  }
  const report = await underLock(repo, rooms, options, run).catch(async (error: unknown) => {
    await build.leave(error)
    throw error
  })
  const warnings = await embed(repo, rooms, options)
  return { ...report, warnings: [...build.warnings, ...warnings], seconds: build.seconds() }
}

/** Also when no file changed: vectors may be missing all the same. */
async function embed(repo: Repo, rooms: IndexRooms, options: IndexOptions): Promise<string[]> {
  if (options.vectors === 'none') return []
  const wait_ms = options.wait_ms ?? rooms.settings.lock_wait_ms
  const { signal, onProgress } = options
  const work = { ...(signal ? { signal } : {}), ...(onProgress ? { onProgress } : {}) }
  const { state, warnings } = await embedMissing(repo, rooms, { ...work, wait_ms, localOnly: options.vectors === 'local' })
  if (state === 'locked') return ['Another process is making the vectors of this repo.']
  return warnings.map((words) => `${words} ${WITHOUT}`)
}

const WITHOUT = 'The index is complete without these vectors; the next `cairn index` makes them.'

async function underLock<Result>(
  repo: Repo,
  rooms: IndexRooms,
  options: IndexOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const lock = await rooms.writer.lockRepo(repo.repo_id, {
    wait_ms: options.wait_ms ?? rooms.settings.lock_wait_ms,
    ...signalOf(options),
  })
  if (!lock) throw new CairnProblem('INDEX_LOCKED', { repo: repo.repo_id })
  try {
    return await work()
  } finally {
    await lock.release()
  }
}

/** The reason why the build stopped matters: a status file that cannot be written must not hide it. */
async function leaveError(repo: Repo, rooms: IndexRooms, error: unknown): Promise<void> {
  await leave(repo, rooms, 'error', error instanceof Error ? error.message : String(error))
}

async function leave(repo: Repo, rooms: IndexRooms, index_state: 'error' | 'stale', last_error: string): Promise<void> {
  const old = await rooms.status.load(repo.root)
  await rooms.status
    .write(repo.root, {
      repo: repo.repo_id,
      index_state,
      last_indexed_at: old?.last_indexed_at ?? '',
      last_indexed_commit: old?.last_indexed_commit ?? null,
      last_error,
    })
    .catch(() => undefined)
}

/** A manifest that changes more often than this while files are linked is being written all the time. */
const MOST_TRIES = 4

/** What the store knows about the repo before the run. */
type Before = { rows: Map<string, FileRow>; row: RepoRow | undefined; isCopied?: boolean }
type Work = { entries: FileEntry[]; removed: string[]; changes: TakenChangeSet }

type BuildRooms = IndexRooms & { outlines: KeptOutlines }

class Build {
  readonly warnings: string[] = []
  private readonly tally = new Tally()
  private readonly started: number
  private begun = false
  private readonly repo: Repo
  private readonly rooms: BuildRooms
  private readonly options: IndexOptions
  constructor(repo: Repo, rooms: BuildRooms, options: IndexOptions) {
    this.repo = repo
    this.rooms = rooms
    this.options = options
    this.started = rooms.now().getTime()
  }

  async run(): Promise<IndexReport> {
    this.options.onProgress?.({ phase: 'list', repo_id: this.repo.repo_id, done: 0, total: null })
    const before = await this.startingPoint()
    const work = await findWork(this.repo, before, this.rooms, this.options)
    const status = await this.rooms.status.load(this.repo.root)
    this.tally[before.isCopied ? 'reused' : 'unchanged'] = keptRows(before, work)
    for (const file of work.changes.skipped) this.tally.skipped.push(file)
    await this.rooms.writer.touchFiles(this.repo.repo_id, work.changes.touched)
    if (isUpToDate(work, before, status)) {
      // A damaged status file may still look like one.
      const isOwn = status?.repo === this.repo.repo_id && status.last_indexed_at === before.row?.last_indexed_at
      return this.report(before.rows, work, isOwn ? [] : [await this.mark('fresh', status, work)])
    }
    await this.mark('rebuilding', status, work)
    this.begun = true
    return await this.write(before, work, status, MOST_TRIES)
  }

  /** What is stored of the repo or, when that is nothing, of another checkout of it. */
  private async startingPoint(): Promise<Before> {
    const before = await readBefore(this.repo, this.rooms, this.options)
    if (before.rows.size > 0 || this.options.fresh) return before
    const isCopied = await copyCheckout(this.repo, this.rooms, this.options)
    return isCopied ? { ...(await readBefore(this.repo, this.rooms, this.options)), isCopied } : before
  }

  /** A manifest that changed while files were linked is recorded, and they are linked again. */
  private async write(before: Before, work: Work, status: IndexStatus | null, tries: number): Promise<IndexReport> {
    try {
      const rows = await this.writeOnce(before, work)
      return await this.report(rows, work, [await this.mark('fresh', status, work)])
    } catch (error) {
      if (!(error instanceof ManifestChanged)) throw error
      const now = await readBefore(this.repo, this.rooms, this.options)
      const left = await findWork(this.repo, now, this.rooms, { ...this.options, fresh: false })
      if (tries > 1) return await this.write(now, left, status, tries - 1)
      await leave(this.repo, this.rooms, 'stale', error.message)
      this.warnings.push(`${error.message} again and again. The next question, or \`cairn index\`, links the rest.`)
      return await this.report(now.rows, left, [])
    }
  }

  seconds(): number {
    return (this.rooms.now().getTime() - this.started) / 1000
  }

  /** If another process builds, or the run was stopped before it began, that is not a failed build. */
  async leave(error: unknown): Promise<void> {
    const { signal } = this.options
    if (signal?.aborted) return this.begun ? leave(this.repo, this.rooms, 'stale', 'cancelled') : undefined
    if (error instanceof CairnProblem && error.code === 'INDEX_LOCKED') return undefined
    return leaveError(this.repo, this.rooms, error)
  }

  /** Also continues what an earlier run, or a catch-up, left unfinished. */
  private async writeOnce(before: Before, work: Work): Promise<Map<string, FileRow>> {
    const build = await this.rooms.writer.openBuild(this.repo.repo_id)
    try {
      const rows = await this.replaceFiles(build, before, work)
      this.rooms.outlines.allowMore()
      const isFirst = before.row === undefined
      const all = this.options.fresh === true || isFirst
      const failed = (file: FileNote): void => void this.tally.failed.push(file)
      await settle(this.repo, this.rooms, build, { ...this.options, all, isFirst, failed })
      return rows
    } catch (error) {
      await build.abandon()
      throw error
    }
  }

  private async replaceFiles(build: StoreBuild, before: Before, work: Work): Promise<Map<string, FileRow>> {
    const files = { entries: work.entries, removed: work.removed, changes: work.changes.changes }
    const options = { ...this.options, reuse: this.options.fresh !== true }
    const { rows, removed } = await replaceFiles(this.repo, build, before.rows, files, this.rooms, options, {
      replaced: (file) => this.count(file),
      lost: ({ path, gone, reason }) => {
        if (!gone) this.tally.failed.push({ path, reason })
      },
    })
    this.tally.removed = removed.length
    return rows
  }

  private count({ record: { row }, view, origin }: PreparedFile): void {
    if (view) this.rooms.outlines.keep(row, view.outline())
    if (origin === 'parsed') this.tally.parsed += 1
    if (origin === 'reused') this.tally.reused += 1
    if (row.status === 'failed' || row.status === 'timed-out') this.tally.failed.push({ path: row.path, reason: row.reason })
    else if (row.reason !== '') this.tally.skipped.push({ path: row.path, reason: row.reason })
  }

  private async mark(state: 'rebuilding' | 'fresh', old: IndexStatus | null, work: Work): Promise<string> {
    return this.rooms.status.write(this.repo.root, {
      repo: this.repo.repo_id,
      index_state: state,
      last_indexed_at: state === 'fresh' ? await indexedAt(this.repo, this.rooms) : (old?.last_indexed_at ?? ''),
      last_indexed_commit: state === 'fresh' ? work.changes.head : (old?.last_indexed_commit ?? null),
    })
  }

  private async report(rows: ReadonlyMap<string, FileRow>, work: Work, written: string[]): Promise<IndexReport> {
    const snapshot = await this.rooms.reader.snapshot()
    try {
      const counts = (await snapshot.repo(this.repo.repo_id))?.counts ?? noCounts
      return this.tally.report(this.repo, {
        commit: work.changes.head,
        files: rows.size,
        counts,
        seconds: this.seconds(),
        dry_run: false,
        written,
      })
    } finally {
      await snapshot.close()
    }
  }
}

const keptRows = ({ rows }: Before, { removed, entries }: Work): number =>
  rows.size - removed.length - entries.filter(({ path }) => rows.has(path)).length

const noCounts: Record<SearchLevel, number> = { symbol: 0, file: 0, module: 0, repo: 0, doc: 0 }

async function readBefore(repo: Repo, rooms: IndexRooms, options: IndexOptions): Promise<Before> {
  const snapshot = await rooms.reader.snapshot()
  try {
    options.signal?.throwIfAborted()
    const rows = new Map((await snapshot.recordedFiles(repo.repo_id)).map((row) => [row.path, row]))
    return { rows, row: await snapshot.repo(repo.repo_id) }
  } finally {
    await snapshot.close()
  }
}

async function findWork(repo: Repo, before: Before, rooms: IndexRooms, options: IndexOptions): Promise<Work> {
  const recorded = options.fresh ? [] : [...before.rows.values()].filter((row) => isCurrent(row, rooms.parser_version))
  const changes = await rooms.takeChangeSet(repo.root, repo.repo_id, recorded, signalOf(options))
  const listed = new Set(changes.entries.map(({ path }) => path))
  const kept = new Set(recorded.map(({ path }) => path))
  const removed = changes.changes.filter(({ state }) => state === 'deleted').map(({ path }) => path)
  // Rows left out of the comparison on purpose (another parser's, or all of them) that are no longer on disk.
  for (const path of before.rows.keys()) if (!kept.has(path) && !listed.has(path)) removed.push(path)
  return { entries: changes.entries, removed, changes }
}

/** A file whose parse timed out is tried again; one read by another parser version is read again. */
const isCurrent = (row: FileRow, parserVersion: string): boolean =>
  row.status !== 'timed-out' && (row.parser_version === parserVersion || row.parser_version === '')

const isUpToDate = (work: Work, before: Before, status: IndexStatus | null): boolean =>
  work.entries.length === 0 &&
  work.removed.length === 0 &&
  before.row?.complete === true &&
  status?.index_state === 'fresh' &&
  status.last_indexed_commit === work.changes.head

async function dryRun(repo: Repo, rooms: IndexRooms, options: IndexOptions): Promise<IndexReport> {
  const started = rooms.now().getTime()
  const before = await readBefore(repo, rooms, options)
  const work = await findWork(repo, before, rooms, options)
  const tally = new Tally()
  tally.parsed = work.entries.length
  tally.removed = work.removed.length
  tally.unchanged = keptRows(before, work)
  for (const file of work.changes.skipped) tally.skipped.push(file)
  return tally.report(repo, {
    commit: work.changes.head,
    files: before.rows.size,
    counts: before.row?.counts ?? noCounts,
    seconds: (rooms.now().getTime() - started) / 1000,
    dry_run: true,
    written: await rooms.status.wouldWrite(repo.root),
  })
}
