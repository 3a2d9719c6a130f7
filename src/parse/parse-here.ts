/** The parser of the child's main thread. It takes a job at a time, and between two of them lets the thread read and send messages. */
import type { GrammarModules } from './grammar-modules.ts'
import { createTextParser, type TextParser } from './parse-text.ts'
import type { JobAnswer, PoolJob } from './pool-messages.ts'
import { parseJob } from './run-job.ts'

export type ParseHereOptions = {
  modules: GrammarModules
  /** Time for one file; the parser itself enforces it. */
  budget_ms: number
  /** Jobs for the next free thread; shared by all. */
  waiting: PoolJob[]
  report: (id: number, answer: JobAnswer) => void
}

export class ParseHere {
  private readonly options: ParseHereOptions
  private readonly parser: TextParser
  private isBusy = false

  constructor(options: ParseHereOptions) {
    this.options = options
    this.parser = createTextParser(options.modules)
  }

  async takeNext(): Promise<void> {
    const next = this.isBusy ? undefined : this.options.waiting.shift()
    if (!next) return
    this.isBusy = true
    this.options.report(next.id, await parseJob(next.job, this.parser, this.options.budget_ms))
    this.isBusy = false
    if (this.options.waiting.length > 0) setImmediate(() => this.takeNext())
  }
}
