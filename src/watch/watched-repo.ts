/**
 * One watched repo. It is compared with its index when its events have stopped, and again after a failure. It never gives up,
 * and reports each failure once.
 */

import { type FSWatcher, watch } from 'node:fs'
import path from 'node:path'
import { seeTarget } from '../base/repo-files/see.ts'
import { CairnProblem } from '../contract/problems.ts'
import type { Repo } from '../contract/repo.ts'
import type { WatchNews } from '../contract/watch.ts'
import { type Batch, isNoise, needsFollowing } from './batch.ts'
import type { BringOptions, Brought } from './bring-up-to-date.ts'
import type { Followed } from './folder-events.ts'
import { Quiet } from './quiet.ts'
import { type EventsDesk, RepoEvents } from './repo-events.ts'
import type { Turns } from './turns.ts'
import type { WatchTimings } from './watch-timings.ts'

export type RepoDesk = EventsDesk & {
  turns: Turns
  bringUpToDate(repo: Repo, options: BringOptions): Promise<Brought>
  say(news: WatchNews): void
  /** `dev:ino` of files that this process prints to. */
  ownFiles: ReadonlySet<string>
  timings: WatchTimings
  now(): number
}

export class WatchedRepo {
  readonly repo: Repo
  /** Resolves after the first comparison of the repo, whether it succeeded or not. */
  readonly looked: Promise<void>
  private readonly desk: RepoDesk
  private readonly events: RepoEvents
  private readonly quiet: Quiet
  private running: Promise<void> | undefined
  private mode: 'none' | 'events' | 'polling' = 'none'
  /** The identity of the watched folder. */
  private identity: string | undefined
  private gone: { above: FSWatcher | undefined } | undefined
  private busy = false
  private trouble = ''
  private tries = 0
  private followTries = 0
  private retryTimer: NodeJS.Timeout | undefined
  private heldSince: number | undefined
  private lookedAt = 0
  private restUntil = 0
  private closed = false
  private firstDone: () => void = () => undefined

  constructor(repo: Repo, desk: RepoDesk) {
    this.repo = repo
    this.desk = desk
    this.events = new RepoEvents(repo.root, desk, {
      onEvents: () => this.poke(),
      onLost: (reason) => this.say({ event: 'rescan', repo_id: repo.repo_id, reason }),
    })
    this.quiet = new Quiet(desk.timings, () => this.run())
    this.looked = new Promise((resolve) => {
      this.firstDone = resolve
    })
  }

  get isPolled(): boolean {
    return this.mode === 'polling'
  }

  /** The last comparison succeeded. */
  get isCurrent(): boolean {
    return !this.gone && !this.busy && this.trouble === ''
  }

  start(): void {
    this.rescan()
    this.quiet.close()
    this.run()
  }

  /** Compares the whole repo, whatever the events were. */
  rescan(): void {
    this.events.add({ whole: true })
  }

  /** Called by the heartbeat: checks whether the folder is still the watched one, and whether a poll is due. */
  async beat(): Promise<void> {
    if (this.running || this.closed) return
    const identity = await identityOf(this.repo.root)
    const isDue = this.isPolled && this.desk.now() - this.lookedAt >= this.desk.timings.poll_ms
    const isOther = identity === undefined ? !this.gone : identity !== this.identity
    if (isDue || isOther) this.rescan()
  }

  async close(): Promise<void> {
    this.closed = true
    this.quiet.close()
    clearTimeout(this.retryTimer)
    this.gone?.above?.close()
    await this.running
    await this.events.leave().catch(() => undefined)
    this.firstDone()
  }

  private poke(): void {
    if (!this.closed) this.quiet.poke()
  }

  private run(): void {
    // Events that arrive during a round are handled after it.
    if (this.running || this.closed) return
    if (performance.now() < this.restUntil) {
      this.poke()
      return
    }
    this.running = this.round().finally(() => {
      this.running = undefined
      this.firstDone()
      if (!this.events.isEmpty) this.poke()
    })
  }

  private async round(): Promise<void> {
    const batch = this.events.takeBatch()
    const began = performance.now()
    try {
      if (await this.isHeld(batch)) return
      const identity = await this.findFolder()
      if (identity === undefined) return
      if (this.mode === 'none' || identity !== this.identity || (await needsFollowing(batch))) await this.follow(identity)
      else if (batch.git) await this.events.followGit()
      else if (await isNoise(this.repo.root, batch, this.desk.ownFiles)) return
      const found = await this.desk.turns.take(() => this.bring())
      if (!found && !batch.whole) this.rest(performance.now() - began)
    } catch (error) {
      this.fail(error)
    }
  }

  /** A tool that writes ignored files all day must not cause comparisons all day. */
  private rest(took_ms: number): void {
    this.restUntil = performance.now() + Math.min(took_ms * 4, MOST_REST_MS)
  }

  /**
   * While git changes files, the files on disk are a mixture of two states. But a stale lock must not block the watcher for
   * ever.
   */
  private async isHeld(batch: Batch): Promise<boolean> {
    if (!(await this.events.isGitWriting())) {
      this.heldSince = undefined
      return false
    }
    this.heldSince ??= performance.now()
    if (performance.now() - this.heldSince > this.desk.timings.git_wait_ms) return false
    this.events.putBack(batch)
    return true
  }

  /** Reports when the folder disappears and when it is back. Undefined while it is gone. */
  private async findFolder(): Promise<string | undefined> {
    const identity = await identityOf(this.repo.root)
    if (identity === undefined && !this.gone) {
      this.gone = { above: this.watchAbove() }
      this.mode = 'none'
      await this.events.leave()
      this.say({ event: 'gone', ...this.repo })
    }
    if (identity !== undefined && this.gone) {
      this.gone.above?.close()
      this.gone = undefined
      this.say({ event: 'back', ...this.repo })
    }
    return identity
  }

  /** If the parent folder is gone too, the heartbeat notices when the folder is back. */
  private watchAbove(): FSWatcher | undefined {
    const { dir, base } = path.parse(this.repo.root)
    try {
      const above = watch(dir, (_, name) => {
        if (name === null || name === base) this.rescan()
      })
      return above.on('error', () => above.close())
    } catch {
      return undefined
    }
  }

  private async follow(identity: string): Promise<void> {
    const followed = await this.events.follow()
    this.identity = identity
    if (followed.state === 'on') {
      this.mode = 'events'
      this.followTries = 0
    } else if (followed.state === 'failed' && this.followTries < FOLLOW_TRIES) {
      // The usual cause is a folder that was deleted while it was read; the next try succeeds.
      this.mode = 'none'
      this.retryIn(this.desk.timings.retry_ms * ++this.followTries)
    } else this.poll(followed)
  }

  private poll({ reason, fix }: Exclude<Followed, { state: 'on' }>): void {
    const every_s = this.desk.timings.poll_ms / 1000
    if (!this.isPolled) this.say({ event: 'polling', repo_id: this.repo.repo_id, every_s, reason, fix })
    this.mode = 'polling'
    this.followTries = 0
  }

  /** False when there was nothing to do. */
  private async bring(): Promise<boolean> {
    if (this.closed) return false
    const { repo_id } = this.repo
    this.lookedAt = this.desk.now()
    const brought = await this.desk.bringUpToDate(this.repo, {
      signal: this.desk.signal,
      onBuild: (changed) => {
        if (!this.busy) this.say({ event: 'indexing', repo_id, changed })
      },
    })
    if (brought.state === 'locked') {
      this.waitForLock()
      return true
    }
    this.busy = false
    this.trouble = ''
    this.tries = 0
    if (brought.state === 'current') return false
    const { state, moved, ...told } = brought
    if (told.files > 0 || moved) this.say({ event: 'caught-up', repo_id, ...told })
    return true
  }

  private waitForLock(): void {
    if (!this.busy) this.say({ event: 'busy', repo_id: this.repo.repo_id })
    this.busy = true
    this.retryIn(Math.min(this.desk.timings.retry_ms * 2 ** this.tries++, MOST_LOCK_WAIT_MS))
  }

  private fail(error: unknown): void {
    if (this.closed || this.desk.signal.aborted) return
    const words = error instanceof Error ? error.message : String(error)
    const { code, message, fix } = error instanceof CairnProblem ? error : { code: 'INTERNAL', message: words, fix: '' }
    if (this.trouble !== message) this.say({ event: 'problem', repo_id: this.repo.repo_id, code, message, fix })
    this.trouble = message
    this.retryIn(Math.min(this.desk.timings.retry_ms * 10 * 2 ** this.tries++, MOST_TROUBLE_WAIT_MS))
  }

  private retryIn(ms: number): void {
    clearTimeout(this.retryTimer)
    this.retryTimer = setTimeout(() => this.rescan(), ms)
  }

  private say(news: WatchNews): void {
    if (!this.closed) this.desk.say(news)
  }
}

const FOLLOW_TRIES = 3
const MOST_REST_MS = 3_000
const MOST_LOCK_WAIT_MS = 15_000
const MOST_TROUBLE_WAIT_MS = 600_000

/** A different folder with the same name, or a different `.git` in it, must be watched again. */
async function identityOf(root: string): Promise<string | undefined> {
  const [folder, git] = await Promise.all([root, path.join(root, '.git')].map((file) => seeTarget(file)))
  return folder?.isDirectory() ? `${folder.dev}:${folder.ino} ${git ? `${git.dev}:${git.ino}` : 'no git'}` : undefined
}
