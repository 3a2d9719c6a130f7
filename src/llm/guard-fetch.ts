/**
 * `fetch` for one request to a model's server. It follows no redirect, because that would take the key and the texts to a server that
 * nobody named, gives up a server that is silent for too long, and reads no answer without end.
 */
import { readAtMost } from '../base/http-answer.ts'
import { parseShallow } from '../base/shallow-json.ts'
import { textArguments, withTextArguments } from './text-arguments.ts'

export type GuardOptions = { timeout_ms: number; most_bytes: number; signal: AbortSignal }

/** Why there is no answer, or not the whole of it. */
export type ServerFailure =
  | { why: 'status'; status: number; body: string; retry_after: string | null }
  /** The server wrote an error into a stream that had begun well. */
  | { why: 'in-stream'; body: string }
  | { why: 'silent' }
  | { why: 'too-large' }
  /** Something else than an answer of a model: a web page, say. */
  | { why: 'no-answer'; type: string }

export type GuardedFetch = {
  fetch: typeof globalThis.fetch
  /** Set before the request or its stream fails, if the guard knows why. */
  failure(): ServerFailure | undefined
  /** Ends the request, if it has not ended, and the wait for it. */
  end(): void
}

/** Servers say with comments that a request waits for its turn. Without a word, that is believed for so many times the time limit. */
const MOST_SIGNS = 5
const COLON = 0x3a

/** Enough for a message. */
const MOST_FAILURE_BYTES = 10_000

export function guardFetch({ timeout_ms, most_bytes, signal }: GuardOptions): GuardedFetch {
  const over = new AbortController()
  let found: ServerFailure | undefined
  let timer: NodeJS.Timeout | undefined
  const fail = (failure: ServerFailure): Error => {
    found ??= failure
    const error = new Error(failure.why)
    over.abort(error)
    return error
  }
  let wordsUntil = 0
  const waitAgain = (piece: 'words' | 'sign of life' = 'words'): void => {
    if (piece === 'words') wordsUntil = Date.now() + MOST_SIGNS * timeout_ms
    else if (Date.now() > wordsUntil) return
    clearTimeout(timer)
    timer = setTimeout(() => fail({ why: 'silent' }), timeout_ms)
  }
  const guarded: typeof globalThis.fetch = async (input, init) => {
    waitAgain()
    const ended = AbortSignal.any([signal, over.signal])
    const response = await fetch(input, { ...init, redirect: 'manual', signal: ended })
    waitAgain()
    if (!response.ok) throw fail(await statusFailure(response))
    const type = response.headers.get('content-type') ?? ''
    if (/\bjson\b/i.test(type)) return asStream(await bounded(response, most_bytes, fail))
    if (/\bhtml\b/i.test(type)) throw fail({ why: 'no-answer', type: 'a web page' })
    return new Response(response.body?.pipeThrough(watched(most_bytes, waitAgain, fail)).pipeThrough(textArguments()) ?? null, {
      headers: response.headers,
    })
  }
  const end = (): void => {
    clearTimeout(timer)
    over.abort(new Error('the request has ended'))
  }
  return { fetch: guarded, failure: () => found, end }
}

async function statusFailure(response: Response): Promise<ServerFailure> {
  const body = (await readAtMost(response, MOST_FAILURE_BYTES)).toString('utf8')
  return { why: 'status', status: response.status, body, retry_after: response.headers.get('retry-after') }
}

type Fail = (failure: ServerFailure) => Error

type Wait = (piece: 'words' | 'sign of life') => void

function watched(most_bytes: number, waitAgain: Wait, fail: Fail): TransformStream<Uint8Array, Uint8Array> {
  let size = 0
  return new TransformStream({
    transform: (chunk, controller) => {
      waitAgain(chunk[0] === COLON ? 'sign of life' : 'words')
      size += chunk.length
      if (size > most_bytes) controller.error(fail({ why: 'too-large' }))
      else controller.enqueue(chunk)
    },
  })
}

async function bounded(response: Response, most_bytes: number, fail: Fail): Promise<unknown> {
  const body = await readAtMost(response, most_bytes)
  if (body.length > most_bytes) throw fail({ why: 'too-large' })
  const text = body.toString('utf8')
  try {
    const value = parseShallow(text)
    // LM Studio answers an address that it does not know with status 200 and an error.
    if (!isObject(value) || !Array.isArray(value.choices))
      throw fail({ why: 'status', status: response.status, body: text.slice(0, MOST_FAILURE_BYTES), retry_after: null })
    return value
  } catch (error) {
    if (error instanceof SyntaxError) throw fail({ why: 'no-answer', type: 'not JSON' })
    throw error
  }
}

/** Some servers ignore that a stream was asked for, and answer in one piece. */
function asStream(whole: unknown): Response {
  const { choices, ...rest } = whole as { choices: { message?: unknown; finish_reason?: unknown }[] }
  const chunk = { ...rest, choices: choices.map(({ message, finish_reason }) => ({ delta: message, finish_reason })) }
  return new Response(`data: ${JSON.stringify(chunk, withTextArguments)}\n\ndata: [DONE]\n\n`)
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
