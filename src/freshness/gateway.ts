/**
 * Before a tool answers, the gateway compares each repo of its scope with the files on disk and, if that is quick, updates the
 * index. It lists the files that it could not update, so that the tool reads them from disk and says so.
 */
import { isDeepStrictEqual } from 'node:util'
import { mapBounded } from '../base/bounded.ts'
import { CairnProblem } from '../contract/problems.ts'
import type { Repo } from '../contract/repo.ts'
import type { Question } from './catch-up.ts'
import { checkRepo } from './check-repo.ts'
import type { GatewayRooms } from './gateway-rooms.ts'
import { type Look, Looks } from './looks.ts'
import { liveView, uncomparedView } from './repo-view.ts'
import type { Gateway, OpenScope, RepoView, ScopeRequest } from './scope.ts'

export function createGateway(rooms: GatewayRooms): Gateway {
  return { open: (request) => openScope(request, rooms) }
}

async function openScope(request: ScopeRequest, rooms: GatewayRooms): Promise<OpenScope> {
  const looks = await openLooks(request, rooms)
  if ('problem' in looks) {
    const words = `${looks.problem.message} ${looks.problem.fix}`
    if (looks.problem.code === 'STORE_CORRUPT' && request.policy === 'catch-up')
      for (const repo of request.repos) rooms.background?.rebuild(repo)
    const repos = await Promise.all(request.repos.map((repo) => liveView(repo, rooms, words)))
    return { view: undefined, generations: new Map(), repos, close: async () => undefined }
  }
  try {
    let expected: { look: Look; repos: readonly RepoView[] } | undefined
    const expect = (look: Look, view: RepoView): void => {
      expected = { look, repos: [view] }
      request.expect?.({ view: look.view, generations: generationsOf(look), repos: expected.repos })
    }
    const isExpecting = request.expect && rooms.background && request.repos.length === 1
    const repos = await checkAll(request, looks, renewing(rooms, looks), isExpecting ? expect : undefined)
    // Opened after every catch-up, so that the snapshot includes all of them.
    const look = await looks.take()
    const { view } = look
    const as_expected = expected?.look === look && isDeepStrictEqual(expected.repos, repos)
    return { view, generations: generationsOf(look), repos, as_expected, close: () => view.snapshot.close() }
  } catch (error) {
    await looks.renew()
    throw error
  }
}

const generationsOf = ({ states }: Look): OpenScope['generations'] =>
  new Map([...states].map(([repo, { generation }]) => [repo, generation]))

async function openLooks({ repos }: ScopeRequest, rooms: GatewayRooms): Promise<Looks | { problem: CairnProblem }> {
  try {
    const looks = new Looks(
      await rooms.openReader(),
      repos.map(({ repo_id }) => repo_id),
    )
    // Opening is lazy; this first read shows whether the store is readable.
    await looks.read(async () => undefined)
    return looks
  } catch (error) {
    if (error instanceof CairnProblem) return { problem: error }
    throw error
  }
}

/** Each write makes the current snapshot outdated, so it is replaced before and after. */
function renewing(rooms: GatewayRooms, looks: Looks): GatewayRooms {
  const { refreshFiles, firstBuild } = rooms
  const around = async <Value>(write: () => Promise<Value>): Promise<Value> => {
    await looks.renew()
    try {
      return await write()
    } finally {
      await looks.renew()
    }
  }
  return {
    ...rooms,
    ...(refreshFiles ? { refreshFiles: (...given) => around(() => refreshFiles(...given)) } : {}),
    ...(firstBuild ? { firstBuild: (...given) => around(() => firstBuild(...given)) } : {}),
  }
}

/** In each check git reads the state of all files; more checks at once would only wait for the disk. */
const CHECKED_AT_ONCE = 4

/**
 * A single repo is always compared. Of several, the first one and those in `first` are always compared; the others only while
 * the time of a catch-up lasts. The rest is reported as not compared.
 */
async function checkAll(
  { expect: _, ...request }: ScopeRequest,
  looks: Looks,
  rooms: GatewayRooms,
  expect: Question['expect'],
): Promise<RepoView[]> {
  const { repos, signal } = request
  const question: Question = { ...request, may_finish: true, finishing: { spent_ms: 0 }, ...(expect ? { expect } : {}) }
  const [only] = repos
  if (only && repos.length === 1) return [await checkRepo(only, question, looks, rooms)]
  const first = new Set([...(only ? [only.repo_id] : []), ...(request.first ?? [])])
  const order = [...repos].sort((a, b) => Number(first.has(b.repo_id)) - Number(first.has(a.repo_id)))
  const end = AbortSignal.timeout(
    Math.max(1, request.budget?.ms ?? Math.max(...repos.map((repo) => rooms.settings(repo.root).budget_ms))),
  )
  const views = new Map<Repo, RepoView>()
  const check = (repo: Repo): Promise<RepoView> =>
    first.has(repo.repo_id)
      ? checkRepo(repo, question, looks, rooms)
      : checkInTime(repo, { ...question, may_finish: false }, looks, rooms, end)
  await mapBounded(order, CHECKED_AT_ONCE, async (repo) => {
    // One repo that cannot be compared does not take the answers about the others with it.
    const view = await check(repo).catch((error: unknown) => {
      signal?.throwIfAborted()
      return uncomparedView(repo, looks, rooms, `It could not be compared with its files: ${wordsOf(error)}`)
    })
    signal?.throwIfAborted()
    views.set(repo, view)
  })
  return repos.flatMap((repo) => views.get(repo) ?? [])
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? ''

async function checkInTime(
  repo: Repo,
  question: Question,
  looks: Looks,
  rooms: GatewayRooms,
  end: AbortSignal,
): Promise<RepoView> {
  const signal = question.signal ? AbortSignal.any([question.signal, end]) : end
  try {
    end.throwIfAborted()
    return await checkRepo(repo, { ...question, signal }, looks, rooms)
  } catch (error) {
    if (question.signal?.aborted || !end.aborted) throw error
    return uncomparedView(repo, looks, rooms)
  }
}
