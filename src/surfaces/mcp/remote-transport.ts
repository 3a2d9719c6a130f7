/**
 * The SDK's HTTP transport, which also notices when the stream of a request ends before its answer, as when the server is killed.
 * Without this the request would wait for ever.
 */
import { randomUUID } from 'node:crypto'
import {
  isJSONRPCRequest,
  type JSONRPCMessage,
  type ProtocolError,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'

type SendOptions = Parameters<StreamableHTTPClientTransport['send']>[1]

export class RemoteTransport extends StreamableHTTPClientTransport {
  override send(message: JSONRPCMessage | JSONRPCMessage[], options?: SendOptions): Promise<void> {
    if (Array.isArray(message) || !isJSONRPCRequest(message)) return super.send(message, options)
    const { id } = message
    // If the answer has come, the client ignores a second one.
    const onRequestStreamEnd = (): void => this.onmessage?.({ jsonrpc: '2.0', id, error: cutOff })
    return super.send(message, { ...options, onRequestStreamEnd })
  }
}

/** The data tells it from every error that a server can send. */
const cutOff = { code: -32_000, message: 'the connection ended before the answer', data: { cut_off: randomUUID() } }

export const isCutOff = ({ data }: ProtocolError): boolean =>
  (data as { cut_off?: string } | undefined)?.cut_off === cutOff.data.cut_off
