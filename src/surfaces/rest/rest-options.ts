/** What the HTTP interface is given by the command that starts it. */
import type { Authenticated } from '../../access/authenticate.ts'
import type { ReadScope } from '../../contract/read-scope.ts'
import type { Metrics } from './metrics.ts'
import type { RequestGate } from './request-gate.ts'

export type RestOptions = {
  version: string
  /** Handles `/mcp`. The program passes it in, because surfaces do not import each other. */
  mcp: {
    fetch(request: Request, caller: { scope?: ReadScope }): Promise<Response>
    /** Ends the open streams and cancels their work. */
    close(): Promise<void>
  }
  /** Whether a request needs a token. Without this, a token may be sent, and then its limits apply. */
  token_required: boolean
  allowed_hosts: readonly string[]
  allowed_origins: readonly string[]
  /** Whether the server listens on loopback only: then the Host header must name loopback. */
  loopback: boolean
  /** Requests a minute for each caller, on the costly routes. */
  rate_limit: number
  /** After this many milliseconds a question is given up. */
  request_ms: number
  authenticate: (header: string | undefined) => Promise<Authenticated>
  gate: RequestGate
  metrics: Metrics
  log: (line: RequestLine) => void
  /** Aborted when the server begins to shut down; it ends the event streams. */
  stopping: AbortSignal
}

/** One finished request, as logged. It has no arguments, because questions may contain secrets. */
export type RequestLine = {
  at: string
  request_id: string
  method: string
  route: string
  status: number
  ms: number
  caller: string
  error_code?: string
}

/** Who asks: `id` is the token's id, or the address on a server without tokens. */
export type Caller = { id: string; scope: ReadScope | undefined }

export type RestEnv = {
  Variables: { caller: Caller; request_id: string; error_code: string | undefined }
}
