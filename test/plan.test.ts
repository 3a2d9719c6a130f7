/** The dependency rule of docs/architecture.md, checked: every arrow points down, and there is no other way. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const src = path.resolve(import.meta.dirname, '../src')

/** room → rooms it may import besides `base` and `contract`. Change a row only with a record in docs/decisions. */
const plan: Record<string, readonly string[]> = {
  base: [],
  contract: [],
  config: [],
  workspace: [],
  parse: [],
  resolve: [],
  store: [],
  exchange: [],
  discover: ['workspace'],
  enrich: [],
  graph: ['store'],
  indexer: ['workspace', 'discover', 'parse', 'resolve', 'enrich', 'store', 'exchange', 'locator'],
  search: ['store'],
  locator: ['parse'],
  scan: ['discover', 'parse'],
  freshness: ['workspace', 'discover', 'store', 'locator', 'scan', 'indexer'],
  envelope: [],
  grounding: ['store', 'graph', 'scan', 'locator', 'freshness'],
  tools: ['store', 'search', 'graph', 'scan', 'grounding', 'freshness', 'envelope', 'enrich'],
  watch: ['workspace', 'discover', 'store', 'indexer'],
  upkeep: ['workspace', 'discover', 'store', 'freshness'],
  app: [
    'config',
    'workspace',
    'parse',
    'resolve',
    'store',
    'exchange',
    'discover',
    'enrich',
    'graph',
    'indexer',
    'search',
    'locator',
    'scan',
    'freshness',
    'grounding',
    'envelope',
    'tools',
    'upkeep',
    'watch',
  ],
  'surfaces/cli': ['app', 'envelope', 'surfaces/mcp'],
  'surfaces/mcp': ['app', 'envelope'],
  'surfaces/library': ['app', 'envelope'],
}
/** Of these a room may import types only: [from, to]. */
const typesOnly: readonly (readonly [string, string])[] = [
  ['freshness', 'indexer'],
  ['watch', 'indexer'],
]

const roomOf = (file: string): string => {
  const [first, second] = path.relative(src, file).split(path.sep)
  return first === 'surfaces' ? `surfaces/${second}` : (first ?? '')
}

const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.includes('fixtures'))
  .map((file) => path.join(src, file))
  .filter((file) => statSync(file).isFile())

type Import = { from: string; to: string; file: string; typeOnly: boolean }
const imports: Import[] = sources.flatMap((file) =>
  [
    ...readFileSync(file, 'utf8').matchAll(
      /^(?:import|export)\s+(type\s+)?[^'"]*?from\s+'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'\s*\)/gm,
    ),
  ].map((found) => ({
    file: path.relative(src, file),
    from: roomOf(file),
    to: roomOf(path.resolve(path.dirname(file), found[2] ?? found[3] ?? '')),
    typeOnly: found[1] !== undefined,
  })),
)

describe('the plan of the house', () => {
  it('[PL1] every room stands in the plan', () => {
    expect([...new Set(sources.map(roomOf))].filter((room) => !(room in plan))).toEqual([])
  })
  it('[PL2] a room imports only what the plan allows', () => {
    const wrong = imports.filter(
      ({ from, to, file }) =>
        from !== to &&
        !file.endsWith('.test.ts') &&
        !(['base', 'contract'].includes(to) && !['base', 'contract'].includes(from)) &&
        !plan[from]?.includes(to),
    )
    expect(wrong.map(({ file, to }) => `${file} → ${to}`)).toEqual([])
  })
  it('[PL3] where only types may pass, only types pass', () => {
    const wrong = imports.filter(({ from, to, typeOnly }) => !typeOnly && typesOnly.some(([a, b]) => a === from && b === to))
    expect(wrong.map(({ file, to }) => `${file} → ${to}`)).toEqual([])
  })
  it('[PL4] only config reads the environment', () => {
    const wrong = sources.filter(
      (file) => !file.endsWith('.test.ts') && roomOf(file) !== 'config' && /process\.env\b/.test(readFileSync(file, 'utf8')),
    )
    expect(wrong.map((file) => path.relative(src, file))).toEqual([])
  })
})
