/**
 * Any value of any argument of any tool gets an answer within the protocol. The values are of right and wrong types, huge, deep,
 * and with characters that break careless code. Seeded; CAIRN_TEST_RUNS makes it longer.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gitRepo, tempFolder } from '../../../test/kit/temp-repo.ts'
import { agentToolLoaders } from '../../agent/agent-tool-loaders.ts'
import { createApp } from '../../app/create-app.ts'
import type { App } from '../../app/port.ts'
import type { ArgumentSpec, DeclaredTool } from '../../contract/tool.ts'
import { toolLoaders } from '../../tools/tool-loaders.ts'
import { createMcpFetch, type McpFetch } from './http-mcp.ts'

const RUNS = Number(process.env.CAIRN_TEST_RUNS ?? 40)
const SEED = 20_261_115
const DEFAULT_BYTES = 10_000
/** A problem is a few sentences, whatever `max_chars` is. */
const ERROR_BYTES = 5_000

const root = gitRepo(
  {
    'README.md': '# Shop\n\nSells things.\n',
    'src/pay.py': 'class Ledger:\n    def post(self):\n        return 1\n\n\ndef refund():\n    return Ledger().post()\n',
    'src/app.ts': "import { x } from './x'\nexport function run(): number {\n  return x()\n}\n",
    'src/x.ts': 'export const x = (): number => 1\n',
    'data/lines.txt': Array.from({ length: 2_000 }, (_, at) => `line ${at} with the word refund`).join('\n'),
  },
  'shop',
)
let app: App
let mcp: McpFetch
const loaders = [...Object.values(toolLoaders), ...Object.values(agentToolLoaders)]
const tools: DeclaredTool[] = await Promise.all(loaders.map((load) => load()))

beforeAll(async () => {
  app = await createApp({ cwd: root, surface: 'mcp', flags: { home: tempFolder('home'), watch: 'false' } })
  expect(tools.map(({ name }) => name)).toEqual((await app.tools()).map(({ name }) => name))
  await app.index([])
  mcp = createMcpFetch(app, { version: '1.0.0', onError: () => undefined })
})
afterAll(() => app.close())

/** What would be a sensible value for the arguments that a tool needs. */
const sensible: Record<string, unknown> = {
  query: 'refund',
  symbol: 'refund',
  file_path: 'src/pay.py',
  document_id: 'r.AAAAAAAA',
}

const deep = (levels: number): unknown => (levels === 0 ? [] : { a: deep(levels - 1) })

/** Values that break careless code, whatever the type of the argument. */
const nasty: readonly unknown[] = [
  '',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff\ud800y',
  '\u202e\u0007\u001b[31m',
  '../../../etc/passwd',
  '/etc/passwd',
  'src/../../x',
  '%2e%2e%2f',
  '(((((a+)+)+)+)+)$',
  '[',
  '**/{a,b,{c,d}}/[!x]*',
  '*',
  '.',
  'sym:',
  'src/pay.py:1:1',
  'src/pay.py:99999999999999999999:-1',
  'a'.repeat(300_000),
  'é/'.repeat(60_000),
  '__proto__',
  'constructor',
  'toString',
  -1,
  0,
  1e308,
  Number.MAX_SAFE_INTEGER,
  0.5,
  true,
  [],
  ['a', 1, null],
  Array.from({ length: 5_000 }, (_, at) => `v${at}`),
  {},
  JSON.parse('{ "__proto__": 1, "constructor": "x", "toJSON": "x", "then": "x" }'),
  deep(200),
]

/** In a short run each argument gets another third of them. */
const chosen = (argument: number): readonly unknown[] => (RUNS > 60 ? nasty : nasty.filter((_, at) => (at + argument) % 3 === 0))

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ maxLength: 5_000 }),
  fc.constantFrom('refund', 'src/pay.py', 'shop'),
)

/** Values of the declared type first, then anything that JSON can carry. */
function anyValue(spec: ArgumentSpec): fc.Arbitrary<unknown> {
  const right: Record<ArgumentSpec['type'], fc.Arbitrary<unknown>> = {
    string: 'values' in spec && spec.values ? fc.constantFrom(...spec.values) : anyText,
    strings: fc.array('values' in spec && spec.values ? fc.constantFrom(...spec.values) : anyText, { maxLength: 5 }),
    integer: spec.type === 'integer' ? fc.integer({ min: spec.min, max: spec.max }) : fc.integer(),
    boolean: fc.boolean(),
  }
  return fc.oneof(
    { weight: 8, arbitrary: right[spec.type] },
    fc.constantFrom(...nasty),
    anyText,
    fc.jsonValue({ depthSize: 'large' }),
  )
}

const named = (tool: DeclaredTool): [string, ArgumentSpec][] => [
  ...Object.entries(tool.arguments),
  ...Object.entries(tool.arguments).flatMap(([, spec]) =>
    (spec.aliases ?? []).map((alias): [string, ArgumentSpec] => [alias, spec]),
  ),
  ['format', { type: 'string', describe: '' }],
  ['no_such_argument', { type: 'string', describe: '' }],
]

const needed = (tool: DeclaredTool): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(tool.arguments)
      .filter(([, spec]) => spec.required)
      .map(([name]) => [name, sensible[name]]),
  )

type Result = { content: { type: string; text: string }[]; structuredContent?: unknown; isError?: boolean }
type Wire = { result?: Result; error?: { code: number } }

async function call(name: string, args: unknown): Promise<Wire> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } })
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const response = await mcp.fetch(new Request('http://127.0.0.1/mcp', { method: 'POST', headers, body }))
  expect(response.status).toBe(200)
  const data = (await response.text()).split('\n').find((line) => line.startsWith('data: '))
  return JSON.parse(data?.slice('data: '.length) ?? 'null') as Wire
}

async function check(tool: DeclaredTool, args: Record<string, unknown>): Promise<void> {
  const { result, error } = await call(tool.name, args)
  const asked = `${tool.name} ${JSON.stringify(args).slice(0, 300)}`
  // The protocol's own check refuses arguments that are no object; everything else is an answer of the tool.
  expect(error, asked).toBeUndefined()
  const text = result?.content[0]?.text ?? ''
  expect(result?.content[0]?.type).toBe('text')
  expect(text, asked).toMatch(/^(OK|FALLBACK|ERROR|\{)/)
  expect(text.split('\n', 1)[0], asked).not.toContain('· INTERNAL')
  expect(text, asked).not.toContain('"error_code":"INTERNAL"')
  const most = result?.isError ? ERROR_BYTES : typeof args.max_chars === 'number' ? args.max_chars : DEFAULT_BYTES
  expect(Buffer.byteLength(text), asked).toBeLessThanOrEqual(most)
  if (result?.structuredContent)
    expect(Buffer.byteLength(JSON.stringify(result.structuredContent)), asked).toBeLessThanOrEqual(most)
}

describe.each(tools.map((tool) => [tool.name, tool] as const))('%s', (_, tool) => {
  it('[MC19] every argument, with each value that breaks careless code', async () => {
    for (const [at, [name]] of named(tool).entries())
      for (const value of chosen(at)) await check(tool, { ...needed(tool), [name]: value })
  }, 300_000)

  it('[MC19] random values of right and wrong types, several arguments at once', async () => {
    const some = fc
      .subarray(Object.entries(tool.arguments), { maxLength: Math.min(4, Object.keys(tool.arguments).length) })
      .chain((chosen) => fc.record(Object.fromEntries(chosen.map(([name, spec]) => [name, anyValue(spec)]))))
    await fc.assert(
      fc.asyncProperty(some, (given) => check(tool, { ...needed(tool), ...given })),
      { numRuns: RUNS, seed: SEED },
    )
  }, 300_000)
})

describe('the call itself', () => {
  it('[MC19] arguments that are no object, or nothing at all, are an answer or the error of the protocol', async () => {
    for (const args of [null, 1, 'x', [], [1], deep(500)]) {
      const { result, error } = await call('list_repos', args)
      if (error) expect(error.code).toBe(-32602)
      else expect(result?.content[0]?.text).toMatch(/^(OK|ERROR)/)
    }
  })
})
