/**
 * Listens, and shuts down in order: no new connections, running questions may finish, event streams end, idle connections close.
 */
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import type { App } from '../../app/port.ts'
import { badArgument } from '../../contract/problems.ts'
import { createMetrics } from './metrics.ts'
import { createRequestGate } from './request-gate.ts'
import { createRestApp } from './rest-app.ts'
import type { RestOptions } from './rest-options.ts'

/** What the command passes; `main.ts` adds the handler of `/mcp`. */
export type ServeHttpOptions = Omit<ServeOptions, 'mcp'> & { onError: (error: Error) => void }

type ServeOptions = Omit<RestOptions, 'gate' | 'metrics' | 'stopping'> & {
  host: string
  /** 0: any free port. */
  port: number
  /** Called once the server accepts requests. */
  onListening: (url: string) => void
  /** Ends the server. */
  signal: AbortSignal
}

/** Questions at the same time share the work of comparing a repo; with more than this, memory grows and nothing gets faster. */
const AT_ONCE = 16
/** A question may wait this long for its turn; then it is refused instead. */
const MOST_WAITING = 2_000
/** Running questions may take this long after the signal to stop: the process ends within two seconds. */
const FINISH_MS = 1_000

/** An idle connection lives longer than clients and proxies use one again, so none is closed while a request is on its way. */
const KEEP_ALIVE_MS = 65_000

/** Resolves when the server has ended. */
export async function serveHttp(app: App, options: ServeOptions): Promise<void> {
  const gate = createRequestGate({ at_once: AT_ONCE, most_waiting: MOST_WAITING })
  const stopping = new AbortController()
  const metrics = createMetrics(gate, options.version)
  const { fetch } = createRestApp(app, { ...options, gate, metrics, stopping: stopping.signal })
  const { host: hostname, port } = options
  const serverOptions = { keepAliveTimeout: KEEP_ALIVE_MS }
  const server = serve({ fetch, hostname, port, serverOptions }, (address) => options.onListening(urlOf(address)))
  const ended = new Promise<void>((resolve, reject) => {
    server.once('close', resolve)
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, options)))
  })
  const shutDown = async (): Promise<void> => {
    stopping.abort()
    server.close()
    void options.mcp.close()
    const late = setTimeout(() => 'closeAllConnections' in server && server.closeAllConnections(), FINISH_MS)
    await gate.idle()
    if ('closeIdleConnections' in server) server.closeIdleConnections()
    await ended
    clearTimeout(late)
  }
  if (options.signal.aborted) void shutDown()
  options.signal.addEventListener('abort', () => void shutDown(), { once: true })
  await ended
}

const urlOf = ({ address, family, port }: AddressInfo): string => `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`

function cannotListen(error: NodeJS.ErrnoException, { host, port }: ServeOptions): Error {
  if (error.code === 'EADDRINUSE') return badArgument(`Port ${port} on ${host} is in use; choose another with --port.`)
  if (error.code === 'EACCES') return badArgument(`This user may not listen on port ${port}; choose one above 1023 with --port.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return badArgument(`This machine has no address ${host}; choose another with --host.`)
  return error
}
