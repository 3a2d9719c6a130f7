/** Promise EN1 of docs/spec/envelope.md: an answer is shortened in steps, and says so. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FileContent, NavigationItem, SearchResult, StructureInfo } from '../contract/items.ts'
import { fitBudget } from './budget.ts'
import { renderText } from './render-text.ts'

const hit = (line: number): NavigationItem => ({
  repo_id: 'acme/shop',
  file: 'src/pay.py',
  line,
  snippet: {
    text: [-2, -1, 0, 1, 2].map((step) => `line ${line + step} ${'x'.repeat(60)}`).join('\n'),
    location: { path: 'src/pay.py', start_line: line - 2, end_line: line + 2 },
  },
  tier: 'resolved',
  binding: 'live',
  source: 'LOCAL_FALLBACK',
})
const hits = (count: number) => Array.from({ length: count }, (_, index) => hit(10 * (index + 1)))
const repos = [
  {
    repo_id: 'acme/shop',
    mode: 'mixed',
    message: 'Locked.',
    freshness_state: 'STALE',
    index_status: null,
    indexed_commit: null,
    head: null,
    dirty: 0,
    caught_up: 0,
    unchecked: 0,
    old_parser: 0,
  },
] as const
const bytes = (result: { toDict(): unknown }): number => Buffer.byteLength(JSON.stringify(result.toDict()))
const nextCursor = (of: number) => (kept: number) => (kept < of ? `after-${kept}` : null)

describe('max_chars', () => {
  it('[EN1] an answer that fits, or has no limit, is not changed', () => {
    const found = { items: hits(3), total: 3 }
    const free = fitBudget(found, repos, { max_chars: null, nextCursor: nextCursor(3) })
    expect(free).toMatchObject({ truncated: false, next_cursor: null, items: found.items })
    expect(fitBudget(found, repos, { max_chars: bytes(free), nextCursor: nextCursor(3) }).toDict()).toEqual(free.toDict())
  })
  it('[EN1] first the context is removed: every item stays, with its hit line', () => {
    const result = fitBudget({ items: hits(10), total: 10 }, repos, { max_chars: 4000, nextCursor: nextCursor(10) })
    expect(bytes(result)).toBeLessThanOrEqual(4000)
    expect(result).toMatchObject({ truncated: false, next_cursor: null, total: 10 })
    expect(result.items).toHaveLength(10)
    expect(result.items[4]).toMatchObject({
      line: 50,
      snippet: { text: `line 50 ${'x'.repeat(60)}`, location: { start_line: 50, end_line: 50 } },
    })
    expect(result.meta.message).toBe(
      'Locked. Shortened to fit max_chars=4000: summaries and the lines around the hits are left out.',
    )
  })
  it('[EN1] then there are fewer items, with a cursor for the rest; the counts are those of the shorter page', () => {
    const result = fitBudget({ items: hits(100), total: 400 }, repos, { max_chars: 4000, nextCursor: nextCursor(400) })
    const kept = result.items.length
    expect(kept).toBeGreaterThan(5)
    expect(bytes(result)).toBeLessThanOrEqual(4000)
    expect(result).toMatchObject({ truncated: true, next_cursor: `after-${kept}`, total: 400 })
    expect(result.meta.freshness?.live).toBe(kept)
    expect(result.meta.message).toContain(`${100 - kept} of 100 items are left for the next page`)
  })
  it('[EN1] a list without pages says that the rest is left out', () => {
    const result = fitBudget({ items: hits(100), total: 100 }, repos, { max_chars: 4000 })
    expect(result).toMatchObject({ truncated: true, next_cursor: null })
    expect(result.meta.message).toContain('are left out; ask for less at a time')
  })
  it('[EN1] a file is cut after a whole line, and says where to continue', () => {
    const code = Array.from({ length: 1000 }, (_, index) => `line ${index + 5}`).join('\n')
    const file: FileContent = {
      repo_id: 'a',
      file_path: 'x.py',
      code,
      start_line: 5,
      end_line: 1004,
      total_lines: 2000,
      language: 'python',
      truncated: false,
    }
    const result = fitBudget({ items: [file], total: 1 }, [], { max_chars: 2000 })
    expect(bytes(result)).toBeLessThanOrEqual(2000)
    expect(bytes(result)).toBeGreaterThan(1500)
    const cut = result.items[0] as FileContent
    expect(cut.code.split('\n').at(-2)).toBe(`line ${cut.end_line}`)
    expect(cut).toMatchObject({ truncated: true, next_start_line: cut.end_line + 1, total_lines: 2000 })
    expect(result.truncated).toBe(true)
    expect(result.meta.message).toContain(`continue with start_line=${cut.end_line + 1}`)
  })
  it('[EN1] a single line that is too long is cut, and says how much', () => {
    const file: FileContent = {
      repo_id: 'a',
      file_path: 'min.js',
      code: 'y'.repeat(50_000),
      start_line: 1,
      end_line: 1,
      total_lines: 1,
      language: 'javascript',
      truncated: false,
    }
    const result = fitBudget({ items: [file], total: 1 }, [], { max_chars: 2000 })
    expect(bytes(result)).toBeLessThanOrEqual(2000)
    expect(result.meta.message).toMatch(/without \d+ characters of a long line/)
  })
  it('[EN1] a folder lists what fits and counts the rest', () => {
    const structure: StructureInfo = {
      repo_id: 'a',
      path: '',
      directories: Array.from({ length: 200 }, (_, index) => `folder-${index}/`),
      files: [],
      key_files: {},
    }
    const result = fitBudget({ items: [structure], total: 1 }, [], { max_chars: 1500 })
    const shown = (result.items[0] as StructureInfo).directories.length
    expect(shown).toBeGreaterThan(20)
    expect(result.meta.message).toContain(`without ${200 - shown} folders; narrow it with "path" or "pattern"`)
  })
  it('[EN1] search results lose reasons and long texts before any is dropped', () => {
    const result = (content: string): SearchResult => ({
      document_id: 'f.1.2',
      doc_type: 'file_index',
      repo_id: 'a',
      content,
      score: 1,
      children_ids: ['s.1.2.3'],
      binding: 'indexed',
      source: 'RAG_GRAPH',
      why: ['because'],
    })
    const items = Array.from({ length: 5 }, () => result('word '.repeat(200)))
    const short = fitBudget({ items, total: 5 }, [], { max_chars: 3000, nextCursor: nextCursor(5) })
    expect(short.items).toHaveLength(5)
    expect(short.items[0]).toMatchObject({ children_ids: [], children_truncated: true })
    expect(short.items[0]).not.toHaveProperty('why')
    expect((short.items[0] as SearchResult).content).toMatch(/word…$/)
  })
  it('[EN1] a limit that is too small is refused with the size that is needed', () => {
    expect(() => fitBudget({ items: hits(3), total: 3 }, repos, { max_chars: 100 })).toThrow(
      /max_chars=` is too small for this answer; it needs about \d+\./,
    )
  })
  it('[EN1] what the surface prints never exceeds the limit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1600, max: 9000 }),
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom('json', 'text'),
        (max_chars, count, form) => {
          const print = form === 'json' ? (r: { toDict(): unknown }) => JSON.stringify(r.toDict(), null, 2) : renderText
          const items = hits(count).map((item) => ({ ...item, snippet: { ...item.snippet, text: `${item.snippet.text}ü€😀` } }))
          const result = fitBudget({ items, total: count }, repos, { max_chars, print, nextCursor: nextCursor(count) })
          expect(Buffer.byteLength(print(result))).toBeLessThanOrEqual(max_chars)
          expect(result.items.length).toBeGreaterThan(0)
          expect(result.truncated).toBe(result.items.length < count || result.meta.message?.includes('characters of text'))
        },
      ),
      { numRuns: 60 },
    )
  })
})
