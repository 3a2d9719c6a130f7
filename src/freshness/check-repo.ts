/** One repo compared with its files on disk, and what the policy makes of the difference. */

import type { RouteDecision, StalePolicy } from '../contract/freshness.ts'
import { CairnProblem } from '../contract/problems.ts'
import type { Repo } from '../contract/repo.ts'
import type { TakenChangeSet } from '../discover/port.ts'
import { computeRoute } from './compute-route.ts'
import type { GatewayRooms } from './gateway-rooms.ts'
import type { Looks } from './looks.ts'
import { comparedView, type Known, liveView } from './repo-view.ts'
import type { RepoView, ScopeRequest } from './scope.ts'

export async function checkRepo(repo: Repo, request: ScopeRequest, looks: Looks, rooms: GatewayRooms): Promise<RepoView> {
  const [decision, known] = await Promise.all([computeRoute(repo.root, rooms), lookAt(repo, looks, rooms, request.signal)])
  if (known?.complete) return decide(repo, known, decision, request, rooms)
  if (request.policy === 'catch-up' && (await rooms.firstBuild?.(repo, request.signal))) {
    const built = await lookAt(repo, looks, rooms, request.signal)
    if (built) return decide(repo, built, await computeRoute(repo.root, rooms), request, rooms)
  }
  if (known) return decide(repo, known, decision, request, rooms)
  return liveView(
    repo,
    rooms,
    `${repo.repo_id} has no index yet, so its files were read as they are; build one with \`cairn index ${repo.root}\`.`,
  )
}

async function lookAt(
  repo: Repo,
  looks: Looks,
  rooms: GatewayRooms,
  signal: AbortSignal | undefined,
): Promise<Known | undefined> {
  return looks.read(async ({ view, states }) => {
    const state = states.get(repo.repo_id)
    // Unpacked while git walks the folders.
    const readRows = async () => (await view.rows(repo.repo_id)).all
    if (!state || (!state.complete && (await readRows()).length === 0)) return undefined
    const changes = await rooms.takeChangeSet(repo.root, repo.repo_id, readRows, signal ? { signal } : {})
    const oldParser = (await readRows())
      .filter((file) => file.parser_version !== '' && file.parser_version !== rooms.parser_version)
      .map((file) => file.path)
    return { ...state, changes, oldParser }
  })
}

async function decide(
  repo: Repo,
  known: Known,
  decision: RouteDecision,
  request: ScopeRequest,
  rooms: GatewayRooms,
): Promise<RepoView> {
  const { changes, complete } = known
  const indexed = decision.status?.last_indexed_commit ?? null
  if (request.policy === 'strict' && !decision.use_rag) {
    const words = 'The index does not speak for this commit, so the files were read as they are (policy strict).'
    return liveView(repo, rooms, words, decision)
  }
  const clean = changes.changes.length === 0
  // Where the bytes agree, the status file or the recorded times may still lag behind, and are brought along.
  const due = !clean || !complete || lags(decision.status, changes)
  const caughtUp = due ? await catchUp(repo, known, request, rooms) : 0
  if (typeof caughtUp === 'number') {
    const read = new Set(changes.changes.map(({ path }) => path))
    const settled: Known = {
      ...known,
      changes: { ...changes, changes: [] },
      oldParser: known.oldParser.filter((path) => !read.has(path)),
    }
    return comparedView(repo, settled, decision, {
      ...settledState(changes),
      caught_up: caughtUp,
      commit: due ? changes.head : indexed,
    })
  }
  if (clean && complete) return comparedView(repo, known, decision, { ...settledState(changes), caught_up: 0, commit: indexed })
  return comparedView(repo, known, decision, { mode: 'mixed', state: 'STALE', caught_up: 0, commit: indexed, message: caughtUp })
}

/** FRESH is a word about every file; with one that cannot be read nobody knows. */
function settledState({ unchecked }: TakenChangeSet): { mode: 'index'; state: 'FRESH' | 'UNKNOWN'; message: string } {
  const [first] = unchecked
  if (!first) return { mode: 'index', state: 'FRESH', message: '' }
  const rest = unchecked.length > 1 ? ` and ${unchecked.length - 1} more` : ''
  return { mode: 'index', state: 'UNKNOWN', message: `Not checked: ${first.path} (${first.reason})${rest}.` }
}

const lags = (status: RouteDecision['status'], changes: TakenChangeSet): boolean =>
  status?.index_state !== 'fresh' || status.last_indexed_commit !== changes.head || changes.touched.length > 0

/** The number of files caught up, or why it was not done. */
async function catchUp(
  repo: Repo,
  known: Known,
  { policy, budget, signal }: ScopeRequest,
  rooms: GatewayRooms,
): Promise<number | string> {
  const settings = rooms.settings(repo.root)
  const limits = { files: budget?.files ?? settings.budget_files, ms: budget?.ms ?? settings.budget_ms }
  const count = countOf(known.changes)
  const refused = refusal(known, policy, limits.files)
  if (refused !== undefined || !rooms.refreshFiles) return refused ?? `${changed(count)}.`
  try {
    const outcome = await rooms.refreshFiles(repo, known.changes, {
      budget_ms: limits.ms,
      wait_ms: settings.catch_up_wait_ms,
      seen_generation: known.generation,
      ...(signal ? { signal } : {}),
    })
    switch (outcome.state) {
      case 'done':
        return outcome.files
      case 'locked':
        return `${changed(count)}; another process is writing the index.`
      case 'over-budget':
        return `${changed(count)}; bringing the index up to date takes longer than ${limits.ms} ms, so run \`cairn index\`.`
    }
  } catch (error) {
    if (error instanceof CairnProblem && error.code !== 'CANCELLED')
      return `${changed(count)}; the index could not be written: ${error.message}`
    throw error
  }
}

function refusal({ complete, changes }: Known, policy: StalePolicy, budget_files: number): string | undefined {
  const count = countOf(changes)
  if (!complete) return 'The last build of the index was not finished; run `cairn index` to finish it.'
  if (policy !== 'catch-up') return `${changed(count)}.`
  if (count > budget_files) return `${changed(count)}; more than a catch-up takes (${budget_files}), so run \`cairn index\`.`
  return undefined
}

/** A renamed file is one change, though its old and its new path both stand in the list. */
const countOf = ({ changes }: TakenChangeSet): number =>
  changes.filter((change) => change.state !== 'added' || change.from === undefined).length

const changed = (count: number): string =>
  count === 1
    ? '1 file changed since it was indexed and was read as it is'
    : `${count} files changed since they were indexed and were read as they are`
