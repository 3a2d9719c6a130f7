/** The state of each repo: what the index has, what is on disk, what an update would do. It only reads. */

import { isFolder } from '../base/repo-files/see.ts'
import type { FreshnessState, RouteDecision } from '../contract/freshness.ts'
import { CairnProblem } from '../contract/problems.ts'
import type { Repo } from '../contract/repo.ts'
import type { CatchUpPlan, PendingChanges, RepoStatus, StatusReport, VectorCoverage } from '../contract/reports.ts'
import type { TakenChangeSet } from '../discover/port.ts'
import type { RepoRow, StoreReader } from '../store/port.ts'
import { readStanding, type Standing } from '../workspace/standing.ts'
import { changeWords, gitWords, planWords, unfinishedWords } from './status-words.ts'
import type { UpkeepRooms } from './upkeep-rooms.ts'
import { coverageOf } from './vectors.ts'

type Signal = { signal?: AbortSignal }

export async function status(repos: readonly Repo[], rooms: UpkeepRooms, options: Signal = {}): Promise<StatusReport> {
  const reader = await rooms.openReader()
  let damage: string | undefined
  /** A damaged index has no size and no rows; the rest is still reported. */
  const unlessDamaged = async <Value, Other>(read: () => Promise<Value>, other: () => Promise<Other>): Promise<Value | Other> => {
    try {
      return await (damage === undefined ? read() : other())
    } catch (error) {
      if (!(error instanceof CairnProblem) || error.code !== 'STORE_CORRUPT') throw error
      damage = `${error.message} ${error.fix}`
      return other()
    }
  }
  const size = await unlessDamaged(
    () => reader.size(),
    async () => noSize,
  )
  const bytes = new Map(size.repos.map((each) => [each.repo_id, each.bytes]))
  const reports: RepoStatus[] = []
  for (const repo of repos) {
    const found = await unlessDamaged(
      () => look(repo, reader, rooms, options),
      async () => ({ ...(await lookWithout(repo, rooms, options)), damage }),
    )
    reports.push(describe(found, bytes.get(repo.repo_id) ?? 0))
  }
  const { total, facts, vectors } = size
  return { home: rooms.home, repos: reports, size: { total, facts, vectors }, quota_bytes: rooms.quota_bytes }
}

const noSize: Awaited<ReturnType<StoreReader['size']>> = { total: 0, facts: 0, vectors: 0, repos: [] }

type Found = {
  repo: Repo
  row: RepoRow | undefined
  decision: RouteDecision
  /** Undefined when there is nothing to compare: no folder, or no rows. */
  taken: TakenChangeSet | { failed: string } | undefined
  standing: Standing | undefined
  there: boolean
  /** Another process is writing this repo's index; undefined when not checked, or unknown. */
  isBusy: boolean | undefined
  budget: ReturnType<UpkeepRooms['budgetOf']>
  vectors: VectorCoverage[]
  /** Why nothing can be said about the index. */
  damage?: string | undefined
}

/** Only what does not need the store. */
async function lookWithout(repo: Repo, rooms: UpkeepRooms, options: Signal): Promise<Found> {
  const decision = await rooms.computeRoute(repo.root)
  const there = await isFolder(repo.root)
  const commit = decision.status?.last_indexed_commit ?? null
  const standing = there ? await readStanding(repo.root, commit, options) : undefined
  const nothing = { row: undefined, taken: undefined, isBusy: undefined, vectors: [] }
  return { repo, decision, there, standing, budget: rooms.budgetOf(repo.root), ...nothing }
}

async function look(repo: Repo, reader: StoreReader, rooms: UpkeepRooms, options: Signal): Promise<Found> {
  options.signal?.throwIfAborted()
  const snapshot = await reader.snapshot()
  try {
    const row = await snapshot.repo(repo.repo_id)
    const decision = await rooms.computeRoute(repo.root)
    const there = await isFolder(repo.root)
    const compare = () => changesOf(repo, () => snapshot.recordedFiles(repo.repo_id), rooms, options)
    const [taken, standing] = await Promise.all([
      row && there ? compare() : undefined,
      there ? readStanding(repo.root, decision.status?.last_indexed_commit ?? null, options) : undefined,
    ])
    const isBusy = isUnfinished(decision, row) ? await isBeingWritten(repo, rooms) : undefined
    const vectors = row ? await coverageOf(repo, snapshot, rooms) : []
    return { repo, row, decision, taken, standing, there, isBusy, budget: rooms.budgetOf(repo.root), vectors }
  } finally {
    await snapshot.close()
  }
}

async function changesOf(
  repo: Repo,
  rows: Parameters<UpkeepRooms['takeChangeSet']>[2],
  rooms: UpkeepRooms,
  options: Signal,
): Promise<Found['taken']> {
  try {
    return await rooms.takeChangeSet(repo.root, repo.repo_id, rows, options)
  } catch (error) {
    options.signal?.throwIfAborted()
    if (error instanceof CairnProblem && error.code === 'STORE_CORRUPT') throw error
    return { failed: error instanceof Error ? error.message : String(error) }
  }
}

/** A running build and an interrupted one have the same status file, but only a running build holds the lock. */
async function isBeingWritten(repo: Repo, rooms: UpkeepRooms): Promise<boolean | undefined> {
  try {
    const lock = await (await rooms.openWriter()).lockRepo(repo.repo_id, { wait_ms: 0 })
    await lock?.release()
    return lock === undefined
  } catch {
    return undefined
  }
}

function describe(found: Found, bytes: number): RepoStatus {
  const { repo, row, decision, taken, standing } = found
  const changes = taken && 'changes' in taken ? taken : undefined
  const pending = changes ? countChanges(changes) : null
  const plan = pending && planFor(pending, found.budget)
  const distance = standing?.distance
  return {
    repo_id: repo.repo_id,
    root: repo.root,
    freshness_state: stateOf(found, pending),
    index_status: decision.status,
    indexed_commit: decision.status?.last_indexed_commit ?? null,
    head: changes?.head ?? standing?.head ?? null,
    last_indexed_at: row?.last_indexed_at ?? (decision.status?.last_indexed_at || null),
    files: row?.files ?? 0,
    pending,
    catch_up: plan,
    unchecked: changes?.unchecked.length ?? 0,
    branch: standing?.branch ?? null,
    commits: distance && distance !== 'gone' ? distance : null,
    uncommitted: standing?.uncommitted ?? null,
    bytes,
    vectors: found.vectors,
    words: wordsFor(found, pending, plan),
    notes: notesFor(found, plan),
  }
}

function countChanges({ changes }: TakenChangeSet): PendingChanges {
  const pending = { added: 0, edited: 0, deleted: 0, renamed: 0 }
  for (const change of changes) {
    pending[change.state]++
    if (change.state === 'added' && change.from !== undefined) pending.renamed++
  }
  return pending
}

/** As the gateway counts: a rename is one change. A file that was only renamed is not parsed again. */
function planFor({ added, edited, deleted, renamed }: PendingChanges, budget: Found['budget']): CatchUpPlan {
  const fits = added + edited + deleted - renamed <= budget.files
  const work = { read: added - renamed + edited, moved: renamed, forget: deleted - renamed }
  return { ...work, budget_files: budget.files, budget_ms: budget.ms, fits }
}

const sum = ({ added, edited, deleted }: PendingChanges): number => added + edited + deleted

/** The comparison of the files decides; the status file and HEAD are used only if it was not possible. */
function stateOf({ decision, row, taken }: Found, pending: PendingChanges | null): FreshnessState {
  if (!row) return 'UNKNOWN'
  if (pending === null || (taken && 'unchecked' in taken && taken.unchecked.length > 0 && sum(pending) === 0))
    return decision.freshness_state === 'FRESH' ? 'UNKNOWN' : decision.freshness_state
  return sum(pending) === 0 && !isUnfinished(decision, row) ? 'FRESH' : 'STALE'
}

const isUnfinished = ({ status: state }: RouteDecision, row: RepoRow | undefined): boolean =>
  state?.index_state === 'rebuilding' || state?.index_state === 'error' || row?.complete === false

function wordsFor(found: Found, pending: PendingChanges | null, plan: CatchUpPlan | null): string {
  const { row, there, decision, taken, isBusy } = found
  if (!there) return 'Its folder is gone. `cairn gc` forgets it after 14 days, `cairn remove` at once.'
  if (found.damage !== undefined) return found.damage
  if (isUnfinished(decision, row)) return unfinishedWords(decision.status, isBusy)
  if (!row) return 'Not indexed yet. The first question, or `cairn index`, builds the index.'
  if (taken && 'failed' in taken) return `Its files could not be compared: ${taken.failed}`
  if (!pending || !plan || !taken) return 'Its files could not be compared.'
  return changeWords(pending, plan, taken.unchecked)
}

function notesFor({ standing, decision, taken, row }: Found, plan: CatchUpPlan | null): string[] {
  if (!standing) return []
  const git = taken && 'git' in taken ? taken.git : undefined
  const notes = [gitWords(standing, row ? (decision.status?.last_indexed_commit ?? null) : null, git)]
  if (plan && !isUnfinished(decision, row)) notes.push(planWords(plan))
  return notes.filter((note) => note !== '')
}
