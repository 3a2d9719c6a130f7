/**
 * MCP over stdio. Stdout is only for JSON-RPC. Nothing is opened, locked or bound at start, because a client may
 * start the same server twice at once; the app opens its rooms when the first tool is called.
 */

import { type McpServerFactory, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import type { App } from '../../app/port.ts'
import { visibleJson } from '../../contract/visible.ts'
import { boundedInput } from './bounded-input.ts'
import { createServer } from './create-server.ts'

export type StdioOptions = {
  /** Called for errors outside any call; print them to stderr, never to stdout. */
  onError: (error: Error) => void
  /** Called when the client has closed its end, before anything else is closed. */
  onClosed?: () => void
}
export type ServeMcpOptions = StdioOptions & { version: string }

/** Resolves when the client has closed its end. The caller closes the app. */
export function serveMcp(app: App, options: ServeMcpOptions): Promise<void> {
  return overStdio(() => createServer(app, { version: options.version }), options)
}

/** A question has a few kilobytes. The SDK ends the connection at 10 MiB. */
const LONGEST_MESSAGE = 8 * 1024 * 1024

export function overStdio(factory: McpServerFactory, { onError, onClosed }: StdioOptions): Promise<void> {
  return new Promise((resolve) => {
    const lines = boundedInput(LONGEST_MESSAGE, ({ id, too_long }) => {
      const message = `The message has ${too_long} bytes; at most ${LONGEST_MESSAGE} are read.`
      onError(new Error(message))
      process.stdout.write(`${visibleJson({ jsonrpc: '2.0', id, error: { code: ProtocolErrorCode.InvalidRequest, message } })}\n`)
    })
    process.stdin.on('error', () => lines.end()).pipe(lines)
    const transport = new StdioServerTransport(lines)
    serveStdio(factory, { transport, onerror: onError })
    // serveStdio has set its own listener.
    const { onclose } = transport
    transport.onclose = () => {
      onClosed?.()
      onclose?.()
      resolve()
    }
  })
}
