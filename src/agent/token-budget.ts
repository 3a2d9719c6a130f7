/**
 * Keeps what is sent to a model within its context. Tokens are estimated: a server counts them in its own way, and says `too-long`
 * when the estimate was too low.
 */
import type { ChatMessage, ChatTool } from '../llm/port.ts'
import type { DataFence } from './data-fence.ts'

/** Code has fewer characters in a token than prose. Bytes, because letters of other scripts are tokens of their own. */
const BYTES_PER_TOKEN = 3.2

const tokensIn = (text: string): number => Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN)
export const bytesIn = (tokens: number): number => Math.floor(tokens * BYTES_PER_TOKEN)

/** A message, and the text of files that is sent at its end, between the marks. */
export type Entry = { message: ChatMessage; data?: string; after?: string }

export type Budget = {
  /** Of the whole context. */
  context: number
  /** Reserved for what the model writes. */
  answer: number
}

/** A quarter of the context, as long as that is not more than a long answer needs. */
const LONGEST_ANSWER = 2_000

export const budgetOf = (context: number): Budget => ({ context, answer: Math.min(LONGEST_ANSWER, Math.floor(context / 4)) })

/** Tokens of a message that are not its text. */
const PER_MESSAGE = 8

export function roomLeft(entries: readonly Entry[], tools: readonly ChatTool[], { context, answer }: Budget): number {
  const told = tools.length === 0 ? 0 : tokensIn(JSON.stringify(tools))
  return context - answer - told - entries.reduce((sum, entry) => sum + tokensOf(entry), 0)
}

function tokensOf({ message, data = '', after = '' }: Entry): number {
  const calls = message.role === 'assistant' ? message.calls.map(({ written }) => written).join('') : ''
  return PER_MESSAGE + tokensIn(message.text + calls + data + after) + (data === '' ? 0 : MARKS)
}

/** Tokens of the two marks of a fence. */
const MARKS = 40

/**
 * Shortens data until `wanted` tokens are free: the oldest answers of tools first, the evidence last. What the model has read once
 * matters less than what it reads next. As many are freed as can be.
 */
export function makeRoom(entries: readonly Entry[], tools: readonly ChatTool[], budget: Budget, wanted: number): Entry[] {
  const shortened = [...entries]
  const order = [...shortened.keys()].filter((at) => shortened[at]?.data !== undefined)
  const oldestFirst = [
    ...order.filter((at) => shortened[at]?.message.role === 'tool'),
    ...order.filter((at) => isEvidence(shortened[at])),
  ]
  for (const least of [LEFT_OF_DATA, LEFT_AT_LEAST])
    for (const at of oldestFirst) {
      const missing = wanted - roomLeft(shortened, tools, budget)
      if (missing <= 0) return shortened
      const entry = shortened[at]
      if (entry?.data !== undefined)
        shortened[at] = {
          ...entry,
          data: clipData(entry.data, Math.max(least, Buffer.byteLength(entry.data) - bytesIn(missing) - NOTE)),
        }
    }
  return roomLeft(shortened, tools, budget) < wanted ? shortened.map(withLessSaid) : shortened
}

/** What a model wrote beside its calls; the calls themselves must stay, because the answers refer to them. */
const withLessSaid = (entry: Entry): Entry =>
  entry.message.role === 'assistant'
    ? { ...entry, message: { ...entry.message, text: clipData(entry.message.text, LEFT_AT_LEAST) } }
    : entry

const isEvidence = (entry: Entry | undefined): boolean => entry !== undefined && entry.message.role !== 'tool'

/** Bytes that are left of an old answer at first, and when nothing else helps. */
const LEFT_OF_DATA = 500
const LEFT_AT_LEAST = 120
const NOTE = 40

export function clipData(data: string, bytes: number): string {
  if (Buffer.byteLength(data) <= bytes) return data
  const kept = new TextDecoder().decode(Buffer.from(data).subarray(0, Math.max(0, bytes)), { stream: true })
  return `${kept.replace(/\n[^\n]*$/, '')}\n… (shortened)`
}

/** The messages as they are sent. */
export const messagesOf = (entries: readonly Entry[], fence: DataFence): ChatMessage[] =>
  entries.map(({ message, data, after }) =>
    data === undefined
      ? message
      : {
          ...message,
          text: [message.text, fence.wrap(data), after].filter((part) => part !== undefined && part !== '').join('\n'),
        },
  )

/**
 * For a request that offers no tools: some servers refuse calls in it, and some templates refuse two messages of one role in a row. The
 * answers of tools become text of the user.
 */
export function withoutCalls(messages: readonly ChatMessage[]): ChatMessage[] {
  const plain: ChatMessage[] = []
  for (const message of messages) {
    const { role } = message
    const text = role === 'tool' ? `Answer of ${message.name}:\n${message.text}` : message.text
    const last = plain.at(-1)
    if (role === 'assistant' && text.trim() === '') continue
    if (role === 'assistant') plain.push({ role, text, calls: [] })
    else if (role === 'system') plain.push({ role, text })
    else if (last?.role === 'user') plain[plain.length - 1] = { role: 'user', text: `${last.text}\n\n${text}` }
    else plain.push({ role: 'user', text })
  }
  return plain
}
