/** How often a question reads the store. The store may be a server, so the number of round trips counts, not of rows. */
import { cpSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CountedReads, countReads } from '../kit/counted-reads.ts'
import { commitAll, gitRepo } from '../kit/temp-repo.ts'
import { type AnyResult, openDesk, type ToolDesk } from '../kit/tool-desk.ts'

const house = path.resolve(import.meta.dirname, '../..')
let desk: ToolDesk
let reads: CountedReads
beforeAll(async () => {
  // This project itself: large enough that one read per item would be noticed.
  const root = gitRepo({ 'README.md': '# A copy\n' }, 'house')
  for (const folder of ['src', 'test', 'docs']) cpSync(path.join(house, folder), path.join(root, folder), { recursive: true })
  commitAll(root)
  desk = await openDesk(root)
  await desk.app.index([root])
  // The first question checks files again that were written in the same clock tick as the index.
  await desk.ask('definition', { symbol: 'compareText' })
  reads = countReads()
}, 300_000)
afterAll(() => reads.restore())

type Asked = { reads: string[]; result: AnyResult }
async function ask(tool: string, args: Record<string, unknown>): Promise<Asked> {
  reads.names.length = 0
  const result = await desk.ask(tool, args)
  expect(result.meta).toMatchObject({ status: 'OK' })
  return { reads: [...reads.names], result }
}

const within = (most: number, { reads: made }: Asked): string | undefined =>
  made.length <= most ? undefined : `${made.length} reads: ${made.join(' ')}`

const SMALL = 16
/** An answer may search three levels and look for uses. */
const ANSWER = 40
const search = { query: 'where is the freshness of a file decided' }

describe('reads of the store', () => {
  /** A name that one file defines, one that many define in several languages, a class, a module, a position. */
  const symbols = ['compareText', 'get', 'StoreSnapshot', 'src/base/hash.ts', 'src/graph/anchors.ts:20', 'nothingIsCalledSo']
  for (const symbol of symbols) {
    it(`[TO22] definition and where_used of ${symbol} read at most ${SMALL} times`, async () => {
      expect(within(SMALL, await ask('definition', { symbol }))).toBeUndefined()
      expect(within(SMALL, await ask('where_used', { symbol }))).toBeUndefined()
    })
    it(`[TO22] lineage of ${symbol} reads at most ${SMALL} times, plus 4 times per hop`, async () => {
      for (const direction of ['upstream', 'downstream'])
        for (const depth of [1, 3, 6])
          expect(within(SMALL + 4 * depth, await ask('lineage', { symbol, direction, depth }))).toBeUndefined()
    })
  }
  for (const level of ['file', 'symbol', 'doc', 'module', 'repo']) {
    it(`[TO22] search_code on level ${level} reads at most ${SMALL} times, and as often for 5 as for 50`, async () => {
      const asked = { query: level === 'repo' ? 'typescript' : search.query, level }
      const few = await ask('search_code', { ...asked, limit: 5 })
      const many = await ask('search_code', { ...asked, limit: 50 })
      expect(few.result.items.length).toBeGreaterThan(0)
      expect(within(SMALL, few) ?? within(SMALL, many)).toBeUndefined()
      expect(many.reads.length - few.reads.length).toBeLessThanOrEqual(1)
    })
  }
  for (const [level, query] of [
    ['file', search.query],
    ['symbol', search.query],
    ['doc', search.query],
    ['module', search.query],
    ['module', 'what is in src/graph'],
    ['repo', 'typescript'],
    ['repo', 'which repos are there'],
    ['symbol', 'who calls compareText'],
    ['file', 'what uses RepoId'],
  ] as const) {
    it(`[AG12] ask_codebase on level ${level} (${query}) reads at most ${ANSWER} times, and as often for 5 as for 20`, async () => {
      const few = await ask('ask_codebase', { query, level, limit: 5 })
      const many = await ask('ask_codebase', { query, level, limit: 20 })
      expect(few.result.items[0].citations.length).toBeGreaterThan(0)
      expect(within(ANSWER, few) ?? within(ANSWER, many)).toBeUndefined()
      expect(many.reads.length - few.reads.length).toBeLessThanOrEqual(1)
    })
  }
  it(`[TO22] the other tools read at most ${SMALL} times`, async () => {
    const [file] = (await ask('search_code', search)).result.items
    const [symbol] = (await ask('search_code', { ...search, level: 'symbol' })).result.items
    for (const [tool, args] of [
      ['list_repos', {}],
      ['explore_structure', { repo_id: '.' }],
      ['explore_structure', { repo_id: '.', path: 'src/graph', include_summaries: true }],
      ['explore_structure', { repo_id: '.', path: 'src/graph/anchors.ts' }],
      ['get_file', { repo_id: '.', file_path: 'src/graph/anchors.ts' }],
      ['get_document', { document_id: file.document_id }],
      ['get_document', { document_id: file.parent_id }],
      ['get_document', { document_id: symbol.document_id, include_source: true }],
      ['rag_search', { query: 'compareText' }],
    ] as const)
      expect(within(SMALL, await ask(tool, args)), tool).toBeUndefined()
  })
  it('[TO22] the number of reads does not grow with the number of items', async () => {
    for (const [tool, args, limit] of [
      ['where_used', { symbol: 'get' }, 'limit'],
      ['where_used', { symbol: 'RepoId' }, 'limit'],
      ['lineage', { symbol: 'compareText' }, 'max_results'],
      ['definition', { symbol: 'get' }, 'limit'],
      ['rag_search', { query: 'import' }, 'limit'],
    ] as const) {
      const counts: number[] = []
      const items: number[] = []
      for (const number of [5, 50, 500]) {
        const { reads: made, result } = await ask(tool, { ...args, [limit]: number })
        counts.push(made.length)
        items.push(result.items.length)
      }
      expect(items[2], tool).toBeGreaterThan(items[0] ?? 0)
      // Another read may be needed for something that a small page lacks, such as two symbols with the same plain anchor.
      expect(Math.max(...counts) - (counts[0] ?? 0), `${tool}: ${items} items with ${counts} reads`).toBeLessThanOrEqual(2)
    }
  })
})
