import { rmSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { gitRepo, writeFiles } from '../../test/kit/temp-repo.ts'
import { openDesk, type ToolDesk } from '../../test/kit/tool-desk.ts'
import type { BestPart, NavigationItem, SearchResult } from '../contract/items.ts'
import { renderText } from '../envelope/render-text.ts'

const files = {
  'README.md':
    '# Shop\n\nSells things to people.\n\n## Refunds\n\nMoney goes back through the ledger.\n\n## Refunds\n\nTwice said.\n',
  'src/ledger.py':
    'class Ledger:\n    """Keeps every booking of money."""\n\n    def post(self, amount):\n        """Books one amount."""\n        return amount\n',
  'src/refund.py':
    'from .ledger import Ledger\n\n\ndef give_money_back(order):\n    """Refunds an order."""\n    return Ledger().post(-order)\n\n\ndef many():\n    return give_money_back(1)\n',
  'web/app.ts': 'export class Screen {\n  /** Paints the money. */\n  paint(): void {}\n}\n',
  'odd.txt': 'money MONEY Money moneybag\nca$h\n',
  'big.py': Array.from({ length: 130 }, (_, at) => `def generated_${at}():\n    return ${at}\n`).join('\n'),
}
let root: string
let desk: ToolDesk
beforeAll(async () => {
  root = gitRepo(files, 'shop')
  desk = await openDesk(root)
  await desk.app.index([root])
})
const search = (args: Record<string, unknown>) => desk.ask('search_code', args)
const get = async (document_id: string | undefined): Promise<SearchResult> =>
  (await desk.ask('get_document', { document_id })).items[0]

describe('search_code', () => {
  it('[TO9] finds on each of the five levels, and says the level', async () => {
    const first = async (query: string, level: string) => {
      const result = await search({ query, level })
      expect(result.meta).toMatchObject({ status: 'OK', source: 'RAG_GRAPH', freshness_state: 'FRESH', mode: `level ${level}` })
      return result.items[0]
    }
    expect(await first('give money back', 'symbol')).toMatchObject({
      doc_type: 'symbol_index',
      symbol_name: 'give_money_back',
      symbol: 'sym:src.refund.give_money_back',
      kind: 'function',
      file_path: 'src/refund.py',
      start_line: 4,
      end_line: 6,
    })
    expect(await first('give money back', 'file')).toMatchObject({ doc_type: 'file_index', file_path: 'src/refund.py' })
    expect(await first('what is in folder src', 'module')).toMatchObject({ doc_type: 'module_summary', file_path: 'src' })
    expect(await first('which repos sell things', 'repo')).toMatchObject({ doc_type: 'repo_summary', repo_id: 'shop' })
    expect(await first('refunds ledger', 'doc')).toMatchObject({ doc_type: 'document', file_path: 'README.md', start_line: 5 })
  })

  it('[TO9] content is a summary with its callers, for a document the section’s own text', async () => {
    const [symbol] = (await search({ query: 'give_money_back', level: 'symbol' })).items
    expect(symbol.content).toContain('Refunds an order.')
    expect(symbol.content).toContain('Called by: many (src/refund.py)')
    const [section] = (await search({ query: 'money goes back', level: 'doc' })).items
    expect(section.content).toBe('## Refunds\n\nMoney goes back through the ledger.\n')
    const [preview] = (await search({ query: 'generated', level: 'file', preview: true })).items
    expect(preview.content.length).toBeLessThanOrEqual(200)
  })

  it('[TO19, SE13] a file hit quotes the parts that answer the question, as they are on disk', async () => {
    const [hit] = (await search({ query: 'who gives money back for an order' })).items
    expect(hit).toMatchObject({ file_path: 'src/refund.py', line: 4 })
    expect(hit.best[0]).toMatchObject({
      symbol_name: 'give_money_back',
      kind: 'function',
      start_line: 4,
      end_line: 6,
      snippet: { text: files['src/refund.py'].split('\n').slice(3, 6).join('\n'), location: { start_line: 4, end_line: 6 } },
    })
    const lines = hit.best.flatMap(({ snippet: { location } }: NavigationItem) =>
      Array.from({ length: location.end_line - location.start_line + 1 }, (_, at) => location.start_line + at),
    )
    expect(new Set(lines).size).toBe(lines.length)
    expect(renderText(await search({ query: 'money' }))).toContain('def give_money_back(order)')
  })

  it('[TO19] every quoted part has a line of its own; neighbours that are quoted already are not repeated', async () => {
    const names = ['retryDelay', 'retryLimit', 'retryBase', 'retryCap']
    const constants = gitRepo({ 'src/retry.ts': names.map((name, at) => `export const ${name} = ${at}\n`).join('') }, 'retry')
    const other = await openDesk(constants)
    await other.app.index([constants])
    for (const query of [names.join(' '), 'retryLimit retryBase', 'retryCap retryDelay']) {
      const { best } = (await other.ask('search_code', { query })).items[0]
      expect(best.length).toBeGreaterThan(0)
      const quoted = best.flatMap(({ start_line, end_line, snippet: { location } }: BestPart) => {
        expect([location.start_line <= end_line, location.end_line >= start_line], query).toEqual([true, true])
        return Array.from({ length: location.end_line - location.start_line + 1 }, (_, at) => location.start_line + at)
      })
      expect(new Set(quoted).size).toBe(quoted.length)
    }
  })

  it('[TO19] five hits in large files fit 6,000 bytes', async () => {
    const body = Array.from(
      { length: 60 },
      (_, at) => `    total = total + line_amount(${at})  # adds the amount of line ${at} of the invoice`,
    )
    const sums = (file: number): string[] =>
      Array.from({ length: 6 }, (_, at) => [`def sum_invoice_${file}_${at}(invoice):`, ...body].join('\n'))
    const large = Array.from({ length: 8 }, (_, at) => [`billing/part_${at}.py`, sums(at).join('\n\n\n')])
    const billing = gitRepo(Object.fromEntries(large), 'billing')
    const other = await openDesk(billing)
    await other.app.index([billing])
    const answer = await other.ask('search_code', { query: 'how is the total of an invoice computed' })
    expect(answer.items.map((item) => item.best.length)).toEqual([3, 3, 3, 3, 3])
    expect(Buffer.byteLength(renderText(answer))).toBeLessThan(6_000)
  })

  it('[SE14] filters may be written in the question', async () => {
    const found = async (query: string) => (await search({ query, limit: 50 })).items.map((item) => item.file_path).sort()
    expect(await found('money path:web')).toEqual(['web/app.ts'])
    expect(await found('money lang:py')).toEqual(['src/ledger.py', 'src/refund.py'])
    expect((await search({ query: 'money kind:class', level: 'symbol' })).items.every(({ kind }) => kind === 'class')).toBe(true)
    expect((await search({ query: 'money repo:nowhere' })).meta).toMatchObject({ status: 'ERROR', error_code: 'REPO_UNKNOWN' })
  })

  it('[SE14] a repo in the question counts also beside the argument', async () => {
    const coins = gitRepo({ 'src/coin.py': 'def money():\n    return 1\n' }, 'coins')
    await desk.app.index([coins])
    const repos = async (args: Record<string, unknown>) =>
      [...new Set((await search({ limit: 50, ...args })).items.map((item) => item.repo_id))].sort()
    const all = await repos({ query: 'money', repo_filter: '*' })
    expect(all.length).toBeGreaterThan(1)
    const [mint] = await repos({ query: 'money repo:coins' })
    expect(mint).toContain('coins')
    expect(await repos({ query: 'money repo:coins', repo_filter: '*' })).toEqual([mint])
    const [here] = await repos({ query: 'money' })
    expect(await repos({ query: 'money repo:coins', repo_filter: here })).toEqual([here, mint].sort())
  })

  it('[TO9] filters before ranking and counting', async () => {
    const countAndFiles = async (args: Record<string, unknown>) => {
      const result = await search({ query: 'money', limit: 50, ...args })
      return [result.total, result.items.map((item) => item.file_path).sort()]
    }
    expect(await countAndFiles({ path: 'web' })).toEqual([1, ['web/app.ts']])
    expect(await countAndFiles({ path: '**/*.py', level: 'file' })).toEqual([2, ['src/ledger.py', 'src/refund.py']])
    expect(await countAndFiles({ language: 'typescript', level: 'symbol' })).toMatchObject([expect.any(Number), ['web/app.ts']])
    const classes = (await search({ query: 'money', level: 'symbol', kind: 'class', limit: 50 })).items
    expect(classes.every((item) => item.kind === 'class')).toBe(true)
    expect(classes.length).toBeGreaterThan(0)
    expect((await search({ query: 'money', repo_filter: 'nobody' })).meta.error_code).toBe('REPO_UNKNOWN')
  })

  it('[TO9] explains each rank when asked', async () => {
    const [item] = (await search({ query: 'money', level: 'symbol', explain: true })).items
    expect(item.why.join('\n')).toContain('money')
    const [plain] = (await search({ query: 'money', level: 'symbol' })).items
    expect(plain.document_id).toBe(item.document_id)
    expect(plain).not.toHaveProperty('why')
  })

  it('[TO9] pages join without gap or repeat', async () => {
    const whole = (await search({ query: 'generated money', level: 'symbol', limit: 50 })).items.map((item) => item.document_id)
    const paged = (await desk.askAll('search_code', { query: 'generated money', level: 'symbol', limit: 7 })) as SearchResult[]
    expect(paged.slice(0, 50).map((item) => item.document_id)).toEqual(whole)
    expect(new Set(paged.map((item) => item.document_id)).size).toBe(paged.length)
  })

  it('[TO9] says so when nothing is found', async () => {
    const result = await search({ query: 'xyzzy' })
    expect(result).toMatchObject({ items: [], total: 0, meta: { status: 'OK' } })
    expect(result.meta.message).toContain('`cairn search --level text` for exact text')
  })

  it('[TO5] finds a file added a moment ago when the index may not be written', async () => {
    writeFiles(root, { 'src/voucher.py': 'def redeem_voucher(code):\n    """Turns a voucher into money."""\n    return code\n' })
    const result = await search({ query: 'redeem a voucher', level: 'symbol', stale_policy: 'rebind' })
    expect(result.meta).toMatchObject({ status: 'FALLBACK', freshness_state: 'STALE' })
    expect(result.items[0]).toMatchObject({ symbol_name: 'redeem_voucher', binding: 'live', source: 'LOCAL_FALLBACK' })
    rmSync(path.join(root, 'src/voucher.py'))
  })
})

describe('get_document', () => {
  it('[TO10] walks from a member up to the repo and down again', async () => {
    const [member] = (await search({ query: 'post: books one amount', level: 'symbol' })).items
    expect(member.symbol_name).toBe('Ledger.post')
    const chain: SearchResult[] = [member]
    while (chain.at(-1)?.parent_id) chain.push(await get(chain.at(-1)?.parent_id))
    expect(chain.map((item) => item.doc_type)).toEqual([
      'symbol_index',
      'symbol_index',
      'file_index',
      'module_summary',
      'repo_summary',
    ])
    for (const [at, item] of chain.entries()) {
      if (at > 0) expect(item.children_ids).toContain(chain[at - 1]?.document_id)
    }
  })

  it('[TO10] every child id of every document is found', async () => {
    const [repo] = (await search({ query: 'shop', level: 'repo' })).items
    const open: string[] = [repo.document_id]
    const seen = new Set<string>()
    for (let id = open.pop(); id; id = open.pop()) {
      const found = await get(id)
      expect(found?.document_id).toBe(id)
      seen.add(id)
      if (found.file_path !== 'big.py') open.push(...found.children_ids)
    }
    expect(seen.size).toBeGreaterThan(12)
  }, 30_000)

  it('[TO10] distinguishes sections with the same heading', async () => {
    const [file] = (await search({ query: 'shop sells', level: 'file', path: 'README.md' })).items
    const sections = await Promise.all(file.children_ids.map(get))
    expect(sections.map((section) => section?.start_line)).toEqual([...new Set(sections.map((section) => section?.start_line))])
    expect(sections.map((section) => section?.content).join('\n')).toContain('Twice said.')
  })

  it('[TO10] pages more than 100 children', async () => {
    const [file] = (await search({ query: 'generated', level: 'file' })).items
    expect(file.children_ids).toHaveLength(100)
    expect(file.children_truncated).toBe(true)
    const pages = (await desk.askAll('get_document', { document_id: file.document_id })) as SearchResult[]
    expect(pages.map((page) => page.children_ids.length)).toEqual([100, 30])
    expect(new Set(pages.flatMap((page) => page.children_ids)).size).toBe(130)
  })

  it('[TO10] prints each child with what it is, its lines and its id', async () => {
    const printed = async (document_id: string) =>
      renderText(await desk.app.callTool('get_document', { document_id }, { print: renderText }))
    const [file] = (await search({ query: 'ledger booking', level: 'file' })).items
    expect(file).not.toHaveProperty('children')
    const text = await printed(file.document_id)
    expect(text).toContain(`   children:\n     1-6 class Ledger id=${file.children_ids[0]}`)
    const [readme] = (await search({ query: 'shop sells', level: 'file', path: 'README.md' })).items
    expect(await printed(readme.document_id)).toContain(`     5-8 section "Shop > Refunds" id=${readme.children_ids[1]}`)
    const repo = await printed((await search({ query: 'shop', level: 'repo' })).items[0].document_id)
    expect(repo).toMatch(/^ {5}src\/ id=m\.\S+$/m)
    expect(repo).toMatch(/^ {5}big\.py id=f\.\S+$/m)
  })

  it('[TO10, EN1] pages of children fit the size, without gap or repeat', async () => {
    const [file] = (await search({ query: 'generated', level: 'file' })).items
    for (const max_chars of [1500, 4000, 10_000]) {
      const ids: string[] = []
      for (let cursor: string | null = null, first = true; first || cursor !== null; first = false) {
        const args: Record<string, unknown> = { document_id: file.document_id, max_chars, ...(cursor ? { cursor } : {}) }
        const page = await desk.app.callTool('get_document', args, { print: renderText })
        const text = renderText(page)
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(max_chars)
        const shown = [...text.matchAll(/^ {5}\S+ function generated_\d+ id=(\S+)$/gm)].map((found) => found[1] ?? '')
        expect(page.meta.message).toContain(`Children ${ids.length + 1} to ${ids.length + shown.length} of 130`)
        ids.push(...shown)
        cursor = page.next_cursor
      }
      expect(ids).toHaveLength(130)
      expect(new Set(ids).size).toBe(130)
    }
  })

  it('[TO10] adds the lines when asked', async () => {
    const [hit] = (await search({ query: 'give_money_back', level: 'symbol' })).items
    const [item] = (await desk.ask('get_document', { document_id: hit.document_id, include_source: true })).items
    expect(item.content).toContain('    return Ledger().post(-order)')
  })

  it('[TO11] an unknown id is DOCUMENT_NOT_FOUND', async () => {
    for (const document_id of ['nonsense', 's.AAAAAAAA.BBBBBBBB.CCCCCCCC'])
      expect((await desk.ask('get_document', { document_id })).meta.error_code).toBe('DOCUMENT_NOT_FOUND')
    const [hit] = (await search({ query: 'give_money_back', level: 'symbol' })).items
    expect((await desk.ask('get_document', { document_id: `${hit.document_id.slice(0, -8)}AAAAAAAA` })).meta.error_code).toBe(
      'DOCUMENT_NOT_FOUND',
    )
  })
})

describe('rag_search', () => {
  const lines = async (args: Record<string, unknown>) =>
    (await desk.ask('rag_search', args)).items.map((item: NavigationItem) => `${item.file}:${item.line}`)

  it('[TO12] returns every matching line, by path, then line, with its enclosing symbol', async () => {
    const result = await desk.ask('rag_search', { query: 'money' })
    expect(result.meta).toMatchObject({ status: 'OK', source: 'RAG_GRAPH', freshness_state: 'FRESH' })
    expect(result.items.map((item) => [`${item.file}:${item.line}:${item.column}`, item.symbol ?? item.enclosing])).toEqual([
      ['odd.txt:1:1', undefined],
      ['src/ledger.py:2:31', 'sym:src.ledger.Ledger'],
      ['src/refund.py:4:10', 'sym:src.refund.give_money_back'],
      ['src/refund.py:10:17', 'sym:src.refund.many'],
      ['web/app.ts:2:18', 'sym:web.app.Screen'],
    ])
    expect(result.total).toBe(5)
  })

  it('[TO12] supports case, whole words, regular expressions, path and language', async () => {
    expect(await lines({ query: 'MONEY', case_sensitive: false, path: '*.md' })).toEqual(['README.md:7'])
    expect(await lines({ query: 'money', word: true, language: 'python' })).toEqual(['src/ledger.py:2'])
    expect(await lines({ query: 'def \\w+_back', regex: true })).toEqual(['src/refund.py:4'])
    expect(await lines({ query: 'ca$h' })).toEqual(['odd.txt:2'])
    const bad = await desk.ask('rag_search', { query: '(', regex: true })
    expect(bad.meta.error_code).toBe('BAD_ARGUMENT')
  })

  it('[TO12] pages join without gap or repeat, and the total is known at the end', async () => {
    const whole = await lines({ query: 'o', limit: 1000 })
    const paged = (await desk.askAll('rag_search', { query: 'o', limit: 3 })) as NavigationItem[]
    expect(paged.map((item) => `${item.file}:${item.line}`)).toEqual(whole)
    const first = await desk.ask('rag_search', { query: 'o', limit: 3 })
    expect([first.total, first.total_at_least, first.truncated]).toEqual([null, 4, true])
  })

  it('[TO12] quotes a file that could not be parsed, as indexed, without parsing it again for every page', async () => {
    // For each comment the grammar scans all following comments: 90,000 take minutes.
    const endless = gitRepo({ 'endless.py': `def first(): pass\n${'# filler\n'.repeat(90_000)}` }, 'endless')
    const other = await openDesk(endless)
    const [report] = await other.app.index([endless])
    expect(report?.skipped).toEqual([{ path: 'endless.py', reason: 'takes too long to parse' }])
    const answer = await other.ask('rag_search', { query: 'filler', limit: 3 })
    expect(answer.meta).toMatchObject({ freshness_state: 'FRESH', freshness: { live: 0, rebound: 0, unchecked: 0 } })
    expect(answer.items.map(({ line, binding }) => [line, binding])).toEqual([2, 3, 4].map((line) => [line, 'indexed']))
  })

  it('[TO12] a cursor of another question is refused', async () => {
    const { next_cursor } = await desk.ask('rag_search', { query: 'o', limit: 3 })
    expect((await desk.ask('rag_search', { query: 'e', cursor: next_cursor })).meta.error_code).toBe('BAD_ARGUMENT')
  })
})

describe('every tool', () => {
  it('[TO2] answers a bad argument, a cancelled call and nonsense with an ERROR', async () => {
    const tools = await desk.app.tools()
    expect(tools.length).toBeGreaterThan(5)
    for (const { name } of tools) {
      expect((await desk.ask(name, { nonsense: 1 })).meta).toMatchObject({
        status: 'ERROR',
        error_code: 'BAD_ARGUMENT',
        source: 'NONE',
      })
    }
    const cancelled = await desk.ask('rag_search', { query: 'x' }, { signal: AbortSignal.abort() })
    expect(cancelled.meta.error_code).toBe('CANCELLED')
    expect((await desk.ask('no_such_tool')).meta.error_code).toBe('BAD_ARGUMENT')
  })
})
