/**
 * The connection of the bridge to an MCP server over HTTP. It connects when the first request needs it, and again after a
 * failure. Requests, results and the errors of the server pass unchanged; a server that cannot be used is a `CairnProblem`.
 */
import { Client, type Progress, ProtocolError, type RequestMethod, type ResultTypeMap } from '@modelcontextprotocol/client'
import { remoteProblem } from './remote-problem.ts'
import { isCutOff, RemoteTransport } from './remote-transport.ts'

export type RemoteOptions = {
  url: URL
  token: string | undefined
  version: string
}
export type SendOptions = { signal: AbortSignal; onProgress?: ((progress: Progress) => void) | undefined }

type Connection = { client: Client; pending: number; failed: boolean }

const CONNECT_MS = 10_000
/** The client at the other end has limits of its own. This is the longest time that a timer can have. */
const NO_LIMIT_MS = 2 ** 31 - 1

export class RemoteServer {
  private readonly options: RemoteOptions
  private connecting: Promise<Connection> | undefined

  constructor(options: RemoteOptions) {
    this.options = options
  }

  /** Its instructions. Throws a `CairnProblem` when the server cannot be used. */
  async instructions(): Promise<string | undefined> {
    return (await this.connection()).client.getInstructions()
  }

  async send<Method extends RequestMethod>(
    method: Method,
    params: Record<string, unknown>,
    { signal, onProgress }: SendOptions,
  ): Promise<ResultTypeMap[Method]> {
    const connection = await this.connection()
    connection.pending++
    try {
      const options = { signal, timeout: NO_LIMIT_MS, ...(onProgress ? { onprogress: onProgress } : {}) }
      return await connection.client.request({ method, params }, options)
    } catch (error) {
      if ((error instanceof ProtocolError && !isCutOff(error)) || signal.aborted) throw error
      this.drop(connection)
      throw remoteProblem(error, this.options)
    } finally {
      connection.pending--
      if (connection.failed) this.closeUnused(connection)
    }
  }

  async close(): Promise<void> {
    const connection = await this.connecting?.catch(() => undefined)
    await connection?.client.close()
  }

  private connection(): Promise<Connection> {
    this.connecting ??= this.connect().catch((error: unknown) => {
      this.connecting = undefined
      throw remoteProblem(error, this.options)
    })
    return this.connecting
  }

  private async connect(): Promise<Connection> {
    const { url, token, version } = this.options
    const client = new Client({ name: 'cairn-bridge', version }, { versionNegotiation: { mode: 'auto' } })
    const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` }
    const transport = new RemoteTransport(url, { requestInit: { headers } })
    await client.connect(transport, { timeout: CONNECT_MS })
    return { client, pending: 0, failed: false }
  }

  /** The next request connects again. Requests that are still open on this connection may finish. */
  private drop(connection: Connection): void {
    if (connection.failed) return
    connection.failed = true
    this.connecting = undefined
  }

  private closeUnused({ client, pending }: Connection): void {
    if (pending === 0) client.close().catch(() => undefined)
  }
}
