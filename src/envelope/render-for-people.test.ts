/** Promise EN17 of docs/spec/envelope.md: what a person reads. */
import { describe, expect, it } from 'vitest'
import type { NavigationItem, RepoInfo, SearchResult } from '../contract/items.ts'
import { renderForPeople } from './render-for-people.ts'
import { okResult } from './result.ts'
import { plainStyle } from './style.ts'

const use = (line: number, more: Partial<NavigationItem> = {}): NavigationItem => ({
  repo_id: 'acme/shop',
  file: 'src/pay/close.test.ts',
  line,
  column: 5,
  snippet: {
    text: `before\n    refund(order) // ${line}\nafter`,
    location: { path: 'src/pay/close.test.ts', start_line: line - 1, end_line: line + 1 },
  },
  symbol: 'sym:src.pay.ledger.Ledger.refund',
  enclosing: 'sym:src.pay.close.test.closeOrder~ts',
  use: 'calls',
  tier: 'resolved',
  binding: 'indexed',
  source: 'RAG_GRAPH',
  document_id: 's.1.2.3',
  ...more,
})
const counts = { indexed_commit: null, head: null, dirty: 0, caught_up: 0, rebound: 0, live: 0, unchecked: 0, old_parser: 0 }
const answer = (items: unknown[], meta: object = {}) => {
  const result = okResult(items)
  Object.assign(result.meta, { repos: ['acme/shop'], freshness: counts, ...meta })
  return result
}
const definitions = [{ symbol: 'sym:src.pay.ledger.Ledger.refund', path: 'src/pay/ledger.ts', line: 7, count: 2 }]

describe('text for people', () => {
  it('[EN17] uses are listed under their definition, by name and place, without ids, anchors or codes', () => {
    const text = renderForPeople(answer([use(4), use(9, { tier: 'possible' })], { definitions }))
    expect(text.split('\n')).toEqual([
      '2 uses in acme/shop · up to date',
      '',
      'Ledger.refund  src/pay/ledger.ts:7  2 uses',
      '  src/pay/close.test.ts:4:5  calls  in closeOrder',
      '      refund(order) // 4',
      '  src/pay/close.test.ts:9:5  calls  in closeOrder  (shares the name)',
      '      refund(order) // 9',
    ])
    expect(text).not.toMatch(/RAG_GRAPH|sym:|s\.1\.2\.3|FRESH|OK/)
  })
  it('[EN17] definitions without a use on the page are listed', () => {
    const other = { symbol: 'sym:src.bank.refund', path: 'src/bank.ts', line: 3, count: 0 }
    const lines = renderForPeople(answer([use(4)], { definitions: [...definitions, other] })).split('\n')
    expect(lines.slice(-3)).toEqual(['', 'Also defined:', '  refund  src/bank.ts:3  0 uses'])
  })
  it('[EN17] the state of the index in words', () => {
    const first = (state: 'FRESH' | 'STALE' | 'UNKNOWN', freshness: object) => {
      const result = answer([use(4)], { definitions, freshness: { ...counts, ...freshness } })
      result.freshness_state = state
      return renderForPeople(result).split('\n', 1)[0]
    }
    expect(first('FRESH', { caught_up: 1, dirty: 1 })).toBe('1 use in acme/shop · 1 file changed, re-read')
    expect(first('STALE', { dirty: 3, live: 1 })).toBe(
      '1 use in acme/shop · 3 files changed since indexing, 1 hit read from disk',
    )
    expect(first('UNKNOWN', { unchecked: 5 })).toBe('1 use in acme/shop · read from disk without the index, 5 files not checked')
  })
  it('[EN17] the last lines say what was left out and the command to get it', () => {
    const result = answer([use(4)], { definitions, next: ['lineage sym:x'] })
    Object.assign(result, { total: 48, next_cursor: 'abc' })
    const text = renderForPeople(result, { continueWith: (cursor) => `--cursor ${cursor}`, writeCall: (call) => `cairn ${call}` })
    expect(text.split('\n').slice(-4)).toEqual(['', '… 47 more: add --cursor abc', '', 'try: cairn lineage sym:x'])
    expect(text).toContain('1 of 48 uses in acme/shop')
  })
  it('[EN17] over several repos each hit and each definition names its own', () => {
    const group = { ...definitions[0], repo_id: 'acme/lib' }
    const text = renderForPeople(answer([use(4)], { definitions: [group], repos: ['acme/shop', 'acme/lib'] }))
    expect(text).toContain('1 use in 2 repos (acme/shop, acme/lib)')
    expect(text).toContain('Ledger.refund  acme/lib  src/pay/ledger.ts:7')
    expect(text).toContain('  acme/shop  src/pay/close.test.ts:4:5  calls')
  })
  it('[EN17] words that were searched for are marked, wherever a line is quoted', () => {
    const style = { ...plainStyle, match: (word: string) => `<${word}>` }
    const text = renderForPeople(answer([use(4)], { definitions }), { style, matched: /refund/g })
    expect(text).toContain('      <refund>(order) // 4')
    expect(text).toContain('Ledger.refund  src/pay/ledger.ts:7')
  })
  it('[EN17] a lineage is indented by distance, with the call of each step', () => {
    const via = [
      {
        src: 'sym:src.pay.close.test.closeOrder',
        edge: 'calls' as const,
        dst: 'sym:src.pay.ledger.Ledger.refund',
        path: 'src/pay/close.test.ts',
        line: 4,
      },
    ]
    const item = use(2, { symbol: 'sym:src.pay.close.test.closeOrder', kind: 'function', depth: 2, via })
    expect(
      renderForPeople(answer([item]))
        .split('\n')
        .at(-1),
    ).toBe('    closeOrder  function  src/pay/close.test.ts:2:5  calls refund at src/pay/close.test.ts:4')
  })
  it('[EN17] quoted lines fit the screen and count what is missing; control characters are never printed', () => {
    const long = use(4)
    long.snippet.text = `before\nrefund(\u001b[31m${'x'.repeat(300)})\nafter`
    const [, , , , line = ''] = renderForPeople(answer([long], { definitions }), { width: 60 }).split('\n')
    expect(line.length).toBeLessThanOrEqual(66)
    expect(line).toMatch(/^ {6}refund\(<U\+001B>\[31mx+… \+\d+$/)
  })
  it('[EN17] a repo whose folder is gone, or without an index, is marked', () => {
    const repo: RepoInfo = {
      repo_id: 'acme/shop',
      doc_count: 0,
      languages: [],
      path: '/gone',
      freshness_state: 'UNKNOWN',
      last_indexed_at: null,
      counts: { symbol: 0, file: 0, module: 0, repo: 0, doc: 0 },
    }
    expect(renderForPeople(okResult([repo]))).toContain('  not indexed yet')
    expect(renderForPeople(okResult([{ ...repo, missing: true }]))).toContain('  its folder is gone')
  })
  it('[EN17] a search result shows what it is and the lines that answer', () => {
    const result: SearchResult = {
      document_id: 'f.1.2',
      doc_type: 'file_index',
      repo_id: 'acme/shop',
      file_path: 'src/pay.ts',
      content: 'src/pay.ts (typescript, 9 lines)\nExports:\n- function refund\n- class Ledger\nImports: fs',
      score: 12,
      children_ids: ['a'],
      start_line: 1,
      end_line: 9,
      line: 2,
      snippet: { text: 'a\nrefund()\nc', location: { path: 'src/pay.ts', start_line: 1, end_line: 3 } },
      binding: 'indexed',
      source: 'RAG_GRAPH',
    }
    expect(renderForPeople(answer([result])).split('\n')).toEqual([
      '1 result in acme/shop · up to date',
      '',
      '1. src/pay.ts',
      '   Exports: function refund, class Ledger',
      '   Imports: fs',
      '     1 a',
      '   > 2 refund()',
      '     3 c',
    ])
  })
  it('[EN17] a section of a document shows its text, not its heading alone', () => {
    const text = ['# Install', '', ...Array.from({ length: 20 }, (_, at) => `step ${at}`)].join('\n')
    const section: SearchResult = {
      document_id: 'd.1.2',
      doc_type: 'document',
      repo_id: 'acme/shop',
      file_path: 'README.md',
      symbol_name: 'Install',
      content: text,
      score: 1,
      children_ids: [],
      start_line: 5,
      end_line: 27,
      line: 5,
      snippet: { text: '# Install', location: { path: 'README.md', start_line: 5, end_line: 5 } },
      binding: 'indexed',
      source: 'RAG_GRAPH',
    }
    const lines = renderForPeople(answer([section])).split('\n')
    expect(lines.slice(2, 6)).toEqual(['1. README.md:5-27  Install', '   # Install', '', '   step 0'])
    expect(lines).toContain('   step 11')
    expect(lines.at(-1)).toBe('   … more: get_file acme/shop README.md start_line=5')
    const whole = { ...section, content: text.split('\n').slice(0, 6).join('\n') }
    expect(
      renderForPeople(answer([whole]))
        .split('\n')
        .at(-1),
    ).toBe('   step 3')
  })
})
