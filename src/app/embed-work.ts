/**
 * Makes missing vectors in the background of a long-lived process: one job for each repo at a time. What changes meanwhile is
 * embedded by another round. A server that fails is asked again a minute later, if there is a question or a change.
 */
import { sharedStop } from '../base/shared-stop.ts'
import type { Repo } from '../contract/repo.ts'
import type { Rooms } from './rooms.ts'

const REST_MS = 60_000
const MOST_TOLD = 100
/** Then the job ends, also if the repo changed again: the next question or change starts another. */
const MOST_ROUNDS = 5

type State = {
  job: Promise<void> | undefined
  /** Asked for again while the job runs. */
  again: boolean
  /** The repo's generation when nothing was missing. */
  complete: number | undefined
  restUntil: number
}

export class EmbedWork {
  private readonly rooms: Rooms
  private readonly repos = new Map<string, State>()
  private readonly stop = sharedStop()
  private readonly told = new Set<string>()

  constructor(rooms: Rooms) {
    this.rooms = rooms
  }

  /** Returns at once; true if a job runs. Does nothing if no vectors are wanted or the last try failed a moment ago. */
  start(repo: Repo): boolean {
    if (!this.rooms.embedders.isOn || this.stop.signal.aborted) return false
    const state = this.repos.get(repo.root) ?? { job: undefined, again: false, complete: undefined, restUntil: 0 }
    this.repos.set(repo.root, state)
    if (state.job) state.again = true
    else if (performance.now() >= state.restUntil)
      state.job = this.run(repo, state)
        .catch((error: unknown) => this.fail(repo, state, error instanceof Error ? error.message : String(error)))
        .finally(() => {
          state.job = undefined
        })
    return state.job !== undefined
  }

  async close(): Promise<void> {
    this.stop.abort()
    await Promise.all([...this.repos.values()].map(({ job }) => job))
  }

  private async run(repo: Repo, state: State): Promise<void> {
    const { embedMissing } = await import('../indexer/embed-missing.ts')
    const { signal } = this.stop
    for (let round = 0; round < MOST_ROUNDS && (state.again || round === 0) && !signal.aborted; round++) {
      state.again = false
      const rooms = await this.rooms.indexRooms()
      const before = await this.generationOf(repo)
      // A removed repo is forgotten; a later start makes a new state.
      if (before === undefined) this.repos.delete(repo.root)
      if (before === undefined || before === state.complete) return
      const onProgress = this.rooms.events.progress.bind(this.rooms.events, repo.repo_id)
      const { state: outcome, warnings } = await embedMissing(repo, rooms, { signal, onProgress, wait_ms: 0 })
      for (const words of warnings) this.fail(repo, state, words)
      if (outcome !== 'done' || warnings.length > 0) return
      // Every write raises the generation. If there was none, nothing was missing; else files may have changed meanwhile.
      if ((await this.generationOf(repo)) === before) state.complete = before
      else state.again = true
    }
  }

  /** Undefined when the repo has no index. */
  private async generationOf({ repo_id }: Repo): Promise<number | undefined> {
    const snapshot = await (await this.rooms.store()).reader.snapshot()
    try {
      return (await snapshot.states([repo_id])).get(repo_id)?.generation
    } finally {
      await snapshot.close()
    }
  }

  /** Each reason is reported once, because a server may run for weeks. */
  private fail({ repo_id }: Repo, state: State, words: string): void {
    if (this.stop.signal.aborted) return
    state.restUntil = performance.now() + REST_MS
    if (this.told.has(words) || this.told.size >= MOST_TOLD) return
    this.told.add(words)
    this.rooms.options.onWarning?.(`Making the vectors of ${repo_id} in the background failed: ${words}`)
  }
}
