/** What a client sees when something goes wrong. */
import type { ServerResponse } from 'node:http'

export class HttpError extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Known errors keep their status; everything else is a 500 without details, so that nothing leaks. */
export function errorResponse(response: ServerResponse, cause: unknown): void {
  const status = cause instanceof HttpError ? cause.status : 500
  const message = cause instanceof HttpError ? cause.message : 'internal error'
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error: message }))
}
