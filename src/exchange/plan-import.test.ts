import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { FileFacts, ImportFact, SymbolFact, UseFact } from '../contract/facts.ts'
import type { GraphEntity, GraphRelation } from '../contract/graph.ts'
import { symbolKey } from '../contract/identity.ts'
import type { LinkOutcome } from '../contract/links.ts'
import type { CurrentFiles, ImportedText } from './current-files.ts'
import { type ImportPlan, planImport } from './plan-import.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'cairn-import-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const symbol = (name: string, line: number, given: Partial<SymbolFact> = {}): SymbolFact => ({
  ...{ name, qualified_name: name, kind: 'function', tag: 't', parent: -1, start_line: line, end_line: line + 1 },
  ...{ name_line: line, name_column: 5, signature: '', doc: '', exported: true, static: false, type: '' },
  ...{ span_hash: `span ${name}`, fingerprint: '', test: false },
  ...given,
})
const use = (name: string, line: number, column: number, given: Partial<UseFact> = {}): UseFact => ({
  ...{ name, use: 'calls', line, column, receiver: '', enclosing: 0, symbol: -1, import: -1, arguments: -1, argument_types: '' },
  ...given,
})
const imported = (name: string, alias: string): ImportFact => ({
  ...{ module: './b', name, alias, kind: 'named', line: 1, column: 1, scope: -1, type_only: false },
})
const facts = (given: Partial<FileFacts>): FileFacts => ({
  ...{ partial: false, line_count: 9, span_hash: 'whole', package: '', doc: '' },
  ...{ symbols: [], imports: [], exports: [], uses: [], bindings: [], sections: [] },
  ...given,
})

/** a.py: `def f(): g(); total(); sum(); os.listdir(); self(); h()`; b.py defines g, k, total twice, listdir, C and its constructor. */
const lines = ['', 'def f():', '    g(); k(); sum(); os.listdir(); self(); h(); C()']
const at = (name: string): [number, number] => [3, (lines[2] ?? '').indexOf(name) + 1]
const files: Record<string, FileFacts> = {
  'a.py': facts({
    symbols: [symbol('f', 2)],
    imports: [imported('total', 'sum')],
    uses: [
      use('g', ...at('g(')),
      use('k', ...at('k(')),
      use('sum', ...at('sum(')),
      use('listdir', ...at('listdir'), { receiver: 'os' }),
      use('g', ...at('self')),
      use('h', ...at('h(')),
      use('C', ...at('C(')),
    ],
  }),
  'b.py': facts({
    symbols: [
      symbol('g', 1),
      symbol('k', 3),
      symbol('total', 5),
      symbol('total', 7, { tag: 't2' }),
      symbol('listdir', 9),
      symbol('C', 11, { kind: 'class' }),
      symbol('__init__', 12, { qualified_name: 'C.__init__', parent: 5, kind: 'constructor' }),
    ],
  }),
}
const nothing: LinkOutcome = { to: 'nothing', reason: 'not-found' }
const toG = { path: 'b.py', key: symbolKey('g', 't') }
const outcomes: LinkOutcome[] = [
  { to: 'symbol', target: toG, tier: 'resolved' },
  nothing,
  nothing,
  { to: 'package', target: 'pkg:pypi/os#listdir' },
  { to: 'nothing', reason: 'local' },
  nothing,
  nothing,
]
const hashes: Record<string, string> = { 'a.py': 'A', 'b.py': 'B' }
const current = (given: Partial<CurrentFiles> = {}): CurrentFiles => ({
  contentHash: async (file) => hashes[file],
  languageOf: async (file) => (file.endsWith('.md') ? 'markdown' : 'python'),
  lines: async (file) => (file === 'a.py' ? lines : undefined),
  facts: async (file) => {
    const { uses, ...outline } = files[file] ?? facts({})
    return files[file] ? { outline: () => outline, uses: () => uses } : undefined
  },
  outcomes: async (file) => (file === 'a.py' ? outcomes : []),
  derived: async () => [],
  enrichment: async () => undefined,
  ...given,
})

const relation = (given: Partial<GraphRelation>): GraphRelation => ({
  ...{ src: 'sym:a.f', edge: 'calls', dst: 'sym:b.g', path: 'a.py', line: 3, column: at('g(')[1], tier: 'resolved' },
  ...given,
})
const entity = (given: Partial<GraphEntity>): GraphEntity => ({
  ...{ id: 'sym:b.g', kind: 'function', name: 'g', path: 'b.py', start_line: 1, end_line: 2, language: 'python' },
  ...{ signature: '', span_hash: 'span g', metadata: { summary: 'Does g.' } },
  ...given,
})
type Given = { entities?: GraphEntity[]; relations?: GraphRelation[]; content?: string; version?: number }
async function plan(
  { entities = [], relations = [], content = JSON.stringify(hashes), version = 2 }: Given,
  files = current(),
): Promise<ImportPlan & { texts: ImportedText[] }> {
  const file = path.join(folder, 'graph.json')
  writeFileSync(
    file,
    `{"version":${version},"content":${content},"entities":${JSON.stringify(entities)},"relations":${JSON.stringify(relations)}}`,
  )
  const texts: ImportedText[] = []
  const run = planImport(file, files)
  for (let step = await run.next(); ; step = await run.next()) {
    if (step.done) return { ...step.value, texts }
    texts.push(step.value)
  }
}
const links = async (given: Given): Promise<unknown[]> => {
  const { counts } = await plan(given)
  return [counts.links_new, counts.links_known, counts.links_refused]
}
const [NEW, KNOWN, REFUSED] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]
const proven = (name: string, dst: string, given: Partial<GraphRelation> = {}): GraphRelation =>
  relation({ column: at(name)[1], dst, tier: 'proven', ...given })

describe('links of a graph file', () => {
  it.each([
    ['what resolution found there is known', relation({}), KNOWN],
    ['what it did not find there is refused', relation({ dst: 'sym:b.k' }), REFUSED],
    ['where it found nothing, a resolved link is refused', relation({ column: at('k(')[1], dst: 'sym:b.k' }), REFUSED],
    ['a package that resolution did not name', relation({ dst: 'pkg:pypi/os#listdir' }), REFUSED],
    ['the package that it named', relation({ column: at('listdir')[1], dst: 'pkg:pypi/os#listdir' }), KNOWN],
    ['a function of the repo instead of that package', relation({ column: at('listdir')[1], dst: 'sym:b.listdir' }), REFUSED],
    ['another line', relation({ line: 4 }), REFUSED],
    ['another column', relation({ column: at('g(')[1] + 1 }), REFUSED],
    ['no column, as in version 1', { ...relation({}), column: undefined } as unknown as GraphRelation, REFUSED],
    ['another edge', relation({ edge: 'reads' }), REFUSED],
    ['another source', relation({ src: 'sym:a' }), REFUSED],
    ['a source of another file', relation({ src: 'sym:b.k' }), REFUSED],
    ['a target that is not there', relation({ dst: 'sym:b.nobody' }), REFUSED],
    ['one that is only possible', relation({ tier: 'possible' }), REFUSED],
    [
      'nesting',
      relation({ src: 'sym:b.C', edge: 'contains', dst: 'sym:b.C.__init__', path: 'b.py', line: 12, column: 5 }),
      KNOWN,
    ],
    [
      'invented nesting',
      relation({ src: 'sym:b.C', edge: 'contains', dst: 'sym:b.k', path: 'b.py', line: 3, column: 5 }),
      REFUSED,
    ],
  ])('[XG10] %s', async (_, given, expected) => {
    expect(await links({ relations: [given] })).toEqual(expected)
  })

  it.each([
    ['the tier is raised', proven('g(', 'sym:b.g'), NEW],
    ['the name at that place is the target', proven('k(', 'sym:b.k'), NEW],
    ['it is another name', proven('k(', 'sym:b.g'), REFUSED],
    ['the name is an alias of the target', proven('sum(', 'sym:b.total~t2'), NEW],
    ['the target could be two things', proven('sum(', 'sym:b.total'), REFUSED],
    ['a class is called, its constructor is meant', proven('C(', 'sym:b.C.__init__'), NEW],
    ['the text says something else than the use', proven('self', 'sym:b.g'), REFUSED],
    ['the line is another', proven('k(', 'sym:b.k', { line: 2 }), REFUSED],
    ['the column is another', proven('k(', 'sym:b.k', { column: 1 }), REFUSED],
    ['the edge is another', proven('k(', 'sym:b.k', { edge: 'reads' }), REFUSED],
    ['it leads to a package', proven('h(', 'pkg:npm/h#h'), REFUSED],
    ['it leads to a module of another name', proven('h(', 'sym:b'), REFUSED],
  ])('[XG11] a proven link where %s', async (_, given, expected) => {
    expect(await links({ relations: [given] })).toEqual(expected)
  })

  it('[XG11] new links have the ordinal of their use; a repeated link counts once', async () => {
    const given = { relations: [proven('k(', 'sym:b.k'), proven('k(', 'sym:b.k'), proven('C(', 'sym:b.C')] }
    const { links: found, counts } = await plan(given)
    expect(counts).toMatchObject({ links_new: 2, links_known: 1, links_refused: 0 })
    const target = (name: string) => ({ path: 'b.py', key: symbolKey(name, 't') })
    expect([...found].map(([file, uses]) => [file, [...uses]])).toEqual([
      [
        'a.py',
        [
          [1, target('k')],
          [6, target('C')],
        ],
      ],
    ])
  })

  it('[XG11] two targets for one use contradict each other, and neither is imported', async () => {
    const given = [proven('C(', 'sym:b.C'), proven('C(', 'sym:b.C.__init__'), proven('C(', 'sym:b.C')]
    const { links: found, counts } = await plan({ relations: given })
    expect(counts).toMatchObject({ links_new: 0, links_known: 0, links_refused: 3 })
    expect(found.size).toBe(0)
  })

  it.each([
    ['the file of the use has changed', '{"a.py":"old","b.py":"B"}'],
    ['the file of the target has changed', '{"a.py":"A","b.py":"old"}'],
    ['the graph does not say what it was made from', '{}'],
    ['a file is listed with two hashes', '{"a.py":"A","b.py":"old","b.py":"B"}'],
  ])('[XG9] nothing is taken where %s', async (_, content) => {
    expect(await links({ relations: [proven('k(', 'sym:b.k')], content })).toEqual(REFUSED)
    expect(await links({ relations: [relation({})], content })).toEqual(REFUSED)
  })
})

describe('texts of a graph file', () => {
  const counted = async (given: Given, files = current()): Promise<unknown[]> => {
    const { counts } = await plan(given, files)
    return [counts.enrichment_new, counts.enrichment_known, counts.enrichment_refused]
  }
  const record = {
    ...{ path: 'b.py', key: symbolKey('g', 't'), qualified_name: 'g', kind: 'function', span_hash: 'span g', summary: 'Does g.' },
    ...{ usage_guide: '', content_type: '', content_language: '', author: 'm', made_at: '', model: '', prompt_version: '' },
  } as const
  const byM = entity({ metadata: { summary: 'Does g.', author: 'm' } })

  it('[XG8] one about an unchanged span is new, even in an edited file; the same again is known; another span is refused', async () => {
    expect((await plan({ entities: [byM], content: '{"b.py":"edited"}' })).texts).toEqual([record])
    expect(await counted({ entities: [byM] })).toEqual(NEW)
    expect(await counted({ entities: [byM] }, current({ enrichment: async () => record }))).toEqual(KNOWN)
    const other = current({ enrichment: async () => ({ ...record, author: 'another' }) })
    expect(await counted({ entities: [byM] }, other)).toEqual(NEW)
    expect(await counted({ entities: [entity({ span_hash: 'old' })] })).toEqual(REFUSED)
    expect(await counted({ entities: [entity({ id: 'sym:b.nobody' })] })).toEqual(REFUSED)
  })

  it('[XG8] one without a summary, one that is too long and a second one about the same symbol are refused', async () => {
    expect(await counted({ entities: [entity({ metadata: { usage_guide: 'Call it.' } })] })).toEqual(REFUSED)
    expect(await counted({ entities: [entity({ metadata: { summary: 'x'.repeat(300_000) } })] })).toEqual(REFUSED)
    expect(await counted({ entities: [byM, entity({ metadata: { summary: 'Another.' } })] })).toEqual([1, 0, 1])
  })

  it('[XG8] the same for a whole file, with the model and the prompt; older graphs have the hash of its bytes', async () => {
    const about = (span_hash: string): GraphEntity =>
      entity({
        id: 'sym:a',
        kind: 'module',
        path: 'a.py',
        span_hash,
        metadata: { summary: 'A.', model: 'm7', prompt_version: '3' },
      })
    for (const hash of ['whole', 'A'])
      expect((await plan({ entities: [about(hash)] })).texts).toMatchObject([
        { key: '', qualified_name: '', kind: 'module', span_hash: 'whole', model: 'm7', prompt_version: '3' },
      ])
    for (const hash of ['whole B', 'B', '']) expect(await counted({ entities: [about(hash)] })).toEqual(REFUSED)
  })

  it('[XG6] a file that is broken at its end is refused before anything is imported', async () => {
    const file = path.join(folder, 'cut.json')
    writeFileSync(file, `{"version":2,"content":{},"entities":[${JSON.stringify(byM)}],"relations":[`)
    await expect(planImport(file, current()).next()).rejects.toMatchObject({ code: 'BAD_FILE' })
  })
})

describe('anchors with a mark', () => {
  it('[XG9] two files with the same module name are distinguished by extension, tag, path, or both', async () => {
    const source = current()
    const beside = current({
      contentHash: async (file) => ({ ...hashes, 'b.ts': 'T' })[file],
      facts: (file) => source.facts(file === 'b.ts' ? 'b.py' : file),
    })
    const content = '{"a.py":"A","b.py":"B","b.ts":"T"}'
    const meant = async (dst: string): Promise<unknown> =>
      [...(await plan({ relations: [proven('k(', dst)], content }, beside)).links].map(([, uses]) => [...uses.values()][0]?.path)
    expect(await meant('sym:b.k')).toEqual([])
    for (const mark of ['ts', 'b.ts', 'b.ts~t']) expect(await meant(`sym:b.k~${mark}`)).toEqual(['b.ts'])
    expect(await meant('sym:b.k~t')).toEqual([])
  })

  it('[XG9] a document with the same name as a code file does not make the plain anchor of the module ambiguous', async () => {
    const beside = current({
      contentHash: async (file) => ({ ...hashes, 'k.py': 'K', 'k.md': 'M' })[file],
      facts: async (file) => (file.startsWith('k.') ? { outline: () => facts({}), uses: () => [] } : current().facts(file)),
    })
    const content = '{"a.py":"A","b.py":"B","k.py":"K","k.md":"M"}'
    const { links: found } = await plan({ relations: [proven('k(', 'sym:k')], content }, beside)
    expect([...found].map(([, uses]) => [...uses.values()])).toEqual([[{ path: 'k.py', key: '' }]])
  })
})
