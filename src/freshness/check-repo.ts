/** Compares one repo with its files on disk and applies the policy to the difference. */
import type { RouteDecision } from '../contract/freshness.ts'
import type { Repo } from '../contract/repo.ts'
import type { TakenChangeSet } from '../discover/port.ts'
import type { FileRow } from '../store/port.ts'
import { catchUp, type Question } from './catch-up.ts'
import { noIndexWords } from './catch-up-words.ts'
import { computeRoute } from './compute-route.ts'
import type { GatewayRooms } from './gateway-rooms.ts'
import type { Looks } from './looks.ts'
import { comparedView, type Known, liveView, unchangedView } from './repo-view.ts'
import type { RepoView } from './scope.ts'

export async function checkRepo(repo: Repo, question: Question, looks: Looks, rooms: GatewayRooms): Promise<RepoView> {
  // An unfinished first index cannot answer yet, and comparing it would only slow the build.
  if (isBuilding(repo, rooms)) return liveView(repo, rooms, noIndexWords(repo, rooms))
  const { policy, signal } = question
  const known = await lookAt(repo, question, looks, rooms)
  if (known) return decide(repo, known, question, looks, rooms)
  if (policy === 'catch-up' && (await rooms.firstBuild?.(repo, signal))) {
    const built = await lookAt(repo, question, looks, rooms)
    if (built) return decide(repo, built, question, looks, rooms)
  }
  return liveView(repo, rooms, noIndexWords(repo, rooms))
}

const isBuilding = (repo: Repo, rooms: GatewayRooms): boolean => rooms.background?.progressOf(repo)?.what === 'build'

type Looked = Known & { decision: RouteDecision }

async function lookAt(
  repo: Repo,
  { policy, signal, expect }: Question,
  looks: Looks,
  rooms: GatewayRooms,
): Promise<Looked | undefined> {
  return looks.read(async (look) => {
    const { view, states } = look
    const state = states.get(repo.repo_id)
    // The rows are decoded while git lists the files.
    const readRows = async () => (await view.rows(repo.repo_id)).all
    if (!state || (!state.complete && (await readRows()).length === 0)) return undefined
    const oldParser = async () => filesOfOtherParser(await readRows(), rooms.parser_version)
    const tell = async () => {
      const unchanged = await unchangedView(repo, state, await oldParser(), rooms)
      if (unchanged) expect?.(look, unchanged)
    }
    const taking = rooms.takeChangeSet(repo.root, repo.repo_id, readRows, {
      ...(signal ? { signal } : {}),
      // `strict` may not use the index at all. What fails here fails below too.
      ...(expect && policy !== 'strict' ? { onStarted: () => void tell().catch(() => undefined) } : {}),
    })
    const readHead = policy === 'strict' ? rooms.readHead : async () => headOf(await taking, repo, rooms)
    const [changes, decision] = await Promise.all([taking, computeRoute(repo.root, { ...rooms, readHead })])
    return { ...state, changes, decision, oldParser: await oldParser(), unlinked: [] }
  })
}

/**
 * Git has just answered for the change set, so HEAD as that read it is enough, and no further process is started. `strict` follows
 * the decision exactly, and asks git for HEAD itself.
 */
const headOf = async ({ git, head }: TakenChangeSet, repo: Repo, rooms: GatewayRooms): Promise<string | null> =>
  git.state === 'ok' ? head : rooms.readHead(repo.root)

/** Kept with the rows, which are the same array while nothing was written. */
const otherParser = new WeakMap<readonly FileRow[], { version: string; paths: readonly string[] }>()

function filesOfOtherParser(rows: readonly FileRow[], version: string): readonly string[] {
  const known = otherParser.get(rows)
  if (known?.version === version) return known.paths
  const paths = rows.filter((file) => file.parser_version !== '' && file.parser_version !== version).map((file) => file.path)
  otherParser.set(rows, { version, paths })
  return paths
}

/** Reading more files live would take too long; then files with old links are answered from these links. */
const MOST_READ_LIVE = 500

/** Call this last: a catch-up for the same question may have found more files to link. */
function notLinkedNow(repo: Repo, looks: Looks): Promise<Known['unlinked']> {
  return looks.read(async ({ view, states }) => {
    if (states.get(repo.repo_id)?.complete) return []
    const { changed, links } = await view.snapshot.due(repo.repo_id)
    const due = new Set([...changed.map(({ path }) => path), ...links])
    if (due.size > MOST_READ_LIVE) return view.snapshot.unlinkedFiles(repo.repo_id)
    return (await view.rows(repo.repo_id)).all.filter(({ path }) => due.has(path))
  })
}

async function decide(repo: Repo, known: Looked, question: Question, looks: Looks, rooms: GatewayRooms): Promise<RepoView> {
  const { changes, complete, decision } = known
  const indexed = decision.status?.last_indexed_commit ?? null
  if (question.policy === 'strict' && !decision.use_rag) {
    const words = 'The index may be out of date, so the files were read from disk (policy strict).'
    return liveView(repo, rooms, words, decision)
  }
  const clean = changes.changes.length === 0
  // Even if all bytes agree, the status file or the recorded times may be out of date, and are updated.
  const due = !clean || !complete || lags(decision.status, changes)
  const caughtUp = due ? await catchUp(repo, known, question, looks, rooms) : 0
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
  const unlinked = await notLinkedNow(repo, looks)
  const verdict = { mode: 'mixed', state: 'STALE', caught_up: 0, commit: indexed, message: caughtUp } as const
  return comparedView(repo, { ...known, unlinked }, decision, verdict)
}

/** FRESH covers every file; one that cannot be read makes it UNKNOWN. */
function settledState({ unchecked }: TakenChangeSet): { mode: 'index'; state: 'FRESH' | 'UNKNOWN'; message: string } {
  const [first] = unchecked
  if (!first) return { mode: 'index', state: 'FRESH', message: '' }
  const rest = unchecked.length > 1 ? ` and ${unchecked.length - 1} more` : ''
  return { mode: 'index', state: 'UNKNOWN', message: `Not checked: ${first.path} (${first.reason})${rest}.` }
}

const lags = (status: RouteDecision['status'], changes: TakenChangeSet): boolean =>
  status?.index_state !== 'fresh' || status.last_indexed_commit !== changes.head || changes.touched.length > 0
