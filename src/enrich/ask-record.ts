/** Asks a model for one record, reads what it wrote, and checks it. The model replaces secrets before text leaves the machine. */
import type { ChatModel, ChatUsage } from '../llm/port.ts'
import { type Described, refusalOf } from './check-record.ts'
import { countTokens } from './count-tokens.ts'
import type { EnrichRequest } from './enrich-request.ts'
import { readRecord, type WrittenRecord } from './read-record.ts'

export type EnrichModel = Pick<ChatModel, 'name' | 'server' | 'isLocal' | 'chat'> & {
  context_tokens: number
  /** What the model does with a text before it sends it: for dry runs. Absent for a model on this machine. */
  redact?: (text: string) => string
}

/** `unreadable`: asking again may help. `refused`: the record is certainly wrong. `too-long`: ask again with less. */
export type AskOutcome =
  | { state: 'written'; record: WrittenRecord; usage: ChatUsage }
  | { state: 'refused'; reason: string; usage: ChatUsage }
  | { state: 'unreadable'; reason: string; usage: ChatUsage }
  | { state: 'too-long' }

export type AskOptions = { known(names: readonly string[]): Promise<ReadonlySet<string>>; signal?: AbortSignal }

export async function askRecord(
  request: EnrichRequest,
  described: Described,
  model: EnrichModel,
  { known, signal }: AskOptions,
): Promise<AskOutcome> {
  const { messages, max_tokens } = request
  const outcome = await model.chat({ messages, ...(max_tokens === undefined ? {} : { max_tokens }) }, signal ? { signal } : {})
  if (outcome.state !== 'answered') return { state: 'too-long' }
  const { text, cut } = outcome.turn
  const usage = outcome.turn.usage ?? { input_tokens: request.tokens, output_tokens: countTokens(text) }
  const read = readRecord(text)
  if (read.state === 'unreadable')
    return cut
      ? { state: 'refused', reason: 'the answer was cut at the limit of tokens', usage }
      : { state: 'unreadable', reason: read.reason, usage }
  const record = described.line_count === 0 ? withoutEvidence(read.record) : read.record
  const reason = await refusalOf(record, described, known)
  return reason === undefined ? { state: 'written', record, usage } : { state: 'refused', reason, usage }
}

/** Exactly what would be sent. */
export const sentMessages = ({ messages }: EnrichRequest, { redact }: EnrichModel): { role: string; text: string }[] =>
  messages.map(({ role, text }) => ({ role, text: redact ? redact(text) : text }))

/** A folder has no lines. */
const withoutEvidence = (record: WrittenRecord): WrittenRecord => ({ ...record, details: { ...record.details, evidence: [] } })
