/** A real HTTP server with the OpenAI interface for embeddings, for tests. It behaves well unless a test says otherwise. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach } from 'vitest'

export type Asked = { url: string; authorization: string | undefined; model: string; input: string[]; dimensions?: number }
/** What to answer to the request with this number, from 1. Undefined: what a good server does. A function writes it itself. */
export type Misbehaviour = (asked: Asked, number: number) => Reply | undefined
type Reply = { status: number; headers?: Record<string, string>; body?: unknown } | ((response: ServerResponse) => void)

const servers: { close(): void }[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

export async function embeddingServer(misbehave: Misbehaviour = () => undefined) {
  const requests: Asked[] = []
  const running = new Set<ServerResponse>()
  let most = 0
  const server = createServer(async (request, response) => {
    running.add(response)
    most = Math.max(most, running.size)
    response.on('close', () => running.delete(response))
    const asked = await read(request).catch(() => undefined)
    // The client gave up.
    if (!asked) return
    requests.push(asked)
    const reply = misbehave(asked, requests.length) ?? { status: 200, body: goodAnswer(asked.input) }
    if (typeof reply === 'function') return reply(response)
    // Before the answer: a client may ask again before the response is closed.
    running.delete(response)
    send(response, reply)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => server.close().closeAllConnections()
  servers.push({ close })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/v1`, requests, mostAtOnce: () => most, running: () => running.size, close }
}

/** A vector that shows the text it belongs to. */
export const vectorOf = (text: string): number[] => [text.length, text.charCodeAt(0), 1]

export const goodAnswer = (input: readonly string[]) => ({
  object: 'list',
  data: input.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) })),
})

async function read(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { url = '', headers } = request
  return { url, authorization: headers.authorization, ...JSON.parse(Buffer.concat(chunks).toString('utf8')) }
}

function send(response: ServerResponse, { status, headers = {}, body = '' }: Exclude<Reply, (response: ServerResponse) => void>) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}
