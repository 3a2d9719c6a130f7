import { describe, expect, it } from 'vitest'
import { pathFilters } from '../base/glob.ts'
import { wordsOf } from '../base/words.ts'
import { asContentHash, asRepoId } from '../contract/ids.ts'
import { rarity, wordScore } from '../store/bm25.ts'
import { IndexView } from '../store/index-view.ts'
import type { NearestQuery, RankedDocument, RankQuery, ScoreQuery, StoreSnapshot, WordQuery } from '../store/port.ts'
import { readQuery, subjectOf } from './read-query.ts'
import { type SearchRequest, searchDocuments } from './search-documents.ts'
import { wordForms } from './word-forms.ts'

describe('wordForms', () => {
  it('[SE4] returns the other forms of an English word, never the word itself', () => {
    expect(wordForms('decided')).toEqual(expect.arrayContaining(['decide', 'decides', 'deciding']))
    expect(wordForms('retries')).toEqual(expect.arrayContaining(['retry', 'retrying']))
    expect(wordForms('stopping')).toEqual(expect.arrayContaining(['stop', 'stops', 'stopped']))
    expect(wordForms('matches')).toEqual(expect.arrayContaining(['match', 'matching']))
    expect(wordForms('class')).not.toContain('clas')
    expect(wordForms('status')).not.toContain('statu')
    expect(wordForms('upload')).not.toContain('upload')
  })
  it('[SE4] knows abbreviations of programmers, in both directions', () => {
    expect(wordForms('db')).toEqual(['database'])
    expect(wordForms('configuration')).toContain('cfg')
    expect(wordForms('größe')).toEqual([])
  })
})

describe('readQuery', () => {
  const weight = (text: string, word: string): number => readQuery(text).words.get(word) ?? 0

  it('[SE5] words of grammar weigh little, unless the question has no others', () => {
    expect(weight('where is freshness decided', 'freshness')).toBe(1)
    expect(weight('where is freshness decided', 'where')).toBe(0.1)
    expect(weight('where', 'where')).toBe(1)
  })
  it('[SE5] a name written as code, and text in quotes, weigh more than prose', () => {
    expect(weight('how does computeRoute work', 'computeroute')).toBe(2)
    expect(weight('how does computeRoute work', 'route')).toBeLessThan(1)
    expect(weight('the "where" clause', 'where')).toBe(1.5)
    expect(weight("don't stop", 'stop')).toBe(1)
  })
  it('[SE5] neighbouring words are joined as in an identifier', () => {
    expect(weight('retry upload', 'retryupload')).toBe(0.5)
    expect(weight('retry the upload', 'retryupload')).toBe(0.5)
  })
  it('[SE5] a repeated word counts more, but at most twice', () => {
    expect(weight('cache cache', 'cache')).toBe(1.5)
    expect(weight('cache '.repeat(50), 'cache')).toBe(2)
  })
  it('[SE6] names are those written in the question, and for a short question its words joined', () => {
    expect(readQuery('how does the Router pass control on to `next` handlers in order').names).toEqual(
      new Map([
        ['Router', 1 / 6],
        ['next', 1 / 6],
      ]),
    )
    expect([...readQuery('compute route').names]).toEqual(
      ['computeRoute', 'ComputeRoute', 'compute_route', 'COMPUTE_ROUTE', 'computeroute'].map((name) => [name, 1]),
    )
    expect(readQuery('how does the whole pipeline of parsing and writing files fit together').names.size).toBe(0)
  })
  it('[SE17] of a long question the first line says what it is about, and what it asks for', () => {
    const log = 'Steps: run the test suite with the config of the example.\n'.repeat(20)
    expect(subjectOf(`Retry of an upload is lost\r\n\n${log}`)).toBe('Retry of an upload is lost')
    expect(subjectOf(' how is a test\nretried ')).toBe('how is a test\nretried')
    expect(subjectOf('x'.repeat(1000))).toHaveLength(300)
    expect(readQuery(`Retry of an upload is lost\n\n${log}`).wants).toMatchObject({
      tests: false,
      examples: false,
      settings: false,
    })
    expect(readQuery(`Test suite hangs\n\n${log}`).wants.tests).toBe(true)
    expect(readQuery(`Retry is lost\n\n${log}`).words.get('suite')).toBeGreaterThan(0)
  })
  it('[SE5] a pasted text of any length stays within bounds', () => {
    const long = Array.from({ length: 5000 }, (_, at) => `word${at} filler`).join(' ')
    expect(readQuery(long).words.size).toBeLessThanOrEqual(150)
    expect(readQuery('').names.size).toBe(0)
    expect(readQuery('?!').words.size).toBe(0)
    expect([...readQuery(`${'!'.repeat(1_000_000)}x`).words.keys()]).toEqual(['x'])
  })
  it('[SE12] punctuation around a path is not part of it', () => {
    const asked = 'see "(src/a.ts)", `lib/b.py`: and ./c/d/?!'
    expect([...readQuery(asked).paths.keys()]).toEqual(['src/a.ts', 'lib/b.py', 'c/d'])
  })
})

const repo = asRepoId('acme/shop')
type Row = {
  path: string
  ordinal?: number
  text: string
  test?: boolean
  name?: string
  language?: string
  /** How near it is to every question. */
  similarity?: number
  /** Files that it uses. */
  uses?: string[]
}

/** The store's ranking over a few rows in memory. */
function snapshotOf(
  rows: readonly Row[],
): Pick<StoreSnapshot, 'rank' | 'scoreDocuments' | 'nearest' | 'linksIn' | 'symbolsNamedMany' | 'recordedFiles'> {
  const documents = rows.map((row) => ({ ...row, ordinal: row.ordinal ?? 0, words: wordsOf(row.text) }))
  const length = (words: Map<string, number>): number => [...words.values()].reduce((sum, count) => sum + count, 0)
  const average = documents.reduce((sum, { words }) => sum + length(words), 0) / documents.length
  const holding = (word: string): number => documents.filter(({ words }) => words.has(word)).length
  const scoredBy = ({ level, words, filter }: WordQuery): RankedDocument[] =>
    documents
      .filter(({ path }) => pathFilters(filter.paths ?? [])(path) && (filter.only?.includes(path) ?? true))
      .map(({ path, ordinal, words: own }) => {
        const matches = [...words].flatMap(([word, weight]) =>
          own.has(word)
            ? [
                {
                  word,
                  added: weight * wordScore(rarity(documents.length, holding(word)), own.get(word) ?? 0, length(own), average),
                },
              ]
            : [],
        )
        return { repo_id: repo, level, path, ordinal, matches, score: matches.reduce((sum, { added }) => sum + added, 0) }
      })
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1) || a.ordinal - b.ordinal)
  return {
    async rank({ offset, limit, ...query }: RankQuery) {
      const scored = scoredBy(query)
      return { documents: scored.slice(offset, offset + limit), total: scored.length }
    },
    async scoreDocuments({ documents: asked, ...query }: ScoreQuery) {
      const scored = scoredBy(query)
      return asked.flatMap((ref) => scored.filter(({ path, ordinal }) => path === ref.path && ordinal === ref.ordinal))
    },
    async nearest({ level, filter, limit, also = [] }: NearestQuery) {
      const near = documents
        .filter(({ path }) => pathFilters(filter.paths ?? [])(path))
        .map(({ path, ordinal, similarity = 0 }) => ({ repo_id: repo, level, path, ordinal, similarity, best: [] }))
        .sort((a, b) => b.similarity - a.similarity)
      const asked = also.flatMap((ref) => near.filter(({ path, ordinal }) => path === ref.path && ordinal === ref.ordinal))
      return { documents: near.slice(0, limit), also: asked }
    },
    async linksIn(_, asked) {
      const using = documents.filter(({ path, uses }) => uses && asked.includes(path))
      return new Map(
        using.map(({ path, uses = [] }) => {
          const place = { edge: 'calls' as const, tier: 'resolved' as const, line: 1, column: 1 }
          const links = uses.map((target) => ({ source: { path, key: '' }, target: { path: target, key: '' }, ...place }))
          return [path, { links, packages: [] }]
        }),
      )
    },
    async symbolsNamedMany(_, names) {
      const named = (name: string) => documents.filter((row) => row.name === name)
      return new Map(names.map((name) => [name, named(name).map(({ path, ordinal }) => ({ path, ordinal }))]))
    },
    async recordedFiles() {
      return documents.map(({ path, language, test }) => ({
        path,
        size: 1,
        mtime_ms: 1,
        content_hash: asContentHash('x'),
        blob_id: null,
        language: language ?? 'typescript',
        role: 'source',
        status: 'indexed',
        reason: '',
        line_count: 1,
        parser_version: '1',
        test: test ?? false,
      }))
    },
  }
}
const meaning = { model: 'tiny', vector: new Float32Array(16) }
const viewOf = (rows: readonly Row[]): IndexView => new IndexView(snapshotOf(rows) as StoreSnapshot)
const search = async (rows: readonly Row[], query: string, given: Partial<SearchRequest> = {}) =>
  searchDocuments(viewOf(rows), { repos: [repo], level: 'file', query, limit: 10, ...given })
const paths = async (...args: Parameters<typeof search>): Promise<string[]> =>
  (await search(...args)).hits.map(({ path }) => path)

describe('searchDocuments', () => {
  const same = 'upload a file and retry it'
  it('[SE7] a file named after the question comes before one that only contains the words', async () => {
    expect(
      await paths(
        [
          { path: 'src/a.ts', text: same },
          { path: 'src/retry-upload.ts', text: same },
        ],
        'retry upload',
      ),
    ).toEqual(['src/retry-upload.ts', 'src/a.ts'])
    expect(
      await paths(
        [
          { path: 'src/a/index.ts', text: same },
          { path: 'src/upload/index.ts', text: same },
        ],
        'upload file',
      ),
    ).toEqual(['src/upload/index.ts', 'src/a/index.ts'])
  })
  it('[SE7] a file with one symbol that answers comes before one with the words spread over it', async () => {
    const spread = { path: 'a.ts', text: `${'filler words '.repeat(9)} upload retry` }
    const files = [spread, { path: 'b.ts', text: `${'other filler '.repeat(9)} upload retry` }]
    const store = snapshotOf(files)
    const parts = snapshotOf([
      { path: 'b.ts', ordinal: 4, text: 'retry upload' },
      { path: 'a.ts', text: 'nothing' },
    ])
    const both = { ...store, rank: (query: RankQuery) => (query.level === 'symbol' ? parts : store).rank(query) }
    const { hits } = await searchDocuments(new IndexView(both as StoreSnapshot), {
      repos: [repo],
      level: 'file',
      query: 'retry upload',
      limit: 2,
    })
    expect(hits.map(({ path }) => path)).toEqual(['b.ts', 'a.ts'])
  })
  it('[SE7] prose comes after code on level file, unless the question asks for it', async () => {
    const rows = [
      { path: 'a.md', text: `${same} guide`, language: 'markdown' },
      { path: 'z.ts', text: `${same} x` },
    ]
    expect(await paths(rows, 'retry a file')).toEqual(['z.ts', 'a.md'])
    expect((await paths(rows, 'guide to retry'))[0]).toBe('a.md')
    expect((await paths(rows, 'retry a file', { level: 'doc' }))[0]).toBe('a.md')
  })
  it('[SE7] tests, examples and barrels come after the code they repeat, unless the question asks for them', async () => {
    const rows = [
      { path: 'b.test.ts', text: `${same} test`, test: true },
      { path: 'examples/c.ts', text: `${same} example` },
      { path: 'd/index.ts', text: `${same} x` },
      { path: 'z.ts', text: `${same} y` },
    ]
    expect(await paths(rows, 'retry a file')).toEqual(['z.ts', 'd/index.ts', 'examples/c.ts', 'b.test.ts'])
    expect((await paths(rows, 'test of retry'))[0]).toBe('b.test.ts')
    expect((await paths(rows, 'example of retry'))[0]).toBe('examples/c.ts')
  })
  it('[SE6] the definition of a name in the question comes first, even when its words alone rank it far down', async () => {
    const many = Array.from({ length: 400 }, (_, at) => ({
      path: `src/f${String(at).padStart(3, '0')}.ts`,
      text: 'getUser getUser getUser',
    }))
    const rows = [...many, { path: 'src/z.ts', text: `getUser ${'other words '.repeat(50)}`, name: 'getUser', ordinal: 3 }]
    expect((await paths(rows, 'getUser', { level: 'symbol' }))[0]).toBe('src/z.ts')
  })

  const crowd = Array.from({ length: 320 }, (_, at) => ({
    path: `src/${at % 7 === 0 ? 'cache' : 'x'}${at}.ts`,
    text: `cache ${'filler '.repeat(at % 40)} ${at % 3 === 0 ? 'store' : ''}`,
    test: at % 5 === 0,
    ...(at === 319 ? { name: 'cacheStore' } : {}),
  }))
  it('[SE1] the same question on the same index gives the same order', async () => {
    const first = await search(crowd, 'cache store', { limit: 50 })
    expect(first.hits.length).toBeGreaterThan(1)
    expect(await search(crowd, 'cache store', { limit: 50 })).toEqual(first)
  })
  it('[SE8] pages join without gap or repeat, also after the part that is ranked again', async () => {
    const whole = await search(crowd, 'cacheStore', { limit: 400 })
    expect(whole.total).toBe(320)
    expect(new Set(whole.hits.map(({ path }) => path)).size).toBe(320)
    const paged = []
    for (let offset = 0; offset < 320; offset += 37)
      paged.push(...(await search(crowd, 'cacheStore', { limit: 37, offset })).hits)
    expect(paged).toEqual(whole.hits)
  })

  it('[SE2] each hit explains its score when asked', async () => {
    const { hits } = await search(
      [
        { path: 'src/upload.ts', text: 'upload', similarity: 0.6 },
        { path: 'b.ts', text: 'nothing' },
      ],
      'upload',
      { explain: true, meaning },
    )
    expect(hits[0]?.why).toEqual([
      'contains "upload", adds 1.00',
      'similar in meaning (0.60), adds 0.80',
      'is called upload, adds 0.35, times 1.13',
      'name says upload, times 1.45',
    ])
    expect((await search([{ path: 'a.ts', text: 'upload' }], 'upload')).hits[0]?.why).toEqual([])
  })
  it('[SE11] meaning finds what has no word of the question, and decides between equal words', async () => {
    const rows = [
      { path: 'src/a.ts', text: 'send again later', similarity: 0.8 },
      { path: 'src/b.ts', text: 'retry the upload of a file', similarity: 0.5 },
      { path: 'src/c.ts', text: 'retry the upload of a file', similarity: 0.7 },
      { path: 'src/d.ts', text: 'colours of a theme', similarity: 0.1 },
    ]
    const found = await search(rows, 'retry upload', { meaning })
    expect(found.hits.map(({ path }) => path)).toEqual(['src/c.ts', 'src/b.ts', 'src/a.ts'])
    expect(found.total).toBe(3)
    expect(await paths(rows, 'retry upload')).toEqual(['src/b.ts', 'src/c.ts'])
    expect(await paths(rows, 'retry upload', { meaning, filter: { paths: ['!src/a.ts'] } })).toEqual(['src/c.ts', 'src/b.ts'])
  })
  it('[SE11] if nothing is similar, meaning does not count', async () => {
    const rows = [
      { path: 'src/a.ts', text: 'retry the upload', similarity: 0.1 },
      { path: 'src/b.ts', text: 'retry the other upload', similarity: 0.2 },
    ]
    const { hits } = await search(rows, 'retry upload', { meaning, explain: true })
    expect(hits.flatMap(({ why }) => why).join()).not.toContain('meaning')
    expect(hits[0]?.path).toBe('src/a.ts')
  })
  it('[SE8, SE11] pages with documents found by meaning alone have no gap and no repeat', async () => {
    const rows = crowd.map((row, at) => ({ ...row, text: at % 2 === 0 ? row.text : 'other', similarity: (at % 91) / 100 }))
    const whole = await search(rows, 'cache store', { limit: 400, meaning })
    expect(new Set(whole.hits.map(({ path }) => path)).size).toBe(whole.hits.length)
    expect(whole.hits).toHaveLength(whole.total)
    const paged = []
    for (let offset = 0; offset < whole.total; offset += 29)
      paged.push(...(await search(rows, 'cache store', { limit: 29, offset, meaning })).hits)
    expect(paged).toEqual(whole.hits)
  })
  it('[SE15] of equal files the one that the best hits use comes first', async () => {
    const equal = 'upload a file later on'
    const rows = [
      { path: 'src/main.ts', text: 'retry upload of a file', uses: ['src/z.ts'] },
      { path: 'src/a.ts', text: equal },
      { path: 'src/z.ts', text: equal },
    ]
    expect(await paths(rows, 'retry upload')).toEqual(['src/main.ts', 'src/z.ts', 'src/a.ts'])
    const { hits } = await search(rows, 'retry upload', { explain: true })
    expect(hits[1]?.why).toContain('used by the best hits, times 1.12')
  })
  it('[SE15] a hit may use any number of files', async () => {
    const uses = Array.from({ length: 200_000 }, (_, at) => `gen/${at}.ts`)
    expect(await paths([{ path: 'src/main.ts', text: 'retry upload', uses }], 'retry upload')).toEqual(['src/main.ts'])
  })
  it('[SE12] a path in the question finds the file or folder of that name', async () => {
    const rows = [
      { path: 'src/main.py', text: 'main py start' },
      { path: 'docs/about.md', text: 'main.py main.py main.py main.py starts everything', language: 'markdown' },
      { path: 'src/auth/login.ts', text: 'src auth login ts' },
      { path: 'src/other.ts', text: 'auth login auth login auth login' },
    ]
    expect((await paths(rows, 'main.py'))[0]).toBe('src/main.py')
    expect((await paths(rows, 'what is in src/auth/login.ts'))[0]).toBe('src/auth/login.ts')
    expect(
      (
        await paths(
          [
            { path: 'src/auth', text: 'auth' },
            { path: 'src/pay', text: 'auth auth auth' },
          ],
          'src/auth',
          { level: 'module' },
        )
      )[0],
    ).toBe('src/auth')
  })
  it('[SE7] translations come after their originals, unless the question is written in another script', async () => {
    const rows = [
      { path: 'docs/zh-CN/guide.md', text: 'install guide install 安装', language: 'markdown' },
      { path: 'docs/guide.md', text: 'install guide x y z', language: 'markdown' },
    ]
    expect((await paths(rows, 'install', { level: 'doc' }))[0]).toBe('docs/guide.md')
    expect((await paths(rows, 'install 安装', { level: 'doc' }))[0]).toBe('docs/zh-CN/guide.md')
    expect((await paths(rows, 'translations of the install guide', { level: 'doc' }))[0]).toBe('docs/zh-CN/guide.md')
  })
  it('[SE3] a question without words, or about no repo, finds nothing and does not fail', async () => {
    expect(await search([{ path: 'a.ts', text: 'x' }], '?!')).toEqual({ hits: [], total: 0, meaningOnly: false })
    expect(await search([{ path: 'a.ts', text: 'x' }], 'x', { repos: [] })).toEqual({ hits: [], total: 0, meaningOnly: false })
  })
  it('[SE16] if no word of the question occurs but words of grammar, only what is similar beyond chance is found', async () => {
    const rows = (...similarities: number[]) =>
      similarities.map((similarity, at) => ({ path: `src/${at}.ts`, text: 'how does the theme work', similarity }))
    const asked = 'how does the zxqv work'
    expect(await search(rows(0.34, 0.1), asked, { meaning })).toEqual({ hits: [], total: 0, meaningOnly: true })
    expect(await search(rows(0.34, 0.1), asked)).toEqual({ hits: [], total: 0, meaningOnly: true })
    expect(await search(rows(0.34, 0.36), asked, { meaning })).toMatchObject({
      hits: [{ path: 'src/1.ts' }],
      total: 1,
      meaningOnly: true,
    })
    expect(await search(rows(0.34, 0.36), 'how does the theme work', { meaning })).toMatchObject({ total: 2, meaningOnly: false })
    // Among many texts one is more similar by chance.
    const many = rows(0.36, ...Array.from({ length: 400 }, () => 0))
    expect((await search(many, asked, { meaning })).hits).toEqual([])
  })
  it('[SE9] the store applies the filter before ranking and counting', async () => {
    const found = await search(crowd, 'cache', { filter: { paths: ['src/cache*'] } })
    expect(found.total).toBe(46)
    expect(found.hits.length).toBeGreaterThan(0)
    expect(found.hits.every(({ path }) => path.startsWith('src/cache'))).toBe(true)
  })
})
