/**
 * A real HTTP server on loopback with the OpenAI interface for chats, for tests. It answers what a script says, properly or like the
 * servers that do not, and records what it was asked. It also lists its models as real servers do.
 *
 * @example
 * const server = await chatServer([call('search_code', { query: 'refund' }), say('It gives money back.')])
 * // settings: llm_url: server.url, llm_model: 'small'
 */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach } from 'vitest'
import {
  failureReply,
  finishReason,
  type HttpReply,
  isLeak,
  type ScriptedReply,
  type ScriptedTurn,
  textOfTurn,
  toolCalls,
} from './chat-reply.ts'
import { listModels, type ServedModel, type ServerKind } from './model-listing.ts'

export { call, type ScriptedReply, say } from './chat-reply.ts'

export type ChatBody = {
  model: string
  stream?: boolean
  messages: { role: string; content?: string | null; tool_calls?: unknown[]; tool_call_id?: string }[]
  tools?: { type: string; function: { name: string; description?: string; parameters: unknown } }[]
  max_tokens?: number
}
export type ChatAsked = {
  /** From 1. */
  number: number
  headers: IncomingHttpHeaders
  body: ChatBody
  /** The body as it was sent. */
  sent: string
  /** The client closed the connection before the end of the answer. */
  aborted: boolean
}
/** A list is used from its beginning; its last reply is given again and again. */
export type ChatScript = readonly ScriptedReply[] | ((asked: ChatAsked) => ScriptedReply | Promise<ScriptedReply>)

export type ChatServerOptions = {
  kind?: ServerKind
  models?: readonly ServedModel[]
  /** The key without which every request is refused. */
  key?: string
  /** It accepts connections and answers nothing. */
  silent?: true
}

const servers: { close(): void }[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

export async function chatServer(script: ChatScript = [{ text: 'Yes.' }], options: ChatServerOptions = {}) {
  const chats: ChatAsked[] = []
  const paths: string[] = []
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy())
  })
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path } = new URL(request.url ?? '/', 'http://server')
    paths.push(`${request.method} ${path}`)
    const sent = await textOf(request)
    if (options.silent) return
    if (options.key !== undefined && request.headers.authorization !== `Bearer ${options.key}`)
      return send(response, failureReply('unauthorized', ''))
    const { kind = 'openai', models = [{ name: 'small' }] } = options
    if (path !== '/v1/chat/completions') return send(response, listModels(kind, models, { path, body: jsonOf(sent) }))
    const asked: ChatAsked = { number: chats.length + 1, headers: request.headers, body: JSON.parse(sent), sent, aborted: false }
    chats.push(asked)
    response.on('close', () => {
      asked.aborted = !response.writableFinished
    })
    const reply = typeof script === 'function' ? await script(asked) : (script[asked.number - 1] ?? script.at(-1))
    await sendReply(response, reply ?? {}, asked)
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = (): void => void server.close().closeAllConnections()
  servers.push({ close })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/v1`, origin: `http://127.0.0.1:${port}`, chats, paths, close }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function send(response: ServerResponse, { status, headers = {}, body }: HttpReply): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

async function sendReply(response: ServerResponse, reply: ScriptedReply, { body }: ChatAsked): Promise<void> {
  if (!('fails' in reply)) return body.stream ? streamTurn(response, reply, body) : sendTurn(response, reply, body)
  if (reply.fails === 'reset') return void response.destroy()
  if (reply.fails === 'silent') return
  const refusal = failureReply(reply.fails, body.model)
  send(response, { ...refusal, headers: { ...refusal.headers, ...reply.headers } })
}

const usageOf = ({ usage }: ScriptedTurn): object => usage ?? { prompt_tokens: 10, completion_tokens: 5 }

function sendTurn(response: ServerResponse, turn: ScriptedTurn, { model }: ChatBody): void {
  const calls = isLeak(turn.quirk) ? [] : toolCalls(turn)
  const message = {
    role: 'assistant',
    content: textOfTurn(turn),
    ...(turn.reasoning && turn.quirk !== 'think-tags' ? { reasoning_content: turn.reasoning } : {}),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  }
  const choices = [{ index: 0, message, finish_reason: finishReason(turn) }]
  send(response, {
    status: 200,
    body: { id: 'chat-1', object: 'chat.completion', created: 1, model, choices, usage: usageOf(turn) },
  })
}

async function streamTurn(response: ServerResponse, turn: ScriptedTurn, { model }: ChatBody): Promise<void> {
  const { quirk } = turn
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const write = async (data: unknown): Promise<void> => {
    if (quirk === 'noise') response.write(': keep-alive\n\n\n')
    response.write(`data: ${JSON.stringify(data)}\n\n`)
    // Each piece is a write of its own on the connection.
    await new Promise((resolve) => setImmediate(resolve))
  }
  const head = { id: 'chat-1', object: 'chat.completion.chunk', created: 1, model }
  const piece = (delta: object, finish_reason: string | null = null): Promise<void> =>
    write({ ...head, choices: [{ index: 0, delta, finish_reason }] })
  const deltas = deltasOf(turn)
  const stops = quirk === 'hangs' || quirk === 'cut-off'
  for (const delta of stops ? deltas.slice(0, Math.ceil(deltas.length / 2)) : deltas) await piece(delta)
  if (quirk === 'hangs') return
  if (quirk === 'cut-off') return void response.destroy()
  // A comment, as servers send it to keep a connection open.
  while (quirk === 'only-alive' && !response.destroyed) {
    response.write(': still working\n\n')
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
  while (quirk === 'endless' && !response.destroyed) await piece({ content: (turn.text ?? 'and ').repeat(1_000) })
  if (quirk === 'error-in-stream')
    response.write(`data: ${JSON.stringify({ error: turn.error ?? { message: 'the model crashed' } })}\n\n`)
  else if (quirk !== 'no-done') {
    await piece({}, finishReason(turn))
    await write({ ...head, choices: [], usage: usageOf(turn) })
  }
  response.end(quirk === 'no-done' || quirk === 'error-in-stream' ? '' : 'data: [DONE]\n\n')
}

function deltasOf(turn: ScriptedTurn): object[] {
  const { quirk, reasoning } = turn
  const role = quirk === 'no-role' ? [] : [{ role: 'assistant', content: quirk === 'noise' ? null : '' }]
  const thought = reasoning && quirk !== 'think-tags' ? pieces(reasoning).map((reasoning_content) => ({ reasoning_content })) : []
  const text = pieces(textOfTurn(turn)).map((content) => ({ content }))
  return [...role, ...thought, ...text, ...(isLeak(quirk) ? [] : callDeltas(turn))]
}

/** Short enough to split every mark that a reader may look for. */
const pieces = (text: string): string[] => text.match(/.{1,4}/gsu) ?? []

type CallDelta = { index?: number; function: { name?: string; arguments?: string } }

function callDeltas(turn: ScriptedTurn): object[] {
  const calls = toolCalls(turn) as CallDelta[]
  if (turn.quirk !== 'split-arguments') return calls.map((one) => ({ tool_calls: [one] }))
  return calls.flatMap((one) => [
    { tool_calls: [{ ...one, function: { name: one.function.name, arguments: '' } }] },
    ...pieces(one.function.arguments ?? '').map((text) => ({
      tool_calls: [{ index: one.index, function: { arguments: text } }],
    })),
  ])
}
