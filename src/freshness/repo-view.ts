/** Builds the `RepoView` of one repo: compared with the disk, read without an index, or not compared in time. */

import type { RouteDecision } from '../contract/freshness.ts'
import type { Repo } from '../contract/repo.ts'
import type { TakenChangeSet } from '../discover/port.ts'
import { computeRoute } from './compute-route.ts'
import type { GatewayRooms } from './gateway-rooms.ts'
import type { Looks } from './looks.ts'
import type { RepoView } from './scope.ts'

/** What the store has about a repo, and how the disk differs from it. */
export type Known = {
  /** False while a build is unfinished. */
  complete: boolean
  generation: number
  changes: TakenChangeSet
  /** Paths whose facts come from another parser version. */
  oldParser: readonly string[]
  /** While a build or catch-up is unfinished: unchanged files with no links yet or outdated ones. They are read live. */
  unlinked: readonly { path: string; language: string }[]
}
/** `commit`: the commit that the index has now. */
export type Verdict = Pick<RepoView, 'mode' | 'message' | 'caught_up'> & {
  state: RepoView['freshness_state']
  commit: string | null
}

export function comparedView(repo: Repo, known: Known, decision: RouteDecision, verdict: Verdict): RepoView {
  const { changes } = known
  const languages = new Map(changes.entries.map(({ path, language }) => [path, language]))
  const renamed = changes.changes.flatMap((change) =>
    change.state === 'added' && change.from !== undefined ? [[change.from, change.path] as const] : [],
  )
  return {
    ...repo,
    mode: verdict.mode,
    decision,
    freshness_state: verdict.state,
    index_status: decision.status,
    head: changes.head,
    indexed_commit: verdict.commit,
    changed: new Map([
      ...known.unlinked.map(({ path, language }) => [path, language] as const),
      ...changes.changes.flatMap(({ state, path }) =>
        state === 'deleted' ? [] : [[path, languages.get(path) ?? 'unknown'] as const],
      ),
    ]),
    deleted: new Set(changes.changes.filter(({ state }) => state === 'deleted').map(({ path }) => path)),
    renamed: new Map(renamed),
    dirty: changes.changes.length,
    caught_up: verdict.caught_up,
    unchecked: changes.unchecked.length,
    old_parser: known.oldParser.length,
    compared: true,
    message: verdict.message,
  }
}

/** As `comparedView` if the comparison finds no change and the status file is up to date; undefined when it cannot be so. */
export async function unchangedView(
  repo: Repo,
  { complete, generation }: Pick<Known, 'complete' | 'generation'>,
  oldParser: readonly string[],
  rooms: GatewayRooms,
): Promise<RepoView | undefined> {
  const status = await rooms.loadStatus(repo.root)
  if (!complete || status?.index_state !== 'fresh') return undefined
  const commit = status.last_indexed_commit
  const decision = await computeRoute(repo.root, { loadStatus: async () => status, readHead: async () => commit })
  const nothing = { changes: [], unchecked: [], entries: [], touched: [], skipped: [] }
  const changes: TakenChangeSet = { repo_id: repo.repo_id, head: commit, git: { state: 'ok' }, ...nothing }
  const verdict: Verdict = { mode: 'index', state: 'FRESH', message: '', caught_up: 0, commit }
  return comparedView(repo, { complete, generation, changes, oldParser, unlinked: [] }, decision, verdict)
}

/** The index is not used. */
export async function liveView(repo: Repo, rooms: GatewayRooms, message: string, known?: RouteDecision): Promise<RepoView> {
  const decision = known ?? (await computeRoute(repo.root, rooms))
  return {
    ...(await bareView(repo, decision, rooms)),
    mode: 'live',
    freshness_state: known ? decision.freshness_state : 'UNKNOWN',
    compared: true,
    message,
  }
}

const NO_TIME = 'There was no time to compare it with its files; ask this repo alone to be sure.'

/** The index answers, and every quoted line is checked against the disk. But new files and edits were not looked for. */
export async function uncomparedView(repo: Repo, looks: Looks, rooms: GatewayRooms, why = NO_TIME): Promise<RepoView> {
  const decision = await computeRoute(repo.root, rooms)
  const files = await looks.read(async ({ view }) => (await view.rows(repo.repo_id)).all.length)
  return {
    ...(await bareView(repo, decision, rooms)),
    mode: files > 0 ? 'index' : 'live',
    unchecked: files,
    message: why,
  }
}

async function bareView(repo: Repo, decision: RouteDecision, rooms: GatewayRooms): Promise<RepoView> {
  return {
    ...repo,
    mode: 'index',
    decision,
    freshness_state: 'UNKNOWN',
    index_status: decision.status,
    head: await rooms.readHead(repo.root).catch(() => null),
    indexed_commit: decision.status?.last_indexed_commit ?? null,
    changed: new Map(),
    deleted: new Set(),
    renamed: new Map(),
    dirty: 0,
    caught_up: 0,
    unchecked: 0,
    old_parser: 0,
    compared: false,
    message: '',
  }
}
