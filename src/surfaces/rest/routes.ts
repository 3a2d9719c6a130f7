/** The REST routes: which path calls which tool. Router, OpenAPI document and rate limit all read this table. */

export type Route = {
  method: 'get' | 'post'
  /** In OpenAPI's notation: `/api/rag/document/{document_id}`. */
  path: string
  tool: string
  /** Name of the operation for generated clients. */
  operation: string
  /** Counted by the rate limit, because one request may read many files. */
  costly?: true
  /** With `stream: true` in the body the answer comes as server-sent events. */
  streams?: true
}

export const routes: readonly Route[] = [
  { method: 'get', path: '/api/rag/repos', tool: 'list_repos', operation: 'listRepos' },
  { method: 'post', path: '/api/rag/structure', tool: 'explore_structure', operation: 'exploreStructure' },
  { method: 'post', path: '/api/rag/search', tool: 'search_code', operation: 'searchCode', costly: true },
  { method: 'post', path: '/api/rag/file', tool: 'get_file', operation: 'getFile' },
  { method: 'post', path: '/api/rag/', tool: 'ask_codebase', operation: 'askCodebase', costly: true, streams: true },
  { method: 'post', path: '/api/rag/text', tool: 'rag_search', operation: 'searchText', costly: true },
  { method: 'post', path: '/api/rag/definition', tool: 'definition', operation: 'definition' },
  { method: 'post', path: '/api/rag/where-used', tool: 'where_used', operation: 'whereUsed', costly: true },
  { method: 'post', path: '/api/rag/lineage', tool: 'lineage', operation: 'lineage', costly: true },
  { method: 'get', path: '/api/rag/document/{document_id}', tool: 'get_document', operation: 'getDocument' },
]

const patterns = routes.map(({ path }) => ({
  path,
  fits: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+').replace(/\/$/, '/?')}$`),
}))
const otherPaths: ReadonlySet<string> = new Set([
  '/',
  '/docs',
  '/mcp',
  '/healthz',
  '/metrics',
  '/openapi.json',
  '/api/rag/events',
])

/** The route of a requested path, as the table writes it; undefined for any other path. */
export const routeOf = (requested: string): string | undefined =>
  patterns.find(({ fits }) => fits.test(requested))?.path ?? (otherPaths.has(requested) ? requested : undefined)

/** The path as the router writes it: `:document_id`, and no slash at the end, which the router does not tell apart. */
export const routerPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1').replace(/\/$/, '')
