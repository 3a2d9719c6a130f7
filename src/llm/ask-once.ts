/** One request to the server of a model, and what came of it. The SDK is loaded here, at the first request. */
import { reasonOf } from '../base/http-answer.ts'
import { type GuardedFetch, guardFetch } from './guard-fetch.ts'
import type { ChatOutcome, ChatRequest } from './port.ts'
import { type Failed, readFailure, type Unknown } from './read-failure.ts'
import { PROVIDER, type ReadTurn, readTurn } from './read-turn.ts'
import { type Signatures, wirePrompt } from './wire-prompt.ts'

export type ModelServer = {
  /** The address before `/chat/completions`, without a slash at its end. */
  url: string
  model: string
  key?: string
  timeout_ms: number
  most_bytes: number
  /** What this server does not know. */
  unknown: Set<Unknown>
  signatures: Signatures
}
export type Attempt = ChatOutcome | Failed
type Asking = { signal: AbortSignal; onText: (piece: string) => void }

/** Rejects only with the reason of the signal. */
export async function askOnce(server: ModelServer, request: ChatRequest, { signal, onText }: Asking): Promise<Attempt> {
  const { OpenAICompatibleChatLanguageModel } = await import('@ai-sdk/openai-compatible')
  signal.throwIfAborted()
  const guard = guardFetch({ timeout_ms: server.timeout_ms, most_bytes: server.most_bytes, signal })
  const model = new OpenAICompatibleChatLanguageModel(server.model, {
    provider: PROVIDER,
    url: ({ path }) => `${server.url}${path}`,
    headers: () => (server.key ? { authorization: `Bearer ${server.key}` } : {}),
    includeUsage: !server.unknown.has('stream_options'),
    transformRequestBody: (body) => (server.unknown.has('max_tokens') ? renamedLimit(body) : body),
    fetch: guard.fetch,
  })
  try {
    const { stream } = await model.doStream(wirePrompt(request, server.signatures))
    return outcomeOf(
      await readTurn(stream, { tools: request.tools ?? [], onText, signatures: server.signatures }),
      server,
      request,
    )
  } catch (cause) {
    signal.throwIfAborted()
    return failedWith(cause, guard, server, request)
  } finally {
    guard.end()
  }
}

function renamedLimit({ max_tokens, ...body }: Record<string, unknown>): Record<string, unknown> {
  return { ...body, max_completion_tokens: max_tokens }
}

function failedWith(cause: unknown, guard: GuardedFetch, server: ModelServer, request: ChatRequest): Failed {
  const failure = guard.failure()
  if (failure) return readFailure(failure, failureOptions(server, request))
  const reason = reasonOf(cause)
  return { state: 'failed', detail: reason, may_repeat: !nobodyThere.has(reason) }
}

/** A second try would fail as the first. */
const nobodyThere = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH'])

const failureOptions = ({ timeout_ms, most_bytes, key }: ModelServer, { tools = [] }: ChatRequest) => ({
  has_tools: tools.length > 0,
  timeout_ms,
  most_bytes,
  key,
})

/** A stream that ended too early counts as a turn if anything was in it. */
function outcomeOf({ turn, error }: ReadTurn, server: ModelServer, request: ChatRequest): Attempt {
  if (error === undefined) return { state: 'answered', turn }
  if (!isEarlyEnd(error)) {
    const body = errorBody(error)
    if (body === undefined) return { state: 'failed', detail: 'its answer is not a chat', may_repeat: true }
    return readFailure({ why: 'in-stream', body }, failureOptions(server, request))
  }
  if (turn.text !== '' || turn.calls.length > 0) return { state: 'answered', turn }
  return { state: 'failed', detail: 'its answer is empty', may_repeat: true }
}

const isEarlyEnd = (error: unknown): boolean => error instanceof Error && error.name === 'AI_InvalidResponseDataError'

/** What the server wrote into the stream instead of a piece. The SDK wraps what it does not expect. */
function errorBody(error: unknown): string | undefined {
  if (!(error instanceof Error)) return JSON.stringify({ error })
  const value = 'value' in error ? error.value : undefined
  return typeof value === 'object' && value !== null && 'error' in value ? JSON.stringify(value) : undefined
}
