/** One job of a worker, from path to encoded facts: read, hash, decode, parse, encode. */
import { hashBytes } from '../base/hash.ts'
import { decodeText, looksBinary } from '../base/text.ts'
import { contentRole } from '../contract/content-role.ts'
import { emptyFacts } from '../contract/empty-facts.ts'
import { encodeFacts } from '../contract/facts-codec.ts'
import { asContentHash } from '../contract/ids.ts'
import type { TextParser } from './parse-text.ts'
import type { JobAnswer } from './pool-messages.ts'
import type { ParseJob, ParseOutcome } from './port.ts'
import { type JobFile, readJobFile } from './read-job-file.ts'

/** Whatever fails in between: a reason instead of facts. */
export async function parseJob(job: ParseJob, parser: TextParser, budgetMs: number): Promise<JobAnswer> {
  return runJob(job, parser, budgetMs).catch((error: unknown) =>
    failJob(job, { state: 'failed', reason: `could not be parsed: ${String(error)}` }),
  )
}

async function runJob(job: ParseJob, parser: TextParser, budgetMs: number): Promise<JobAnswer> {
  const { path, language } = job
  const file = readJobFile(job)
  if (file.state !== 'read') return { path, language, state: file.state, reason: file.reason }
  const { bytes } = file
  const about = { path, language, ...aboutFile(job, file) }
  if (about.role === 'binary') return { ...about, state: 'binary', reason: 'binary', line_count: 0, test: false, facts: null }
  const outcome = await parseBytes(bytes, language, parser, budgetMs)
  const { state, reason } = outcome
  if (!('parsed' in outcome)) return { ...about, state: outcome.state, reason, line_count: 0, test: false, facts: null }
  const { line_count, symbols } = outcome.parsed.facts
  const test = symbols.some((symbol) => symbol.test)
  return { ...about, state: state as typeof outcome.state, reason, line_count, test, facts: encodeFacts(outcome.parsed) }
}

/** The answer for a job whose parser crashed or hung: the file is known, its facts are not. */
export function failJob(job: ParseJob, why: { state: 'failed' | 'timed-out'; reason: string }): JobAnswer {
  const { path, language } = job
  const file = readJobFile(job)
  if (file.state !== 'read') return { path, language, state: file.state, reason: file.reason }
  return { path, language, ...aboutFile(job, file), line_count: 0, test: false, ...why, facts: null }
}

function aboutFile({ role }: ParseJob, { bytes, size, mtime_ms }: Extract<JobFile, { state: 'read' }>) {
  const content_hash = asContentHash(hashBytes(bytes))
  return { size, mtime_ms, content_hash, ...(role && { role: contentRole(role, bytes, looksBinary(bytes)) }) }
}

async function parseBytes(bytes: Uint8Array, language: string, parser: TextParser, budgetMs: number): Promise<ParseOutcome> {
  if (looksBinary(bytes)) {
    return { state: 'text-only', reason: 'binary', parsed: { facts: emptyFacts(), terms: [], identifiers: new Map() } }
  }
  return parser.parse(decodeText(bytes).text, language, { budget_ms: budgetMs })
}
