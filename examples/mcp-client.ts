// An agent's view: start `cairn mcp` in a repo, list its tools, follow a question from search to code.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const cairn = path.resolve(import.meta.dirname, '../dist/surfaces/cli/main.js')
const repo = mkdtempSync(path.join(tmpdir(), 'cairn-example-'))
const home = mkdtempSync(path.join(tmpdir(), 'cairn-example-home-'))
const client = new Client({ name: 'example', version: '1.0.0' })

async function ask(name: string, args: Record<string, unknown>): Promise<string> {
  const { content, isError } = await client.callTool({ name, arguments: args })
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
  console.log(`\n> ${name} ${JSON.stringify(args)}\n${text}`)
  assert.notEqual(isError, true)
  return text
}

try {
  writeFileSync(
    path.join(repo, 'retry.ts'),
    '/** Tries again, waiting longer each time. */\nexport function retryUpload(send: () => boolean) {\n  return send() || send()\n}\n',
  )
  writeFileSync(
    path.join(repo, 'upload.ts'),
    "import { retryUpload } from './retry.ts'\n\nexport const upload = () => retryUpload(() => true)\n",
  )
  const env = { PATH: process.env.PATH ?? '', HOME: home, CAIRN_HOME: home }
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [cairn, 'mcp'], cwd: repo, env }))

  const { tools } = await client.listTools()
  console.log(tools.map((tool) => tool.name).join(' '))

  const hits = await ask('search_code', { query: 'try an upload again', level: 'symbol' })
  assert.match(hits, /retryUpload/)
  const uses = await ask('where_used', { symbol: 'retryUpload' })
  assert.match(uses, /upload\.ts:3/)
  console.log('ok')
} finally {
  await client.close()
  for (const folder of [repo, home]) rmSync(folder, { recursive: true, force: true })
}
