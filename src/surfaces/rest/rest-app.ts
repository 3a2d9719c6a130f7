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
import { routerPath, routes } from './routes.ts'

/** Larger than any question; a file to search in is never sent. */
const BODY_BYTES = 1_000_000

export function createRestApp(app: App, options: RestOptions): Hono<RestEnv> {
  const hono = new Hono<RestEnv>({ strict: false })
  hono.use(requestLog(options))
  hono.use(guards(options))
  hono.use(bodyLimit({ maxSize: BODY_BYTES, onError: (c) => problemResponse(c, tooLarge()) }))
  hono.use(packed)
  for (const route of routes) {
    const answer = (c: Context<RestEnv>) => answerQuestion(c, route, app, options)
    const handlers = route.tool === 'get_document' ? [etag(), answer] : [answer]
    hono.on(route.method, routerPath(route.path), ...(handlers as [typeof answer]))
  }
  hono.get('/api/rag/events', (c) => sendEvents(c, app, options))
  hono.all('/mcp', (c) => options.mcp(c.req.raw, { scope: c.get('caller').scope }))
  serverRoutes(hono, app, options)
  hono.notFound((c) => problemResponse(c, unknownRoute(c), knownPath(c.req.path) ? 405 : 404))
  hono.onError((error, c) => problemResponse(c, error))
  return hono
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

const tooLarge = (): CairnProblem =>
  new CairnProblem('TOO_LARGE', { what: 'The request', size: 'its body', limit: `${BODY_BYTES} bytes` })

const knownPath = (path: string): boolean =>
  routes.some((route) => new RegExp(`^${route.path.replace(/\{\w+\}/g, '[^/]+').replace(/\/$/, '/?')}$`).test(path))

function unknownRoute(c: Context): CairnProblem {
  const list = routes.map(({ method, path }) => `${method.toUpperCase()} ${path}`).join(', ')
  return new CairnProblem(
    'BAD_ARGUMENT',
    { detail: `There is no ${c.req.method} ${c.req.path.slice(0, 200)} here.` },
    { fix: `The routes are ${list}; /openapi.json describes them.` },
  )
}
