/** Runs the command line in this process with a fake app. */
import type { App, AppOptions, CallOptions } from '../../src/app/port.ts'
import { checkArguments } from '../../src/contract/check-arguments.ts'
import type { RagResult } from '../../src/contract/envelope.ts'
import type { IndexReport } from '../../src/contract/reports.ts'
import type { DeclaredTool } from '../../src/contract/tool.ts'
import { commandVocabulary } from '../../src/contract/vocabulary.ts'
import { problemResult } from '../../src/envelope/problem-result.ts'
import { okResult } from '../../src/envelope/result.ts'
import type { Doors, Io } from '../../src/surfaces/cli/command.ts'
import { flagOf } from '../../src/surfaces/cli/command-options.ts'
import { runCli } from '../../src/surfaces/cli/run-cli.ts'

const page = { cursor: { type: 'string', describe: 'Next page.' } } as const
const repo = { type: 'string', describe: 'Repo.' } as const
const declared = (name: string, args: DeclaredTool['arguments']): DeclaredTool => ({
  name,
  title: name,
  description: name,
  arguments: args,
})
const tools: DeclaredTool[] = [
  declared('rag_search', {
    query: { type: 'string', required: true, describe: 'What to find.' },
    repo,
    limit: { type: 'integer', default: 20, min: 1, max: 1000, describe: 'How many.' },
    regex: { type: 'boolean', default: false, describe: 'A regular expression.' },
    case_sensitive: { type: 'boolean', default: true, describe: 'Case counts.', negated: 'Case does not count.' },
    word: { type: 'boolean', default: false, describe: 'Whole words.' },
    language: { type: 'strings', describe: 'Languages.' },
    definitions_first: { type: 'boolean', default: false, describe: 'Definitions first.', untold: true },
    ...page,
  }),
  declared('search_code', {
    query: { type: 'string', required: true, describe: 'What to find.' },
    level: { type: 'string', default: 'file', values: ['symbol', 'file', 'module', 'repo', 'doc'], describe: 'Level.' },
    repo_filter: repo,
    limit: { type: 'integer', default: 5, min: 1, max: 50, describe: 'How many, 1–50.' },
    kind: { type: 'strings', describe: 'Kinds.', values: ['class', 'function'] },
    tests: { type: 'string', default: 'include', values: ['include', 'exclude', 'only'], describe: 'Tests.' },
    explain: { type: 'boolean', default: false, describe: 'Say why.' },
    ...page,
  }),
  declared('where_used', {
    symbol: { type: 'string', required: true, describe: 'Symbol.' },
    repo,
    limit: { type: 'integer', default: 50, min: 1, max: 5000, describe: 'How many.' },
    tier: { type: 'strings', values: ['proven', 'resolved', 'possible'], describe: 'Tiers.' },
    ...page,
  }),
  declared('get_file', {
    repo_id: { type: 'string', aliases: ['repo'], describe: 'Repo.' },
    file_path: { type: 'string', required: true, describe: 'File.' },
    start_line: { type: 'integer', min: 1, max: 10_000_000, describe: 'First line.' },
  }),
  declared('list_repos', {}),
]

export const indexReport: IndexReport = {
  repo_id: 'acme/shop',
  root: '/src/shop',
  commit: 'abc',
  files: 1204,
  parsed: 1200,
  reused: 4,
  unchanged: 0,
  removed: 0,
  skipped: [
    { path: 'a.bin', reason: 'binary' },
    { path: 'b.bin', reason: 'binary' },
  ],
  skipped_total: 5,
  failed: [],
  failed_total: 0,
  counts: { symbol: 9000, file: 1200, module: 20, repo: 1, doc: 30 },
  warnings: [],
  seconds: 3.14,
  dry_run: false,
  written: ['/src/shop/.llmc/rag/index_status.json'],
}

export type Called = { name: string; args: Readonly<Record<string, unknown>> }
export type Setup = {
  answer?: (called: Called, options: CallOptions) => RagResult<unknown> | Promise<RagResult<unknown>>
  app?: Partial<App>
  terminal?: boolean
  stdin?: (string | Uint8Array)[]
  signal?: AbortSignal
  debug?: boolean
  settings?: Partial<App['settings']>
  rows?: number
  page?: Io['page']
  createApp?: Doors['createApp']
}

export async function run(argv: string[], setup: Setup = {}) {
  const called: Called[] = []
  const opened: AppOptions[] = []
  let stdout = ''
  let stderr = ''
  let closed = 0
  const unused = async (): Promise<never> => {
    throw new Error('not expected')
  }
  const app: App = {
    settings: { color: 'auto', debug: setup.debug ?? false, format: 'auto', pager: 'less', ...setup.settings },
    serving: {
      host: '127.0.0.1',
      port: 4747,
      require_token: false,
      allowed_hosts: [],
      allowed_origins: [],
      rate_limit: 1200,
      request_ms: 60_000,
    },
    vocabulary: commandVocabulary(),
    repos: async () => [
      { repo_id: 'acme/shop', root: '/src/shop' },
      { repo_id: 'acme/lib', root: '/src/lib' },
    ],
    register: unused,
    tools: async (names) => (names ? tools.filter((tool) => names.includes(tool.name)) : tools),
    callTool: async (name, args, options = {}) => {
      const tool = tools.find((each) => each.name === name)
      try {
        if (tool) checkArguments(tool.arguments, args, { tool: `cairn ${argv[0]}`, named: flagOf })
      } catch (thrown) {
        return problemResult(thrown)
      }
      called.push({ name, args })
      return (setup.answer ?? (() => okResult([])))({ name, args }, options)
    },
    findSymbol: unused,
    isFileDirty: unused,
    pathFromHere: async (written) => written,
    folderNamed: async (name) => `/src/${name}`,
    token: async () => undefined,
    keepCurrent: () => undefined,
    index: unused,
    buildGraph: unused,
    enrich: unused,
    importGraph: unused,
    status: unused,
    doctor: unused,
    remove: unused,
    gc: unused,
    watch: unused,
    tokens: { create: unused, list: unused, revoke: unused },
    authenticate: unused,
    clients: unused,
    installClients: unused,
    uninstallClients: unused,
    config: async () => ({ settings: [], warnings: [] }),
    onIndexEvent: () => () => {},
    close: async () => void closed++,
    ...setup.app,
  }
  const stream = (add: (text: string) => void) => ({
    isTTY: setup.terminal ?? false,
    ...(setup.rows === undefined ? {} : { rows: setup.rows }),
    write: (text: string, done: (error?: Error | null) => void) => {
      add(text)
      done()
    },
  })
  const io: Io = {
    stdout: stream((text) => {
      stdout += text
    }),
    stderr: stream((text) => {
      stderr += text
    }),
    stdin: Object.assign(
      (async function* () {
        yield* setup.stdin ?? []
      })(),
      setup.terminal ? { isTTY: true } : {},
    ),
    cwd: '/src/shop',
    signal: setup.signal ?? new AbortController().signal,
    ...(setup.page ? { page: setup.page } : {}),
  }
  const doors: Doors = {
    createApp:
      setup.createApp ??
      (async (options) => {
        opened.push(options)
        return app
      }),
    serveMcp: async (_, { version }) => {
      stderr += `serving ${version}`
    },
    serveHttp: unused,
    bridgeMcp: async (_, { url, token }) => {
      stderr += `bridging ${url.href} ${token ?? 'without token'}`
    },
    version: () => '1.2.3',
  }
  const exit = await runCli(argv, io, doors)
  return { exit, stdout, stderr, called, opened, closed }
}
export const error = async (argv: string[], setup: Setup = {}) => {
  const { exit, stderr, called } = await run(argv, { terminal: true, ...setup })
  return { exit, said: stderr.trim(), called: called.length }
}
