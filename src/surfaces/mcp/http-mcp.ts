/**
 * MCP over HTTP: one function from a request to a response, stateless, for both protocol eras. The HTTP server that mounts it
 * checks host, origin and token before.
 */
import { createMcpHandler, type McpServerFactory } from '@modelcontextprotocol/server'
import type { App } from '../../app/port.ts'
import { sharedStop } from '../../base/shared-stop.ts'
import type { ReadScope } from '../../contract/read-scope.ts'
import { createServer } from './create-server.ts'

/** Who sent the request, as the HTTP server knows it. */
export type McpCaller = { scope?: ReadScope }
export type McpFetch = {
  /** When the signal of the request aborts, the work for it is cancelled. */
  fetch(request: Request, caller?: McpCaller): Promise<Response>
  /** Ends the open streams and cancels their work. */
  close(): Promise<void>
}
export type McpFetchOptions = {
  version: string
  /** Called for errors outside any call, and for refused requests. */
  onError: (error: Error) => void
}

export function createMcpFetch(app: App, { version, onError }: McpFetchOptions): McpFetch {
  const stop = sharedStop()
  const overHttp = mcpOverHttp((caller) => createServer(app, { version, ...caller, stop: stop.signal }), onError)
  return {
    fetch: overHttp.fetch,
    close() {
      stop.abort()
      return overHttp.close()
    },
  }
}

type ServerFor = (caller: McpCaller) => ReturnType<McpServerFactory>

/** The transport alone; a test may serve something else over it. */
export function mcpOverHttp(serverFor: ServerFor, onError: (error: Error) => void): McpFetch {
  const handler = createMcpHandler(({ authInfo }) => serverFor((authInfo?.extra?.caller as McpCaller | undefined) ?? {}), {
    onerror: onError,
    maxRequestBodySize: MOST_REQUEST_BYTES,
  })
  return {
    fetch: (request, caller = {}) => handler.fetch(request, { authInfo: { ...nobody, extra: { caller } } }),
    close: () => handler.close(),
  }
}

/** No argument of a tool is longer. */
const MOST_REQUEST_BYTES = 1_000_000

/** The SDK passes this object on to the factory. Only `extra` is used: the HTTP server has checked the token. */
const nobody = { token: '', clientId: 'cairn', scopes: [] }
