/** Promises EN2, EN13 and EN14 of docs/spec/envelope.md: what people and models read. */
import { describe, expect, it } from 'vitest'
import type { DefinitionItem, FileContent, NavigationItem, RepoInfo, SearchResult, StructureInfo } from '../contract/items.ts'
import { renderText } from './render-text.ts'
import { errorResult, okResult } from './result.ts'
import { plainStyle } from './style.ts'

const use = (line: number, more: Partial<NavigationItem> = {}): NavigationItem => ({
  repo_id: 'acme/shop',
  file: 'module_b.py',
  line,
  column: 5,
  snippet: {
    text: [-2, -1, 0, 1, 2].map((step) => `code of line ${line + step}`).join('\n'),
    location: { path: 'module_b.py', start_line: line - 2, end_line: line + 2 },
  },
  enclosing: 'sym:module_b.caller',
  use: 'calls',
  tier: 'resolved',
  binding: 'indexed',
  source: 'RAG_GRAPH',
  ...more,
})

describe('the cover line', () => {
  it('[EN13] contains status, source, freshness, counts and how to continue; then what is unusual', () => {
    const result = okResult([use(10)], { message: 'Something to know.' })
    result.total = 48
    result.next_cursor = 'abc'
    result.meta.freshness = {
      indexed_commit: null,
      head: null,
      dirty: 0,
      caught_up: 2,
      rebound: 0,
      live: 1,
      unchecked: 0,
      old_parser: 0,
    }
    result.meta.completeness = { tiers: { proven: 0, resolved: 3, possible: 2 }, textual_hits: 7, unresolved_reason: null }
    result.meta.definitions = [{ symbol: 'sym:module_a.target', path: 'module_a.py', line: 1, count: 1 }]
    result.meta.next = ['lineage sym:module_a.target']
    result.meta.index_changed = true
    expect(renderText(result).split('\n').slice(0, 5)).toEqual([
      'OK · RAG_GRAPH · FRESH · 1 of 48 shown in acme/shop · continue with cursor="abc"',
      'note: Something to know.',
      '2 files caught up · 1 item read live · 3 resolved, 2 possible · 7 lines with the name in text · the index changed since the last page',
      'definition sym:module_a.target  module_a.py:1  1 use',
      'next: lineage sym:module_a.target',
    ])
    expect(renderText(result, { continueWith: (cursor) => `--cursor ${cursor}` })).toContain('continue with --cursor abc')
  })
  it('[EN13] nothing found, an unknown total, and an error look different', () => {
    expect(renderText(okResult([]))).toBe('OK · RAG_GRAPH · FRESH · 0 items')
    const open = okResult([{}])
    Object.assign(open, { total: null, total_at_least: 12, truncated: true })
    expect(renderText(open)).toContain('1 of at least 12 shown')
    expect(renderText(errorResult({ errorCode: 'REPO_UNKNOWN', message: 'No repo is called "x".' }))).toBe(
      'ERROR · NONE · UNKNOWN · REPO_UNKNOWN\nnote: No repo is called "x".',
    )
  })
})

describe('items', () => {
  const lines = (item: unknown): string[] =>
    renderText(okResult([item]))
      .split('\n')
      .slice(2)

  it('[EN2] a use: place, use, tier, enclosing symbol, and the snippet with its line numbers', () => {
    expect(lines(use(10))).toEqual([
      'module_b.py:10:5  calls resolved  in sym:module_b.caller',
      '   8|code of line 8',
      '   9|code of line 9',
      '> 10|code of line 10',
      '  11|code of line 11',
      '  12|code of line 12',
    ])
  })
  it('[EN2] hits close to each other share their context', () => {
    const shown = renderText(okResult([use(10), use(11), use(30)]))
    expect(shown.match(/code of line 1[0-3]$/gm)).toEqual([
      'code of line 10',
      'code of line 11',
      'code of line 12',
      'code of line 11',
      'code of line 13',
    ])
    expect(shown).toContain('  28|code of line 28')
  })
  it('[EN2] a lineage item shows its path, depth and id, and says if it is not as indexed', () => {
    const via = [{ src: 'sym:a.f', edge: 'calls', dst: 'sym:b.g', path: 'a.py', line: 3 }] as const
    const shown = lines(use(3, { depth: 2, via: [...via], document_id: 's.a.b.c', symbol: 'sym:a.f', binding: 'rebound' }))
    expect(shown[0]).toBe('module_b.py:3:5  calls resolved depth 2  sym:a.f  in sym:module_b.caller  id=s.a.b.c  [rebound]')
    expect(shown[1]).toBe('  via sym:a.f calls sym:b.g (a.py:3)')
  })
  it('[EN2] items of several repos name their repo', () => {
    expect(renderText(okResult([use(3), use(4, { repo_id: 'acme/lib' })]))).toContain('acme/lib module_b.py:4:5')
    const [cover, ...rest] = renderText(okResult([use(3)])).split('\n')
    expect(cover).toBe('OK · RAG_GRAPH · FRESH · 1 item in acme/shop')
    expect(rest.join('\n')).toContain('module_b.py:3:5')
    expect(rest.join('\n')).not.toContain('acme/shop')
  })
  it('[EN2] a definition: lines, signature, doc', () => {
    const definition: DefinitionItem = {
      ...use(10),
      signature: 'def f(x)',
      doc: 'Does f.\nAnd more.',
      start_line: 9,
      end_line: 20,
      source: '@cached\ndef f(x):',
      source_left_out: 10,
      kind: 'function',
    }
    expect(lines(definition).slice(1)).toEqual([
      '  lines 9-20  | def f(x)',
      '| Does f.',
      '| And more.',
      '   9|@cached',
      '> 10|def f(x):',
      '  … 10 more lines, start_line 11',
    ])
  })
  it('[EN2] a search result: rank, place, ids for the next call, content, reasons', () => {
    const found: SearchResult = {
      document_id: 's.a.b.c',
      doc_type: 'symbol_index',
      repo_id: 'acme/shop',
      file_path: 'src/pay.py',
      symbol_name: 'Pay.refund',
      symbol: 'sym:src.pay.Pay.refund',
      kind: 'method',
      content: 'Gives money back.',
      score: 3.1449,
      parent_id: 'f.a.b',
      children_ids: ['s.a.b.d'],
      start_line: 3,
      end_line: 9,
      binding: 'indexed',
      source: 'RAG_GRAPH',
      why: ['refund +2.1'],
    }
    expect(lines(found)).toEqual([
      '1.  src/pay.py:3-9  Pay.refund  method  score 3.14',
      '   id=s.a.b.c  symbol=sym:src.pay.Pay.refund  parent=f.a.b  children=1',
      ' | Gives money back.',
      '   why: refund +2.1',
    ])
  })
  it('[EN1] in a list, long texts may be shortened by the surface; the rest is counted, and a single text is complete', () => {
    const document = {
      document_id: 'f.1',
      doc_type: 'file_index',
      repo_id: 'a',
      content: '1\n2\n3\n4\n5',
      score: 1,
      children_ids: [],
      binding: 'indexed',
      source: 'RAG_GRAPH',
    }
    const list = renderText(okResult([document, { ...document, content: '1\n2\n3' }]), { contentLines: 2 })
    expect(list).toContain(' | 2\n   … 3 more lines in the document\n')
    expect(list).toMatch(/ \| 2\n \| 3$/)
    expect(renderText(okResult([document]), { contentLines: 2 })).toMatch(/ \| 4\n \| 5$/)
  })
  it('[EN2] a repo, a folder with its outline, a file', () => {
    const info: RepoInfo = {
      repo_id: 'acme/shop',
      doc_count: 6,
      languages: ['python'],
      path: '/src/shop',
      freshness_state: 'FRESH',
      last_indexed_at: null,
      counts: { symbol: 1, file: 2, module: 1, repo: 1, doc: 1 },
    }
    expect(lines(info)).toEqual([
      'acme/shop  FRESH  python',
      '  /src/shop',
      '  6 documents: 1 symbol, 2 file, 1 module, 1 repo, 1 doc',
      '  not indexed yet',
    ])
    const structure: StructureInfo = {
      repo_id: 'acme/shop',
      path: 'src',
      directories: ['src/net/'],
      files: [{ name: 'pay.py', path: 'src/pay.py', language: 'python', line_count: 9, has_summary: true }],
      key_files: { readme: 'README.md' },
      summary: 'Pays.',
      outline: [
        {
          name: 'Pay',
          kind: 'class',
          start_line: 1,
          end_line: 9,
          signature: 'class Pay',
          symbol: 'sym:src.pay.Pay',
          document_id: 's.1',
          children: [
            {
              name: 'refund',
              kind: 'method',
              start_line: 3,
              end_line: 9,
              signature: 'def refund(self)',
              symbol: 'sym:src.pay.Pay.refund',
              document_id: 's.2',
              children: [],
            },
          ],
        },
      ],
    }
    expect(lines(structure)).toEqual([
      'acme/shop  src',
      '| Pays.',
      '  key files: readme=README.md',
      '  src/net/',
      '  src/pay.py  python, 9 lines',
      '  1-9  sym:src.pay.Pay  id=s.1  | class Pay',
      '    3-9  method sym:src.pay.Pay.refund  id=s.2  | def refund(self)',
    ])
    const file: FileContent = {
      repo_id: 'acme/shop',
      file_path: 'src/pay.py',
      code: 'a\r\n\tb\n',
      start_line: 9,
      end_line: 10,
      total_lines: 12,
      language: 'python',
      truncated: true,
      next_start_line: 11,
    }
    expect(lines(file)).toEqual([
      'acme/shop  src/pay.py  lines 9-10 of 12  python',
      '   9|a',
      '  10|\tb',
      '… 2 more lines: start_line 11',
    ])
    expect(renderText(okResult([{ odd: 1 }]))).toContain('{"odd":1}')
  })
  it('[EN14] no control sequence in a file or its name reaches the terminal, and no newline looks like another line', () => {
    const evil = use(1, {
      file: 'a\nFAKE.py',
      snippet: { text: '\u001b[2J\u0007red\u009b31m', location: { path: 'a', start_line: 1, end_line: 1 } },
    })
    const shown = renderText(okResult([evil]))
    expect(shown).toContain('a<U+000A>FAKE.py:1:5')
    expect(shown).toContain('> 1|<U+001B>[2J<U+0007>red<U+009B>31m')
  })
  it('[EN14] a line as long as a page is clipped in a list, with what is missing counted; a file shows the whole line', () => {
    const long = 'z'.repeat(1000)
    const snippet = { text: long, location: { path: 'm', start_line: 1, end_line: 1 } }
    expect(lines(use(1, { snippet }))[1]).toBe(`> 1|${'z'.repeat(400)}… (+600 characters)`)
    const file = {
      repo_id: 'a',
      file_path: 'm',
      code: long,
      start_line: 1,
      end_line: 1,
      total_lines: 1,
      language: 'x',
      truncated: false,
    }
    expect(lines(file)[1]).toContain(long)
  })
  it('[EN2] colours do not change the text', () => {
    const mark = (text: string): string => `⟦${text}⟧`
    const style = { ...plainStyle, strong: mark, place: mark, name: mark, good: mark, faint: mark }
    const painted = renderText(okResult([use(10)]), { style })
    expect(painted).toContain('⟦OK⟧ · RAG_GRAPH · ⟦FRESH⟧')
    expect(painted.replaceAll(/[⟦⟧]/g, '')).toBe(renderText(okResult([use(10)])))
  })
})
