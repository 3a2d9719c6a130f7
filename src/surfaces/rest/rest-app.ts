/**
 * The HTTP interface: REST routes, server-sent events, MCP over HTTP, metrics, the OpenAPI document. It only translates: arguments
 * go to the app as they came, and answers go out as the envelope they are.
 */
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import type { App } from '../../app/port.ts'
import { CairnProblem } from '../../contract/problems.ts'
import { answerQuestion } from './answer-question.ts'
import { guards } from './guards.ts'
import { sendEvents } from './index-events.ts'
import { openApiDocument } from './openapi.ts'
import { problemResponse } from './problem-response.ts'
import { referencePage } from './reference-page.ts'
import { requestLog } from './request-log.ts'
import type { RestEnv, RestOptions } from './rest-options.ts'
import { routeOf, routerPath, routes } from './routes.ts'

/** Larger than any question; a file to search in is never sent. */
const BODY_BYTES = 1_000_000

export function createRestApp(app: App, options: RestOptions): Hono<RestEnv> {
  const hono = new Hono<RestEnv>({ strict: false })
  hono.use(requestLog(options))
  hono.use(guards(options))
  hono.use(bodyLimit({ maxSize: BODY_BYTES, onError: refuseBody }))
  hono.use(packed)
  for (const route of routes) {
    const answer = (c: Context<RestEnv>) => answerQuestion(c, route, app, options)
    const handlers = route.tool === 'get_document' ? [etag(), answer] : [answer]
    hono.on(route.method, routerPath(route.path), ...(handlers as [typeof answer]))
  }
  hono.get('/api/rag/events', (c) => sendEvents(c, app, options))
  hono.all('/mcp', (c) => answerMcp(c, options))
  serverRoutes(hono, app, options)
  hono.notFound((c) => problemResponse(c, unknownRoute(c), routeOf(c.req.path) === undefined ? 404 : 405))
  hono.onError((error, c) => problemResponse(c, error))
  return hono
}

function answerMcp(c: Context<RestEnv>, { mcp }: RestOptions): Promise<Response> {
  const { scope } = c.get('caller')
  return mcp.fetch(c.req.raw, scope ? { scope } : {})
}

function serverRoutes(hono: Hono<RestEnv>, app: App, { version, metrics }: RestOptions): void {
  const document = async () => openApiDocument(await app.tools(), version)
  hono.get('/healthz', (c) => c.json({ status: 'ok', version }))
  hono.get('/metrics', async (c) => c.body(await metrics.text(), 200, { 'content-type': metrics.type }))
  hono.get('/openapi.json', async (c) => c.json(await document()))
  hono.get('/', (c) => c.redirect('/docs'))
  hono.get('/docs', async (c) => c.html(referencePage(await document())))
}

/** Events must reach the client one by one, so only whole answers are compressed. */
const compressing = compress({ threshold: 2048 })
const packed: MiddlewareHandler<RestEnv> = (c, next) =>
  c.req.path === '/mcp' || c.req.path.endsWith('/events') || (c.req.header('accept') ?? '').includes('text/event-stream')
    ? next()
    : compressing(c, next)

/** The rest of the body is not read, so the connection cannot be used again. */
function refuseBody(c: Context): Response {
  c.header('connection', 'close')
  return problemResponse(c, new CairnProblem('TOO_LARGE', { what: 'The body', size: 'more', limit: `${BODY_BYTES} bytes` }))
}

function unknownRoute(c: Context): CairnProblem {
  const list = routes.map(({ method, path }) => `${method.toUpperCase()} ${path}`).join(', ')
  return new CairnProblem(
    'BAD_ARGUMENT',
    { detail: `There is no ${c.req.method} ${c.req.path.slice(0, 200)} here.` },
    { fix: `The routes are ${list}; /openapi.json describes them.` },
  )
}
