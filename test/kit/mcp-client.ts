/** The official MCP client, connected to `cairn mcp` over stdio or to a server over HTTP, in either protocol era. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll } from 'vitest'
import { environment, program, type RunOptions } from './run-cairn.ts'

/** `legacy`: 2025-11-25 with a handshake; `modern`: 2026-07-28 without. */
export type Era = 'legacy' | 'modern'
export const eras: readonly Era[] = ['legacy', 'modern']

export type Connected = { client: Client; pid: number; stderr: () => string }

const open = new Set<Client>()
afterAll(async () => {
  for (const client of open) await client.close().catch(() => undefined)
})

function createClient(era: Era): Client {
  const mode = era === 'legacy' ? 'legacy' : { pin: '2026-07-28' }
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
  open.add(client)
  return client
}

/** Starts `cairn mcp` with these arguments. */
export async function connectStdio(options: RunOptions & { era?: Era; args?: readonly string[] }): Promise<Connected> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'mcp', ...(options.args ?? [])],
    cwd: options.cwd,
    env: environment(options) as Record<string, string>,
    stderr: 'pipe',
  })
  let errors = ''
  transport.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  const client = createClient(options.era ?? 'legacy')
  await client.connect(transport)
  return { client, pid: transport.pid ?? 0, stderr: () => errors }
}

/** With `fetch`, requests go to this function instead of the network. */
export async function connectHttp(
  url: URL,
  options: { era?: Era; token?: string; fetch?: (request: Request) => Promise<Response> } = {},
): Promise<Client> {
  const { era = 'legacy', token, fetch } = options
  const client = createClient(era)
  const transport = new StreamableHTTPClientTransport(url, {
    ...(token ? { requestInit: { headers: { Authorization: `Bearer ${token}` } } } : {}),
    ...(fetch ? { fetch: (to: string | URL, init?: RequestInit) => fetch(new Request(to, init)) } : {}),
  })
  await client.connect(transport)
  return client
}

export type Answer = { text: string; isError: boolean; structured: unknown }

/** Calls a tool and returns the text of its answer. */
export async function callTool(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Answer> {
  const result = await client.callTool({ name, arguments: args })
  const [content] = result.content
  return {
    text: content?.type === 'text' ? content.text : '',
    isError: result.isError === true,
    structured: result.structuredContent,
  }
}
