/** A slot in the parse child for one worker at a time. The worker may crash, hang or grow too large; the slot stays. */
import { Worker } from 'node:worker_threads'
import type { GrammarModules } from './grammar-modules.ts'
import type { FromWorker, JobAnswer, PoolJob, ToWorker, WorkerStart } from './pool-messages.ts'
import { failJob } from './run-job.ts'
import type { WasmModule } from './web-assembly.ts'

export type ParseThreadOptions = {
  workerFile: string
  modules: GrammarModules
  engine: WasmModule
  /** Where compiled code is kept. */
  code_folder: string | undefined
  /** Time for one file; the parser itself enforces it. */
  budget_ms: number
  /** A job that takes longer no longer respects its budget. */
  hangs_after_ms: number
  /** Jobs for the next free thread; shared by all. */
  waiting: PoolJob[]
  report: (id: number, answer: JobAnswer) => void
}

const MAX_HEAP_MB = 512
/** Jobs that the worker has, with the one in progress: the main thread may be parsing a file itself when the worker is done with one. */
const JOBS_AT_ONCE = 3

export class ParseThread {
  private readonly options: ParseThreadOptions
  private worker: Worker | undefined
  /** Of the worker, in this order. */
  private given: PoolJob[] = []
  private timer: NodeJS.Timeout | undefined

  constructor(options: ParseThreadOptions) {
    this.options = options
  }

  takeNext(): void {
    const { waiting } = this.options
    while (this.given.length < JOBS_AT_ONCE) {
      const next = waiting.shift()
      if (!next) return
      this.worker ??= this.start()
      if (this.given.push(next) === 1) this.watch()
      this.worker.postMessage({ say: 'job', ...next } satisfies ToWorker)
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.timer)
    await this.dismiss()
  }

  /** The first of its jobs. */
  private watch(): void {
    clearTimeout(this.timer)
    if (this.given.length === 0) return
    const { hangs_after_ms } = this.options
    this.timer = setTimeout(() => this.giveUp({ state: 'timed-out', reason: 'parsing did not come to an end' }), hangs_after_ms)
  }

  private start(): Worker {
    const { workerFile, engine, budget_ms, code_folder } = this.options
    const worker = new Worker(workerFile, {
      workerData: { engine, budget_ms, code_folder } satisfies WorkerStart,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    })
    worker.on('message', (message: FromWorker) => this.hear(worker, message))
    worker.on('error', (error) => this.broke(worker, error.message))
    worker.on('exit', (code) => this.broke(worker, `worker ended with ${code}`))
    return worker
  }

  private hear(worker: Worker, message: FromWorker): void {
    if (message.say === 'want') {
      const { grammar } = message
      const reply = (module: WasmModule | null) =>
        worker.postMessage({ say: 'grammar', name: grammar, module } satisfies ToWorker)
      this.options.modules.grammar(grammar).then(reply, () => reply(null))
      return
    }
    // A discarded worker's job was already answered.
    if (worker !== this.worker) return
    if (message.spent) this.dismiss()
    this.finish(message.answer)
  }

  private broke(worker: Worker, reason: string): void {
    if (worker === this.worker) this.giveUp({ state: 'failed', reason: `the parser crashed: ${reason}` })
  }

  /** Costs only the job in progress. */
  private giveUp(why: { state: 'failed' | 'timed-out'; reason: string }): void {
    this.dismiss()
    const [current] = this.given
    if (current) this.finish(failJob(current.job, why))
  }

  private finish(answer: JobAnswer): void {
    const current = this.given.shift()
    // What a discarded worker still had is for the next.
    if (!this.worker) this.options.waiting.unshift(...this.given.splice(0))
    this.watch()
    if (current) this.options.report(current.id, answer)
    this.takeNext()
  }

  private async dismiss(): Promise<void> {
    const { worker } = this
    this.worker = undefined
    await worker?.terminate()
  }
}
