/**
 * The MCP server of one client: tools, resources, prompts and completion over the app. The same function serves stdio and HTTP,
 * and both protocol eras. It is called for each connection, and over HTTP for each request, so it opens nothing.
 */
import { type CacheHint, Server, type ServerContext } from '@modelcontextprotocol/server'
import type { App } from '../../app/port.ts'
import type { ReadScope } from '../../contract/read-scope.ts'
import { answerCall, type CallWires } from './answer-call.ts'
import { complete } from './complete.ts'
import { instructions } from './instructions.ts'
import { offeredTools } from './offered-tools.ts'
import { getPrompt, offeredPrompts } from './prompts.ts'
import { listResources, readResource, resourceTemplates } from './resources.ts'

export type ServerOptions = {
  version: string
  /** What the client may read; everything when absent. */
  scope?: ReadScope
  /** Aborted when the whole server stops. */
  stop?: AbortSignal
}

export function createServer(app: App, { version, scope, stop }: ServerOptions): Server {
  const server = new Server(
    { name: 'cairn', title: 'Cairn', version },
    { capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} }, instructions, cacheHints },
  )
  const wiresOf = (context: ServerContext): CallWires => wires(context, scope, stop)
  server.setRequestHandler('tools/list', async () => ({ tools: offeredTools(await app.tools()) }))
  server.setRequestHandler('tools/call', ({ params }, context) => answerCall(app, params, wiresOf(context)))
  server.setRequestHandler('resources/list', ({ params }) => listResources(app, params?.cursor, scope))
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates }))
  server.setRequestHandler('resources/read', ({ params }, context) => readResource(app, params.uri, wiresOf(context)))
  server.setRequestHandler('prompts/list', () => ({ prompts: offeredPrompts }))
  server.setRequestHandler('prompts/get', ({ params }) => getPrompt(params.name, params.arguments ?? {}))
  server.setRequestHandler('completion/complete', ({ params }) => complete(app, params, scope))
  return server
}

/** The same for every client until Cairn is updated. */
const fixed: CacheHint = { ttlMs: 300_000, cacheScope: 'public' }

/** The list of repos changes when one is registered. A document is compared with the disk each time, so it is not cached. */
const cacheHints = {
  'server/discover': fixed,
  'tools/list': fixed,
  'prompts/list': fixed,
  'resources/templates/list': fixed,
  'resources/list': { ttlMs: 5_000, cacheScope: 'private' },
  'resources/read': { ttlMs: 0, cacheScope: 'private' },
} as const satisfies Record<string, CacheHint>

function wires({ mcpReq }: ServerContext, scope: ReadScope | undefined, stop: AbortSignal | undefined): CallWires {
  return {
    signal: stop ? AbortSignal.any([mcpReq.signal, stop]) : mcpReq.signal,
    progressToken: mcpReq._meta?.progressToken,
    notify: (params) => mcpReq.notify({ method: 'notifications/progress', params }),
    ...(scope ? { scope } : {}),
  }
}
