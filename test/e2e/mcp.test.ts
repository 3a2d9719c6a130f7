/** `cairn mcp` with the official client over stdio, a real git repo and an empty home. */
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shopFiles } from '../kit/shop-repos.ts'

const main = path.resolve(import.meta.dirname, '../../dist/surfaces/cli/main.js')
const folder = mkdtempSync(path.join(tmpdir(), 'cairn-mcp-'))
const repo = path.join(folder, 'shop')
const env = { ...getDefaultEnvironment(), CAIRN_HOME: path.join(folder, 'home'), HOME: folder }
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function makeRepo(): void {
  for (const [file, text] of Object.entries(shopFiles)) {
    mkdirSync(path.join(repo, path.dirname(file)), { recursive: true })
    writeFileSync(path.join(repo, file), text)
  }
  const git = (...args: string[]) => execFileSync('git', args, { cwd: repo, stdio: 'ignore' })
  git('init', '-q', '-b', 'main')
  git('config', 'user.email', 'a@example.com')
  git('config', 'user.name', 'A')
  git('add', '.')
  git('commit', '-q', '-m', 'first')
}

type Connected = { client: Client; transport: StdioClientTransport; stderr: () => string }

async function connect(options: { mode?: 'legacy' | 'auto'; cwd?: string } = {}): Promise<Connected> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [main, 'mcp'],
    cwd: options.cwd ?? repo,
    env,
    stderr: 'pipe',
  })
  let errors = ''
  transport.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    options.mode === 'auto' ? { versionNegotiation: { mode: 'auto' } } : {},
  )
  await client.connect(transport)
  return { client, transport, stderr: () => errors }
}

type Answer = { text: string; isError: boolean }
const ask = async ({ client }: Connected, name: string, args: Record<string, unknown>): Promise<Answer> => {
  const result = await client.callTool({ name, arguments: args })
  const [content] = result.content
  return { text: content?.type === 'text' ? content.text : '', isError: result.isError === true }
}
const envelope = (answer: Answer) => JSON.parse(answer.text)

describe('cairn mcp', () => {
  let server: Connected
  beforeAll(async () => {
    makeRepo()
    server = await connect()
  })
  afterAll(() => server.client.close())

  it('[MC1] lists the tools of the catalogue; clients should load two of them at once', async () => {
    const { tools } = await server.client.listTools()
    expect(tools.map((tool) => tool.name)).toEqual([
      'list_repos',
      'explore_structure',
      'search_code',
      'get_file',
      'get_document',
      'rag_search',
      'definition',
      'where_used',
      'lineage',
      'ask_codebase',
    ])
    const loaded = tools.filter((tool) => tool._meta?.['anthropic/alwaysLoad'] === true)
    expect(loaded.map((tool) => tool.name)).toEqual(['search_code', 'where_used'])
    expect(JSON.stringify(tools).length).toBeLessThanOrEqual(12_000)
    expect(server.client.getInstructions()?.length).toBeLessThan(2000)
  })

  it('[MC2] builds the index of the repo it was started in on the first question, and answers from it', async () => {
    const answer = await ask(server, 'where_used', { symbol: 'refund' })
    expect(answer.isError).toBe(false)
    expect(answer.text.split('\n')[0]).toMatch(/^OK · RAG_GRAPH · FRESH · 1 item/)
    expect(answer.text).toContain('src/refund.py:11')
    expect(answer.text).toContain('sym:src.refund.refund_all')
  })

  it('[MC3] answers each tool with a text that is enough for the next call', async () => {
    expect((await ask(server, 'list_repos', {})).text).toContain('shop')
    expect((await server.client.listResources()).resources.map(({ uri }) => uri)).toEqual(['cairn://repo/shop'])
    expect((await ask(server, 'explore_structure', { repo_id: 'shop' })).text).toContain('src/')
    const outline = await ask(server, 'explore_structure', { repo_id: 'shop', path: 'src/ledger.py' })
    expect(outline.text).toContain('sym:src.ledger.Ledger.post')
    const found = await ask(server, 'search_code', { query: 'give money back', level: 'symbol' })
    const id = /id=([\w.-]+)/.exec(found.text)?.[1]
    expect(found.text).toContain('src/refund.py')
    expect((await ask(server, 'get_document', { document_id: id })).text).toContain(`id=${id}`)
    expect(
      (await ask(server, 'get_file', { repo_id: 'shop', file_path: 'src/refund.py', start_line: 4, end_line: 4 })).text,
    ).toContain('def refund(order):')
    expect((await ask(server, 'rag_search', { query: 'ledger.post' })).text).toContain('src/refund.py:7')
    expect((await ask(server, 'definition', { symbol: 'Ledger.post' })).text).toContain('src/ledger.py:4')
    expect((await ask(server, 'lineage', { symbol: 'open_ledger', direction: 'callers' })).text).toContain(
      'sym:src.refund.refund_all',
    )
  })

  it('[MC4] returns the envelope as text for format json', async () => {
    const result = envelope(await ask(server, 'where_used', { symbol: 'refund', format: 'json' }))
    expect(result.meta).toMatchObject({ status: 'OK', source: 'RAG_GRAPH', freshness_state: 'FRESH', error_code: null })
    expect(result.items).toHaveLength(1)
    expect(result.items[0]).toMatchObject({ file: 'src/refund.py', line: 11, use: 'calls', tier: 'resolved', binding: 'indexed' })
  })

  it('[MC5] answers a bad argument with an error that names it and says what to do', async () => {
    const missing = await ask(server, 'where_used', {})
    expect(missing.isError).toBe(true)
    expect(missing.text).toContain('BAD_ARGUMENT')
    expect(missing.text).toContain('"symbol"')
    const wrong = await ask(server, 'lineage', { symbol: 'refund', direction: 'sideways' })
    expect(wrong.isError).toBe(true)
    expect(wrong.text).toContain('upstream')
    const format = await ask(server, 'list_repos', { format: 'xml' })
    expect(format.isError).toBe(true)
    expect(format.text).toContain('"format"')
    const outside = await ask(server, 'get_file', { repo_id: 'shop', file_path: '../../etc/passwd' })
    expect(outside.text).toContain('PATH_OUTSIDE_REPO')
    await expect(server.client.callTool({ name: 'no_such_tool', arguments: {} })).rejects.toThrow(/no_such_tool/)
  })

  it('[MC6] pages within max_chars, and the pages join without gap or repeat', async () => {
    const all = envelope(await ask(server, 'rag_search', { query: 'e', format: 'json', max_chars: 1_000_000 }))
    const lines: string[] = []
    let cursor: string | null = null
    do {
      const args: Record<string, unknown> = { query: 'e', format: 'json', max_chars: 3000, ...(cursor ? { cursor } : {}) }
      const answer = await ask(server, 'rag_search', args)
      expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(3000)
      const page = envelope(answer)
      for (const item of page.items) lines.push(`${item.file}:${item.line}`)
      cursor = page.next_cursor
    } while (cursor)
    expect(lines).toEqual(all.items.map((item: { file: string; line: number }) => `${item.file}:${item.line}`))
    expect(lines.length).toBeGreaterThan(5)
  })

  it('[MC7] quotes an edit made after the index was built', async () => {
    writeFileSync(path.join(repo, 'src/late.py'), 'from .refund import refund\n\n\ndef late(order):\n    return refund(order)\n')
    const answer = await ask(server, 'where_used', { symbol: 'refund' })
    expect(answer.text).toContain('src/late.py:5')
    rmSync(path.join(repo, 'src/late.py'))
    const after = await ask(server, 'where_used', { symbol: 'refund' })
    expect(after.text).toMatch(/\.py:\d+/)
    expect(after.text).not.toContain('late.py')
  })

  it('[MC8] serves clients of both protocol versions, two servers on one repo at once', async () => {
    const [legacy, modern] = await Promise.all([connect(), connect({ mode: 'auto' })])
    const answers = await Promise.all([legacy, modern].map((one) => ask(one, 'definition', { symbol: 'refund' })))
    for (const answer of answers) expect(answer.text).toContain('src/refund.py:4')
    await Promise.all([legacy.client.close(), modern.client.close()])
  })

  it('[MC9] writes nothing but JSON-RPC to stdout and exits by itself when stdin closes', async () => {
    const child = spawn(process.execPath, [main, 'mcp'], { cwd: repo, env, stdio: ['pipe', 'pipe', 'pipe'] })
    let out = ''
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString()
    })
    const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
    const answered = new Promise<void>((resolve) => child.stdout.once('data', () => resolve()))
    const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } }
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: hello })}\n`)
    await answered
    child.stdin.end()
    expect(await exited).toBe(0)
    for (const line of out.trim().split('\n')) expect(JSON.parse(line).jsonrpc).toBe('2.0')
  })
})
