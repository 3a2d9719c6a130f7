/**
 * Parses in a child process, one text at a time: for long-lived processes. The memory of grammars is freed with the child, which
 * ends when it is idle; Node 24 would otherwise spend gigabytes on optimising them, and a grammar that hangs or crashes would
 * take this process with it.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { builtFile } from '../base/built-file.ts'
import { ownChild } from '../base/own-children.ts'
import { createParser } from './create-parser.ts'
import type { ParseOptions, ParseOutcome, Parser } from './port.ts'

/** `idle_ms`: how long an idle child is kept. `hangs_after_ms`: a job that takes longer no longer respects its budget. */
export type ParserApartOptions = { idle_ms?: number; hangs_after_ms?: number }

export type TextJob = { id: number; text: string; language: string; options: ParseOptions }
export type TextAnswer = { id: number; outcome: ParseOutcome }
/** Sent once, before any answer. */
export type TextReady = { ready: true }

export const createParserApart = (options: ParserApartOptions = {}): Parser => new ParserApart(options)

type Waiting = { job: TextJob; resolve: (outcome: ParseOutcome) => void }

/** Others may end a process while it starts (for lack of memory): only repeated failures count. */
const MOST_FAILED_STARTS = 3

class ParserApart implements Parser {
  private readonly idleMs: number
  private readonly hangsAfterMs: number
  private readonly queue: Waiting[] = []
  private current: Waiting | undefined
  private child: ChildProcess | undefined
  private timer: NodeJS.Timeout | undefined
  private lastId = 0
  private failedStarts = 0
  /** Where no child can be started, files are parsed here. */
  private here: Parser | undefined

  constructor({ idle_ms = 30_000, hangs_after_ms = 15_000 }: ParserApartOptions) {
    this.idleMs = idle_ms
    this.hangsAfterMs = hangs_after_ms
  }

  parse(text: string, language: string, options: ParseOptions = {}): Promise<ParseOutcome> {
    if (this.here) return this.here.parse(text, language, options)
    return new Promise((resolve) => {
      this.queue.push({ job: { id: ++this.lastId, text, language, options }, resolve })
      this.next()
    })
  }

  close(): void {
    for (const { resolve } of this.queue.splice(0)) resolve({ state: 'failed', reason: 'the parser was closed' })
    this.here?.close()
    this.letGo()
  }

  private next(): void {
    if (this.current) return
    const next = this.queue.shift()
    clearTimeout(this.timer)
    if (!next) {
      this.timer = setTimeout(() => this.letGo(), this.idleMs).unref()
      this.child?.unref()
      this.child?.channel?.unref()
      return
    }
    this.current = next
    const child = this.child ?? this.launch()
    this.child = child
    child.ref()
    child.channel?.ref()
    this.timer = setTimeout(() => this.giveUp(child), this.hangsAfterMs)
    // A failed send is reported as the child's exit.
    child.send(next.job, () => undefined)
  }

  private launch(): ChildProcess {
    const child = ownChild(
      fork(builtFile('./parse-text-child.js', import.meta.url), {
        execArgv: ['--liftoff-only'],
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      }),
    )
    let isReady = false
    child.on('message', (message: TextAnswer | TextReady) => {
      isReady = true
      if ('ready' in message) this.failedStarts = 0
      else if (this.child === child && this.current?.job.id === message.id) this.finish(message.outcome)
    })
    child.on('error', () => this.lost(child, 'it could not be started', isReady))
    child.on('exit', (code, signal) => this.lost(child, signal ?? `code ${code}`, isReady))
    return child
  }

  private finish(outcome: ParseOutcome): void {
    const done = this.current
    this.current = undefined
    done?.resolve(outcome)
    this.next()
  }

  private lost(child: ChildProcess, how: string, isReady: boolean): void {
    if (this.child !== child) return
    this.child = undefined
    const { current } = this
    if (!current) return
    // A text that ended its process must never be parsed in this one.
    if (isReady) this.finish({ state: 'failed', reason: `the parse process crashed (${how})` })
    else if (++this.failedStarts < MOST_FAILED_STARTS) this.again(current)
    else this.goOnHere(current)
  }

  private again(current: Waiting): void {
    this.current = undefined
    this.queue.unshift(current)
    this.next()
  }

  private giveUp(child: ChildProcess): void {
    this.child = undefined
    child.kill('SIGKILL')
    this.finish({ state: 'timed-out', reason: 'parsing did not come to an end' })
  }

  private goOnHere(current: Waiting): void {
    const here = createParser()
    this.here = here
    this.current = undefined
    clearTimeout(this.timer)
    for (const { job, resolve } of [current, ...this.queue.splice(0)])
      here.parse(job.text, job.language, job.options).then(resolve)
  }

  private letGo(): void {
    const { child, current } = this
    clearTimeout(this.timer)
    this.child = undefined
    this.current = undefined
    current?.resolve({ state: 'failed', reason: 'the parser was closed' })
    // A child that parses would notice the end of its channel only afterwards.
    if (current) child?.kill('SIGKILL')
    else if (child?.connected) child.disconnect()
  }
}
