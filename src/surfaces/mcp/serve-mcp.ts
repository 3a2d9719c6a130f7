/**
 * MCP over stdio. Stdout is only for JSON-RPC. Nothing is opened, locked or bound at start, because a client may
 * start the same server twice at once; the app opens its rooms when the first tool is called.
 */
import type { McpServerFactory } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import type { App } from '../../app/port.ts'
import { createServer } from './create-server.ts'

export type ServeMcpOptions = {
  version: string
  /** Called for errors outside any call; print them to stderr, never to stdout. */
  onError: (error: Error) => void
}

/** Resolves when the client has closed its end. The caller closes the app. */
export function serveMcp(app: App, options: ServeMcpOptions): Promise<void> {
  return overStdio(() => createServer(app, { version: options.version }), options)
}

export function overStdio(factory: McpServerFactory, { onError }: { onError: (error: Error) => void }): Promise<void> {
  return new Promise((resolve) => {
    const transport = new StdioServerTransport()
    serveStdio(factory, { transport, onerror: onError })
    // It closes when stdin ends, and after a message that is too long to read. serveStdio has set its own listener.
    const { onclose } = transport
    transport.onclose = () => {
      onclose?.()
      resolve()
    }
  })
}
