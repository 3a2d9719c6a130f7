/**
 * Keeps the indexes of all registered repos up to date in the background of a server, with the watch room. Of several
 * processes with one home, one does this; the others try again at a later question. A failure is a warning: questions check
 * for changes themselves.
 */
import { CairnProblem } from '../contract/problems.ts'
import type { WatchEvent } from '../contract/watch.ts'

export type KeepCurrentRooms = {
  /** The setting `watch`. */
  isOn: boolean
  /** Watches until the signal aborts. INDEX_LOCKED when another process does so. */
  watch(options: { signal: AbortSignal; onEvent(event: WatchEvent): void }): Promise<unknown>
  warn(words: string): void
  now(): number
}

/** A question may come every second; asking for the lock that often would be of no use. */
const RETRY_MS = 60_000

export class KeepCurrent {
  private readonly rooms: KeepCurrentRooms
  private readonly stop = new AbortController()
  private running: Promise<void> | undefined
  private triedAt: number | undefined
  private readonly told = new Set<string>()

  constructor(rooms: KeepCurrentRooms) {
    this.rooms = rooms
  }

  /** Returns at once. Does nothing while the watcher runs, and for a minute after a try that failed. */
  start(): void {
    const { isOn, now } = this.rooms
    if (!isOn || this.running || this.stop.signal.aborted) return
    if (this.triedAt !== undefined && now() - this.triedAt < RETRY_MS) return
    this.triedAt = now()
    this.running = this.watch().finally(() => {
      this.running = undefined
    })
  }

  async close(): Promise<void> {
    this.stop.abort()
    await this.running
  }

  private async watch(): Promise<void> {
    try {
      await this.rooms.watch({ signal: this.stop.signal, onEvent: (event) => this.tell(event) })
    } catch (error) {
      if (this.stop.signal.aborted || (error instanceof CairnProblem && error.code === 'INDEX_LOCKED')) return
      this.warn(error instanceof Error ? error.message : String(error))
    }
  }

  private tell(event: WatchEvent): void {
    if (event.event === 'problem')
      this.warn(`${event.repo_id === null ? '' : `${event.repo_id}: `}${event.message} ${event.fix}`.trimEnd())
  }

  /** Once for each problem: a server may run for weeks. */
  private warn(words: string): void {
    if (this.told.has(words) || this.told.size >= MOST_WARNINGS) return
    this.told.add(words)
    this.rooms.warn(`Keeping indexes up to date in the background: ${words}`)
  }
}

const MOST_WARNINGS = 100
