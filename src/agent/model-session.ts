/**
 * One conversation with a model: what was said so far, kept within its context. A request that the server finds too long is made
 * shorter and sent again, at most twice.
 */
import type { ChatModel, ChatTool, ChatTurn } from '../llm/port.ts'
import type { DataFence } from './data-fence.ts'
import type { ModelAccess } from './model-access.ts'
import { type Budget, budgetOf, bytesIn, type Entry, makeRoom, messagesOf, roomLeft, withoutCalls } from './token-budget.ts'

export type Asked = { state: 'answered'; turn: ChatTurn } | { state: 'no-tools' } | { state: 'too-long' }

export interface ModelSession {
  add(entry: Entry): void
  /** Sends everything so far. The reply of the model is added. */
  ask(tools: readonly ChatTool[]): Promise<Asked>
  /** Bytes that the next answer of a tool may have. */
  room(tools: readonly ChatTool[]): number
}

type SessionOptions = { fence: DataFence; context: number; signal: AbortSignal; onEvent: ModelAccess['onEvent'] }

/** How much of the context is used after a server said that a request was too long: its tokens are more than estimated. */
const LESS = 0.55
const TIMES_SHORTER = 2
/** Bytes of one answer of a tool, where the context has room. */
const MOST_BYTES = 10_000
const LEAST_BYTES = 800

export function createModelSession(model: ChatModel, { fence, context, signal, onEvent }: SessionOptions): ModelSession {
  let entries: Entry[] = []
  let budget: Budget = budgetOf(context)
  let turns = 0
  return {
    add: (entry) => void entries.push(entry),
    async ask(tools) {
      turns++
      const onText = (text: string): void => onEvent?.({ event: 'text', turn: turns, text, provisional: true })
      for (let shorter = 0; ; shorter++) {
        // The descriptions of the tools cannot be shortened, so the last attempt is made without them.
        const offered = shorter === TIMES_SHORTER ? [] : tools
        entries = makeRoom(entries, offered, budget, 0)
        const messages = messagesOf(entries, fence)
        const request = {
          messages: offered.length > 0 ? messages : withoutCalls(messages),
          max_tokens: budget.answer,
          tools: offered,
        }
        const outcome = await model.chat(request, { signal, onText })
        signal.throwIfAborted()
        if (outcome.state === 'answered') {
          const { text, calls } = outcome.turn
          entries.push({ message: { role: 'assistant', text, calls } })
          return outcome
        }
        if (outcome.state === 'no-tools' || shorter === TIMES_SHORTER) return outcome
        budget = budgetOf(Math.floor((budget.context - Math.max(0, roomLeft(entries, offered, budget))) * LESS))
      }
    },
    room(tools) {
      const wanted = Math.min(MOST_BYTES, Math.floor(bytesIn(budget.context - budget.answer) / 3))
      entries = makeRoom(entries, tools, budget, Math.ceil(wanted / bytesIn(1)))
      return Math.max(LEAST_BYTES, Math.min(wanted, bytesIn(roomLeft(entries, tools, budget))))
    },
  }
}
