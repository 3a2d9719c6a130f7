/** How each repo stands: what the index shows, what is on disk, what a catch-up would do. Reads only. */
import { stat } from 'node:fs/promises'
import type { FreshnessState, RouteDecision } from '../contract/freshness.ts'
import type { RepoStatus, StatusReport } from '../contract/reports.ts'
import type { TakenChangeSet } from '../discover/port.ts'
import type { RepoRow, StoreReader } from '../store/port.ts'
import type { UpkeepRepo, UpkeepRooms } from './upkeep-rooms.ts'

type Signal = { signal?: AbortSignal }

export async function status(repos: readonly UpkeepRepo[], rooms: UpkeepRooms, options: Signal = {}): Promise<StatusReport> {
  const reader = await rooms.openReader()
  const size = await reader.size()
  const bytes = new Map(size.repos.map((each) => [each.repo_id, each.bytes]))
  const reports: RepoStatus[] = []
  for (const repo of repos) reports.push(await repoStatus(repo, reader, bytes.get(repo.repo_id) ?? 0, rooms, options))
  return { home: rooms.home, repos: reports, size: { total: size.total, facts: size.facts }, quota_bytes: rooms.quota_bytes }
}

async function repoStatus(
  repo: UpkeepRepo,
  reader: StoreReader,
  bytes: number,
  rooms: UpkeepRooms,
  options: Signal,
): Promise<RepoStatus> {
  options.signal?.throwIfAborted()
  const snapshot = await reader.snapshot()
  try {
    const row = await snapshot.repo(repo.repo_id)
    const decision = await rooms.computeRoute(repo.root)
    const there = await isFolder(repo.root)
    const rows = row && there ? await snapshot.recordedFiles(repo.repo_id) : undefined
    const taken = rows ? await changesOf(repo, rows, rooms, options) : undefined
    return describe({ repo, row, decision, taken, there, bytes })
  } finally {
    await snapshot.close()
  }
}

type Changes = TakenChangeSet | { failed: string }

async function changesOf(
  repo: UpkeepRepo,
  rows: Parameters<UpkeepRooms['takeChangeSet']>[2],
  rooms: UpkeepRooms,
  options: Signal,
): Promise<Changes> {
  try {
    return await rooms.takeChangeSet(repo.root, repo.repo_id, rows, options)
  } catch (error) {
    options.signal?.throwIfAborted()
    return { failed: error instanceof Error ? error.message : String(error) }
  }
}

type Found = {
  repo: UpkeepRepo
  row: RepoRow | undefined
  decision: RouteDecision
  taken: Changes | undefined
  there: boolean
  bytes: number
}

function describe(found: Found): RepoStatus {
  const { repo, row, decision, taken, bytes } = found
  const changes = taken && 'changes' in taken ? taken : undefined
  const pending = changes ? countChanges(changes) : null
  return {
    repo_id: repo.repo_id,
    root: repo.root,
    freshness_state: stateOf(found, pending),
    index_status: decision.status,
    indexed_commit: decision.status?.last_indexed_commit ?? null,
    head: changes?.head ?? null,
    last_indexed_at: row?.last_indexed_at ?? decision.status?.last_indexed_at ?? null,
    files: row?.files ?? 0,
    pending,
    unchecked: changes?.unchecked.length ?? 0,
    bytes,
    words: wordsFor(found, pending),
  }
}

type Pending = { added: number; edited: number; deleted: number }

function countChanges({ changes }: TakenChangeSet): Pending {
  const count = (state: string): number => changes.filter((change) => change.state === state).length
  return { added: count('added'), edited: count('edited'), deleted: count('deleted') }
}

const sum = ({ added, edited, deleted }: Pending): number => added + edited + deleted

/** The bytes decide where they could be compared; the status file and HEAD only where they could not. */
function stateOf({ decision, row, taken }: Found, pending: Pending | null): FreshnessState {
  if (!row) return 'UNKNOWN'
  if (pending === null || (taken && 'unchecked' in taken && taken.unchecked.length > 0 && sum(pending) === 0))
    return decision.freshness_state === 'FRESH' ? 'UNKNOWN' : decision.freshness_state
  return sum(pending) === 0 && !isUnfinished(decision) ? 'FRESH' : 'STALE'
}

const isUnfinished = ({ status }: RouteDecision): boolean =>
  status?.index_state === 'rebuilding' || status?.index_state === 'error'

function wordsFor({ row, there, decision, taken }: Found, pending: Pending | null): string {
  if (!there) return 'Its folder is gone. `cairn gc` forgets it after 14 days.'
  if (!row) return 'Not indexed yet. The first question, or `cairn index`, builds the index.'
  if (taken && 'failed' in taken) return `Its files could not be compared: ${taken.failed}`
  const state = decision.status
  if (state?.index_state === 'error')
    return `The last build failed: ${state.last_error ?? 'no reason given'}. \`cairn index\` goes on.`
  if (state?.index_state === 'rebuilding') return 'A build is running, or was cut off. `cairn index` goes on where it stopped.'
  if (pending === null || !taken || !('head' in taken)) return 'Its files could not be compared.'
  return comparedWords(pending, taken, state?.last_indexed_commit ?? null)
}

function comparedWords(pending: Pending, { head, unchecked }: TakenChangeSet, indexed: string | null): string {
  const moved =
    head !== null && indexed !== null && head !== indexed
      ? ` HEAD moved from ${indexed.slice(0, 10)} to ${head.slice(0, 10)}.`
      : ''
  const odd = unchecked.length > 0 ? ` ${unchecked.length} files could not be checked.` : ''
  if (sum(pending) === 0) return `Up to date: every file is as it was indexed.${moved}${odd}`
  const parts = (['added', 'edited', 'deleted'] as const)
    .filter((what) => pending[what] > 0)
    .map((what) => `${pending[what]} ${what}`)
  const changed = sum(pending) === 1 ? '1 file changed since it was' : `${sum(pending)} files changed since they were`
  return `${changed} indexed (${parts.join(', ')}); the next question catches up.${moved}${odd}`
}

const isFolder = (place: string): Promise<boolean> =>
  stat(place).then(
    (found) => found.isDirectory(),
    () => false,
  )
