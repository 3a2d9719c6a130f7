/** The surfaces to ask: an app in this process, the library, the command in its own process, a long-lived MCP server. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { Envelope, Question } from './envelope.ts'

export type Door = (question: Question) => Promise<Envelope>
export type DoorName = 'app' | 'library' | 'cli' | 'mcp'

export type App = {
  callTool(name: string, args: Readonly<Record<string, unknown>>): Promise<{ toDict(): unknown }>
  index(folders: readonly string[]): Promise<unknown>
  buildGraph(repo: string | null): Promise<{ graph_file: string }>
  close(): Promise<void>
}

export type Doors = Record<DoorName, Door> & { appItself: App; close(): Promise<void> }

/** The root of the project, wherever this file was built to. */
export function projectRoot(): string {
  for (let folder = import.meta.dirname; folder !== '/'; folder = path.dirname(folder)) {
    const file = path.join(folder, 'package.json')
    if (existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).name === 'codecairn') return folder
  }
  throw new Error('not inside the project')
}

const built = (file: string): string => path.join(projectRoot(), 'dist', file)
const load = (file: string): Promise<Record<string, unknown>> => import(pathToFileURL(built(file)).href)

/** Enough time for a catch-up even on a busy machine; the other doors have the default settings. */
const UNHURRIED = { budget_ms: '120000', budget_files: '1000000', finish_ms: '600000' }

export async function openApp(root: string, home: string): Promise<App> {
  const { createApp } = (await load('app/create-app.js')) as { createApp(options: object): Promise<App> }
  return createApp({ cwd: root, surface: 'cli', flags: { home, ...UNHURRIED } })
}

export async function openDoors(root: string, home: string): Promise<Doors> {
  const app = await openApp(root, home)
  let server: Promise<Client> | undefined
  return {
    appItself: app,
    app: async ({ tool, args }) => plain(await app.callTool(tool, args)),
    library: (question) => askLibrary(question, root, home),
    cli: (question) => askCommand(question, root, home),
    mcp: async (question) => {
      server ??= startServer(root, home)
      return askServer(await server, question)
    },
    async close() {
      await app.close()
      await (await server)?.close()
    },
  }
}

const plain = (result: { toDict(): unknown }): Envelope => JSON.parse(JSON.stringify(result.toDict()))

const functions: Readonly<Record<string, string>> = {
  rag_search: 'ragSearch',
  search_code: 'searchCode',
  where_used: 'whereUsed',
  definition: 'definition',
  lineage: 'lineage',
}

async function askLibrary({ tool, args }: Question, root: string, home: string): Promise<Envelope> {
  const library = await load('surfaces/library/index.js')
  const ask = library[functions[tool] ?? ''] as (args: object, options: object) => Promise<{ toDict(): unknown }>
  process.env.CAIRN_HOME = home
  try {
    return plain(await ask(args, { repoRoot: root }))
  } finally {
    delete process.env.CAIRN_HOME
  }
}

/** The route decision of the library. */
export async function askRoute(root: string, home: string): Promise<{ use_rag: boolean; freshness_state: string }> {
  const { computeRoute } = (await load('surfaces/library/index.js')) as {
    computeRoute(root: string): Promise<{ use_rag: boolean; freshness_state: string }>
  }
  process.env.CAIRN_HOME = home
  try {
    return await computeRoute(root)
  } finally {
    delete process.env.CAIRN_HOME
  }
}

const commands: Readonly<Record<string, readonly [command: string, word: string]>> = {
  rag_search: ['search', 'query'],
  search_code: ['code', 'query'],
  where_used: ['where-used', 'symbol'],
  definition: ['definition', 'symbol'],
  lineage: ['lineage', 'symbol'],
}

export async function askCommand({ tool, args }: Question, root: string, home: string): Promise<Envelope> {
  const [command, word] = commands[tool] ?? ['', '']
  const given = [command, `--${word}=${args[word]}`]
  if (tool === 'rag_search') given.push('--level=text')
  for (const [name, value] of Object.entries(args)) {
    const flag = `--${name.replaceAll('_', '-')}`
    if (name === word || value === undefined) continue
    if (value === true) given.push(flag)
    else if (value === false) given.push(flag.replace('--', '--no-'))
    else given.push(`${flag}=${value}`)
  }
  const run = await runCommand(given, root, home)
  try {
    return JSON.parse(run.stdout)
  } catch {
    throw new Error(
      `cairn ${given.join(' ')} printed no envelope (exit ${run.status}): ${run.stdout.slice(0, 500)} ${run.stderr.slice(0, 2000)}`,
    )
  }
}

export const childEnvironment = (home: string): Record<string, string> => ({
  ...getDefaultEnvironment(),
  HOME: path.dirname(home),
  CAIRN_HOME: home,
})

function runCommand(
  args: readonly string[],
  cwd: string,
  home: string,
): Promise<{ status: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [built('surfaces/cli/main.js'), ...args], {
      cwd,
      env: childEnvironment(home),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const out: Buffer[] = []
    const err: Buffer[] = []
    child.stdout.on('data', (chunk) => out.push(chunk))
    child.stderr.on('data', (chunk) => err.push(chunk))
    child.once('error', reject)
    child.once('close', (status) =>
      resolve({ status, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() }),
    )
  })
}

export async function startServer(root: string, home: string): Promise<Client> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [built('surfaces/cli/main.js'), 'mcp'],
    cwd: root,
    // Without a watcher, the same edits lead to the same answers when a failure is repeated.
    env: { ...childEnvironment(home), CAIRN_WATCH: 'false' },
    stderr: 'ignore',
  })
  const client = new Client({ name: 'soak', version: '1.0.0' })
  await client.connect(transport)
  return client
}

export async function askServer(client: Client, { tool, args }: Question): Promise<Envelope> {
  const result = await client.callTool(
    { name: tool, arguments: { ...args, format: 'json', max_chars: 10_000_000 } },
    { timeout: 120_000 },
  )
  const [content] = result.content
  return JSON.parse(content?.type === 'text' ? content.text : '')
}
