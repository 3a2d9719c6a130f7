/** `GET /api/rag/events`: what happens to the indexes of the repos that the caller may read, as server-sent events. */
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { App } from '../../app/port.ts'
import type { IndexEvent } from '../../contract/index-event.ts'
import { mayRead, type ReadScope } from '../../contract/read-scope.ts'
import { visibleJson } from '../../contract/visible.ts'
import type { RestEnv, RestOptions } from './rest-options.ts'

/** Proxies close a connection that is silent for a minute. */
const HEARTBEAT_MS = 30_000
/** A client that reads too slowly is disconnected; it reconnects and asks for the state. */
const MOST_UNSENT = 1_000

export function sendEvents(c: Context<RestEnv>, app: App, { stopping }: RestOptions): Response {
  const { scope } = c.get('caller')
  return streamSSE(c, async (stream) => {
    let end = (): void => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    let unsent = 0
    const send = (event: string, data: unknown): void => {
      if (++unsent > MOST_UNSENT) end()
      else stream.writeSSE({ event, data: visibleJson(data) }).then(() => unsent--, end)
    }
    const unsubscribe = app.onIndexEvent((event) => {
      const shown = visible(event, scope)
      if (shown) send(shown.event, shown)
    })
    const heartbeat = setInterval(() => send('heartbeat', {}), HEARTBEAT_MS)
    stream.onAbort(end)
    stopping.addEventListener('abort', end, { once: true })
    send('hello', { repos: (await app.repos()).filter((repo) => mayRead(scope, repo)).map(({ repo_id }) => repo_id) })
    try {
      await ended
    } finally {
      clearInterval(heartbeat)
      unsubscribe()
    }
  })
}

/** Undefined if the event is about a repo that the caller may not read, or about the whole server and the caller sees only part. */
function visible(event: IndexEvent, scope: ReadScope | undefined): IndexEvent | undefined {
  if (scope === undefined) return event
  const repo_id = 'repo_id' in event ? event.repo_id : null
  return repo_id !== null && mayRead(scope, { repo_id }) ? event : undefined
}
