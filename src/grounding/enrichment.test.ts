import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { gitRepo, writeFiles } from '../../test/kit/temp-repo.ts'
import { openDesk, type ToolDesk } from '../../test/kit/tool-desk.ts'

const files = {
  'pay.py': 'def refund(order):\n    return -order\n',
  'shop.py': 'from pay import refund\n\n\ndef close(order):\n    return refund(order)\n',
}
let root: string
let desk: ToolDesk

/** Written by hand into the exchange file, as a model would have written it. */
beforeAll(async () => {
  root = gitRepo(files, 'shop')
  desk = await openDesk(root)
  const { graph_file } = await desk.app.buildGraph(null)
  const graph = JSON.parse(readFileSync(graph_file, 'utf8'))
  const written = {
    usage_guide: 'Call it once.',
    content_type: 'code',
    content_language: 'en',
    author: 'a person',
    made_at: '2026-01-31T00:00:00.000Z',
  }
  for (const entity of graph.entities) entity.metadata = { ...written, summary: `What ${entity.name} is for.` }
  const file = path.join(root, '..', 'graph.json')
  writeFileSync(file, JSON.stringify(graph))
  expect((await desk.app.importGraph(file)).enrichment_new).toBeGreaterThanOrEqual(2)
})

const closeOf = async (tool: string, args: Record<string, unknown>) => (await desk.ask(tool, args)).items
const useInClose = async () => (await closeOf('where_used', { symbol: 'refund', use: 'calls' }))[0]

describe('enrichment', () => {
  it('[TO17] replaces the generated summary; the callers are still added', async () => {
    const [found] = await closeOf('search_code', { query: 'refund', level: 'symbol' })
    expect(found.content).toBe('What refund is for.\nCalled by: close (shop.py)')
  })

  it('[TO17] a use has the enrichment of its enclosing symbol, a definition its own', async () => {
    expect((await useInClose()).enrichment).toEqual({
      summary: 'What close is for.',
      usage_guide: 'Call it once.',
      content_type: 'code',
      content_language: 'en',
      author: 'a person',
      made_at: '2026-01-31T00:00:00.000Z',
      state: 'FRESH',
    })
    expect((await closeOf('definition', { symbol: 'refund' }))[0].enrichment.summary).toBe('What refund is for.')
    expect((await closeOf('lineage', { symbol: 'refund' }))[0].enrichment.summary).toBe('What close is for.')
  })

  it('[TO17] a line of text has the enrichment of the symbol it defines, else of the enclosing symbol', async () => {
    const summaries = async (query: string) =>
      (await closeOf('rag_search', { query })).map((item) => [item.line, item.enrichment?.summary])
    expect(await summaries('refund')).toEqual([
      [1, 'What refund is for.'],
      [1, undefined],
      [5, 'What close is for.'],
    ])
    expect((await closeOf('search_code', { query: 'refund' }))[0].content).toMatch(/^What (pay|shop) is for/)
  })

  it('[TO17] stays FRESH when the symbol moves, is STALE when its span changes', async () => {
    writeFiles(root, { 'shop.py': `# moved\n\n${files['shop.py']}` })
    expect(await useInClose()).toMatchObject({ line: 7, enrichment: { state: 'FRESH' } })
    writeFiles(root, { 'shop.py': files['shop.py'].replace('return refund(order)', 'return refund(order) + 1') })
    expect(await useInClose()).toMatchObject({ line: 5, enrichment: { summary: 'What close is for.', state: 'STALE' } })
  })
})

describe('several repos', () => {
  it('[TO18] each repo has its own state, and items name their repo', async () => {
    const other = gitRepo({ 'bank.py': 'def refund_account(account):\n    return account\n' }, 'bank')
    await desk.app.index([other])
    const here = await desk.ask('search_code', { query: 'refund', level: 'symbol' })
    expect([...new Set(here.items.map((item) => item.repo_id))]).toEqual(['shop'])
    const result = await desk.ask('search_code', { query: 'refund', level: 'symbol', repo: '*' })
    expect(result.meta.repos).toEqual(['shop', 'bank'])
    expect([...new Set(result.items.map((item) => item.repo_id))].sort()).toEqual(['bank', 'shop'])
    expect(result.meta.freshness?.repos?.map((part) => [part.repo_id, part.freshness_state]).sort()).toEqual([
      ['bank', 'FRESH'],
      ['shop', 'FRESH'],
    ])
    expect(result.meta.index_status).toBeNull()
    const named = await desk.ask('search_code', { query: 'refund', level: 'symbol', repo_filter: ['bank'] })
    expect(named.items.map((item) => item.symbol_name)).toEqual(['refund_account'])
    expect((await desk.ask('rag_search', { query: 'account' })).items).toEqual([])
    expect((await desk.ask('rag_search', { query: 'account', repo: 'bank' })).items.map((item) => item.line)).toEqual([1, 2])
    rmSync(other, { recursive: true })
    const left = await desk.ask('search_code', { query: 'refund', level: 'symbol', repo_filter: '*' })
    expect(left.meta).toMatchObject({ status: 'OK', message: 'Left out because the folder is gone: bank.' })
    expect(left.items.length).toBeGreaterThan(0)
    expect(left.items.every((item) => item.repo_id === 'shop')).toBe(true)
    expect((await desk.ask('rag_search', { query: 'account', repo: 'bank' })).meta.error_code).toBe('RAG_UNAVAILABLE')
  })
})
