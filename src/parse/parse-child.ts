/**
 * Entry of the parse child process. Its main thread compiles grammars and passes jobs to worker threads. Ends when the pool
 * disconnects or dies.
 */
import { builtFile } from '../base/built-file.ts'
import { optimiseLess } from '../base/optimise-less.ts'
import { stopOptimising } from './engine-tier.ts'
import { createGrammarModules, type GrammarModules } from './grammar-modules.ts'
import { limits } from './parse-limits.ts'
import { ParseThread } from './parse-thread.ts'
import type { FromChild, JobAnswer, PoolAnswer, PoolJob, ToChild } from './pool-messages.ts'

const HANGS_AFTER_MS = 30_000
/**
 * A further thread starts after this many files: until its code is warm it takes as long as the first needs for hundreds of them, and
 * the first keeps the process that stores what it parsed busy.
 */
const FILES_PER_THREAD = 1_000
/** Nor does one file that takes long keep the others waiting. */
const STUCK_AFTER_MS = 500
/** In one message, unless the pool has nothing to do meanwhile. */
const ANSWERS_AT_ONCE = 6
const ANSWERED_WITHIN_MS = 30

optimiseLess()
process.on('disconnect', () => process.exit(0))
// The pool decides when work ends; Ctrl-C reaches the whole process group and must not look like a crash here.
process.on('SIGINT', () => undefined)
serve(createGrammarModules(), Math.max(1, Number(process.argv[2] ?? 2)))

async function serve(modules: GrammarModules, count: number): Promise<void> {
  const waiting: PoolJob[] = []
  const threads: ParseThread[] = []
  let start: (() => ParseThread) | undefined
  let [answered, answeredBefore, further] = [0, 0, 0]
  const handOut = () => {
    const due = Math.min(count, 1 + further + Math.floor(answered / FILES_PER_THREAD))
    while (start && threads.length < due) threads.push(start())
    for (const thread of threads) thread.takeNext()
  }
  setInterval(() => {
    if (answered === answeredBefore && waiting.length > 0) further += 1
    answeredBefore = answered
    handOut()
  }, STUCK_AFTER_MS)
  process.on('message', (jobs: ToChild) => {
    for (const job of jobs) waiting.push(job)
    handOut()
  })
  let answers: PoolAnswer[] = []
  let timer: NodeJS.Timeout | undefined
  const sendAnswers = () => {
    clearTimeout(timer)
    timer = undefined
    send({ say: 'answers', answers })
    answers = []
  }
  const engine = await modules.engine()
  stopOptimising()
  const options = {
    workerFile: builtFile('./parse-worker.js', import.meta.url),
    modules,
    engine,
    budget_ms: limits.milliseconds,
    hangs_after_ms: HANGS_AFTER_MS,
    waiting,
    report: (id: number, answer: JobAnswer) => {
      answered += 1
      const count = answers.push({ id, answer })
      if (count >= ANSWERS_AT_ONCE || waiting.length === 0) sendAnswers()
      else timer ??= setTimeout(sendAnswers, ANSWERED_WITHIN_MS)
    },
  }
  start = () => new ParseThread(options)
  send({ say: 'ready' })
  handOut()
}

function send(message: FromChild): void {
  if (process.connected) process.send?.(message)
}
