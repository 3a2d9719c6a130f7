/**
 * The gatehouse. Before a tool answers, each repo of its scope is compared with the bytes on disk and, when that is quick,
 * brought up to date. What cannot be brought up to date is named, so that the tool finds it again on disk and says so.
 */
import { mapBounded } from '../base/bounded.ts'
import { CairnProblem } from '../contract/problems.ts'
import type { StoreReader } from '../store/port.ts'
import { checkRepo } from './check-repo.ts'
import type { GatewayRooms, Place } from './gateway-rooms.ts'
import { liveView, uncomparedView } from './repo-view.ts'
import type { Gateway, OpenScope, RepoView, ScopeRequest } from './scope.ts'

export function createGateway(rooms: GatewayRooms): Gateway {
  return { open: (request) => openScope(request, rooms) }
}

async function openScope(request: ScopeRequest, rooms: GatewayRooms): Promise<OpenScope> {
  const reader = await openReader(rooms)
  if ('problem' in reader) {
    const words = `${reader.problem.message} ${reader.problem.fix}`
    const repos = await Promise.all(request.repos.map((repo) => liveView(repo, rooms, words)))
    return { snapshot: undefined, repos, close: async () => undefined }
  }
  const checks = await checkAll(request, reader, rooms)
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

/** Each check is a walk of git's over all its files: more at once only wait for the disk. */
const CHECKED_AT_ONCE = 4

/**
 * One repo is always compared. Of several, those named first and the first of all; the others as far as the time of a catch-up
 * goes, and what is left says that it was not compared.
 */
async function checkAll(request: ScopeRequest, reader: StoreReader, rooms: GatewayRooms): Promise<RepoView[]> {
  const { repos, signal } = request
  const [only] = repos
  if (only && repos.length === 1) return [await checkRepo(only, request, reader, rooms)]
  const first = new Set([...(only ? [only.repo_id] : []), ...(request.first ?? [])])
  const order = [...repos].sort((a, b) => Number(first.has(b.repo_id)) - Number(first.has(a.repo_id)))
  const end = AbortSignal.timeout(
    Math.max(1, request.budget?.ms ?? Math.max(...repos.map((repo) => rooms.settings(repo.root).budget_ms))),
  )
  const views = new Map<Place, RepoView>()
  await mapBounded(order, CHECKED_AT_ONCE, async (repo) => {
    const view = first.has(repo.repo_id)
      ? await checkRepo(repo, request, reader, rooms)
      : await checkInTime(repo, request, reader, rooms, end)
    signal?.throwIfAborted()
    views.set(repo, view)
  })
  return repos.flatMap((repo) => views.get(repo) ?? [])
}

async function checkInTime(
  repo: Place,
  request: ScopeRequest,
  reader: StoreReader,
  rooms: GatewayRooms,
  end: AbortSignal,
): Promise<RepoView> {
  const signal = request.signal ? AbortSignal.any([request.signal, end]) : end
  try {
    end.throwIfAborted()
    return await checkRepo(repo, { ...request, signal }, reader, rooms)
  } catch (error) {
    if (request.signal?.aborted || !end.aborted) throw error
    return uncomparedView(repo, reader, rooms)
  }
}
