/** [EN2] The same question gets the same envelope through the command line, MCP (stdio and HTTP), REST and the library. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorkspace, type Workspace } from '../../src/surfaces/library/workspace.ts'
import { routes } from '../../src/surfaces/rest/routes.ts'
import { ask, environment, program, runCairn } from '../kit/run-cairn.ts'
import { overRest, type Served, startServer } from '../kit/serve-process.ts'
import { type Shop, shopRepos } from '../kit/shop-repos.ts'
import { steady } from '../kit/steady.ts'

type Question = { tool: string; args: Record<string, unknown>; command: string[] }
const bounds = { limit: 3, max_chars: 20_000 }
const flags = ['--limit', '3', '--max-chars', '20000']

const questions = (documentId: string): Question[] => [
  { tool: 'list_repos', args: bounds, command: ['repos', ...flags] },
  {
    tool: 'explore_structure',
    args: { repo: 'shop', path: 'src', ...bounds },
    command: ['explore', 'src', '-r', 'shop', ...flags],
  },
  {
    tool: 'explore_structure',
    args: { repo: 'shop', path: 'src/ledger.py', ...bounds },
    command: ['explore', 'src/ledger.py', '-r', 'shop', ...flags],
  },
  ...['file', 'symbol', 'module', 'repo', 'doc'].map((level) => ({
    tool: 'search_code',
    args: { query: 'money ledger', level, repo: 'shop', ...bounds },
    command: ['code', 'money ledger', '--level', level, '-r', 'shop', ...flags],
  })),
  {
    tool: 'get_file',
    args: { repo: 'shop', file_path: 'src/refund.py', max_chars: 20_000 },
    command: ['file', 'src/refund.py', '-r', 'shop', '--max-chars', '20000'],
  },
  {
    tool: 'get_document',
    args: { document_id: documentId, max_chars: 20_000 },
    command: ['document', documentId, '--max-chars', '20000'],
  },
  // `cairn search` lists definitions first, so the plain tool is asked through `cairn batch`.
  { tool: 'rag_search', args: { query: 'ledger', repo: 'shop', ...bounds }, command: ['batch'] },
  {
    tool: 'definition',
    args: { symbol: 'refund', repo: 'shop', max_chars: 20_000 },
    command: ['definition', 'refund', '-r', 'shop', '--max-chars', '20000'],
  },
  {
    tool: 'where_used',
    args: { symbol: 'open_ledger', repo: 'shop', ...bounds },
    command: ['where-used', 'open_ledger', '-r', 'shop', ...flags],
  },
  {
    tool: 'lineage',
    args: { symbol: 'open_ledger', repo: 'shop', max_results: 3, max_chars: 20_000 },
    command: ['lineage', 'open_ledger', '-r', 'shop', '-m', '3', '--max-chars', '20000'],
  },
  {
    tool: 'ask_codebase',
    args: { query: 'how does a refund work', repo: 'shop', ...bounds },
    command: ['ask', 'how does a refund work', '-r', 'shop', ...flags],
  },
]

let shop: Shop
let server: Served
let stdio: Client
let overHttp: Client
let workspace: Workspace
beforeAll(async () => {
  shop = shopRepos()
  const place = { cwd: shop.shop, home: shop.home }
  server = await startServer(place)
  stdio = new Client({ name: 'test', version: '1.0.0' })
  const env = environment(place) as Record<string, string>
  await stdio.connect(new StdioClientTransport({ command: process.execPath, args: [program, 'mcp'], cwd: shop.shop, env }))
  overHttp = new Client({ name: 'test', version: '1.0.0' })
  await overHttp.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)))
  workspace = await openWorkspace({ cwd: shop.shop, home: `${shop.home}/cairn` })
})
afterAll(async () => {
  await stdio?.close()
  await overHttp?.close()
  await workspace?.close()
})

function byCommand({ tool, args, command }: Question): unknown {
  const place = { cwd: shop.shop, home: shop.home }
  if (command[0] !== 'batch') {
    const { run: _, ...envelope } = ask(command, place)
    return envelope
  }
  const { stdout } = runCairn(command, { ...place, input: `${JSON.stringify({ id: 1, tool, arguments: args })}\n` })
  return (JSON.parse(stdout) as { result: unknown }).result
}

type Envelope = { items: unknown[]; meta: { status: string } }
const overMcp = async (client: Client, { tool, args }: Question): Promise<Envelope> => {
  const { content } = await client.callTool({ name: tool, arguments: { ...args, format: 'json' } })
  return JSON.parse((content as { text: string }[])[0]?.text ?? '') as Envelope
}
describe('one question, five surfaces', () => {
  it('[EN2] every tool gives the same envelope everywhere', async () => {
    const found = await workspace.ask('search_code', { query: 'refund', level: 'symbol', repo: 'shop' })
    const all = questions((found.items[0] as { document_id: string }).document_id)
    expect(new Set(all.map(({ tool }) => tool))).toEqual(new Set(routes.map(({ tool }) => tool)))
    for (const question of all) {
      const command = byCommand(question)
      const rest = (await overRest(server.url, question.tool, question.args)) as Envelope
      expect(rest.items.length, question.tool).toBeGreaterThan(0)
      expect(rest.meta.status, question.tool).not.toBe('ERROR')
      const others = {
        command,
        stdio: await overMcp(stdio, question),
        http: await overMcp(overHttp, question),
        library: (await workspace.ask(question.tool, question.args)).toDict(),
      }
      for (const [surface, answer] of Object.entries(others))
        expect(steady(answer), `${question.tool} ${surface}`).toEqual(steady(rest))
    }
    // Fifteen commands are started, one after the other.
  }, 240_000)
  it('[EN2] every surface refuses with the same code', async () => {
    const bad: Question = {
      tool: 'where_used',
      args: { symbol: 'refund', repo: 'nowhere' },
      command: ['where-used', 'refund', '-r', 'nowhere'],
    }
    const answers = [
      ask(bad.command, { cwd: shop.shop, home: shop.home }),
      await overMcp(stdio, bad),
      await overMcp(overHttp, bad),
      await overRest(server.url, bad.tool, bad.args),
      await workspace.ask(bad.tool, bad.args),
    ] as unknown as { meta: { error_code: string } }[]
    expect(answers.map(({ meta }) => meta.error_code)).toEqual(Array(5).fill('REPO_UNKNOWN'))
  })
})
