/** Promises MC11 to MC13 and MC20, in-process over the HTTP transport, with the official client in both protocol eras. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callTool, connectHttp, eras } from '../../../test/kit/mcp-client.ts'
import { steady } from '../../../test/kit/steady.ts'
import { gitRepo, tempFolder } from '../../../test/kit/temp-repo.ts'
import { createApp } from '../../app/create-app.ts'
import type { App } from '../../app/port.ts'
import { asRepoId } from '../../contract/ids.ts'
import { createMcpFetch, type McpCaller } from './http-mcp.ts'

const url = new URL('http://127.0.0.1/mcp')
const home = tempFolder('home')
const shop = gitRepo({ 'README.md': '# Shop\n\nSells things.\n', 'src/pay.py': 'def refund():\n    return 1\n' }, 'shop')
const lib = gitRepo({ 'lib.py': 'def helper():\n    return 2\n' }, 'lib')
const hidden = 'cairn://repo/acme%2Flib-%C3%A4'
let app: App
let connect: (era: (typeof eras)[number], caller?: McpCaller) => Promise<Client>

beforeAll(async () => {
  app = await createApp({ cwd: shop, surface: 'mcp', flags: { home, watch: 'false' } })
  const mcp = createMcpFetch(app, { version: '1.0.0', onError: () => undefined })
  connect = (era, caller) => connectHttp(url, { era, fetch: (request) => mcp.fetch(request, caller) })
})
afterAll(() => app.close())

describe('before the first question', () => {
  it('[MC2, MC11] lists need only the registry: no store is opened', async () => {
    await app.register(shop)
    await app.register(lib, { name: 'acme/lib-ä' })
    const client = await connect('modern')
    const { resources } = await client.listResources()
    expect(resources.map(({ uri, name }) => [uri, name])).toEqual([
      ['cairn://repo/shop', 'shop'],
      [hidden, 'acme/lib-ä'],
    ])
    await client.listTools()
    await client.listPrompts()
    await client.listResourceTemplates()
    expect(existsSync(path.join(home, 'store.db'))).toBe(false)
  })
})

describe.each(eras)('resources (%s)', (era) => {
  it('[MC11] a repo has its summary as a resource, with the text of get_document', async () => {
    const client = await connect(era)
    const { resources } = await client.listResources()
    for (const { uri, mimeType, description } of resources) {
      expect(mimeType).toBe('text/plain')
      expect(description).toMatch(/^Summary of the repo in \//)
      const { contents } = await client.readResource({ uri })
      const [content] = contents
      expect(content).toMatchObject({ uri, mimeType })
      const text = content && 'text' in content ? content.text : ''
      const id = /id=(\S+)/.exec(text)?.[1] ?? ''
      expect(text).toContain('repo_summary')
      expect((await callTool(client, 'get_document', { document_id: id })).text).toBe(text)
    }
  })

  it('[MC11] any document is a resource by its id, through a template', async () => {
    const client = await connect(era)
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['cairn://document/{document_id}'])
    const found = await callTool(client, 'search_code', { query: 'refund', level: 'symbol' })
    const id = /id=(\S+)/.exec(found.text)?.[1] ?? ''
    const { contents } = await client.readResource({ uri: `cairn://document/${encodeURIComponent(id)}` })
    expect(contents).toEqual([
      {
        uri: `cairn://document/${id}`,
        mimeType: 'text/plain',
        text: (await callTool(client, 'get_document', { document_id: id })).text,
      },
    ])
  })

  it('[MC11] an unknown resource is the error of the protocol, which names it', async () => {
    const client = await connect(era)
    for (const uri of ['cairn://repo/none', 'cairn://document/none', 'cairn://repo/%E0%A4%A', 'file:///etc/passwd', 'cairn://'])
      await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32602, data: { uri } })
  })

  it('[MC11] a client sees and reads only the repos of its scope', async () => {
    const client = await connect(era, { scope: { repos: [asRepoId('shop')] } })
    const { resources } = await client.listResources()
    expect(resources.map(({ name }) => name)).toEqual(['shop'])
    expect((await (await connect(era)).readResource({ uri: hidden })).contents).toHaveLength(1)
    await expect(client.readResource({ uri: hidden })).rejects.toMatchObject({ code: -32602 })
    expect((await callTool(client, 'list_repos')).text).not.toContain('lib-ä')
    const ref = { type: 'ref/prompt', name: 'orient_me' } as const
    expect((await client.complete({ ref, argument: { name: 'repo', value: '' } })).completion.values).toEqual(['shop'])
  })
})

describe('answers in two forms', () => {
  it('[MC13] list_repos and explore_structure answer with text and with the envelope, each complete', async () => {
    const client = await connect('modern')
    for (const [name, args, parts] of [
      ['list_repos', {}, ['shop', 'acme/lib-ä', shop, lib]],
      ['explore_structure', {}, ['src/', 'README.md']],
      ['explore_structure', { path: 'src' }, ['pay.py']],
      ['explore_structure', { path: 'src/pay.py' }, ['refund', 'function']],
    ] as const) {
      const { text, structured } = await callTool(client, name, args)
      expect(text).toMatch(/^OK · /)
      const json = JSON.parse((await callTool(client, name, { ...args, format: 'json' })).text) as unknown
      expect(steady(structured)).toEqual(steady(json))
      for (const part of parts) for (const form of [text, JSON.stringify(structured)]) expect(form).toContain(part)
    }
    expect((await callTool(client, 'search_code', { query: 'refund' })).structured).toBeUndefined()
    expect(await callTool(client, 'explore_structure', { path: 'none' })).toMatchObject({ isError: true, structured: undefined })
  })

  it('[MC6, MC13] the size limit holds for the longer of the two forms', async () => {
    const client = await connect('modern')
    const many = gitRepo(
      Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`module_number_${at}.py`, 'x = 1\n'])),
      'many',
    )
    await app.index([many])
    let cursor: string | undefined
    let files = 0
    do {
      const args = { repo_id: 'many', limit: 5000, ...(cursor ? { cursor } : {}) }
      const { text, structured } = await callTool(client, 'explore_structure', args)
      const envelope = structured as { items: { files: unknown[] }[]; next_cursor: string | null }
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(10_000)
      expect(Buffer.byteLength(JSON.stringify(structured))).toBeLessThanOrEqual(10_000)
      files += envelope.items[0]?.files.length ?? 0
      cursor = envelope.next_cursor ?? undefined
    } while (cursor)
    expect(files).toBe(300)
  })
})

describe('what a client may keep', () => {
  it('[MC20] lists say how long they may be cached; a document may not', async () => {
    const client = await connect('modern')
    const kept = async (result: Promise<object>) => {
      const { ttlMs, cacheScope } = (await result) as { ttlMs?: number; cacheScope?: string }
      return [ttlMs, cacheScope]
    }
    expect(await kept(client.listTools())).toEqual([300_000, 'public'])
    expect(await kept(client.listPrompts())).toEqual([300_000, 'public'])
    expect(await kept(client.listResourceTemplates())).toEqual([300_000, 'public'])
    expect(await kept(client.listResources())).toEqual([5_000, 'private'])
    expect(await kept(client.readResource({ uri: 'cairn://repo/shop' }))).toEqual([0, 'private'])
  })

  it('[MC20] every tool says that it only reads, on this machine', async () => {
    const { tools } = await (await connect('legacy')).listTools()
    expect(tools).toHaveLength(10)
    for (const { annotations } of tools) expect(annotations).toEqual({ readOnlyHint: true, openWorldHint: false })
  })
})
