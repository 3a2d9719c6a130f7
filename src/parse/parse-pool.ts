/**
 * Parses many files outside this process, in a forked child with worker threads. A separate process, because V8's flags that keep
 * grammars from being optimised (and Node 24 from using gigabytes) are those of a whole process (`engine-tier.ts`), and because a crash
 * there must not end this process.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { builtFile } from '../base/built-file.ts'
import { ownChild } from '../base/own-children.ts'
import { tierFlags } from './engine-tier.ts'
import type { FromChild, JobAnswer, PoolAnswer, PoolJob, ToChild } from './pool-messages.ts'
import type { ParsePool } from './port.ts'
import { failJob } from './run-job.ts'

export type ParsePoolOptions = { workers: number; signal?: AbortSignal }

/** Jobs in progress or answered but not read, per worker: enough to keep it busy, few enough to bound memory. */
const HELD_PER_WORKER = 12
const PATIENCE_MS = 500

export function createParsePool(options: ParsePoolOptions): ParsePool {
  return new ForkedPool(options)
}

/** Others (the system, for lack of memory) may end a process while it starts. */
const MOST_FAILED_STARTS = 3

class ForkedPool implements ParsePool {
  private readonly workers: number
  private readonly signal: AbortSignal | undefined
  private readonly underWay = new Map<number, PoolJob>()
  /** Of those, the ones that go to the child with the next message. */
  private unsent: PoolJob[] = []
  private readonly answers: JobAnswer[] = []
  /** Jobs in progress when the child died: one of them killed it, so they are run one by one. */
  private suspects: PoolJob[] = []
  private child: ChildProcess | undefined
  private wakeUps: (() => void)[] = []
  private lastId = 0
  private ended = false
  private closed = false
  private broken: Error | undefined
  private failedStarts = 0
  private readonly onAbort = () => {
    this.stop()
    this.wake()
  }

  constructor({ workers, signal }: ParsePoolOptions) {
    this.workers = Math.max(1, workers)
    this.signal = signal
    signal?.addEventListener('abort', this.onAbort, { once: true })
  }

  async submit(job: PoolJob['job']): Promise<void> {
    for (let most = this.workers * HELD_PER_WORKER; ; ) {
      this.throwIfOver()
      if (this.ended || this.closed) throw new Error('the parse pool takes no more jobs')
      const held = this.underWay.size + this.suspects.length + this.answers.length
      if (this.suspects.length === 0 && held < most) break
      // Once it is full, several jobs follow at once, in one message.
      most = (this.workers * HELD_PER_WORKER) / 2
      await this.change()
    }
    this.start({ id: ++this.lastId, job })
  }

  async *results(): AsyncIterable<JobAnswer> {
    for (;;) {
      this.throwIfOver()
      const answer = this.answers.shift()
      if (answer) {
        this.wake()
        yield answer
      } else if (this.closed || (this.ended && this.underWay.size === 0 && this.suspects.length === 0)) {
        await this.close()
        return
      } else {
        await this.change()
      }
    }
  }

  end(): void {
    this.ended = true
    this.wake()
  }

  async close(): Promise<void> {
    this.closed = true
    this.signal?.removeEventListener('abort', this.onAbort)
    this.wake()
    await this.stop()
  }

  private start(job: PoolJob): void {
    this.underWay.set(job.id, job)
    this.child ??= this.launch()
    if (this.unsent.push(job) === 1) setImmediate(() => this.send())
  }

  private send(): void {
    const jobs = this.unsent
    this.unsent = []
    if (jobs.length === 0) return
    this.child?.send(jobs satisfies ToChild, (error) => {
      // The child's exit is reported separately, and jobs in progress are handled there.
      if (error) this.wake()
    })
  }

  private launch(): ChildProcess {
    const child = ownChild(
      fork(builtFile('./parse-child.js', import.meta.url), [String(this.workers)], {
        execArgv: [...tierFlags],
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      }),
    )
    let ready = false
    child.on('message', (message: FromChild) => {
      if (message.say === 'ready') ready = true
      else this.hear(message.answers)
    })
    child.on('error', (error) => this.lost(child, error.message, ready))
    child.on('exit', (code, signal) => this.lost(child, signal ?? `code ${code}`, ready))
    return child
  }

  private hear(answers: readonly PoolAnswer[]): void {
    for (const { id, answer } of answers) if (this.underWay.delete(id)) this.answers.push(answer)
    this.nextSuspect()
    this.wake()
  }

  private lost(child: ChildProcess, how: string, wasReady: boolean): void {
    if (this.child !== child) return
    this.child = undefined
    if (this.closed || this.signal?.aborted) return
    this.failedStarts = wasReady ? 0 : this.failedStarts + 1
    // A child that never starts would die again for every file.
    if (this.failedStarts >= MOST_FAILED_STARTS) this.broken = new Error(`the parse process could not be started (${how})`)
    const [jobs, unsent] = [[...this.underWay.values()], this.unsent]
    this.underWay.clear()
    this.unsent = []
    // Before it was ready it had read no file, and never one that was not sent.
    if (wasReady && jobs.length === 1 && jobs[0] && !unsent.includes(jobs[0])) this.convict(jobs[0], how)
    else for (const job of jobs) this.suspects.push(job)
    this.nextSuspect()
    this.wake()
  }

  private convict(culprit: PoolJob, how: string): void {
    this.answers.push(failJob(culprit.job, { state: 'failed', reason: `the parse process crashed (${how})` }))
  }

  private nextSuspect(): void {
    if (this.underWay.size > 0 || this.broken || this.closed) return
    const next = this.suspects.shift()
    if (next) this.start(next)
  }

  private async stop(): Promise<void> {
    const { child } = this
    this.child = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    if (child.connected) child.disconnect()
    const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
    await gone
    clearTimeout(timer)
  }

  private throwIfOver(): void {
    this.signal?.throwIfAborted()
    if (this.broken) throw this.broken
  }

  private change(): Promise<void> {
    return new Promise((resolve) => this.wakeUps.push(resolve))
  }

  private wake(): void {
    const waiting = this.wakeUps
    this.wakeUps = []
    for (const resolve of waiting) resolve()
  }
}
