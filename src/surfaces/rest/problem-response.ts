/** A problem as an HTTP answer: the envelope with status ERROR, and the status that the table of problems gives it. */
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { RagResult } from '../../contract/envelope.ts'
import { CairnProblem, problems } from '../../contract/problems.ts'
import { visibleJson } from '../../contract/visible.ts'
import { problemResult } from '../../envelope/problem-result.ts'

export function problemResponse(c: Context, thrown: unknown, status?: ContentfulStatusCode): Response {
  if (thrown instanceof CairnProblem && thrown.code === 'RATE_LIMITED')
    c.header('retry-after', /\d+/.exec(thrown.fix)?.[0] ?? '1')
  if (thrown instanceof CairnProblem && thrown.code === 'UNAUTHORIZED') c.header('www-authenticate', 'Bearer realm="cairn"')
  return envelopeResponse(c, problemResult(thrown), status)
}

export function envelopeResponse(c: Context, result: RagResult<unknown>, status?: ContentfulStatusCode): Response {
  const code = result.meta.error_code
  if (code !== null) c.set('error_code', code)
  return c.body(visibleJson(result.toDict()), status ?? statusOf(code), { 'content-type': 'application/json' })
}

function statusOf(code: string | null): ContentfulStatusCode {
  if (code === null) return 200
  // 499 is not an official status; the client that would read it is gone.
  return (Object.hasOwn(problems, code) ? problems[code as keyof typeof problems].http : 500) as ContentfulStatusCode
}
