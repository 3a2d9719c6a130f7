/** Paths become handlers. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { errorResponse } from './error-response.ts'

export type Handler = (request: IncomingMessage, parameters: Record<string, string>) => Promise<unknown>
type Route = { method: string; pattern: RegExp; names: string[]; handler: Handler }

export function createRouter() {
  const routes: Route[] = []
  return {
    add(method: string, path: string, handler: Handler): void {
      const names = [...path.matchAll(/:(\w+)/g)].map((found) => found[1] ?? '')
      routes.push({ method, names, handler, pattern: new RegExp(`^${path.replace(/:\w+/g, '([^/]+)')}$`) })
    },
    async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
      for (const route of routes) {
        const match = route.method === request.method ? route.pattern.exec(request.url ?? '') : null
        if (!match) continue
        const parameters = Object.fromEntries(route.names.map((name, at) => [name, decodeURIComponent(match[at + 1] ?? '')]))
        try {
          response.end(JSON.stringify(await route.handler(request, parameters)))
        } catch (cause) {
          errorResponse(response, cause)
        }
        return
      }
      response.writeHead(404).end()
    },
  }
}
