/** Checks which room may import which (docs/architecture.md), and that `Place` has one meaning. */
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
  embed: [],
  llm: [],
  store: [],
  exchange: [],
  access: [],
  discover: ['workspace'],
  enrich: ['llm'],
  graph: ['store'],
  indexer: ['workspace', 'discover', 'parse', 'resolve', 'enrich', 'embed', 'store', 'exchange', 'locator'],
  search: ['store'],
  locator: ['parse'],
  scan: ['parse'],
  freshness: ['discover', 'store', 'indexer'],
  envelope: [],
  grounding: ['discover', 'store', 'graph', 'scan', 'locator', 'freshness'],
  tools: ['store', 'search', 'graph', 'scan', 'grounding', 'freshness', 'envelope', 'enrich'],
  agent: ['tools', 'envelope', 'llm'],
  watch: ['workspace', 'discover', 'store', 'indexer'],
  upkeep: ['workspace', 'discover', 'store', 'llm'],
  clients: [],
  app: [
    'config',
    'workspace',
    'parse',
    'resolve',
    'embed',
    'llm',
    'store',
    'exchange',
    'discover',
    'graph',
    'indexer',
    'locator',
    'freshness',
    'grounding',
    'envelope',
    'tools',
    'agent',
    'upkeep',
    'watch',
    'access',
    'clients',
  ],
  'surfaces/cli': ['app', 'access', 'envelope', 'surfaces/mcp', 'surfaces/rest'],
  'surfaces/mcp': ['app', 'envelope'],
  'surfaces/rest': ['app', 'access', 'envelope'],
  'surfaces/library': ['app', 'envelope'],
}
/** Pairs [from, to] for which only types may be imported. */
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

type Import = { from: string; to: string; file: string; target: string; typeOnly: boolean; later: boolean }
const found = /^(?:import|export)\s+(type\s+)?([^'"]*?)from\s+'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'\s*\)/gm
/** `import { type A, type B }` imports nothing at run time either. */
const onlyTypes = (names: string): boolean =>
  /^\{[^}]*\}\s*$/.test(names) &&
  names
    .replace(/[{}]/g, '')
    .split(',')
    .every((name) => name.trim() === '' || /^\s*type\s/.test(name))
const imports: Import[] = sources.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(found)].map(([, type, names = '', from, dynamic]) => {
    const target = path.resolve(path.dirname(file), from ?? dynamic ?? '')
    return {
      file: path.relative(src, file),
      target: path.relative(src, target),
      from: roomOf(file),
      to: roomOf(target),
      typeOnly: type !== undefined || onlyTypes(names),
      later: dynamic !== undefined,
    }
  }),
)
const isTest = (file: string): boolean => file.endsWith('.test.ts')
const under = ['base', 'contract']

/** The rooms that may have a `StoreWriter`: `store` defines it, `app` creates it and passes it on, the others use it. */
const writers = ['store', 'indexer', 'upkeep', 'app']

describe('the plan of the rooms', () => {
  it('[PL1] every room is in the plan', () => {
    expect([...new Set(sources.map(roomOf))].filter((room) => !(room in plan))).toEqual([])
  })
  it('[PL2] a room imports only what the plan allows', () => {
    const wrong = imports.filter(
      ({ from, to, file }) =>
        from !== to && !isTest(file) && !(under.includes(to) && !under.includes(from)) && !plan[from]?.includes(to),
    )
    expect(wrong.map(({ file, to }) => `${file} → ${to}`)).toEqual([])
  })
  it('[PL3] only types are imported where the plan allows only types', () => {
    const wrong = imports.filter(({ from, to, typeOnly }) => !typeOnly && typesOnly.some(([a, b]) => a === from && b === to))
    expect(wrong.map(({ file, to }) => `${file} → ${to}`)).toEqual([])
  })
  it('[PL4] only config reads the environment', () => {
    const wrong = sources.filter(
      (file) => !isTest(file) && roomOf(file) !== 'config' && /process\.env\b/.test(readFileSync(file, 'utf8')),
    )
    expect(wrong.map((file) => path.relative(src, file))).toEqual([])
  })
  it('[PL5] every entry of the plan is used, and none is repeated', () => {
    const used = new Set(imports.filter(({ file }) => !isTest(file)).map(({ from, to }) => `${from} → ${to}`))
    const allowed = Object.entries(plan).flatMap(([from, rooms]) => rooms.map((to) => `${from} → ${to}`))
    expect(allowed.filter((arrow) => !used.has(arrow))).toEqual([])
    expect(allowed.filter((arrow, at) => allowed.indexOf(arrow) !== at)).toEqual([])
    expect(typesOnly.map(([from, to]) => `${from} → ${to}`).filter((arrow) => !used.has(arrow))).toEqual([])
  })
  it('[PL6] no files import each other in a circle, inside a room or across rooms', () => {
    expect(circles()).toEqual([])
  })
  it('[PL7] only indexer and upkeep have a StoreWriter, and app, which passes it to them', () => {
    const named = sources.filter((file) => !isTest(file) && /\bStore(?:Writer|Build)\b/.test(readFileSync(file, 'utf8')))
    expect([...new Set(named.map(roomOf))].filter((room) => !writers.includes(room))).toEqual([])
    const methods =
      /\.(?:lockRepo|putFacts|touchFiles|openBuild|putEnrichment|putRefusals|putVectors|putNoteVectors|dropVectors|removeRepo|collect)\(/
    const called = sources.filter((file) => !isTest(file) && methods.test(readFileSync(file, 'utf8')))
    expect([...new Set(called.map(roomOf))].filter((room) => !writers.includes(room))).toEqual([])
  })
})

describe('one noun names one thing', () => {
  it('[PL8] a place is a line and column in a file, not a path or index', () => {
    const filesWith = (pattern: RegExp): string[] =>
      sources.filter((file) => pattern.test(readFileSync(file, 'utf8'))).map((file) => path.relative(src, file))
    expect(filesWith(/^\s*(?:export )?(?:type|interface|class) Place\b/m)).toEqual([path.join('contract', 'place.ts')])
    expect(filesWith(/\bplaces?\??: (?:readonly )?(?:string|number)\b/)).toEqual([])
  })
})

/**
 * Groups of files that import each other (Tarjan's algorithm). Type imports do not count, because they do not exist at run time,
 * nor do dynamic imports, because all files are loaded by then.
 */
function circles(): string[][] {
  const next = new Map<string, string[]>()
  for (const { file, target, typeOnly, later } of imports) {
    if (typeOnly || later || isTest(file)) continue
    next.set(file, [...(next.get(file) ?? []), target])
  }
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const groups: string[][] = []
  const visit = (file: string): void => {
    const number = order.size
    order.set(file, number)
    low.set(file, number)
    stack.push(file)
    for (const to of next.get(file) ?? []) {
      if (!order.has(to)) visit(to)
      if (stack.includes(to)) low.set(file, Math.min(low.get(file) ?? 0, low.get(to) ?? 0))
    }
    if (low.get(file) !== number) return
    const group = stack.splice(stack.indexOf(file))
    if (group.length > 1) groups.push(group.sort())
  }
  for (const file of next.keys()) if (!order.has(file)) visit(file)
  return groups
}
