/** `cairn mcp --remote`: the built command as a bridge between the official client and an MCP server over HTTP. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../src/app/create-app.ts'
import type { App } from '../../src/app/port.ts'
import { createMcpFetch } from '../../src/surfaces/mcp/http-mcp.ts'
import { callTool, connectHttp, connectStdio, type Era, eras } from '../kit/mcp-client.ts'
import { type McpHttp, serveFetch } from '../kit/mcp-http.ts'
import { withoutTimes } from '../kit/steady.ts'
import { gitRepo, tempFolder } from '../kit/temp-repo.ts'
import { until } from '../kit/until.ts'
import { workingApp } from '../kit/working-app.ts'

const TOKEN = 'crn_0123456789abcdef'
const shop = gitRepo({ 'pay.py': 'def refund():\n    return 1\n\n\ndef all():\n    return refund()\n' }, 'shop')
const elsewhere = tempFolder('elsewhere')
const open: { close(): Promise<void> }[] = []
let app: App
let remote: McpHttp

/** Refuses a request without the token, as the real server does. */
async function serve(of: App, port = 0): Promise<McpHttp> {
  const mcp = createMcpFetch(of, { version: '1.0.0', onError: () => undefined })
  const http = await serveFetch(async (request) => {
    if (request.headers.get('authorization') !== `Bearer ${TOKEN}`)
      return new Response('no', { status: 401, headers: { 'www-authenticate': 'Bearer' } })
    return mcp.fetch(request)
  }, port)
  open.push(http)
  return http
}

beforeAll(async () => {
  app = await createApp({ cwd: shop, surface: 'mcp', flags: { home: tempFolder('home'), watch: 'false' } })
  await app.index([])
  remote = await serve(app)
})
afterAll(async () => {
  for (const each of open) await each.close()
  await app.close()
})

const bridge = (url: URL, options: { era?: Era; home?: string; env?: Record<string, string>; args?: string[] } = {}) =>
  connectStdio({
    cwd: elsewhere,
    home: options.home ?? tempFolder('home'),
    env: options.env ?? { CAIRN_TOKEN: TOKEN },
    args: ['--remote', url.href, ...(options.args ?? [])],
    ...(options.era ? { era: options.era } : {}),
  })

describe.each(eras)('cairn mcp --remote (%s)', (era) => {
  it('[MC15] shows what the server offers and passes calls and errors unchanged', async () => {
    const home = tempFolder('home')
    const { client } = await bridge(remote.url, { era, home })
    const direct = await connectHttp(remote.url, { era, token: TOKEN })
    expect(client.getProtocolEra()).toBe(era)
    expect(client.getInstructions()).toBe(direct.getInstructions())
    const lists = async (of: typeof client) => [
      (await of.listTools()).tools,
      (await of.listResources()).resources,
      (await of.listResourceTemplates()).resourceTemplates,
      (await of.listPrompts()).prompts,
    ]
    expect(await lists(client)).toEqual(await lists(direct))
    for (const [name, args] of [
      ['list_repos', {}],
      ['where_used', { symbol: 'refund' }],
      ['where_used', { symbol: 'refund', format: 'json' }],
      ['where_used', {}],
    ] as const)
      expect(withoutTimes(await callTool(client, name, args))).toEqual(withoutTimes(await callTool(direct, name, args)))
    const uri = 'cairn://repo/shop'
    const resource = async (of: typeof client) =>
      withoutTimes({ text: JSON.stringify((await of.readResource({ uri })).contents) })
    expect(await resource(client)).toEqual(await resource(direct))
    const prompt = { name: 'explain_symbol', arguments: { symbol: 'refund' } }
    expect((await client.getPrompt(prompt)).messages).toEqual((await direct.getPrompt(prompt)).messages)
    const half = { ref: { type: 'ref/prompt', name: 'orient_me' }, argument: { name: 'repo', value: 'sh' } } as const
    expect((await client.complete(half)).completion).toEqual((await direct.complete(half)).completion)
    const failure = (of: typeof client) => of.callTool({ name: 'none', arguments: {} }).catch((error: unknown) => error)
    expect(await failure(client)).toMatchObject({ code: -32602, message: 'There is no tool "none".' })
    const unknown = 'cairn://repo/none'
    await expect(client.readResource({ uri: unknown })).rejects.toMatchObject({ code: -32602, data: { uri: unknown } })
    // Nothing is indexed or registered on this side.
    expect(existsSync(path.join(home, 'cairn')) ? readdirSync(path.join(home, 'cairn')) : []).toEqual([])
  })

  it('[MC15] without the right token a call is answered with UNAUTHORIZED, and the token is not printed', async () => {
    for (const env of [{}, { CAIRN_TOKEN: 'crn_wrong' }] as Record<string, string>[]) {
      const { client, stderr } = await bridge(remote.url, { era, env })
      expect((await client.listTools()).tools).toHaveLength(10)
      const { text, isError } = await callTool(client, 'list_repos')
      expect(isError).toBe(true)
      expect(text).toMatch(/^ERROR · .*UNAUTHORIZED/)
      expect(text).toContain(env.CAIRN_TOKEN ? 'does not accept the token' : 'Set CAIRN_TOKEN')
      expect(text + stderr()).not.toContain('crn_wrong')
    }
  })

  it('[MC15] survives a server that is down, from the start or later, and uses it again when it is back', async () => {
    const first = await serve(app)
    const { url } = first
    await first.close()
    const { client } = await bridge(url, { era })
    expect((await client.listTools()).tools).toHaveLength(10)
    expect((await client.listPrompts()).prompts).toHaveLength(3)
    expect((await client.listResources()).resources).toEqual([])
    const down = await callTool(client, 'list_repos')
    expect(down.isError).toBe(true)
    expect(down.text).toMatch(/RAG_UNAVAILABLE[\s\S]*does not answer \(ECONNREFUSED\)[\s\S]*Trying again may help\./)
    await expect(client.readResource({ uri: 'cairn://repo/shop' })).rejects.toThrow(/RAG_UNAVAILABLE/)
    const second = await serve(app, Number(url.port))
    expect((await callTool(client, 'list_repos')).text).toContain('shop')
    await second.close()
    expect((await callTool(client, 'list_repos')).text).toContain('RAG_UNAVAILABLE')
    await serve(app, Number(url.port))
    expect((await callTool(client, 'list_repos')).text).toContain('shop')
  })

  it('[MC15] a server that ends during a call, before or after it reported progress, is an answer with the reason', async () => {
    for (const progress of [false, true]) {
      const { stub, seen } = workingApp()
      const http = await serve(stub)
      const { client } = await bridge(http.url, { era })
      let told = 0
      const call = client.callTool({ name: 'work', arguments: {} }, progress ? { onprogress: () => told++ } : {})
      await until(() => seen.started && (!progress || told > 0))
      await http.close()
      const { content, isError } = await call
      expect(isError).toBe(true)
      expect(JSON.stringify(content)).toContain('RAG_UNAVAILABLE')
    }
  })

  it('[MC15] passes progress and cancellation', async () => {
    const { stub, seen } = workingApp()
    const { client } = await bridge((await serve(stub)).url, { era })
    const stop = new AbortController()
    const told: unknown[] = []
    const call = client.callTool({ name: 'work', arguments: {} }, { signal: stop.signal, onprogress: (step) => told.push(step) })
    await until(() => told.length >= 2)
    expect(told[0]).toMatchObject({ progress: 1, message: 'Indexing shop: reading files, 1 of 2' })
    stop.abort()
    await expect(call).rejects.toThrow()
    await until(() => seen.aborted)
  })
})

describe('the token of cairn mcp --remote', () => {
  it('[MC15] comes from a file or from another variable', async () => {
    const file = path.join(tempFolder('token'), 'token')
    writeFileSync(file, `${TOKEN}\n`)
    const byFile = await bridge(remote.url, { env: {}, args: ['--token-file', file] })
    expect((await callTool(byFile.client, 'list_repos')).text).toContain('shop')
    const byVariable = await bridge(remote.url, { env: { MINE: TOKEN }, args: ['--token-env', 'MINE'] })
    expect((await callTool(byVariable.client, 'list_repos')).text).toContain('shop')
  })
})
