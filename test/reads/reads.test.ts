/** How often a question reads the store. The store may be a server: what counts is the number of round trips, not of rows. */
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CountedReads, countReads } from '../kit/counted-reads.ts'
import { openDesk, type ToolDesk } from '../kit/tool-desk.ts'

/** This repo itself: large enough that one read per item would show. */
const root = path.resolve(import.meta.dirname, '../..')
let desk: ToolDesk
let reads: CountedReads
beforeAll(async () => {
  desk = await openDesk(root, 'library')
  await desk.app.index([root])
  reads = countReads()
}, 300_000)
afterAll(() => reads.restore())

type Asked = { names: string[]; items: number }
async function ask(tool: string, args: Record<string, unknown>): Promise<Asked> {
  reads.names.length = 0
  const result = await desk.ask(tool, args)
  expect(result.meta, JSON.stringify(result.meta)).toMatchObject({ status: 'OK' })
  return { names: [...reads.names], items: result.items.length }
}

describe('reads', () => {
  it('prints', async () => {
    for (const [tool, args] of [
      ['where_used', { symbol: 'compareText' }],
      ['where_used', { symbol: 'get' }],
      ['search_code', { query: 'where is freshness decided' }],
      ['search_code', { query: 'where is freshness decided', level: 'symbol' }],
      ['search_code', { query: 'where is freshness decided', level: 'doc' }],
      ['search_code', { query: 'freshness', level: 'module' }],
      ['search_code', { query: 'freshness', level: 'repo' }],
      ['lineage', { symbol: 'compareText' }],
      ['lineage', { symbol: 'whereUsed', direction: 'downstream' }],
      ['definition', { symbol: 'compareText' }],
      ['definition', { symbol: 'src/base/hash.ts:1' }],
      ['rag_search', { query: 'compareText' }],
      ['explore_structure', { repo_id: root }],
      ['explore_structure', { repo_id: root, path: 'src/graph/anchors.ts' }],
      ['list_repos', {}],
    ] as const) {
      const { names, items } = await ask(tool, args)
      console.log(tool, JSON.stringify(args), items, names.length, names.slice(0, 30).join(' '))
    }
  })
})
