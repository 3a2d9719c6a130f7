/**
 * Entry of the parse child process. Its main thread compiles grammars and passes jobs to worker threads. Ends when the pool
 * disconnects or dies.
 */
import { builtFile } from '../base/built-file.ts'
import { stopOptimising } from './engine-tier.ts'
import { createGrammarModules, type GrammarModules } from './grammar-modules.ts'
import { limits } from './parse-limits.ts'
import { ParseThread } from './parse-thread.ts'
import type { FromChild, PoolJob, ToChild } from './pool-messages.ts'

const HANGS_AFTER_MS = 30_000

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
  stopOptimising()
  const options = {
    workerFile: builtFile('./parse-worker.js', import.meta.url),
    modules,
    engine,
    budget_ms: limits.milliseconds,
    hangs_after_ms: HANGS_AFTER_MS,
    waiting,
    report: (id: number, answer: Extract<FromChild, { say: 'answer' }>['answer']) => send({ say: 'answer', id, answer }),
  }
  threads = Array.from({ length: count }, () => new ParseThread(options))
  send({ say: 'ready' })
  handOut()
}

function send(message: FromChild): void {
  if (process.connected) process.send?.(message)
}
