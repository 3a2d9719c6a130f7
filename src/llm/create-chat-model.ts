/**
 * A language model on a server with the OpenAI interface for chats: Ollama, LM Studio, llama.cpp, vLLM, a vendor. Texts that leave this
 * machine lose their secrets here, so that no caller can forget it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { retryDelay } from '../base/retry-delay.ts'
import { badArgument, CairnProblem } from '../contract/problems.ts'
import { type Attempt, askOnce, type ModelServer } from './ask-once.ts'
import { findFacts } from './find-servers.ts'
import type { ChatCall, ChatMessage, ChatModel, ChatOptions, ChatOutcome, ChatRequest, ModelFacts } from './port.ts'
import { redactDeep, redactSecrets } from './redact-secrets.ts'

export type ChatModelOptions = {
  /** The address before `/chat/completions`: `http://127.0.0.1:11434/v1`. */
  url: string
  model: string
  key?: string
  /** The user's own number. */
  context_tokens?: number
  /** How long the server may take to begin its answer, and between two pieces of it. */
  timeout_ms: number
  is_local: boolean
  /** How often a failed request is repeated. */
  retries?: number
  /** Milliseconds before the first repetition; each later one waits twice as long. */
  retry_ms?: number
  /** The most bytes of one answer that are read. */
  most_bytes?: number
  /** Ends all requests. */
  stop?: AbortSignal
}

/** A long answer with its thoughts, each piece in its own event, has some 30 MB. */
const MOST_ANSWER_BYTES = 64_000_000

/** Asks nothing of the server yet. Throws BAD_ARGUMENT for an address or a key that cannot be used. */
export function createChatModel(options: ChatModelOptions): ChatModel {
  return new ServedModel(options)
}

class ServedModel implements ChatModel {
  readonly name: string
  readonly server: string
  readonly isLocal: boolean
  private readonly options: ChatModelOptions
  private readonly wire: ModelServer
  private known: ModelFacts | undefined

  constructor(options: ChatModelOptions) {
    const { model, is_local, key, timeout_ms, most_bytes = MOST_ANSWER_BYTES } = options
    const address = addressOf(options)
    this.options = options
    this.name = model
    this.server = address.host
    this.isLocal = is_local
    const url = address.href.replace(/(?<!\/)\/+$/, '')
    this.wire = { url, model, timeout_ms, most_bytes, unknown: new Set(), signatures: new WeakMap(), ...(key ? { key } : {}) }
  }

  async facts(signal?: AbortSignal): Promise<ModelFacts> {
    if (this.known) return this.known
    const facts = await findFacts(this.options, signal)
    // Ollama says how much a model can read only while it is loaded, so a default is not kept.
    if (facts.context_from !== 'default') this.known = facts
    return facts
  }

  async chat(request: ChatRequest, { signal, onText }: ChatOptions = {}): Promise<ChatOutcome> {
    const { retries = 3, retry_ms = 500, stop } = this.options
    const ended = AbortSignal.any([signal, stop].filter((each) => each !== undefined))
    ended.throwIfAborted()
    const sent = this.isLocal ? request : withoutSecrets(request)
    let hasPassed = false
    const pass = (piece: string): void => {
      hasPassed = onText !== undefined
      onText?.(piece)
    }
    for (let failures = 0; ; ) {
      const attempt = await askOnce(this.wire, sent, { signal: ended, onText: pass })
      if (attempt.state === 'unknown-part' && !this.wire.unknown.has(attempt.part)) {
        this.wire.unknown.add(attempt.part)
        continue
      }
      if (!isFailure(attempt)) return attempt
      // Text that was passed on cannot be taken back, and a second answer would follow it.
      if (attempt.state !== 'failed' || !attempt.may_repeat || hasPassed || failures >= retries)
        throw this.unavailable(attempt.detail)
      const delay = retryDelay({ failures, first_ms: retry_ms, retry_after: attempt.retry_after, now_ms: Date.now() })
      await sleep(delay, undefined, { signal: ended }).catch(() => ended.throwIfAborted())
      failures++
    }
  }

  private unavailable(detail: string): CairnProblem {
    return new CairnProblem('LLM_UNAVAILABLE', { detail: `${this.name} at ${this.server}: ${detail}` })
  }
}

const isFailure = (attempt: Attempt): attempt is Attempt & { state: 'failed' | 'unknown-part' } =>
  attempt.state === 'failed' || attempt.state === 'unknown-part'

function addressOf({ url, key }: ChatModelOptions): URL {
  const address = URL.canParse(url) ? new URL(url) : undefined
  if (!address || !/^https?:$/.test(address.protocol))
    throw badArgument('The address of the language model must begin with http:// or https://.')
  if (address.username || address.password) throw badArgument('The address of the language model must not contain a password.')
  if (key && !/^[\x21-\x7e]+$/.test(key)) throw badArgument('The key of the language model has spaces or special characters.')
  address.hash = ''
  address.search = ''
  return address
}

/** Tools are Cairn's own words. */
const withoutSecrets = (request: ChatRequest): ChatRequest => ({ ...request, messages: request.messages.map(safeMessage) })

function safeMessage(message: ChatMessage): ChatMessage {
  const text = redactSecrets(message.text)
  if (message.role !== 'assistant') return { ...message, text }
  return { ...message, text, calls: message.calls.map(safeCall) }
}

/** A call without a secret stays the same object, by which its signature is found. */
function safeCall(call: ChatCall): ChatCall {
  const safe = redactDeep(call.arguments) as ChatCall['arguments']
  return JSON.stringify(safe) === JSON.stringify(call.arguments) ? call : { ...call, arguments: safe }
}
