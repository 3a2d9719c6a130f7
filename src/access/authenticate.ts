/** Who sends a request, by its `Authorization` header, and what this caller may read. */
import { timingSafeEqual } from 'node:crypto'
import { CairnProblem } from '../contract/problems.ts'
import type { ReadScope } from '../contract/read-scope.ts'
import { hashToken, isExpired, type TokenRecord, tokenPattern } from './token.ts'

/** Without `scope` the caller may read every repo. `token_id` is for logs and for limits per caller. */
export type Authenticated = { ok: true; token_id: string; scope?: ReadScope } | { ok: false; problem: CairnProblem }

/**
 * `header` is the whole header, `Bearer cairn_…`; undefined when there is none. A missing, malformed, unknown, revoked or expired
 * token gives the same problem, so that nobody learns which tokens exist or existed.
 */
export function authenticate(header: string | undefined, tokens: readonly TokenRecord[], now: Date): Authenticated {
  const token = tokenIn(header)
  // An empty text is hashed too, so that a malformed header takes the same path.
  const given = hashToken(token ?? '')
  let found: TokenRecord | undefined
  for (const record of tokens) if (timingSafeEqual(Buffer.from(record.hash, 'hex'), given)) found = record
  if (token === undefined || !found || isExpired(found, now)) return { ok: false, problem: new CairnProblem('UNAUTHORIZED') }
  return { ok: true, token_id: found.id, ...(found.repos ? { scope: { repos: found.repos } } : {}) }
}

/** The name of the scheme may be written in any case. */
function tokenIn(header: string | undefined): string | undefined {
  const [scheme, token = '', ...rest] = (header ?? '').trim().split(/ +/)
  return scheme?.toLowerCase() === 'bearer' && rest.length === 0 && tokenPattern.test(token) ? token : undefined
}
