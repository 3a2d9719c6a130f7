/** `ask_codebase` on real repos: what it quotes and cites, and what it says about what it did not find. */
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { gitRepo, writeFiles } from '../../test/kit/temp-repo.ts'
import { openDesk, type ToolDesk } from '../../test/kit/tool-desk.ts'
import { asRepoId } from '../contract/ids.ts'
import type { Answer, Citation } from '../contract/items.ts'
import { callVocabulary } from '../contract/vocabulary.ts'
import { renderForPeople } from '../envelope/render-for-people.ts'
import { renderText } from '../envelope/render-text.ts'
import { findGaps } from './find-gaps.ts'
import { type Evidence, type Ground, verified } from './gather-evidence.ts'

const body = Array.from({ length: 40 }, (_, at) => `    total = total + lines[${at}]`)
const shop = {
  'README.md':
    '# Shop\n\nSells books to readers.\n\n## Release\n\nTag the commit, then run the release script.\n\n```sh\n./release.sh\n```\n',
  'src/pay/README.md': '# Payments\n\nMoney in, money out: refunds and bookings.\n',
  'src/pay/ledger.py':
    '"""Keeps every booking."""\n\n\nclass Ledger:\n    """Bookings of one customer."""\n\n    def post(self, amount):\n        """Books an amount."""\n        return amount\n',
  'src/pay/refund.py':
    'from .ledger import Ledger\n\n\ndef refund(order):\n    """Gives the money of an order back."""\n    return Ledger().post(-order.amount)\n\n\ndef refund_all(orders):\n    return [refund(order) for order in orders]\n',
  'src/sum.py': `"""Adds up invoices."""\n\n\ndef invoice_total(lines):\n    """Adds up."""\n    total = 0\n${body.join('\n')}\n    # rounding to whole cents happens here\n    return round(total)\n`,
  'web/app.ts': 'export function paint(): string {\r\n  return `the money`\r\n}\r\n',
}
const lib = { 'README.md': '# Parcels\n\nTracks parcels of a carrier.\n', 'track.go': 'package track\n\nfunc Track() {}\n' }
const bare = { 'README.md': '# Bare\n\nHas no index yet, but sells books.\n' }

let root: string
let desk: ToolDesk
beforeAll(async () => {
  root = gitRepo(shop, 'shop')
  const other = gitRepo(lib, 'lib')
  desk = await openDesk(root)
  await desk.app.index([root, other])
}, 60_000)

/** With time enough to compare every repo, also on a busy machine. */
const ask = async (query: string, more: Record<string, unknown> = {}) => {
  const result = await desk.ask('ask_codebase', { query, budget_ms: 60_000, ...more })
  expect(result.meta.message ?? '').not.toContain('BAD_ARGUMENT')
  return { result, answer: result.items[0] as Answer }
}

/** The quoted lines of an answer, one text for each fence. */
const quotes = (markdown: string): string[] =>
  [...markdown.matchAll(/^(`{3,})(\w*)\n([\s\S]*?)\n\1$/gm)].map((found) => found[3] ?? '')
/** Every fence is a citation, and every citation is in the answer as it is on disk: in a fence, or one line in a list. */
const expectCited = ({ answer, citations }: Answer): void => {
  const lines = citations.map((citation) => cited(citation))
  for (const quote of quotes(answer)) expect(lines).toContain(quote)
  for (const text of lines)
    expect(text.includes('\n') || quotes(answer).includes(text) ? quotes(answer) : listed(answer)).toContain(
      text.includes('\n') || quotes(answer).includes(text) ? text : text.trim(),
    )
}
/** The code of the list items that name uses. */
const listed = (markdown: string): string[] =>
  [...markdown.matchAll(/^- `[^`]+`.*?\): (`+) ?(.*?) ?\1$/gm)].map((found) => found[2] ?? '')
const cited = ({ path: file, start_line, end_line }: Citation, folder = root): string =>
  readFileSync(path.join(folder, file), 'utf8')
    .split(/\r?\n/)
    .slice(start_line - 1, end_line)
    .join('\n')

describe('the answer', () => {
  it('[AG1] has the best hits with place, name, summary and quoted lines, and cites them', async () => {
    const { result, answer } = await ask('find function refund', { limit: 1 })
    expectCited(answer)
    const [hit] = (await desk.ask('search_code', { query: 'refund', level: 'symbol', limit: 1 })).items
    expect(result.items).toHaveLength(1)
    expect(result).toMatchObject({ query: 'find function refund', total: 1, next_cursor: null, freshness_state: 'FRESH' })
    expect(result.meta).toMatchObject({ status: 'OK', source: 'RAG_GRAPH', repos: ['shop'] })
    expect(answer).toMatchObject({ level: 'symbol', mode: 'extractive', gaps: [] })
    expect(answer.answer.split('\n\n## ')[0]).toBe(
      [
        '2 symbols contain words of the question. The best one:',
        '',
        '### 1. `src/pay/refund.py:4-6` refund (function)',
        '```python',
        'def refund(order):',
        '    """Gives the money of an order back."""',
        '    return Ledger().post(-order.amount)',
        '```',
        'Who uses `refund`: 1 use, 1 resolved:',
        '- `src/pay/refund.py:10` in refund_all (calls): `return [refund(order) for order in orders]`',
      ].join('\n'),
    )
    const place = { repo_id: 'shop', path: 'src/pay/refund.py' }
    expect(answer.citations[0]).toEqual({ ...place, start_line: 4, end_line: 6, document_id: hit.document_id })
    expect(answer.citations.at(-1)).toMatchObject({ ...place, start_line: 10, end_line: 10 })
    expect(result.meta.next).toEqual([
      'where_used sym:src.pay.refund.refund',
      'get_file shop src/pay/refund.py start_line=4 end_line=6',
    ])
  })

  it('[AG2] obeys a given level and echoes it; otherwise the cover says which was chosen and why', async () => {
    for (const level of ['symbol', 'file', 'module', 'repo', 'doc']) {
      const { result, answer } = await ask('refund money books', { level: level.toUpperCase() })
      expect(answer.level).toBe(level)
      expect(result.meta.mode).toBe(`level ${level}`)
    }
    const { result, answer } = await ask('how do we release')
    expect(answer.level).toBe('doc')
    expect(result.meta.mode).toBe('level doc (the question asks how something is done here)')
    expect((await desk.ask('ask_codebase', { query: 'x', level: 'line' })).meta.error_code).toBe('BAD_ARGUMENT')
  })

  it('[AG3] lists the hits in the order of search_code, and quotes lines that are on disk', async () => {
    for (const [query, level] of [
      ['money of an order', 'file'],
      ['money of an order', 'symbol'],
      ['release the commit', 'doc'],
    ] as const) {
      const { answer } = await ask(query, { level })
      const hits = (await desk.ask('search_code', { query, level })).items
      const ids = new Set(answer.citations.map(({ document_id }) => document_id))
      const numbered = [...answer.answer.matchAll(/^### \d+\. `([^`]+):(\d+)-/gm)].map(([, file]) => file)
      expect(numbered).toEqual(hits.map(({ file_path }) => file_path))
      for (const { document_id } of hits) expect(ids).toContain(document_id)
      expectCited(answer)
    }
  })

  it('[AG30] quotes of a file the parts that search_code quotes', async () => {
    for (const query of ['money of an order', 'keeps every booking', 'how is the total rounded']) {
      const { answer } = await ask(query, { level: 'file' })
      const hits = (await desk.ask('search_code', { query })).items
      const parts = hits.flatMap(({ best = [] }) => best.map(({ snippet }: { snippet: { text: string } }) => snippet.text))
      expect(parts.length).toBeGreaterThan(0)
      for (const part of parts) expect(quotes(answer.answer)).toContain(part)
    }
  })

  it('[AG3] quotes the part of a long definition that matches', async () => {
    const { answer } = await ask('rounding to whole cents', { level: 'file', limit: 1 })
    expect(answer.citations[0]).toMatchObject({ path: 'src/sum.py', start_line: 33, end_line: 48 })
    expect(answer.answer).toContain('### 1. `src/sum.py:33-48` invoice_total (function)\n> python, 48 lines: Adds up invoices.')
  })

  it('[AG3] quotes an edit that was made after the index was built, and never a deleted file', async () => {
    writeFiles(root, { 'src/late.py': 'def late_refund(order):\n    return "too late"\n' })
    expect((await ask('late refund', { level: 'symbol', limit: 1 })).answer.answer).toContain('    return "too late"')
    for (const stale_policy of ['catch-up', 'rebind', 'strict']) {
      writeFiles(root, { 'src/late.py': `def late_refund(order):\n    return "${stale_policy}"\n` })
      const { answer } = await ask('late refund', { level: 'symbol', limit: 1, stale_policy })
      expect(answer.answer, stale_policy).toContain(`    return "${stale_policy}"`)
      expect(answer.citations[0], stale_policy).toMatchObject({ path: 'src/late.py', start_line: 1, end_line: 2 })
    }
    rmSync(path.join(root, 'src/late.py'))
    for (const stale_policy of ['rebind', 'strict', 'catch-up'])
      expect(JSON.stringify((await ask('late refund', { level: 'symbol', stale_policy })).answer), stale_policy).not.toContain(
        'late.py',
      )
  })

  it('[AG3] a fence is longer than any in the quoted lines, and carriage returns are left out', async () => {
    const { answer } = await ask('release script', { level: 'doc', limit: 1 })
    expect(answer.answer).toContain('````markdown\n## Release\n')
    expect(answer.answer.endsWith('\n```\n````')).toBe(true)
    const { answer: painted } = await ask('paint the money', { level: 'symbol', limit: 1 })
    expect(painted.answer).toContain('```typescript\nexport function paint(): string {\n  return `the money`\n}\n```')
  })

  it('[AG5] on the levels repo and module it has the summaries, and cites a file inside', async () => {
    const { answer: folder } = await ask('what is in folder src/pay', { limit: 1 })
    expect(folder).toMatchObject({ level: 'module' })
    expect(folder.answer).toContain('### 1. `src/pay/`\n> Folder src/pay/: 3 files')
    expect(folder.answer).toContain('- refund.py')
    expect(folder.citations[0]).toMatchObject({
      repo_id: 'shop',
      path: 'src/pay/README.md',
      document_id: expect.stringMatching(/^m\./),
    })
    const { answer: repo } = await ask('which repos sell books to readers')
    expect(repo.answer).toContain('### 1. shop\n> Repo shop: 6 files')
    expect(repo.citations).toMatchObject([{ repo_id: 'shop', path: 'README.md', document_id: expect.stringMatching(/^r\./) }])
    for (const each of [folder, repo]) {
      expectCited(each)
      for (const { document_id } of each.citations)
        expect((await desk.ask('get_document', { document_id })).items[0]).toMatchObject({ document_id })
    }
  })
})

describe('gaps', () => {
  it('[AG6] names the words that no hit contains', async () => {
    expect((await ask('refund with zookeeper', { level: 'symbol' })).answer.gaps).toEqual([
      'None of the hits shown contains: zookeeper.',
    ])
    expect((await ask('which repos sell kafkaesque books')).answer.gaps).toEqual([
      'No summary or quoted line here contains: kafkaesque.',
    ])
    expect((await ask('refunding the orders', { level: 'symbol' })).answer.gaps).toEqual([])
  })

  it('[AG6] names a repo without an index where only an index can answer', async () => {
    const folder = gitRepo(bare, 'bare')
    const library = await openDesk(folder, 'library')
    const result = await library.ask('ask_codebase', { query: 'which repos sell books', repo_filter: [folder, root] })
    const [answer] = result.items as Answer[]
    expect(answer?.citations).toHaveLength(1)
    expect(answer?.gaps[0]).toMatch(
      /^\S*bare has no complete index, so nothing of level repo could be looked for in it; build one with `cairn index \S+bare` in a terminal\.$/,
    )
    expect(result.truncated).toBe(true)
    const live = await library.ask('ask_codebase', { query: 'sells books', level: 'doc', repo_filter: folder })
    expect(live.meta).toMatchObject({ status: 'FALLBACK', source: 'LOCAL_FALLBACK', freshness_state: 'UNKNOWN' })
    expect(live.items[0]).toMatchObject({ citations: [{ path: 'README.md', start_line: 1, end_line: 3 }], gaps: [] })
  })

  it('[AG7] says that nothing was found, with a gap and a next call', async () => {
    const { result, answer } = await ask('zookeeper quorum')
    expect(answer).toEqual({
      answer: 'No file was found for this question in shop.',
      citations: [],
      level: 'file',
      mode: 'extractive',
      gaps: ['Nothing of level file contains a word of the question.'],
    })
    expect(result.meta).toMatchObject({
      status: 'OK',
      next: ['search_code "zookeeper quorum" level=symbol', 'ask_codebase "zookeeper quorum" repo=*'],
    })
    expect(renderText(result)).toContain('0 citations in shop')
    expect(renderForPeople(result)).toMatch(/^nothing found in shop/)
  })
})

describe('the repos asked', () => {
  it('[AG8] are the one asked from, at level repo all, and all for "*"; each hit then names its repo', async () => {
    const here = await ask('parcels of a carrier', { level: 'doc' })
    expect(here.result.meta.repos).toEqual(['shop'])
    const { result, answer } = await ask('parcels of a carrier', { level: 'doc', repo: '*' })
    expect(result.meta.repos).toEqual(['shop', 'lib'])
    expect(answer.citations[0]).toMatchObject({ repo_id: 'lib', path: 'README.md' })
    expect(answer.answer).toContain('### 1. lib `README.md:1-3` Parcels')
    expect((await ask('which repos track parcels')).answer.citations[0]).toMatchObject({ repo_id: 'lib' })
    expect((await ask('parcels', { level: 'symbol', repo_filter: 'lib' })).result.meta.repos).toEqual(['lib'])
    const scoped = await desk.ask(
      'ask_codebase',
      { query: 'which repos track parcels' },
      { scope: { repos: [asRepoId('shop')] } },
    )
    expect(JSON.stringify(scoped)).not.toContain('lib')
  })

  it('[AG9] a question for an overview is answered with the repos themselves, the one asked from first', async () => {
    const { answer: all } = await ask('which repos are there')
    expect(all.answer).toMatch(/^2 repos:\n\n### 1\. shop\n[\s\S]*\n### 2\. lib\n/)
    expect(all.citations.map(({ repo_id, start_line }) => [repo_id, start_line])).toEqual([
      ['shop', 1],
      ['lib', 1],
    ])
    const { answer: one } = await ask('what is this project about?')
    expect(one.answer).toMatch(/^1 repo:\n\n### 1\. shop\n/)
    expect(one.gaps).toEqual([])
  })
})

describe('as text', () => {
  it('[AG10] other places are left out first, then summaries, then the lines around the best one, then the lowest hits', async () => {
    const query = 'money booking order amount'
    const print = renderText
    const at = async (max_chars: number | null) => {
      const result = await desk.app.callTool('ask_codebase', { query, level: 'symbol', max_chars }, { print })
      return { result, answer: result.items[0] as Answer | undefined }
    }
    const whole = await at(null)
    const best = whole.answer?.citations[0]
    const ranks: number[] = []
    for (let size = Buffer.byteLength(print(whole.result)) - 1; size > 100; size -= 40) {
      const { result, answer } = await at(size)
      if (result.meta.status === 'ERROR' || !answer) {
        expect(result.meta.message).toMatch(/max-chars is too small for this answer; it needs about \d+/)
        continue
      }
      expect(Buffer.byteLength(print(result))).toBeLessThanOrEqual(size)
      expect(answer.citations[0]?.document_id).toBe(best?.document_id)
      // What is cited is what is quoted, however short the answer is.
      expectCited(answer)
      const hits = (markdown = ''): number => markdown.match(/^### /gm)?.length ?? 0
      const dropped = hits(answer.answer) < hits(whole.answer?.answer)
      expect(result.truncated, print(result)).toBe(dropped)
      if (dropped) expect(result.meta.message).toMatch(/and \d of \d hits are left out; a larger --max-chars shows them/)
      const words = [
        'places are left out.',
        'are shortened.',
        'summaries are left out.',
        'around the hits are left out.',
        'hits are left out;',
      ]
      ranks.push(words.findIndex((each) => result.meta.message?.includes(each)))
    }
    expect(ranks).toEqual([...ranks].sort())
    expect(new Set(ranks)).toEqual(new Set([0, 2, 3, 4]))
  })

  it('[AG11] a model reads the Markdown, then the citations with repo, path, lines and id, then the gaps', async () => {
    const { result, answer } = await ask('refund with zookeeper', { level: 'symbol', limit: 2 })
    const text = renderText(result)
    expect(text.split('\n')[0]).toBe(`OK · RAG_GRAPH · FRESH · ${answer.citations.length} citations in shop · level symbol`)
    expect(text).toContain(
      `\n\n${answer.answer}\n\nCitations:\n[1] shop src/pay/refund.py:9-10  id=${answer.citations[0]?.document_id}\n[2] `,
    )
    expect(text.endsWith('\nGaps:\n- None of the hits shown contains: zookeeper.')).toBe(true)
  })

  it('[AG11] a person reads places and lines, without ids and fences', async () => {
    const { result } = await ask('find function refund', { limit: 1 })
    const text = renderForPeople(result)
    expect(text).toMatch(/^answer from \d+ hits in shop · up to date · level symbol/)
    expect(text).toContain('\n1. src/pay/refund.py:4-6 refund (function)\n')
    expect(text).toContain('\n    def refund(order):\n')
    expect(text).not.toMatch(/```|id=|### /)
  })
})

describe('verification', () => {
  it('[AG4] a quote that is not on disk any more is left out, and so is its citation', async () => {
    const folder = gitRepo({ 'a.txt': 'one\ntwo\nthree\n', 'b.txt': 'one\ntwo\n', 'c.txt': 'one\ntwo\n', 'd.txt': 'one\ntwo\n' })
    const evidence = (file: string): Evidence => ({
      root: folder,
      document: { document_id: file } as Evidence['document'],
      quote: { text: 'one\ntwo', location: { path: file, start_line: 1, end_line: 2 } },
      line: 1,
      role: 'hit',
    })
    const all = ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt'].map(evidence)
    expect(await verified(all)).toEqual(all.slice(0, 4))
    writeFiles(folder, { 'b.txt': 'one\nTWO\n', 'c.txt': 'one\n' })
    rmSync(path.join(folder, 'd.txt'))
    expect(await verified(all)).toEqual(all.slice(0, 1))
  })

  it('[AG4] what is left out is counted in the gaps', async () => {
    const counts = { total: 2, unchecked: 3, undescribed: [], unverified: 2 }
    const gathered = {
      evidence: [],
      uses: undefined,
      words: 'refund',
      isOverview: false,
      note: null,
      by: 'words' as const,
      ...counts,
    }
    const gaps = await findGaps(gathered, { level: 'file', vocabulary: callVocabulary() }, {
      repos: [] as const,
    } as unknown as Ground)
    expect(gaps).toEqual([
      '2 hits are left out: the file changed or could not be read while the answer was made.',
      '3 files were not searched: the time was up, or they cannot be read.',
    ])
  })

  it('[AG4] a file that became unreadable as text after it was indexed is not quoted', async () => {
    const folder = gitRepo(
      { 'note.md': '# Penguins\n\nThey swim.\n', 'other.md': '# Gulls\n\nPenguins they are not.\n' },
      'birds',
    )
    const birds = await openDesk(folder)
    await birds.app.index([folder])
    writeFiles(folder, { 'note.md': Uint8Array.from([0, 1, 2, 0]) })
    for (const stale_policy of ['rebind', 'strict', 'catch-up']) {
      const [answer] = (await birds.ask('ask_codebase', { query: 'penguins', level: 'file', stale_policy })).items as Answer[]
      expect(
        answer?.citations.map((citation) => citation.path),
        stale_policy,
      ).toEqual(['other.md'])
    }
  })
})

it('[AG13] compares meanings, and says so when no word of the question occurs', async () => {
  const router = 'src/http/router.ts'
  const library = path.join(import.meta.dirname, '../../test/repos/library')
  await desk.app.index([gitRepo({ [router]: readFileSync(path.join(library, router)) }, 'web')])
  const { answer } = await ask('webserver', { level: 'file', repo: 'web' })
  expect(new Set(answer.citations.map((citation) => citation.path))).toEqual(new Set([router]))
  expect(answer.answer).toContain('1 file is similar in meaning to the question:')
  expect(answer.gaps.join()).toContain(
    'Nothing of level file contains a word of the question: the hits are only similar in meaning',
  )
  expect((await ask('webserver', { level: 'file' })).answer.citations).toEqual([])
})
