/**
 * The work of the parse child. Its main thread parses, compiles grammars, and passes jobs to further threads once there is work for them:
 * the first files need no thread of their own, whose start takes as long as parsing dozens of them. Ends when the pool disconnects or
 * dies; the pool ends it when its main thread hangs.
 */
import { builtFile } from '../base/built-file.ts'
import { createGrammarModules, type GrammarModules } from './grammar-modules.ts'
import { ParseHere } from './parse-here.ts'
import { limits } from './parse-limits.ts'
import { ParseThread } from './parse-thread.ts'
import type { FromChild, JobAnswer, PoolAnswer, PoolJob, ToChild } from './pool-messages.ts'
import type { WasmModule } from './web-assembly.ts'

const HANGS_AFTER_MS = 30_000
/**
 * A further thread starts after this many files: until its code is warm it takes as long as the first needs for hundreds of them, and
 * the first keeps the process that stores what it parsed busy.
 */
const FILES_PER_THREAD = 1_000
/** Nor does one file that takes long keep the others waiting, but for those that wait while the main thread itself parses it. */
const STUCK_AFTER_MS = 500
/** In one message, unless the pool has nothing to do meanwhile. */
const ANSWERS_AT_ONCE = 6
const ANSWERED_WITHIN_MS = 30

export type ServeJobsOptions = { engine: WasmModule; threads: number; code_folder: string | undefined }

export function serveJobs(options: ServeJobsOptions): void {
  process.on('disconnect', () => process.exit(0))
  // The pool may have died before this.
  if (!process.connected) process.exit(0)
  // The pool decides when work ends; Ctrl-C reaches the whole process group and must not look like a crash here.
  process.on('SIGINT', () => undefined)
  serve(createGrammarModules(options.engine), options)
}

function serve(modules: GrammarModules, { engine, threads, code_folder }: ServeJobsOptions): void {
  const waiting: PoolJob[] = []
  const parsers: { takeNext(): void }[] = []
  let further = 0
  let answeredBefore = 0
  const answers = new Answers(waiting)
  const report = (id: number, answer: JobAnswer): void => answers.add({ id, answer })
  const handOut = (): void => {
    const due = Math.min(threads, 1 + further + Math.floor(answers.count / FILES_PER_THREAD))
    while (parsers.length > 0 && parsers.length < due) parsers.push(startThread())
    for (const parser of parsers) parser.takeNext()
  }
  setInterval(() => {
    if (answers.count === answeredBefore && waiting.length > 0) further += 1
    answeredBefore = answers.count
    handOut()
  }, STUCK_AFTER_MS)
  process.on('message', (jobs: ToChild) => {
    for (const job of jobs) waiting.push(job)
    handOut()
  })
  const startThread = (): ParseThread =>
    new ParseThread({
      workerFile: builtFile('./parts/parse-worker.cjs', import.meta.url),
      modules,
      engine,
      code_folder,
      budget_ms: limits.milliseconds,
      hangs_after_ms: HANGS_AFTER_MS,
      waiting,
      report,
    })
  parsers.push(new ParseHere({ modules, budget_ms: limits.milliseconds, waiting, report }))
  send({ say: 'ready' })
  handOut()
}

/** What was answered and not yet sent. */
class Answers {
  count = 0
  private readonly waiting: readonly PoolJob[]
  private unsent: PoolAnswer[] = []
  private sent_ms = performance.now()
  private timer: NodeJS.Timeout | undefined

  constructor(waiting: readonly PoolJob[]) {
    this.waiting = waiting
  }

  add(answer: PoolAnswer): void {
    this.count += 1
    this.unsent.push(answer)
    // While this thread parses no timer fires, so the time is looked at too.
    const isDue = this.unsent.length >= ANSWERS_AT_ONCE || performance.now() - this.sent_ms >= ANSWERED_WITHIN_MS
    if (isDue || this.waiting.length === 0) this.send()
    else this.timer ??= setTimeout(() => this.send(), ANSWERED_WITHIN_MS)
  }

  private send(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    send({ say: 'answers', answers: this.unsent })
    this.unsent = []
    this.sent_ms = performance.now()
  }
}

function send(message: FromChild): void {
  if (process.connected) process.send?.(message)
}
