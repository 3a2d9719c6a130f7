/** One answer of each kind, with every text in it taken from a list. */
import type { RagResult } from '../../src/contract/envelope.ts'
import type { Answer, Citation, OutlineEntry, Snippet } from '../../src/contract/items.ts'
import { okResult } from '../../src/envelope/result.ts'
import type { Words } from './hostile-text.ts'

const as = <Kind>(text: string): Kind => text as unknown as Kind

const snippet = ({ text, line }: Words, lines = 3): Snippet => ({
  text: Array.from({ length: lines }, line).join('\n'),
  location: { path: text(), start_line: 9, end_line: 8 + lines },
})

const enrichment = ({ text }: Words) => ({
  summary: text(),
  usage_guide: text(),
  content_type: text(),
  content_language: text(),
  author: text(),
  made_at: '2026-01-01T00:00:00Z',
  state: 'STALE' as const,
})

const navigation = (words: Words, more: object = {}) => ({
  repo_id: words.text(),
  file: words.text(),
  line: 10,
  column: 3,
  snippet: snippet(words),
  symbol: words.text(),
  enclosing: words.text(),
  kind: words.text(),
  use: words.text(),
  tier: 'resolved',
  document_id: words.text(),
  binding: 'indexed',
  source: 'RAG_GRAPH',
  ...more,
})

const search = (words: Words, more: object = {}) => ({
  document_id: words.text(),
  doc_type: 'symbol_index',
  repo_id: words.text(),
  file_path: words.text(),
  symbol_name: words.text(),
  symbol: words.text(),
  kind: words.text(),
  content: `${words.line()}\n${words.line()}`,
  summary_by: { author: words.text(), made_at: '2026-01-01', state: 'FRESH' },
  score: 1,
  parent_id: words.text(),
  children_ids: [words.text()],
  children: [{ document_id: words.text(), doc_type: 'symbol_index', name: words.text(), kind: words.text(), start_line: 1 }],
  start_line: 9,
  end_line: 12,
  binding: 'live',
  source: 'RAG_GRAPH',
  why: [words.text()],
  ...more,
})

const outline = ({ text }: Words, children: OutlineEntry[] = []): OutlineEntry => ({
  name: text(),
  kind: as(text()),
  start_line: 1,
  end_line: 9,
  signature: text(),
  symbol: text(),
  document_id: text(),
  children,
})

const structure = (words: Words) => {
  const { text, line } = words
  return {
    repo_id: text(),
    path: text(),
    directories: [text(), text()],
    files: [{ name: text(), path: text(), language: text(), line_count: 9, has_summary: false }],
    key_files: { [text()]: text(), readme: text() },
    summary: `${line()}\n${line()}`,
    summary_by: { author: text(), made_at: text(), state: 'STALE' },
    outline: [outline(words, [outline(words)])],
  }
}

const repo = ({ text }: Words) => ({
  repo_id: text(),
  doc_count: 3,
  languages: [text(), text()],
  path: text(),
  freshness_state: 'FRESH',
  last_indexed_at: text(),
  counts: { symbol: 1, file: 2, module: 1, repo: 1, doc: 1 },
})

const file = ({ text, line }: Words) => ({
  repo_id: text(),
  file_path: text(),
  code: `${line()}\n${line()}\n`,
  start_line: 9,
  end_line: 10,
  total_lines: 12,
  language: text(),
  truncated: true,
  next_start_line: 11,
})

const citation = ({ text }: Words): Citation => ({
  repo_id: text(),
  path: text(),
  start_line: 1,
  end_line: 2,
  document_id: text(),
})

/** The Markdown of an answer is made by `agent`, which has a test of its own. */
const answer = (words: Words): Answer => ({
  answer: 'Answer.',
  citations: [citation(words)],
  level: 'file',
  mode: 'extractive',
  gaps: [words.text()],
})

const via = ({ text }: Words) => [{ src: text(), edge: text(), dst: text(), path: text(), line: 3 }]
const definition = (words: Words) => ({
  signature: words.text(),
  doc: `${words.line()}\n${words.line()}`,
  start_line: 9,
  end_line: 20,
  source: `${words.line()}\n${words.line()}`,
  source_left_out: 10,
})
const best = (words: Words) => [
  {
    symbol_name: words.text(),
    kind: words.text(),
    signature: words.text(),
    start_line: 9,
    end_line: 12,
    snippet: snippet(words),
  },
]
const withSource = (words: Words) => ({ content: `about\n\n${words.line()}`, source_offset: 7 })

/** Each kind of item, and each form in which it is printed. */
export const itemKinds: Readonly<Record<string, (words: Words) => unknown>> = {
  use: (words) => navigation(words, { enrichment: enrichment(words) }),
  step: (words) => navigation(words, { depth: 2, via: via(words) }),
  definition: (words) => navigation(words, definition(words)),
  symbol: (words) => search(words, { snippet: snippet(words), line: 10 }),
  file: (words) => search(words, { doc_type: 'file_index', best: best(words) }),
  section: (words) => search(words, { doc_type: 'document' }),
  source: (words) => search(words, withSource(words)),
  folder: (words) => search(words, { doc_type: 'module_summary' }),
  summary: (words) => search(words, { doc_type: 'repo_summary' }),
  structure,
  repo,
  code: file,
  answer,
  other: ({ text }) => ({ [text()]: text() }),
}

/** Two items of a kind with a cover in which every text is from the list. */
export function answerOf(kind: string, words: Words): RagResult<unknown> {
  const make = itemKinds[kind]
  if (!make) throw new Error(kind)
  const { text } = words
  const result = okResult([make(words), ...(kind === 'answer' ? [] : [make(words)])], { message: text() })
  result.next_cursor = text()
  result.total = 9
  result.query = text()
  result.symbol = text()
  result.meta.completeness = { tiers: { proven: 1, resolved: 1, possible: 1 }, textual_hits: 9, unresolved_reason: text() }
  result.meta.definitions = [{ symbol: text(), path: text(), line: 1, count: 2, repo_id: text() }]
  result.meta.next = [text(), text()]
  result.meta.repos = [text(), text()]
  result.meta.mode = text()
  return result
}
