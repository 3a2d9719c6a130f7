/**
 * Background work of a long-lived process: the first index of a large repo, and catch-ups that are too large for one question.
 * Each repo has at most one job at a time. All jobs end when the app closes; what they finished is kept.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sharedStop } from '../base/shared-stop.ts'
import type { OnProgress, Progress } from '../contract/progress.ts'
import type { Repo } from '../contract/repo.ts'
import type { Background, BackgroundProgress } from '../freshness/gateway-rooms.ts'
import type { EmbedWork } from './embed-work.ts'
import type { Rooms } from './rooms.ts'

type Job = { what: BackgroundProgress['what']; last: Progress | undefined; ended: Promise<void> }
type Work = (options: { signal: AbortSignal; onProgress: OnProgress }) => Promise<void>

export class BackgroundWork implements Background {
  private readonly jobs = new Map<string, Job>()
  private readonly stop = sharedStop()
  private readonly rooms: Rooms
  private readonly vectors: EmbedWork

  constructor(rooms: Rooms, vectors: EmbedWork) {
    this.rooms = rooms
    this.vectors = vectors
  }

  progressOf({ root }: Repo): BackgroundProgress | undefined {
    return this.jobs.get(root)
  }

  catchUp(repo: Repo): void {
    this.run(repo, 'catch-up', (options) => this.rooms.healing(() => catchUp(repo, this.rooms, options)))
  }

  /** The store is damaged: a new one is built, without the questions that wait. */
  rebuild(repo: Repo): void {
    this.run(repo, 'build', async (options) => {
      const { indexRepo } = await import('../indexer/index-repo.ts')
      await this.rooms.healing((rooms) => indexRepo(repo, rooms, { ...options, vectors: 'none' }))
    })
  }

  run(repo: Repo, what: Job['what'], work: Work): void {
    if (this.jobs.has(repo.root) || this.stop.signal.aborted) return
    const job: Job = { what, last: undefined, ended: Promise.resolve() }
    const onProgress: OnProgress = (event) => {
      job.last = event
      this.rooms.events.progress(repo.repo_id, event)
    }
    this.jobs.set(repo.root, job)
    job.ended = work({ signal: this.stop.signal, onProgress })
      .then(() => void this.vectors.start(repo))
      .catch((error: unknown) => this.tell(repo, error))
      // The next question tries a failed job again.
      .finally(() => this.jobs.delete(repo.root))
  }

  async close(): Promise<void> {
    this.stop.abort()
    await Promise.all([...this.jobs.values()].map(({ ended }) => ended))
  }

  private tell({ repo_id }: Repo, error: unknown): void {
    if (this.stop.signal.aborted) return
    const words = error instanceof Error ? error.message : String(error)
    this.rooms.options.onWarning?.(`Updating the index of ${repo_id} in the background failed: ${words}`)
  }
}

/** If files change during a round, another round follows. After this many rounds the rest is left to the next question. */
const MOST_ROUNDS = 5
/** Another process may be indexing this repo, and may stop before it is done. So we wait and try again. */
const LOCKED_WAIT_MS = 1_000
const MOST_LOCKED = 600

async function catchUp(repo: Repo, rooms: Rooms, options: Parameters<Work>[0]): Promise<void> {
  const { refreshFiles } = await import('../indexer/refresh-files.ts')
  const { budget_files, budget_ms } = rooms.configOf(repo.root)
  const limits = { budget_files, budget_ms, finish_ms: Number.POSITIVE_INFINITY, wait_ms: 0 }
  for (let round = 0, locked = 0; round < MOST_ROUNDS && locked < MOST_LOCKED; ) {
    const indexRooms = await rooms.indexRooms()
    const seen = await lookAt(repo, indexRooms, options.signal)
    if (!seen || (seen.complete && seen.changes.changes.length === 0 && round > 0)) return
    const outcome = await refreshFiles(repo, seen.changes, indexRooms, {
      ...limits,
      ...options,
      seen_generation: seen.generation,
    })
    if (outcome.state === 'locked') {
      locked++
      await sleep(LOCKED_WAIT_MS, undefined, { signal: options.signal })
    } else round++
  }
}

/** Undefined when the repo was removed. */
async function lookAt(repo: Repo, rooms: Awaited<ReturnType<Rooms['indexRooms']>>, signal: AbortSignal) {
  const snapshot = await rooms.reader.snapshot()
  try {
    const state = (await snapshot.states([repo.repo_id])).get(repo.repo_id)
    if (!state) return undefined
    const rows = await snapshot.recordedFiles(repo.repo_id)
    return { ...state, changes: await rooms.takeChangeSet(repo.root, repo.repo_id, rows, { signal }) }
  } finally {
    await snapshot.close()
  }
}
