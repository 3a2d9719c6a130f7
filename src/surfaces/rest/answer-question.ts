/** One question over HTTP: reads the arguments, calls the tool, sends the envelope; as events where the caller wants a stream. */
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { App, CallOptions } from '../../app/port.ts'
import type { RagResult } from '../../contract/envelope.ts'
import { badArgument, CairnProblem } from '../../contract/problems.ts'
import { visibleJson } from '../../contract/visible.ts'
import { problemResult } from '../../envelope/problem-result.ts'
import { envelopeResponse, problemResponse } from './problem-response.ts'
import type { RestEnv, RestOptions } from './rest-options.ts'
import type { Route } from './routes.ts'

type Asked = { args: Record<string, unknown>; stream: boolean }

export async function answerQuestion(c: Context<RestEnv>, route: Route, app: App, options: RestOptions): Promise<Response> {
  let asked: Asked
  try {
    asked = await readArguments(c, route)
  } catch (thrown) {
    return problemResponse(c, thrown)
  }
  const ask = (watched: Watched = {}) => callTool(c, route, asked.args, app, options, watched)
  if (!asked.stream) return envelopeResponse(c, await ask())
  return streamSSE(c, async (stream) => {
    const send = (event: string, data: unknown) => stream.writeSSE({ event, data: visibleJson(data) })
    const result = await ask({
      onProgress: (progress) => void send('progress', progress),
      onAnswerEvent: ({ event, ...data }) => void send(event, data),
    })
    await send('answer', result.toDict())
  })
}

type Watched = Pick<CallOptions, 'onProgress' | 'onAnswerEvent'>

/** Of the time limit. A language model that takes longer is not waited for, so that there is still an answer. */
const MODEL_SHARE = 0.9

/** The caller's time limit and its disconnection both end the work. */
async function callTool(
  c: Context<RestEnv>,
  { tool }: Route,
  args: Record<string, unknown>,
  app: App,
  { gate, metrics, request_ms }: RestOptions,
  watched: Watched,
): Promise<RagResult<unknown>> {
  const stop = new AbortController()
  const gone = (): void => stop.abort()
  const { signal: disconnected } = c.req.raw
  if (disconnected.aborted) gone()
  disconnected.addEventListener('abort', gone, { once: true })
  const late = new CairnProblem('TIMEOUT', { what: 'The question', limit: `${request_ms} ms` })
  const timer = setTimeout(() => stop.abort(late), request_ms)
  try {
    const { scope } = c.get('caller')
    const time_ms = Math.floor(request_ms * MODEL_SHARE)
    const call = { signal: stop.signal, time_ms, ...(scope ? { scope } : {}), ...watched }
    const result = await gate.run(stop.signal, () => app.callTool(tool, args, call))
    metrics.answered({ tool, status: result.meta.status, freshness: result.freshness_state })
    return stop.signal.reason === late ? problemResult(late) : result
  } catch (thrown) {
    return problemResult(thrown)
  } finally {
    clearTimeout(timer)
    disconnected.removeEventListener('abort', gone)
  }
}

async function readArguments(c: Context<RestEnv>, route: Route): Promise<Asked> {
  if (route.method === 'get') return { args: { ...queryOf(c), ...c.req.param() }, stream: false }
  const body = await readJson(c)
  // The tool declares `stream` and refuses a wrong value.
  return { args: body, stream: route.streams === true && body.stream === true }
}

/** A parameter given twice is a list. */
function queryOf(c: Context): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(c.req.queries()).map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  )
}

async function readJson(c: Context): Promise<Record<string, unknown>> {
  const type = c.req.header('content-type') ?? ''
  const text = await c.req.text()
  if (text.trim() === '') return {}
  // A page of another site can send text or a form without asking the browser first, but not JSON.
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(type))
    throw badArgument('The body must be JSON: send the header "content-type: application/json".')
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw badArgument('The body is not valid JSON.')
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw badArgument('The body must be a JSON object of argument names and values.')
  return body as Record<string, unknown>
}
