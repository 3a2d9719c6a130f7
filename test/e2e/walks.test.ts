/** Walks through the tools, over MCP with the official client and over REST, each call made only from the answer before. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readJson, readText } from '../kit/read-answer.ts'
import { program, runCairn } from '../kit/run-cairn.ts'
import { overRest, type Served, startServer } from '../kit/serve-process.ts'
import { git, gitRepo, tempFolder } from '../kit/temp-repo.ts'
import { type Call, type ReadLines, walkBottomUp, walkStructure, walkTopDown, walkUpAndDown } from '../kit/walks.ts'

const generated = Array.from({ length: 130 }, (_, at) => `def rate_${at}():\n    return ${at}\n`).join('\n')
const repos: Record<string, Record<string, string>> = {
  'acme/shop': {
    'README.md': '# Shop\n\nSells books to readers.\n\n## Refunds\n\nMoney goes back through the ledger.\n',
    'package.json': '{ "name": "shop" }\n',
    'src/pay/ledger.py':
      '"""Keeps the books."""\n\n\nclass Ledger:\n    """Bookings of one customer."""\n\n    def post(self, amount):\n        """Books an amount for a customer."""\n        return amount\n',
    'src/pay/refund.py':
      '"""Gives money back."""\nfrom .ledger import Ledger\n\n\ndef refund(order):\n    """Gives the money of an order back."""\n    return Ledger().post(-order)\n',
    'src/pay/rates.py': generated,
    'src/web/page.py': 'from src.pay.refund import refund\n\n\ndef refund_button(order):\n    return refund(order)\n',
  },
  'acme/parcels': {
    'README.md': '# Parcels\n\nFollows parcels of a carrier.\n',
    'carrier/track.go': 'package carrier\n\n// Track says where a parcel is.\nfunc Track(id string) string {\n\treturn id\n}\n',
    'carrier/label.go': 'package carrier\n\nfunc Label(id string) string {\n\treturn Track(id)\n}\n',
  },
  tools: { 'README.md': '# Tools\n\nScripts for the office.\n', 'bin/clean.py': 'def clean():\n    return 0\n' },
}

const home = tempFolder('cairn-walks')
const roots = new Map<string, string>()
let client: Client
let server: Served

beforeAll(async () => {
  for (const [repo, files] of Object.entries(repos)) {
    const root = gitRepo(files, path.basename(repo))
    if (repo.includes('/')) git(root, 'remote', 'add', 'origin', `https://example.com/${repo}.git`)
    roots.set(repo, root)
    expect(runCairn(['index'], { cwd: root, home }).status).toBe(0)
  }
  server = await startServer({ cwd: roots.get('acme/shop') ?? '', home })
  client = new Client({ name: 'walker', version: '1.0.0' })
  const env = { ...getDefaultEnvironment(), CAIRN_HOME: path.join(home, 'cairn'), HOME: path.join(home, 'user') }
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [program, 'mcp'], cwd: roots.get('acme/shop') ?? '', env }),
  )
}, 120_000)
afterAll(() => client.close())

async function text(tool: string, args: Record<string, unknown>): Promise<string> {
  const result = await client.callTool({ name: tool, arguments: args })
  const [content] = result.content
  const found = content?.type === 'text' ? content.text : ''
  if (result.isError) throw new Error(`${tool} ${JSON.stringify(args)}: ${found}`)
  return found
}
const ways: Record<string, Call> = {
  text: async (tool, args) => readText(await text(tool, args)),
  json: async (tool, args) => readJson(JSON.parse(await text(tool, { ...args, format: 'json' }))),
  rest: async (tool, args) => readJson(await overRest(server.url, tool, args)),
}

function expectOnDisk({ repo_id, path: file, start_line, code }: ReadLines): void {
  const lines = readFileSync(path.join(roots.get(repo_id) ?? '', file), 'utf8').split('\n')
  expect(code.length).toBeGreaterThan(0)
  expect(code).toEqual(lines.slice(start_line - 1, start_line - 1 + code.length))
}

describe.each(Object.entries(ways))('a walk, read as %s', (_, call) => {
  it.each([
    ['which repo follows parcels of a carrier', 'acme/parcels'],
    ['which repos sell books', 'acme/shop'],
  ])('[MC11] top-down: from "%s" to the lines of a file', async (question, repo) => {
    const found = await walkTopDown(call, question)
    expect(found.repo_id).toBe(repo)
    expectOnDisk(found)
  })

  it('[MC11] bottom-up: from a symbol to its lines, its uses and the folder of a use', async () => {
    const found = await walkBottomUp(call, 'books an amount for a customer')
    expect(found.symbol).toBe('sym:src.pay.ledger.Ledger.post')
    expectOnDisk(found)
    expect(found.uses.map((use) => `${use.repo_id} ${use.path}:${use.start_line}`)).toEqual(['acme/shop src/pay/refund.py:7'])
    expect(found.beside).toContain('src/pay/refund.py')
  })

  it('[MC11] structural: from the list of repos to a file', async () => {
    const { repos: listed, file, found } = await walkStructure(call)
    expect(listed).toEqual(['acme/shop', 'acme/parcels', 'tools'])
    expect(found.map((hit) => hit.repo_id)).toEqual(found.map(() => 'acme/shop'))
    expect(found.map((hit) => hit.path)).toContain(file)
  })

  it.each(['books an amount for a customer', 'rate_129', 'refund_button'])(
    '[MC11, TO10] up and down: from the symbol "%s" to its repo and back to the same symbol',
    async (question) => {
      const { up, down } = await walkUpAndDown(call, question)
      expect(up.length).toBeGreaterThan(3)
      expect(up.at(-1)).toMatch(/^r\./)
      expect(down).toEqual([...up].reverse())
    },
  )
})
