/** Gives each request an id, and logs and counts it when its answer is complete. */
import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import type { MiddlewareHandler } from 'hono'
import type { RestEnv, RestOptions } from './rest-options.ts'
import { routeOf } from './routes.ts'

/** A caller may choose the id, to find its request in the log. */
const ownId = /^[\w.:-]{1,64}$/

export function requestLog({ log, metrics }: RestOptions): MiddlewareHandler<RestEnv> {
  return async (c, next) => {
    const began = performance.now()
    const given = c.req.header('x-request-id')
    const request_id = given !== undefined && ownId.test(given) ? given : randomUUID()
    c.set('request_id', request_id)
    await next()
    c.header('x-request-id', request_id)
    c.header('x-content-type-options', 'nosniff')
    const ms = performance.now() - began
    // Paths as requested would make as many metrics as somebody invents paths, also where the request was refused.
    const route = routeOf(c.req.path) ?? 'unknown'
    const { method } = c.req
    const { status } = c.res
    metrics.finished({ method, route, status, seconds: ms / 1000 })
    const error_code = c.get('error_code')
    const caller = c.get('caller')?.id ?? ''
    const at = new Date().toISOString()
    log({ at, request_id, method, route, status, ms: Math.round(ms * 10) / 10, caller, ...(error_code ? { error_code } : {}) })
  }
}
