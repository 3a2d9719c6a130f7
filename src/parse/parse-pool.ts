/**
 * Parses many files outside this process, in a forked child and its worker threads. A separate process, because V8's flags that keep
 * grammars from being optimised (and Node 24 from using gigabytes) are those of a whole process (`engine-tier.ts`), and because a crash
 * there must not end this process.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { builtFile } from '../base/built-file.ts'
import { codeFolder } from '../base/code-folder.ts'
import { ownChild } from '../base/own-children.ts'
import { tierFlags } from './engine-tier.ts'
import type { FromChild, JobAnswer, PoolAnswer, PoolJob, ToChild } from './pool-messages.ts'
import type { ParsePool } from './port.ts'
import { failJob } from './run-job.ts'

/** `hangs_after_ms`: a child that has jobs and says nothing for so long is ended. Default 40,000, more than its threads may take. */
export type ParsePoolOptions = { workers: number; signal?: AbortSignal; hangs_after_ms?: number }

/** Jobs in progress or answered but not read, per worker: enough to keep it busy, few enough to bound memory. */
const HELD_PER_WORKER = 12
const PATIENCE_MS = 500
/** What the worker threads had; a file that needs more is not parsed. */
const MAX_HEAP_MB = 512
/** Half of V8's default: the facts of a file are garbage as soon as they are sent. Saves 8 to 14 % of the peak of an index, and costs no CPU. */
const YOUNG_HEAP_MB = 8

export function createParsePool(options: ParsePoolOptions): ParsePool {
  return new ForkedPool(options)
}

/** Others (the system, for lack of memory) may end a process while it starts. */
const MOST_FAILED_STARTS = 3

type Failure = { state: 'failed' | 'timed-out'; reason: string }
const HUNG: Failure = { state: 'timed-out', reason: 'parsing did not come to an end' }
const LOOKS = 4

class ForkedPool implements ParsePool {
  private readonly workers: number
  private readonly signal: AbortSignal | undefined
  private readonly hangs_after_ms: number
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

  constructor({ workers, signal, hangs_after_ms = 40_000 }: ParsePoolOptions) {
    this.workers = Math.max(1, workers)
    this.signal = signal
    this.hangs_after_ms = hangs_after_ms
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
    const cache = codeFolder()
    const child = ownChild(
      fork(
        builtFile('./parts/parse-child.cjs', import.meta.url),
        [String(this.workers), ...(cache === undefined ? [] : [cache])],
        {
          execArgv: [...tierFlags, `--max-old-space-size=${MAX_HEAP_MB}`, `--max-semi-space-size=${YOUNG_HEAP_MB}`],
          serialization: 'advanced',
          stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        },
      ),
    )
    let ready = false
    const watch = this.watch(child)
    child.on('message', (message: FromChild) => {
      watch.silent = 0
      if (message.say === 'ready') ready = true
      else this.hear(message.answers)
    })
    const lost = (how: string): void => {
      clearInterval(watch.timer)
      this.lost(child, watch.hung ? HUNG : { state: 'failed', reason: `the parse process crashed (${how})` }, ready)
    }
    child.on('error', (error) => lost(error.message))
    child.on('exit', (code, signal) => lost(signal ?? `code ${code}`))
    return child
  }

  /** Looks several times rather than once, because this process may have been too busy to hear. */
  private watch(child: ChildProcess): { silent: number; hung: boolean; timer: NodeJS.Timeout } {
    const look = (): void => {
      watch.silent = this.underWay.size > 0 ? watch.silent + 1 : 0
      if (watch.silent < LOOKS) return
      watch.hung = true
      child.kill('SIGKILL')
    }
    const watch = { silent: 0, hung: false, timer: setInterval(look, this.hangs_after_ms / LOOKS).unref() }
    return watch
  }

  private hear(answers: readonly PoolAnswer[]): void {
    for (const { id, answer } of answers) if (this.underWay.delete(id)) this.answers.push(answer)
    this.nextSuspect()
    this.wake()
  }

  private lost(child: ChildProcess, why: Failure, wasReady: boolean): void {
    if (this.child !== child) return
    this.child = undefined
    if (this.closed || this.signal?.aborted) return
    this.failedStarts = wasReady ? 0 : this.failedStarts + 1
    // A child that never starts would die again for every file.
    if (this.failedStarts >= MOST_FAILED_STARTS) this.broken = new Error(`${why.reason}, each time before it had started`)
    const [jobs, unsent] = [[...this.underWay.values()], this.unsent]
    this.underWay.clear()
    this.unsent = []
    // Before it was ready it had read no file, and never one that was not sent.
    if (wasReady && jobs.length === 1 && jobs[0] && !unsent.includes(jobs[0])) this.answers.push(failJob(jobs[0].job, why))
    else for (const job of jobs) this.suspects.push(job)
    this.nextSuspect()
    this.wake()
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
