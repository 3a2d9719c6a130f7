/** MCP over HTTP with the official client in both protocol eras: what `cairn serve` mounts at `/mcp`. */
import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../src/app/create-app.ts'
import type { App } from '../../src/app/port.ts'
import { asRepoId } from '../../src/contract/ids.ts'
import { createMcpFetch, type McpFetch } from '../../src/surfaces/mcp/http-mcp.ts'
import { callTool, connectHttp, type Era, eras } from '../kit/mcp-client.ts'
import { type McpHttp, serveFetch } from '../kit/mcp-http.ts'
import { gitRepo, tempFolder } from '../kit/temp-repo.ts'
import { until } from '../kit/until.ts'
import { workingApp } from '../kit/working-app.ts'

const lines = Array.from(
  { length: 400 },
  (_, at) => `value_${at} = "a line that is long enough to fill the answer, number ${at}"\n`,
)
const shop = gitRepo(
  { 'pay.py': 'def refund():\n    return 1\n\n\ndef all():\n    return refund()\n', 'big.py': lines.join('') },
  'shop',
)
const secret = gitRepo({ 'key.py': 'def refund():\n    return 2\n' }, 'secret')
let app: App
let http: McpHttp
/** Who the caller is, as the real server finds out from the token. */
const scopes: Record<string, string[]> = { 'Bearer shop-only': ['shop'] }

beforeAll(async () => {
  // Of another surface than MCP, as the app of a server that also has a REST interface.
  app = await createApp({ cwd: shop, surface: 'cli', flags: { home: tempFolder('home'), watch: 'false' } })
  await app.index([shop])
  await app.index([secret])
  const mcp = createMcpFetch(app, { version: '1.0.0', onError: () => undefined })
  http = await serveFetch((request) => {
    const repos = scopes[request.headers.get('authorization') ?? '']
    return mcp.fetch(request, repos ? { scope: { repos: repos.map(asRepoId) } } : {})
  })
})
afterAll(async () => {
  await http.close()
  await app.close()
})

describe.each(eras)('MCP over HTTP (%s)', (era) => {
  it('[MC14] serves the same tools, resources, prompts and instructions as stdio', async () => {
    const client = await connectHttp(http.url, { era })
    expect(client.getProtocolEra()).toBe(era)
    expect(client.getInstructions()).toContain('Which tool:')
    expect((await client.listTools()).tools).toHaveLength(10)
    expect((await client.listPrompts()).prompts).toHaveLength(3)
    expect((await client.listResources()).resources.map(({ name }) => name)).toEqual(['shop', 'secret'])
    expect((await client.getPrompt({ name: 'orient_me' })).messages).toHaveLength(1)
  })

  it('[MC14] a question without a repo is about the repo that the server was started in', async () => {
    const { text } = await callTool(await connectHttp(http.url, { era }), 'where_used', { symbol: 'refund' })
    expect(text).toMatch(/^OK · RAG_GRAPH · FRESH · 1 item in shop/)
    expect(text).toContain('pay.py:6')
  })

  it('[MC14] a caller sees only the repos of its scope', async () => {
    const client = await connectHttp(http.url, { era, token: 'shop-only' })
    const { text } = await callTool(client, 'definition', { symbol: 'refund', repo: '*' })
    expect(text).toContain('pay.py')
    expect(text).not.toContain('key.py')
    expect((await callTool(client, 'get_file', { repo_id: 'secret', file_path: 'key.py' })).text).toContain('REPO_UNKNOWN')
    expect((await client.listResources()).resources.map(({ name }) => name)).toEqual(['shop'])
  })

  it('[MC6, AP7] an answer has at most 10,000 bytes, also from the app of another surface', async () => {
    const client = await connectHttp(http.url, { era })
    for (const [name, args] of [
      ['rag_search', { query: 'value_', limit: 1000 }],
      ['get_file', { file_path: 'big.py' }],
    ] as const) {
      const { text } = await callTool(client, name, args)
      expect(text.length).toBeGreaterThan(5_000)
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(10_000)
    }
    expect(
      (await callTool(client, 'rag_search', { query: 'value_', limit: 400, max_chars: 50_000 })).text.length,
    ).toBeGreaterThan(10_000)
  })
})

function working() {
  const { stub, seen } = workingApp()
  return { seen, mcp: createMcpFetch(stub, { version: '1.0.0', onError: () => undefined }) }
}

const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** A call of the tool, as HTTP carries it, that can be cut off. */
function rawCall(url: URL, era: Era, signal: AbortSignal): Promise<Response> {
  const params = { name: 'work', arguments: {}, ...(era === 'modern' ? { _meta: envelope } : {}) }
  const modern = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'work' }
  return fetch(url, {
    method: 'POST',
    signal,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(era === 'modern' ? modern : {}),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  })
}

describe.each(eras)('long calls over HTTP (%s)', (era) => {
  const open: { close(): Promise<void> }[] = []
  afterAll(async () => {
    for (const each of open) await each.close()
  })
  const serve = async (mcp: McpFetch): Promise<McpHttp> => {
    const server = await serveFetch((request) => mcp.fetch(request))
    open.push(server)
    return server
  }

  it('[MC10, MC14] report progress to a client that asked', async () => {
    const { mcp } = working()
    const client: Client = await connectHttp((await serve(mcp)).url, { era })
    const stop = new AbortController()
    const told: (string | undefined)[] = []
    const call = client.callTool(
      { name: 'work', arguments: {} },
      { signal: stop.signal, onprogress: ({ message }) => told.push(message) },
    )
    await until(() => told.length >= 2)
    expect(told[0]).toBe('Indexing shop: reading files, 1 of 2')
    stop.abort()
    await expect(call).rejects.toThrow()
  })

  it('[MC10, MC14] stop when the client closes the stream', async () => {
    const { mcp, seen } = working()
    const { url } = await serve(mcp)
    const stop = new AbortController()
    const call = rawCall(url, era, stop.signal).then((response) => response.text())
    await until(() => seen.started)
    expect(seen.aborted).toBe(false)
    stop.abort()
    await expect(call).rejects.toThrow()
    await until(() => seen.aborted)
  })

  it('[MC14] stop when the server stops', async () => {
    const { mcp, seen } = working()
    const { url } = await serve(mcp)
    const call = rawCall(url, era, new AbortController().signal).then(
      (response) => response.text(),
      (error: Error) => error.message,
    )
    await until(() => seen.started)
    await mcp.close()
    await until(() => seen.aborted)
    await call
  })
})
