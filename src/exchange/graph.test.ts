import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import type { GraphEntity, GraphRelation } from '../contract/graph.ts'
import { symbolKey } from '../contract/identity.ts'
import { jsonPieces } from './json-pieces.ts'
import { type CurrentFiles, type ImportPick, type KnownSymbol, planImport } from './plan-import.ts'
import { type GraphPart, readGraph, readGraphHead } from './read-graph.ts'
import { type GraphSource, writeGraph } from './write-graph.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'cairn-exchange-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const place = (name: string): string => path.join(folder, name)

const entity = (given: Partial<GraphEntity>): GraphEntity => ({
  id: 'sym:a.f',
  kind: 'function',
  name: 'f',
  path: 'a.py',
  start_line: 1,
  end_line: 2,
  language: 'python',
  signature: 'def f()',
  span_hash: 'h1',
  metadata: {},
  ...given,
})
const relation = (given: Partial<GraphRelation>): GraphRelation => ({
  src: 'sym:a.f',
  edge: 'calls',
  dst: 'sym:b.g',
  path: 'a.py',
  line: 2,
  tier: 'resolved',
  ...given,
})
const entities = [
  entity({}),
  entity({ id: 'sym:a.k', name: 'k', start_line: 4, end_line: 5 }),
  entity({ id: 'sym:b.g', path: 'b.py', name: 'g' }),
]
const relations = [relation({}), relation({ line: 3, edge: 'reads' }), relation({ path: 'b.py', src: 'sym:b.g', dst: 'sym:a.k' })]
const files = [
  { path: 'a.py', content_hash: 'A' },
  { path: 'b.py', content_hash: 'B' },
]
const source = (given: Partial<GraphSource> = {}): GraphSource => ({
  version: 1,
  indexed_at: '2026-01-31T00:00:00.000Z',
  repo: 'acme/shop',
  commit: 'abc',
  files,
  entities,
  relations,
  ...given,
})
const collect = async <Thing>(things: AsyncIterable<Thing>): Promise<Thing[]> => {
  const all: Thing[] = []
  for await (const thing of things) all.push(thing)
  return all
}
const partsOf = async (text: string): Promise<GraphPart[]> => {
  writeFileSync(place('given.json'), text)
  return collect(readGraph(place('given.json')))
}

describe('writeGraph', () => {
  it('[XG1] writes the shape of the contract, one element a line', async () => {
    expect(await writeGraph(place('one.json'), source())).toEqual({ files: 2, entities: 3, relations: 3 })
    const text = readFileSync(place('one.json'), 'utf8')
    expect(JSON.parse(text)).toEqual({
      version: 1,
      indexed_at: '2026-01-31T00:00:00.000Z',
      repo: 'acme/shop',
      commit: 'abc',
      files: ['a.py', 'b.py'],
      content: { 'a.py': 'A', 'b.py': 'B' },
      entities,
      relations,
    })
    expect(text.split('\n').filter((line) => line.startsWith('{"id":"sym:a.'))).toHaveLength(2)
  })

  it('[XG2] the same tree gives the same bytes, whatever order it comes in inside a file', async () => {
    await writeGraph(place('one.json'), source())
    const shuffled = source({
      files: [...files].reverse(),
      entities: [entities[1], { ...entity({}), metadata: {} }, entities[2]].map(
        (one) => Object.fromEntries(Object.entries(one!).reverse()) as GraphEntity,
      ),
      relations: [relations[1]!, relations[0]!, relations[2]!],
    })
    await writeGraph(place('two.json'), shuffled)
    expect(readFileSync(place('two.json'), 'utf8')).toBe(readFileSync(place('one.json'), 'utf8'))
  })

  it('[XG2] a source that jumps between files is refused, for its bytes would depend on luck', async () => {
    await expect(writeGraph(place('bad.json'), source({ entities: [entities[2]!, entities[0]!] }))).rejects.toThrow(
      /out of order/,
    )
  })

  it('[XG3] a build that fails or is cancelled leaves the old file whole and nothing beside it', async () => {
    const target = place('kept/graph.json')
    await writeGraph(target, source())
    const before = readFileSync(target, 'utf8')
    const broken = async function* (): AsyncGenerator<GraphEntity> {
      yield entity({})
      throw new Error('lost')
    }
    await expect(writeGraph(target, source({ entities: broken() }))).rejects.toThrow('lost')
    await expect(writeGraph(target, source(), { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i)
    expect(readFileSync(target, 'utf8')).toBe(before)
    expect(readdirSync(path.dirname(target))).toEqual(['graph.json'])
  })
})

describe('readGraph', () => {
  it('[XG4] gives back what was written', async () => {
    await writeGraph(place('one.json'), source())
    const parts = await collect(readGraph(place('one.json')))
    expect(parts.flatMap((part) => (part.part === 'entity' ? [part.entity] : []))).toEqual(entities)
    expect(parts.flatMap((part) => (part.part === 'relation' ? [part.relation] : []))).toEqual(relations)
    expect(await readGraphHead(place('one.json'))).toEqual({
      version: 1,
      indexed_at: '2026-01-31T00:00:00.000Z',
      repo: 'acme/shop',
      commit: 'abc',
      content: new Map([
        ['a.py', 'A'],
        ['b.py', 'B'],
      ]),
    })
  })

  it('[XG5] takes keys in any order, any spacing, unknown keys and a byte order mark', async () => {
    const graph = {
      relations,
      extra: { deep: [1, { a: '}' }] },
      note: 'x"y\\',
      entities,
      files: [],
      content: { 'ä "q".py': 'A' },
      version: 1,
      commit: null,
    }
    const parts = await partsOf(`\uFEFF${JSON.stringify(graph, null, 3)}\n\n`)
    expect(parts.flatMap((part) => (part.part === 'entity' ? [part.entity] : []))).toEqual(entities)
    expect((await readGraphHead(place('given.json'))).content).toEqual(new Map([['ä "q".py', 'A']]))
  })

  it.each([
    ['', 'ends in the middle'],
    ['[]', '"{" was expected'],
    ['{"version":1,"content":{},"entities":[]', 'ends in the middle'],
    ['{"version":1,"content":{},"entities":[{"id":"x"', 'ends in the middle'],
    ['{"version":1,"content":{},"entities":[],"relations":[]} x', 'follows after its end'],
    ['{"version":1,"content":{},"entities":[]}', 'no "relations"'],
    ['{"version":1,"content":{},"entities":[{"id":1}],"relations":[]}', 'is no entity'],
    ['{"version":1,"content":{},"entities":[],"relations":[{"src":"a"}]}', 'is no relation'],
    ['{"version":1,"content":{},"entities":[nonsense],"relations":[]}', 'is no JSON value'],
    ['{"version":1,"content":{},"entities":[1 2],"relations":[]}', 'is no entity'],
    ['{"version":1,"content":{"a":1},"entities":[],"relations":[]}', 'is no text'],
    ['{"version":99,"content":{},"entities":[],"relations":[]}', 'newer than 1'],
    ['{"version":1,"content":[],"entities":"none","relations":[]}', '"entities" is no list'],
    ['{version:1}', 'a key in quotes'],
    ['PK\u0003\u0004', '"{" was expected'],
  ])('[XG6] refuses %j', async (text, words) => {
    await expect(partsOf(text)).rejects.toMatchObject({ code: 'BAD_FILE', message: expect.stringContaining(words) })
  })

  it('[XG6] a file that is not there is a BAD_FILE, not a crash', async () => {
    await expect(collect(readGraph(place('none.json')))).rejects.toMatchObject({ code: 'BAD_FILE' })
    await expect(collect(readGraph(folder))).rejects.toMatchObject({ code: 'BAD_FILE' })
  })

  it('[XG7] one value without end is refused before it fills the memory', async () => {
    const endless = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from('{"entities":["')
      for (let at = 0; at < 64; at++) yield Buffer.alloc(1024 * 1024, 97)
    }
    await expect(collect(jsonPieces(endless()))).rejects.toThrow('larger than 16 MB')
  })

  it('[XG5] finds the same values however the bytes are cut into chunks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue(), { maxLength: 6 }),
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.integer({ min: 1, max: 9 }),
        async (list, object, size) => {
          const bytes = Buffer.from(JSON.stringify({ list, object, plain: 1 }, null, size % 3))
          const cut = async function* (): AsyncGenerator<Uint8Array> {
            for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
          }
          const pieces = await collect(jsonPieces(cut()))
          const plain = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value
          expect(pieces.flatMap((one) => (one.piece === 'element' ? [one.value] : []))).toEqual(plain(list))
          expect(pieces.flatMap((one) => (one.piece === 'member' ? [[one.name, one.value]] : []))).toEqual(
            Object.entries(plain(object)),
          )
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('planImport', () => {
  const f: KnownSymbol = { qualified_name: 'f', tag: 't1', kind: 'function', span_hash: 'h1' }
  const k: KnownSymbol = { qualified_name: 'k', tag: 't1', kind: 'function', span_hash: 'h2' }
  const g: KnownSymbol = { qualified_name: 'g', tag: 't1', kind: 'function', span_hash: 'h1' }
  const current = (
    hashes: Record<string, string>,
    symbols: Record<string, KnownSymbol[]> = { 'a.py': [f, k], 'b.py': [g] },
  ): CurrentFiles => ({
    contentHash: async (file) => hashes[file],
    outline: async (file) => ({ span_hash: `whole ${hashes[file]}`, symbols: symbols[file] ?? [] }),
  })
  const plan = async (given: Partial<GraphSource>, files: CurrentFiles): Promise<{ picks: ImportPick[]; counts: unknown }> => {
    await writeGraph(place('plan.json'), source(given))
    const run = planImport(place('plan.json'), files)
    const picks: ImportPick[] = []
    for (let step = await run.next(); ; step = await run.next()) {
      if (step.done) return { picks, counts: step.value }
      picks.push(step.value)
    }
  }

  it('[XG8] takes the enrichment whose span is unchanged, even in an edited file, and counts the rest', async () => {
    const enriched = [
      entity({ metadata: { summary: 'Does f.', author: 'm' } }),
      entity({ id: 'sym:a.k', name: 'k', start_line: 4, span_hash: 'old', metadata: { summary: 'Did k.' } }),
    ]
    const { picks, counts } = await plan({ entities: enriched, relations: [] }, current({ 'a.py': 'edited', 'b.py': 'B' }))
    expect(picks).toEqual([
      {
        take: 'enrichment',
        record: {
          path: 'a.py',
          key: symbolKey('f', 't1'),
          qualified_name: 'f',
          kind: 'function',
          span_hash: 'h1',
          summary: 'Does f.',
          usage_guide: '',
          content_type: '',
          content_language: '',
          author: 'm',
          made_at: '',
          model: '',
          prompt_version: '',
        },
      },
    ])
    expect(counts).toEqual({ enrichment_taken: 1, enrichment_left: 1, links_taken: 0, links_left: 0 })
  })

  it('[XG8] takes what is written about a whole file, and says after which model and prompt', async () => {
    const module = {
      id: 'sym:a',
      kind: 'module',
      name: 'a',
      metadata: { summary: 'A file.', model: 'm7', prompt_version: '3' },
    } as const
    const about = (span_hash: string) => [entity({ ...module, span_hash })]
    const { picks } = await plan({ entities: about('whole A'), relations: [] }, current({ 'a.py': 'A' }))
    expect(picks).toMatchObject([
      { record: { key: '', qualified_name: '', kind: 'module', span_hash: 'whole A', model: 'm7', prompt_version: '3' } },
    ])
    const older = await plan({ entities: about('A'), relations: [] }, current({ 'a.py': 'A' }))
    expect(older.picks).toMatchObject([{ record: { key: '', span_hash: 'whole A' } }])
    for (const other of ['whole B', ''])
      expect((await plan({ entities: about(other), relations: [] }, current({ 'a.py': 'A' }))).counts).toMatchObject({
        enrichment_left: 1,
      })
  })

  it('[XG9] takes a link only when both of its files are unchanged', async () => {
    const both = await plan({}, current({ 'a.py': 'A', 'b.py': 'B' }))
    expect(both.counts).toEqual({ enrichment_taken: 0, enrichment_left: 0, links_taken: 3, links_left: 0 })
    expect(both.picks[0]).toEqual({
      take: 'link',
      link: {
        source: { path: 'a.py', key: symbolKey('f', 't1') },
        target: { path: 'b.py', key: symbolKey('g', 't1') },
        edge: 'calls',
        tier: 'resolved',
        line: 2,
      },
    })
    const edited = await plan({}, current({ 'a.py': 'A', 'b.py': 'edited' }))
    expect(edited.counts).toMatchObject({ links_taken: 0, links_left: 3 })
  })

  it('[XG9] a target that could be two things is left, and so is a link that was only possible', async () => {
    const twins = current({ 'a.py': 'A', 'b.py': 'B' }, { 'a.py': [f, k], 'b.py': [g, { ...g, tag: 't2' }] })
    const given = [
      relation({}),
      relation({ dst: 'sym:b.g~t2' }),
      relation({ dst: 'sym:a.k', tier: 'possible' }),
      relation({ dst: 'sym:a' }),
      relation({ dst: 'sym:a.f.~f' }),
    ]
    const { picks, counts } = await plan({ relations: given }, twins)
    expect(counts).toMatchObject({ links_taken: 2, links_left: 3 })
    expect(picks.map((pick) => pick.take === 'link' && pick.link.target)).toEqual([
      { path: 'a.py', key: '' },
      { path: 'b.py', key: symbolKey('g', 't2') },
    ])
  })

  it('[XG9] a file beside another of the same module name is told apart by its extension', async () => {
    const symbols = { 'b.py': [g], 'b.ts': [g], 'a.py': [f] }
    const given = {
      files: [...files, { path: 'b.ts', content_hash: 'T' }],
      entities: [],
      relations: [relation({}), relation({ dst: 'sym:b.g~ts' })],
    }
    const { picks, counts } = await plan(given, current({ 'a.py': 'A', 'b.py': 'B', 'b.ts': 'T' }, symbols))
    expect(counts).toMatchObject({ links_taken: 1, links_left: 1 })
    expect(picks[0]).toMatchObject({ link: { target: { path: 'b.ts' } } })
  })
})
