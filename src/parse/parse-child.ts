/**
 * Entry of the parse child process. Its main thread compiles grammars and hands jobs to worker threads; a worker that breaks,
 * hangs or has grown too large is replaced. Ends when the pool lets go of it, or dies.
 */
import { Worker } from 'node:worker_threads'
import { builtFile } from '../base/built-file.ts'
import { createGrammarModules, type GrammarModules } from './grammar-modules.ts'
import type { FromChild, FromWorker, JobAnswer, PoolJob, ToChild, ToWorker, WorkerStart } from './pool-messages.ts'
import { failJob } from './run-job.ts'
import type { WasmModule } from './web-assembly.ts'

const BUDGET_MS = 2000
/** The parser keeps its own budget; what outlasts this has stopped listening to it. */
const HANGS_AFTER_MS = 30_000
const MAX_WORKER_HEAP_MB = 512

process.on('disconnect', () => process.exit(0))
// The pool decides when work ends; Ctrl-C reaches the whole process group and must not look like a crash here.
process.on('SIGINT', () => undefined)

serve(createGrammarModules(), Math.max(1, Number(process.argv[2] ?? 2)))

async function serve(modules: GrammarModules, count: number): Promise<void> {
  const waiting: PoolJob[] = []
  let threads: ParseThread[] = []
  const handOut = () => {
    for (const thread of threads) thread.takeNext()
  }
  process.on('message', (message: ToChild) => {
    waiting.push(message)
    handOut()
  })
  const engine = await modules.engine()
  threads = Array.from({ length: count }, () => new ParseThread(modules, engine, waiting, answer))
  send({ say: 'ready' })
  handOut()
}

function answer(id: number, found: JobAnswer): void {
  send({ say: 'answer', id, answer: found })
}

function send(message: FromChild): void {
  if (process.connected) process.send?.(message)
}

/** A place where one worker at a time works; the worker may change, the place stays. */
class ParseThread {
  private worker: Worker | undefined
  private current: PoolJob | undefined
  private timer: NodeJS.Timeout | undefined
  private readonly modules: GrammarModules
  private readonly engine: WasmModule
  private readonly waiting: PoolJob[]
  private readonly report: typeof answer

  constructor(modules: GrammarModules, engine: WasmModule, waiting: PoolJob[], report: typeof answer) {
    this.modules = modules
    this.engine = engine
    this.waiting = waiting
    this.report = report
  }

  takeNext(): void {
    if (this.current) return
    const next = this.waiting.shift()
    if (!next) return
    this.current = next
    this.worker ??= this.start()
    this.timer = setTimeout(() => this.giveUp({ state: 'timed-out', reason: 'did not come to an end' }), HANGS_AFTER_MS)
    this.worker.postMessage({ say: 'job', ...next } satisfies ToWorker)
  }

  private start(): Worker {
    const worker = new Worker(builtFile('./parse-worker.js', import.meta.url), {
      workerData: { engine: this.engine, budget_ms: BUDGET_MS } satisfies WorkerStart,
      resourceLimits: { maxOldGenerationSizeMb: MAX_WORKER_HEAP_MB },
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
      this.modules.grammar(grammar).then(reply, () => reply(null))
      return
    }
    if (message.spent) this.dismiss()
    this.finish(message.answer)
  }

  private broke(worker: Worker, reason: string): void {
    if (worker === this.worker) this.giveUp({ state: 'failed', reason: `the parser crashed: ${reason}` })
  }

  /** Costs the job in hand, nothing else. */
  private giveUp(why: { state: 'failed' | 'timed-out'; reason: string }): void {
    this.dismiss()
    if (this.current) this.finish(failJob(this.current.job, why))
  }

  private finish(found: JobAnswer): void {
    clearTimeout(this.timer)
    const { current } = this
    this.current = undefined
    if (current) this.report(current.id, found)
    this.takeNext()
  }

  private dismiss(): void {
    const { worker } = this
    this.worker = undefined
    worker?.terminate()
  }
}
