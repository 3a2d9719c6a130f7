/**
 * Updates the index of one repo as a question would: a change set is taken, few files are caught up, many are indexed by a
 * build. The result does not depend on what started it (an event, a poll, or the heartbeat).
 */

import type { IndexStatus } from '../contract/freshness.ts'
import { CairnProblem } from '../contract/problems.ts'
import type { Repo } from '../contract/repo.ts'
import type { IndexReport } from '../contract/reports.ts'
import type { CaughtUp } from '../contract/watch.ts'
import type { TakeChangeSet, TakenChangeSet } from '../discover/port.ts'
import type { RefreshFiles } from '../indexer/refresh-files.ts'
import type { StoreReader } from '../store/port.ts'

export type UpToDateRooms = {
  openReader(): Promise<StoreReader>
  takeChangeSet: TakeChangeSet
  refreshFiles: RefreshFiles
  indexRepo(repo: Repo, options: { signal: AbortSignal; wait_ms: number }): Promise<IndexReport>
  loadStatus(root: string): Promise<IndexStatus | null>
  parserVersion(): Promise<string>
  budgetOf(root: string): number
  now(): number
}

export type Brought =
  | { state: 'current' }
  /** `moved`: the index has another commit now. */
  | ({ state: 'done'; moved: boolean } & CaughtUp)
  /** Another process is writing this repo's index. */
  | { state: 'locked' }

export type BringOptions = {
  signal: AbortSignal
  /** A build begins; the number of changed files, or null when there was no index. */
  onBuild(changed: number | null): void
}

/** Nobody waits for this work. A question asked meanwhile reads the changed files live. */
const BUDGET_MS = 60_000
const LOCK_WAIT_MS = 300

export async function bringUpToDate(repo: Repo, rooms: UpToDateRooms, options: BringOptions): Promise<Brought> {
  const started = rooms.now()
  const status = await rooms.loadStatus(repo.root)
  const seen = await lookAt(repo, rooms, options.signal)
  const { changes } = seen
  const count = changes?.changes.length ?? 0
  if (!changes || seen.needsBuild || count > rooms.budgetOf(repo.root)) return build(repo, seen, status, rooms, options)
  if (count === 0 && !lags(status, changes)) return { state: 'current' }
  const outcome = await rooms.refreshFiles(repo, changes, {
    budget_files: rooms.budgetOf(repo.root),
    budget_ms: BUDGET_MS,
    finish_ms: Number.POSITIVE_INFINITY,
    wait_ms: LOCK_WAIT_MS,
    seen_generation: seen.generation,
    signal: options.signal,
  })
  switch (outcome.state) {
    case 'done':
      return done('files', outcome.files, changes, status, changes.head, (rooms.now() - started) / 1000)
    case 'locked':
      return { state: 'locked' }
    case 'unfinished':
      return build(repo, seen, status, rooms, options)
    default:
      return outcome satisfies never
  }
}

/** `changes` undefined: there is no index yet. */
type Seen = { changes: TakenChangeSet | undefined; generation: number; needsBuild: boolean }

async function lookAt(repo: Repo, rooms: UpToDateRooms, signal: AbortSignal): Promise<Seen> {
  const snapshot = await (await rooms.openReader()).snapshot()
  try {
    const { complete, generation = 0 } = (await snapshot.states([repo.repo_id])).get(repo.repo_id) ?? {}
    const rows = await snapshot.recordedFiles(repo.repo_id)
    if (complete === undefined || (rows.length === 0 && !complete)) return { changes: undefined, generation, needsBuild: true }
    const changes = await rooms.takeChangeSet(repo.root, repo.repo_id, rows, { signal })
    const current = await rooms.parserVersion()
    const isOld = rows.some(({ parser_version }) => parser_version !== '' && parser_version !== current)
    return { changes, generation, needsBuild: isOld || !complete }
  } finally {
    await snapshot.close()
  }
}

/** No file changed, but the status file or the recorded times are out of date. */
const lags = (status: IndexStatus | null, changes: TakenChangeSet): boolean =>
  status?.index_state !== 'fresh' || status.last_indexed_commit !== changes.head || changes.touched.length > 0

async function build(
  repo: Repo,
  { changes }: Seen,
  status: IndexStatus | null,
  rooms: UpToDateRooms,
  { signal, onBuild }: BringOptions,
): Promise<Brought> {
  onBuild(changes ? changes.changes.length : null)
  try {
    const report = await rooms.indexRepo(repo, { signal, wait_ms: LOCK_WAIT_MS })
    const files = report.parsed + report.reused + report.removed
    return done('repo', files, changes, status, report.commit, report.seconds)
  } catch (error) {
    if (error instanceof CairnProblem && error.code === 'INDEX_LOCKED') return { state: 'locked' }
    throw error
  }
}

function done(
  how: CaughtUp['how'],
  files: number,
  changes: TakenChangeSet | undefined,
  status: IndexStatus | null,
  commit: string | null,
  seconds: number,
): Brought {
  const count = (state: string): number => changes?.changes.filter((change) => change.state === state).length ?? 0
  const moved = (status?.last_indexed_commit ?? null) !== commit
  const [added, edited, deleted] = [changes ? count('added') : files, count('edited'), count('deleted')]
  return { state: 'done', moved, how, files, added, edited, deleted, commit, seconds }
}
