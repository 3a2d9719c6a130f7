/**
 * The gatehouse. Before a tool answers, each repo of its scope is compared with the bytes on disk and, when that is quick,
 * brought up to date. What cannot be brought up to date is named, so that the tool reads it live and says so.
 */
import type { RouteDecision, StalePolicy } from '../contract/freshness.ts'
import { CairnProblem } from '../contract/problems.ts'
import type { TakeChangeSet, TakenChangeSet } from '../discover/port.ts'
import type { RefreshFiles } from '../indexer/refresh-files.ts'
import type { RepoRow, StoreReader, StoreSnapshot } from '../store/port.ts'
import { computeRoute, type RouteFacts } from './compute-route.ts'
import type { Gateway, OpenScope, RepoView, ScopeRequest } from './scope.ts'

export type GatewayRooms = RouteFacts & {
  /** Throws STORE_CORRUPT, STORE_NEWER … when there is no store to be had. */
  openReader(): Promise<StoreReader>
  takeChangeSet: TakeChangeSet
  /** Bound by `app`; the only way from reading to writing. Absent where nothing may be written. */
  refreshFiles?: RefreshFiles
  /** Called under `catch-up` for a repo that was never indexed, or whose build was cut off; true when its index is whole now. */
  firstBuild?: (repo: Place, signal: AbortSignal | undefined) => Promise<boolean>
  parser_version: string
  settings: { budget_files: number; budget_ms: number; catch_up_wait_ms: number }
}

type Place = ScopeRequest['repos'][number]

export function createGateway(rooms: GatewayRooms): Gateway {
  return { open: (request) => openScope(request, rooms) }
}

async function openScope(request: ScopeRequest, rooms: GatewayRooms): Promise<OpenScope> {
  const reader = await openReader(rooms)
  if ('problem' in reader) {
    const repos = await Promise.all(
      request.repos.map((repo) => liveView(repo, rooms, `${reader.problem.message} ${reader.problem.fix}`)),
    )
    return { snapshot: undefined, repos, close: async () => undefined }
  }
  const checks = await Promise.all(request.repos.map((repo) => checkRepo(repo, request, reader, rooms)))
  // Taken after every catch-up, so that all of them are seen.
  const snapshot = await reader.snapshot()
  return { snapshot, repos: checks, close: () => snapshot.close() }
}

async function openReader(rooms: GatewayRooms): Promise<StoreReader | { problem: CairnProblem }> {
  try {
    const reader = await rooms.openReader()
    // Opening is lazy; a first look tells whether it can be read at all.
    await (await reader.snapshot()).close()
    return reader
  } catch (error) {
    if (error instanceof CairnProblem) return { problem: error }
    throw error
  }
}

async function checkRepo(repo: Place, request: ScopeRequest, reader: StoreReader, rooms: GatewayRooms): Promise<RepoView> {
  const decision = await computeRoute(repo.root, rooms)
  const known = await lookAt(repo, reader, rooms, request.signal)
  if (known?.row.complete) return decide(repo, known, decision, request, rooms)
  if (request.policy === 'catch-up' && (await rooms.firstBuild?.(repo, request.signal))) {
    const built = await lookAt(repo, reader, rooms, request.signal)
    if (built) return decide(repo, built, await computeRoute(repo.root, rooms), request, rooms)
  }
  if (known) return decide(repo, known, decision, request, rooms)
  return liveView(
    repo,
    rooms,
    `${repo.repo_id} has no index yet, so its files were read as they are; build one with \`cairn index ${repo.root}\`.`,
  )
}

/** What the store says of the repo, and how the disk differs from it. */
type Known = {
  row: RepoRow
  changes: TakenChangeSet
  /** Paths whose facts are those of another parser version. */
  oldParser: readonly string[]
}

async function lookAt(
  repo: Place,
  reader: StoreReader,
  rooms: GatewayRooms,
  signal: AbortSignal | undefined,
): Promise<Known | undefined> {
  const snapshot: StoreSnapshot = await reader.snapshot()
  try {
    const row = await snapshot.repo(repo.repo_id)
    if (!row || (row.files === 0 && !row.complete)) return undefined
    const rows = await snapshot.recordedFiles(repo.repo_id)
    const changes = await rooms.takeChangeSet(repo.root, repo.repo_id, rows, signal ? { signal } : {})
    const oldParser = rows
      .filter((file) => file.parser_version !== '' && file.parser_version !== rooms.parser_version)
      .map((file) => file.path)
    return { row, changes, oldParser }
  } finally {
    await snapshot.close()
  }
}

async function decide(
  repo: Place,
  known: Known,
  decision: RouteDecision,
  request: ScopeRequest,
  rooms: GatewayRooms,
): Promise<RepoView> {
  const { changes, row } = known
  if (request.policy === 'strict' && !decision.use_rag) {
    return liveView(
      repo,
      rooms,
      'The index does not speak for this commit, so the files were read as they are (policy strict).',
      decision,
    )
  }
  const clean = changes.changes.length === 0 && changes.unchecked.length === 0
  if (clean && row.complete) {
    // The bytes agree; the status file or the recorded times may lag behind, and are brought along.
    if (lags(decision.status, changes)) await catchUp(repo, known, request.policy, rooms, request.signal)
    return viewOf(repo, known, decision, { mode: 'index', state: 'FRESH', caughtUp: 0, message: '' })
  }
  const caughtUp = await catchUp(repo, known, request.policy, rooms, request.signal)
  if (typeof caughtUp === 'number') {
    const read = new Set(changes.changes.map(({ path }) => path))
    const settled = {
      ...known,
      changes: { ...changes, changes: [] },
      oldParser: known.oldParser.filter((path) => !read.has(path)),
    }
    return viewOf(repo, settled, decision, { mode: 'index', state: 'FRESH', caughtUp, message: '' })
  }
  return viewOf(repo, known, decision, { mode: 'mixed', state: 'STALE', caughtUp: 0, message: caughtUp })
}

const lags = (status: RouteDecision['status'], changes: TakenChangeSet): boolean =>
  status?.index_state !== 'fresh' || status.last_indexed_commit !== changes.head || changes.touched.length > 0

/** The number of files caught up, or why it was not done. */
async function catchUp(
  repo: Place,
  known: Known,
  policy: StalePolicy,
  rooms: GatewayRooms,
  signal: AbortSignal | undefined,
): Promise<number | string> {
  const count = known.changes.changes.length
  const changed =
    count === 1
      ? '1 file changed since it was indexed and was read as it is'
      : `${count} files changed since they were indexed and were read as they are`
  if (policy !== 'catch-up' || !rooms.refreshFiles) return `${changed}.`
  if (!known.row.complete) return 'The last build of the index was not finished; run `cairn index` to finish it.'
  if (count > rooms.settings.budget_files)
    return `${changed}; more than a catch-up takes (${rooms.settings.budget_files}), so run \`cairn index\`.`
  try {
    const { budget_ms, catch_up_wait_ms } = rooms.settings
    const outcome = await rooms.refreshFiles(repo, known.changes, {
      budget_ms,
      wait_ms: catch_up_wait_ms,
      ...(signal ? { signal } : {}),
    })
    switch (outcome.state) {
      case 'done':
        return outcome.files
      case 'locked':
        return `${changed}; another process is writing the index.`
      case 'over-budget':
        return `${changed}; bringing the index up to date takes longer than ${budget_ms} ms, so run \`cairn index\`.`
    }
  } catch (error) {
    if (error instanceof CairnProblem && error.code !== 'CANCELLED')
      return `${changed}; the index could not be written: ${error.message}`
    throw error
  }
}

type Verdict = { mode: RepoView['mode']; state: RepoView['freshness_state']; caughtUp: number; message: string }

function viewOf(repo: Place, known: Known, decision: RouteDecision, verdict: Verdict): RepoView {
  const { changes } = known
  return {
    ...repo,
    mode: verdict.mode,
    decision,
    freshness_state: verdict.state,
    index_status: decision.status,
    head: changes.head,
    indexed_commit: verdict.caughtUp > 0 ? changes.head : (decision.status?.last_indexed_commit ?? null),
    changed: new Set(changes.changes.filter(({ state }) => state !== 'deleted').map(({ path }) => path)),
    deleted: new Set(changes.changes.filter(({ state }) => state === 'deleted').map(({ path }) => path)),
    dirty: changes.changes.length,
    caught_up: verdict.caughtUp,
    unchecked: changes.unchecked.length,
    old_parser: known.oldParser.length,
    message: verdict.message,
  }
}

async function liveView(repo: Place, rooms: GatewayRooms, message: string, known?: RouteDecision): Promise<RepoView> {
  const decision = known ?? (await computeRoute(repo.root, rooms))
  return {
    ...repo,
    mode: 'live',
    decision,
    freshness_state: known ? decision.freshness_state : 'UNKNOWN',
    index_status: decision.status,
    head: await rooms.readHead(repo.root).catch(() => null),
    indexed_commit: decision.status?.last_indexed_commit ?? null,
    changed: new Set(),
    deleted: new Set(),
    dirty: 0,
    caught_up: 0,
    unchecked: 0,
    old_parser: 0,
    message,
  }
}
