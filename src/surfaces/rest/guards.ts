/**
 * Who may ask: checks Host and Origin, the token, and the rate limit, before anything else is read of a request. The Host check
 * keeps a web page from reaching a server on loopback through a name that it lets point there (DNS rebinding).
 */
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, MiddlewareHandler } from 'hono'
import { checkHost, checkOrigin } from '../../access/check-host.ts'
import { createRateLimit, type RateLimit } from '../../access/rate-limit.ts'
import { CairnProblem } from '../../contract/problems.ts'
import { problemResponse } from './problem-response.ts'
import type { Caller, RestEnv, RestOptions } from './rest-options.ts'
import { routes } from './routes.ts'

export function guards(options: RestOptions): MiddlewareHandler<RestEnv> {
  const limit = createRateLimit({ per_minute: options.rate_limit, burst: options.rate_limit })
  return async (c, next) => {
    try {
      checkAddress(c, options)
      c.set('caller', await callerOf(c, options))
      takeFromLimit(c, limit)
    } catch (thrown) {
      return problemResponse(c, thrown)
    }
    return next()
  }
}

function checkAddress(c: Context<RestEnv>, { loopback, allowed_hosts, allowed_origins }: RestOptions): void {
  const host = c.req.header('host')
  const refused =
    (loopback ? checkHost(host, allowed_hosts) : null) ?? checkOrigin(c.req.header('origin'), { host, allowed: allowed_origins })
  if (refused) throw refused
}

async function callerOf(c: Context<RestEnv>, { authenticate, token_required }: RestOptions): Promise<Caller> {
  const address = getConnInfo(c).remote.address ?? ''
  const header = c.req.header('authorization')
  const open = !token_required || c.req.path === '/healthz'
  if (header === undefined && open) return { id: address, scope: undefined }
  const found = await authenticate(header)
  if (found.ok) return { id: found.token_id, scope: found.scope }
  throw found.problem
}

const costly = new Set(routes.filter((route) => route.costly).map(({ path }) => path.replace(/\/$/, '')))

/** MCP calls count too: they are the same questions. */
function takeFromLimit(c: Context<RestEnv>, limit: RateLimit): void {
  const path = c.req.path.replace(/\/$/, '')
  if (c.req.method !== 'POST' || !(costly.has(path) || path === '/mcp')) return
  const taken = limit.take(c.get('caller').id)
  if (!taken.ok) throw new CairnProblem('RATE_LIMITED', { seconds: taken.retry_after_s })
}
