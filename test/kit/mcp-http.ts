/**
 * A small HTTP server around a fetch function, for tests of MCP over HTTP. It checks host and origin as the real server does, and
 * aborts a request whose client is gone.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import {
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from '@modelcontextprotocol/server'

export type McpHttp = { url: URL; close(): Promise<void> }

export async function serveFetch(fetch: (request: Request) => Promise<Response>, port = 0): Promise<McpHttp> {
  const server = createServer((incoming, outgoing) => {
    answer(fetch, incoming, outgoing).catch((error: unknown) => {
      if (!outgoing.headersSent) outgoing.writeHead(500)
      outgoing.end(String(error))
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answer(fetch: (request: Request) => Promise<Response>, incoming: IncomingMessage, outgoing: ServerResponse) {
  const request = await requestOf(incoming, outgoing)
  const refused =
    hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
    originValidationResponse(request, localhostAllowedOrigins())
  const response = refused ?? (await fetch(request))
  if (outgoing.destroyed) return void response.body?.cancel()
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  if (!response.body) return void outgoing.end()
  const body = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0])
  outgoing.on('close', () => body.destroy())
  body.on('error', () => outgoing.destroy())
  body.pipe(outgoing)
}

async function requestOf(incoming: IncomingMessage, outgoing: ServerResponse): Promise<Request> {
  const gone = new AbortController()
  outgoing.on('close', () => {
    if (!outgoing.writableFinished) gone.abort()
  })
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) if (value !== undefined) headers.set(name, String(value))
  const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD'
  return new Request(`http://${incoming.headers.host}${incoming.url}`, {
    method: incoming.method ?? 'GET',
    headers,
    signal: gone.signal,
    ...(hasBody ? { body: Buffer.concat(chunks) } : {}),
  })
}
