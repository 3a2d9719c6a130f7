/**
 * One request to a server with the OpenAI interface for embeddings, repeated where that may help. Redirects are refused: they
 * would take the texts, and the key, to a server that nobody named. The key is in no message.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { isWorthRetry, readAtMost, reasonOf, serverWords } from '../base/http-answer.ts'
import { retryDelay } from '../base/retry-delay.ts'
import { CairnProblem } from '../contract/problems.ts'

export type EmbedServer = {
  /** The full address: `http://localhost:11434/v1/embeddings`. */
  url: URL
  key?: string
  timeout_ms: number
  retries: number
  retry_ms: number
}
export type EmbedRequest = { model: string; input: readonly string[]; dimensions?: number }
export type EmbedReply =
  | { state: 'answered'; answer: unknown }
  /** The server does not accept this request: too many texts, or one that is too long. A smaller one may be accepted. */
  | { state: 'refused'; problem: CairnProblem }
/** `failed`: the same request may succeed later. `silent`: there was no answer in time. */
type Attempt = EmbedReply | { state: 'failed'; problem: CairnProblem; silent?: boolean; retry_after?: string | null }

/**
 * Throws EMBEDDER_UNAVAILABLE or EMBEDDER_BAD_ANSWER, or the reason of the signal. Each wait for a silent server is long, so a request
 * without an answer is repeated at most once, and not at all unless the server `has_answered` another one.
 */
export async function requestEmbeddings(
  server: EmbedServer,
  request: EmbedRequest,
  { has_answered, signal }: { has_answered: boolean; signal: AbortSignal },
): Promise<EmbedReply> {
  let waits = has_answered ? 2 : 1
  for (let failures = 0; ; failures++) {
    const attempt = await askOnce(server, request, signal)
    if (attempt.state !== 'failed') return attempt
    if (attempt.silent) waits -= 1
    if (failures >= server.retries || waits === 0) throw attempt.problem
    const delay = retryDelay({ failures, first_ms: server.retry_ms, retry_after: attempt.retry_after, now_ms: Date.now() })
    await sleep(delay, undefined, { signal }).catch(() => signal.throwIfAborted())
  }
}

export const badAnswer = ({ url }: EmbedServer, detail: string, cause?: unknown): CairnProblem =>
  new CairnProblem('EMBEDDER_BAD_ANSWER', { server: nameOf(url), detail }, { cause })

const unavailable = ({ url }: EmbedServer, detail: string, cause?: unknown): CairnProblem =>
  new CairnProblem('EMBEDDER_UNAVAILABLE', { server: nameOf(url), detail }, { cause })

/** Without a query, which may contain a key. */
const nameOf = ({ origin, pathname }: URL): string => `${origin}${pathname}`

async function askOnce(server: EmbedServer, request: EmbedRequest, signal: AbortSignal): Promise<Attempt> {
  const timeout = AbortSignal.timeout(server.timeout_ms)
  try {
    const response = await fetch(server.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(server.key ? { authorization: `Bearer ${server.key}` } : {}) },
      body: JSON.stringify(request),
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeout]),
    })
    return response.ok ? await readAnswer(server, response) : await readFailure(server, response)
  } catch (cause) {
    signal.throwIfAborted()
    if (cause instanceof CairnProblem) throw cause
    const silent = timeout.aborted
    const detail = silent ? `no answer within ${server.timeout_ms} ms` : reasonOf(cause)
    return { state: 'failed', problem: unavailable(server, detail, cause), silent }
  }
}

/** 64 texts with 8,192 numbers each, written out, have some 12 MB. */
const MOST_ANSWER_BYTES = 128_000_000

async function readAnswer(server: EmbedServer, response: Response): Promise<Attempt> {
  const text = await readAtMost(response, MOST_ANSWER_BYTES)
  if (text.length > MOST_ANSWER_BYTES) throw badAnswer(server, `its answer is larger than ${MOST_ANSWER_BYTES} bytes`)
  try {
    return { state: 'answered', answer: JSON.parse(text.toString('utf8')) }
  } catch (cause) {
    throw badAnswer(server, 'its answer is not JSON', cause)
  }
}

const tooMuch: readonly number[] = [400, 413, 422]
/** Enough for a message. */
const MOST_FAILURE_BYTES = 10_000

async function readFailure(server: EmbedServer, response: Response): Promise<Attempt> {
  const { status } = response
  const message = serverWords((await readAtMost(response, MOST_FAILURE_BYTES)).toString('utf8'), server.key)
  if (status >= 300 && status < 400) throw badAnswer(server, `it redirects (HTTP status ${status}), and Cairn does not follow`)
  const detail = message === '' ? `HTTP status ${status}` : `HTTP status ${status}: ${message}`
  if (tooMuch.includes(status)) return { state: 'refused', problem: badAnswer(server, detail) }
  if (!isWorthRetry(status)) throw badAnswer(server, detail)
  return { state: 'failed', problem: unavailable(server, detail), retry_after: response.headers.get('retry-after') }
}
