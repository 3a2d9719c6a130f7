/**
 * Keeps the indexes of repos up to date until it is stopped or its parent process is gone. It watches each repo of the list,
 * and reads the list again when the registry changes. A slow heartbeat finds what file events do not report.
 */

import { type FSWatcher, watch } from 'node:fs'
import { sharedStop } from '../base/shared-stop.ts'
import { CairnProblem } from '../contract/problems.ts'
import type { Repo } from '../contract/repo.ts'
import type { WatchEnd, WatchNews } from '../contract/watch.ts'
import { Quiet } from './quiet.ts'
import { Turns } from './turns.ts'
import { type RepoDesk, WatchedRepo } from './watched-repo.ts'

export type WatchRooms = Pick<RepoDesk, 'events' | 'bringUpToDate' | 'say' | 'ownFiles' | 'timings' | 'now'> & {
  /** Reads the list again each time. */
  listRepos(): Promise<readonly Repo[]>
  home: string
  /** The process that started this one. */
  parent(): number
}

export function watchRepos(rooms: WatchRooms, options: { signal: AbortSignal }): Promise<WatchEnd> {
  return new Keeper(rooms, options.signal).run()
}

/** Repos updated at once. Few, because parsing alone uses all cores. */
const AT_ONCE = 2
/** If a heartbeat is later than this, the machine was asleep. */
const LATE_MS = 10_000

class Keeper {
  private readonly rooms: WatchRooms
  private readonly outside: AbortSignal
  private readonly stop = sharedStop()
  private readonly watched = new Map<string, WatchedRepo>()
  private readonly desk: RepoDesk
  private readonly parent: number
  private readonly registryQuiet: Quiet
  private registry: FSWatcher | undefined
  private reading: Promise<void> = Promise.resolve()
  private lastBeat: number
  private trouble = ''
  private hasStarted = false

  constructor(rooms: WatchRooms, signal: AbortSignal) {
    this.rooms = rooms
    this.outside = signal
    this.parent = rooms.parent()
    this.lastBeat = rooms.now()
    this.registryQuiet = new Quiet(rooms.timings, () => void this.readList())
    this.desk = {
      ...rooms,
      turns: new Turns(AT_ONCE),
      others: () => [rooms.home, ...[...this.watched.values()].map(({ repo }) => repo.root)],
      signal: this.stop.signal,
    }
  }

  async run(): Promise<WatchEnd> {
    const ended = this.untilEnd()
    await this.readList()
    this.watchRegistry()
    const timer = setInterval(() => void this.beat(), this.rooms.timings.beat_ms)
    void this.sayReady([...this.watched.values()])
    try {
      const reason = await ended
      this.rooms.say({ event: 'ended', reason })
      return reason
    } finally {
      clearInterval(timer)
      await this.close()
    }
  }

  private orphaned: () => void = () => undefined

  private untilEnd(): Promise<WatchEnd> {
    return new Promise((resolve) => {
      this.orphaned = () => resolve('orphaned')
      if (this.outside.aborted) resolve('stopped')
      this.outside.addEventListener('abort', () => resolve('stopped'), { once: true })
    })
  }

  private async sayReady(first: readonly WatchedRepo[]): Promise<void> {
    await Promise.all(first.map(({ looked }) => looked))
    if (this.stop.signal.aborted || this.outside.aborted) return
    const [current, polled] = [first.filter(({ isCurrent }) => isCurrent), first.filter(({ isPolled }) => isPolled)]
    this.rooms.say({ event: 'ready', repos: first.length, current: current.length, polled: polled.length })
  }

  /** Reads the list one call after the other: two at once could start a repo twice. */
  private readList(): Promise<void> {
    this.reading = this.reading.then(async () => {
      try {
        const repos = await this.rooms.listRepos()
        const first = this.sayStarted(repos)
        await this.takeList(repos, first)
        this.trouble = ''
      } catch (error) {
        this.sayStarted([])
        this.fail(error)
      }
    })
    return this.reading
  }

  /** True the first time. */
  private sayStarted(repos: readonly Repo[]): boolean {
    if (this.hasStarted) return false
    this.hasStarted = true
    this.rooms.say({ event: 'started', pid: process.pid, home: this.rooms.home, repos: repos.map(({ repo_id }) => repo_id) })
    return true
  }

  private async takeList(repos: readonly Repo[], first: boolean): Promise<void> {
    if (this.stop.signal.aborted) return
    const wanted = new Map(repos.map((repo) => [keyOf(repo), repo]))
    for (const [key, watched] of [...this.watched]) {
      if (wanted.has(key)) continue
      this.watched.delete(key)
      await watched.close()
      this.tell('removed', watched.repo)
    }
    const fresh = [...wanted].filter(([key]) => !this.watched.has(key))
    for (const [key, { repo_id, root }] of fresh) this.watched.set(key, new WatchedRepo({ repo_id, root }, this.desk))
    // Start only when all repos are known, because each excludes the folders of the others.
    for (const [key, repo] of fresh) {
      if (!first) this.tell('added', repo)
      this.watched.get(key)?.start()
    }
  }

  private tell(event: 'added' | 'removed', { repo_id, root }: Repo): void {
    this.rooms.say({ event, repo_id, root })
  }

  /** Watches the folder, because the registry file is replaced on each write. The heartbeat reads it anyway. */
  private watchRegistry(): void {
    try {
      this.registry = watch(this.rooms.home, (_, name) => {
        if (name === null || name === 'registry.json') this.registryQuiet.poke()
      })
      this.registry.on('error', () => this.registry?.close())
    } catch {
      this.registry = undefined
    }
  }

  private async beat(): Promise<void> {
    const now = this.rooms.now()
    const passed = now - this.lastBeat
    this.lastBeat = now
    if (this.rooms.parent() !== this.parent) return this.orphaned()
    await this.readList()
    if (passed > this.rooms.timings.beat_ms + LATE_MS || passed < 0) {
      this.rooms.say({ event: 'rescan', repo_id: null, reason: 'the clock jumped, as after sleep' })
      for (const repo of this.watched.values()) repo.rescan()
      return
    }
    for (const repo of this.watched.values()) await repo.beat()
  }

  private fail(error: unknown): void {
    const problem = error instanceof CairnProblem ? error : undefined
    const message = error instanceof Error ? error.message : String(error)
    if (this.trouble !== message) {
      const news: WatchNews = {
        event: 'problem',
        repo_id: null,
        code: problem?.code ?? 'INTERNAL',
        message,
        fix: problem?.fix ?? '',
      }
      this.rooms.say(news)
    }
    this.trouble = message
  }

  private async close(): Promise<void> {
    this.stop.abort()
    this.registryQuiet.close()
    this.registry?.close()
    await this.reading
    await Promise.all([...this.watched.values()].map((repo) => repo.close()))
    await this.rooms.events.close()
  }
}

const keyOf = ({ repo_id, root }: Repo): string => `${repo_id}\0${root}`
