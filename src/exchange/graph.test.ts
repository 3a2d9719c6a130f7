import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import type { GraphEntity, GraphRelation } from '../contract/graph.ts'
import { GRAPH_VERSION } from './graph-file.ts'
import { jsonPieces } from './json-pieces.ts'
import { type GraphPart, readGraph } from './read-graph.ts'
import { type GraphPlace, type GraphSource, writeGraph } from './write-graph.ts'

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'cairn-exchange-')))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = (name: string): string => path.join(folder, name)
const place = (relative: string): GraphPlace => ({ below: folder, relative })

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
  column: 5,
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
  version: GRAPH_VERSION,
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
  writeFileSync(file('given.json'), text)
  return collect(readGraph(file('given.json')))
}

describe('writeGraph', () => {
  it('[XG1] writes the format of the contract, one element per line', async () => {
    expect(await writeGraph(place('one.json'), source())).toEqual({ files: 2, entities: 3, relations: 3 })
    const text = readFileSync(file('one.json'), 'utf8')
    expect(JSON.parse(text)).toEqual({
      version: 2,
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

  it('[XG2] the same tree gives the same bytes, whatever the order of elements inside a file', async () => {
    await writeGraph(place('one.json'), source())
    const shuffled = source({
      files: [...files].reverse(),
      entities: [entities[1], { ...entity({}), metadata: {} }, entities[2]].map(
        (one) => Object.fromEntries(Object.entries(one!).reverse()) as GraphEntity,
      ),
      relations: [relations[1]!, relations[0]!, relations[2]!],
    })
    await writeGraph(place('two.json'), shuffled)
    expect(readFileSync(file('two.json'), 'utf8')).toBe(readFileSync(file('one.json'), 'utf8'))
  })

  it('[XG2] a source whose files are not in order is refused, because the output would not be reproducible', async () => {
    await expect(writeGraph(place('bad.json'), source({ entities: [entities[2]!, entities[0]!] }))).rejects.toThrow(
      /out of order/,
    )
  })

  it('[XG3] a build that fails or is cancelled keeps the old file and leaves no temporary file', async () => {
    const target = file('kept/graph.json')
    await writeGraph(place('kept/graph.json'), source())
    const before = readFileSync(target, 'utf8')
    const broken = async function* (): AsyncGenerator<GraphEntity> {
      yield entity({})
      throw new Error('lost')
    }
    await expect(writeGraph(place('kept/graph.json'), source({ entities: broken() }))).rejects.toThrow('lost')
    await expect(writeGraph(place('kept/graph.json'), source(), { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i)
    expect(readFileSync(target, 'utf8')).toBe(before)
    expect(readdirSync(path.dirname(target))).toEqual(['graph.json'])
  })
})

describe('readGraph', () => {
  it('[XG4] reads what was written', async () => {
    await writeGraph(place('one.json'), source())
    const parts = await collect(readGraph(file('one.json')))
    expect(parts.flatMap((part) => (part.part === 'entity' ? [part.entity] : []))).toEqual(entities)
    expect(parts.flatMap((part) => (part.part === 'relation' ? [part.relation] : []))).toEqual(relations)
    expect(parts.flatMap((part) => (part.part === 'content' ? [[part.path, part.hash]] : []))).toEqual([
      ['a.py', 'A'],
      ['b.py', 'B'],
    ])
  })

  it('[XG5] accepts keys in any order, any spacing, unknown keys and a byte order mark', async () => {
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
    expect(parts).toContainEqual({ part: 'content', path: 'ä "q".py', hash: 'A' })
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
    ['{"version":99,"content":{},"entities":[],"relations":[]}', 'newer than 2'],
    ['{"version":"1","content":{},"entities":[],"relations":[]}', 'no whole number'],
    ['{"version":0,"content":{},"entities":[],"relations":[]}', 'no whole number'],
    ['{"version":1,"content":{},"entities":"none","relations":[]}', '"entities" is no list'],
    ['{"version":1,"content":{},"entities":{"a":1},"relations":[]}', '"entities" is no list'],
    ['{"version":1,"content":["a.py"],"entities":[],"relations":[]}', '"content" is no object'],
    ['{"version":1,"content":{},"entities":[],"relations":[],"entities":[]}', 'has "entities" twice'],
    [
      '{"version":1,"content":{},"entities":[],"relations":[{"src":"a","edge":"calls","dst":"b","path":"c","line":1,"column":-1,"tier":"proven"}]}',
      'is no relation',
    ],
    [`{"version":1,"content":{},"entities":[${'['.repeat(200_000)}${']'.repeat(200_000)}],"relations":[]}`, 'is no entity'],
    [`{"version":1,"content":{},"entities":[${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}],"relations":[]}`, 'is no entity'],
    ['{version:1}', 'a key in quotes'],
    ['PK\u0003\u0004', '"{" was expected'],
  ])('[XG6] refuses %.80j', async (text, words) => {
    await expect(partsOf(text)).rejects.toMatchObject({ code: 'BAD_FILE', message: expect.stringContaining(words) })
  })

  it('[XG6] refuses a file that is not UTF-8, instead of changing names', async () => {
    const whole = '{"version":1,"content":{"caf\u00e9.py":"A"},"entities":[],"relations":[]}'
    expect(await partsOf(whole)).toEqual([{ part: 'content', path: 'caf\u00e9.py', hash: 'A' }])
    for (const [encoding, words] of [
      ['latin1', 'not written in UTF-8'],
      ['utf16le', 'a key in quotes was expected'],
    ] as const) {
      writeFileSync(file('given.json'), whole, encoding)
      await expect(collect(readGraph(file('given.json')))).rejects.toMatchObject({
        code: 'BAD_FILE',
        message: expect.stringContaining(words),
      })
    }
  })

  it('[XG6] a missing file is BAD_FILE, not a crash', async () => {
    await expect(collect(readGraph(file('none.json')))).rejects.toMatchObject({ code: 'BAD_FILE' })
    await expect(collect(readGraph(folder))).rejects.toMatchObject({ code: 'BAD_FILE' })
  })

  it('[XG7] a value that never ends is refused before it fills the memory', async () => {
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
