/**
 * MCP over stdio. Stdout is only for JSON-RPC. Nothing is opened, locked or bound at start, because a client may
 * start the same server twice at once; the app opens its rooms when the first tool is called.
 */
import { Server } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import type { App } from '../../app/port.ts'
import { answerCall } from './answer-call.ts'
import { instructions } from './instructions.ts'
import { offeredTools } from './offered-tools.ts'

export type ServeMcpOptions = {
  version: string
  /** Called for errors outside any call; print them to stderr, never to stdout. */
  onError: (error: Error) => void
}

/** Resolves when the client has closed its end. The caller closes the app. */
export function serveMcp(app: App, options: ServeMcpOptions): Promise<void> {
  return new Promise((resolve) => {
    const transport = new StdioServerTransport()
    serveStdio(() => createServer(app, options), { transport, onerror: options.onError })
    // serveStdio has set its own listener on the transport, so the end of stdin is observed directly.
    process.stdin.once('end', resolve)
    process.stdin.once('close', resolve)
  })
}

function createServer(app: App, { version }: ServeMcpOptions): Server {
  const server = new Server({ name: 'cairn', title: 'Cairn', version }, { capabilities: { tools: {} }, instructions })
  server.setRequestHandler('tools/list', async () => ({ tools: offeredTools(await app.tools()) }))
  server.setRequestHandler('tools/call', (request, { mcpReq }) =>
    answerCall(app, request.params, {
      signal: mcpReq.signal,
      progressToken: mcpReq._meta?.progressToken,
      notify: (params) => mcpReq.notify({ method: 'notifications/progress', params }),
    }),
  )
  return server
}
