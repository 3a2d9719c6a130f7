/**
 * Starts git from a small child process, for long-lived processes. On Linux the start of a process copies the page tables of the
 * one that starts it, and everything else in that process waits: 7 ms for a server of 150 MB, each time. Where the child is not
 * there (yet, or any more), git is started from this process.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { builtFile } from '../base/built-file.ts'
import { ownChild } from '../base/own-children.ts'
import { type GitAnswer, type GitJob, type StartGit, startGit } from './git-process.ts'
import { removeOldFolders } from './private-git.ts'

export type ApartJob = { id: number; job: GitJob } | { stop: number }
export type ApartAnswer = { id: number; answer: GitAnswer }
/** Sent once, before any answer. */
export type ApartReady = { ready: true }

export type GitApart = { start: StartGit; close(): void }

/** `idle_ms`: how long an idle child is kept. `first_here`: so many processes are started from here before there is a child. */
export type GitApartOptions = { idle_ms?: number; first_here?: number }

/** A single question, or an update after one edit, is over before a child would have started. */
const FIRST_HERE = 6

export function createGitApart({ idle_ms = 30_000, first_here = FIRST_HERE }: GitApartOptions = {}): GitApart {
  removeOldFolders(Date.now())
  return new Apart(idle_ms, first_here)
}

/** The child keeps the time limits of its jobs. If it does not, it is ended, and so is the job. */
const GRACE_MS = 2_000
/** Where a child cannot be started, it is not tried for ever. */
const MOST_FAILED_STARTS = 3

type Waiting = { settle(answer: GitAnswer): void; startHere(): void }

class Apart implements GitApart {
  private readonly idleMs: number
  private readonly firstHere: number
  private readonly waiting = new Map<number, Waiting>()
  private child: ChildProcess | undefined
  private isReady = false
  private isClosed = false
  private timer: NodeJS.Timeout | undefined
  private lastId = 0
  private startedHere = 0
  private failedStarts = 0

  constructor(idleMs: number, firstHere: number) {
    this.idleMs = idleMs
    this.firstHere = firstHere
  }

  readonly start: StartGit = (job, signal) => {
    if (!this.child && this.isWorthAChild()) this.child = this.launch()
    this.keep()
    if (this.isReady && !signal?.aborted) return this.ask(job, signal)
    this.startedHere++
    return startGit(job, signal)
  }

  close(): void {
    this.isClosed = true
    this.letGo()
  }

  private isWorthAChild(): boolean {
    return !this.isClosed && this.startedHere >= this.firstHere && this.failedStarts < MOST_FAILED_STARTS
  }

  private ask(job: GitJob, signal: AbortSignal | undefined): Promise<GitAnswer> {
    const id = ++this.lastId
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.waiting.get(id)?.settle({ state: 'timed-out' })
        this.child?.kill('SIGKILL')
      }, job.timeout_ms + GRACE_MS)
      const finish = (): void => {
        clearTimeout(late)
        signal?.removeEventListener('abort', stop)
        this.waiting.delete(id)
        this.keep()
      }
      const stop = (): void => {
        this.child?.send({ stop: id } satisfies ApartJob, () => undefined)
        finish()
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', stop, { once: true })
      this.waiting.set(id, {
        settle: (answer) => {
          finish()
          resolve(answer)
        },
        // Git only reads, so a command can be run twice.
        startHere: () => {
          finish()
          startGit(job, signal).then(resolve, reject)
        },
      })
      this.keep()
      // A failed send is reported as the child's exit.
      this.child?.send({ id, job } satisfies ApartJob, () => undefined)
    })
  }

  private launch(): ChildProcess {
    const child = ownChild(
      fork(builtFile('./git-apart-child.js', import.meta.url), {
        execArgv: [],
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      }),
    )
    child.on('message', (message: ApartAnswer | ApartReady) => {
      if (this.child !== child) return
      if ('ready' in message) {
        this.isReady = true
        this.failedStarts = 0
      } else this.waiting.get(message.id)?.settle(message.answer)
    })
    child.on('error', () => this.lost(child))
    child.on('exit', () => this.lost(child))
    return child
  }

  private lost(child: ChildProcess): void {
    if (this.child !== child) return
    if (!this.isReady) this.failedStarts++
    this.letGo()
  }

  /** An idle child keeps no process running, and is ended after a while. */
  private keep(): void {
    clearTimeout(this.timer)
    if (this.waiting.size > 0) {
      this.child?.ref()
      this.child?.channel?.ref()
      return
    }
    this.child?.unref()
    this.child?.channel?.unref()
    this.timer = setTimeout(() => this.letGo(), this.idleMs).unref()
  }

  private letGo(): void {
    const { child } = this
    this.child = undefined
    this.isReady = false
    this.startedHere = 0
    if (child?.connected) child.disconnect()
    for (const { startHere } of [...this.waiting.values()]) startHere()
    clearTimeout(this.timer)
  }
}
