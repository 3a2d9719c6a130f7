/**
 * Asks a model for many records, a few at a time, within the limits of the run: requests, tokens, and failures of the server in a row.
 * It decides when to stop and when to ask again. What is done with a record is up to the caller.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { CairnProblem } from '../contract/problems.ts'
import { type AskOutcome, askRecord, type EnrichModel } from '../enrich/ask-record.ts'
import type { Described } from '../enrich/check-record.ts'
import { type Asked, enrichRequest } from '../enrich/enrich-request.ts'
import type { WrittenRecord } from '../enrich/read-record.ts'

export type AskLimits = {
  /** Most requests of the run, repeated ones included; null: no limit. */
  requests: number | null
  /** Most tokens of the run, sent and written. */
  tokens: number | null
  /** Milliseconds before the first repetition after a failure; each further one waits twice as long. */
  retry_ms?: number
}

/** `known` names of the repo, for the check. */
export type AskContext = { known(names: readonly string[]): Promise<ReadonlySet<string>>; signal?: AbortSignal }

export type Answer = { state: 'written'; record: WrittenRecord } | { state: 'refused'; reason: string } | { state: 'unasked' }

/** Failures in a row after which the server counts as down. The model itself repeats a request before it fails. */
const MOST_FAILURES = 3
/** An answer that cannot be read is asked for again this often in all. */
const MOST_ATTEMPTS = 3
const LEAST_SHARE = 1 / 8
const RETRY_MS = 500
const MOST_WAIT_MS = 15_000
/** Tokens of an answer, until it is known. */
const USUAL_ANSWER = 300

export class AskInTurn {
  readonly used = { requests: 0, input_tokens: 0, output_tokens: 0 }
  /** Why nothing more is asked. */
  stopped: 'limit' | 'max_tokens' | 'server' | undefined
  private failure: CairnProblem | undefined
  private failures = 0
  private reserved = 0
  private readonly model: EnrichModel
  private readonly limits: AskLimits
  private readonly context: AskContext

  constructor(model: EnrichModel, limits: AskLimits, context: AskContext) {
    this.model = model
    this.limits = limits
    this.context = context
  }

  /** The last failure of a server that counts as down. */
  get problem(): CairnProblem | undefined {
    return this.stopped === 'server' ? this.failure : undefined
  }

  /** `unasked`: a limit was reached, the server is down, or the request never fitted. Nothing was paid for then. */
  async ask(asked: Asked, described: Described): Promise<Answer> {
    let share = 1
    let unreadable = 0
    for (;;) {
      this.context.signal?.throwIfAborted()
      const outcome = await this.once(asked, described, share)
      if (outcome === 'stopped') return { state: 'unasked' }
      if (outcome === 'failed') continue
      if (outcome.state === 'too-long') {
        share /= 2
        if (share < LEAST_SHARE) return { state: 'unasked' }
      } else if (outcome.state === 'unreadable') {
        unreadable++
        if (unreadable >= MOST_ATTEMPTS) return { state: 'refused', reason: outcome.reason }
      } else return outcome
    }
  }

  private async once(asked: Asked, described: Described, share: number): Promise<AskOutcome | 'failed' | 'stopped'> {
    const request = enrichRequest(asked, this.model.context_tokens, share)
    const estimate = request.tokens + USUAL_ANSWER
    if (!this.mayAsk(estimate)) return 'stopped'
    this.used.requests++
    this.reserved += estimate
    try {
      const outcome = await askRecord(request, described, this.model, this.context)
      this.failures = 0
      if ('usage' in outcome) {
        this.used.input_tokens += outcome.usage.input_tokens
        this.used.output_tokens += outcome.usage.output_tokens
      }
      return outcome
    } catch (error) {
      if (!(error instanceof CairnProblem) || error.code !== 'LLM_UNAVAILABLE') throw error
      return await this.afterFailure(error)
    } finally {
      this.reserved -= estimate
    }
  }

  private mayAsk(estimate: number): boolean {
    const { requests, tokens } = this.limits
    if (this.stopped) return false
    if (requests !== null && this.used.requests >= requests) this.stopped = 'limit'
    const used = this.used.input_tokens + this.used.output_tokens + this.reserved
    if (tokens !== null && used + estimate > tokens) this.stopped ??= 'max_tokens'
    return this.stopped === undefined
  }

  private async afterFailure(problem: CairnProblem): Promise<'failed' | 'stopped'> {
    this.failure = problem
    this.failures++
    if (this.failures >= MOST_FAILURES) {
      this.stopped ??= 'server'
      return 'stopped'
    }
    const wait = Math.min(MOST_WAIT_MS, (this.limits.retry_ms ?? RETRY_MS) * 2 ** (this.failures - 1))
    await sleep(wait, undefined, this.context.signal ? { signal: this.context.signal } : {})
    return 'failed'
  }
}
