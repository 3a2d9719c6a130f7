/**
 * JSON Schemas of the answers: the envelope, and the items of each tool. Tests check real answers against them, so that the
 * OpenAPI document cannot differ from what the server sends.
 */
import { problems } from '../../contract/problems.ts'
import { edgeKinds, symbolKinds, tiers } from '../../contract/symbol.ts'

export type Schema = Readonly<Record<string, unknown>>

const text: Schema = { type: 'string' }
const count: Schema = { type: 'integer', minimum: 0 }
const line: Schema = { type: 'integer', minimum: 1 }
const flag: Schema = { type: 'boolean' }
const orNull = (schema: Schema): Schema => ({ ...schema, type: [schema.type, 'null'] })
const list = (items: Schema): Schema => ({ type: 'array', items })
const oneOf = (values: readonly string[]): Schema => ({ type: 'string', enum: values })
const named = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

/** Fields whose name ends in `?` may be missing. Unknown fields are allowed, so that a later version can add some. */
function object(fields: Readonly<Record<string, Schema>>, description?: string): Schema {
  const properties = Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name.replace(/\?$/, ''), schema]))
  const required = Object.keys(fields).filter((name) => !name.endsWith('?'))
  return { type: 'object', ...(description ? { description } : {}), properties, required }
}

const freshnessState = oneOf(['FRESH', 'STALE', 'UNKNOWN'])
const binding = oneOf(['indexed', 'rebound', 'live'])
const sourceTag = oneOf(['RAG_GRAPH', 'LOCAL_FALLBACK'])
const answerSource = oneOf(['RAG_GRAPH', 'LOCAL_FALLBACK', 'NONE'])
const levels = ['symbol', 'file', 'module', 'repo', 'doc'] as const

const counts = {
  indexed_commit: orNull(text),
  head: orNull(text),
  dirty: count,
  caught_up: count,
  rebound: count,
  live: count,
  unchecked: count,
  old_parser: count,
} as const

const quoted = {
  repo_id: text,
  file: text,
  line,
  'column?': line,
  snippet: named('Snippet'),
  'symbol?': text,
  'enclosing?': text,
  'kind?': oneOf(symbolKinds),
  'use?': oneOf(edgeKinds),
  'tier?': oneOf(tiers),
  'depth?': count,
  'via?': list(object({ src: text, edge: oneOf(edgeKinds), dst: text, path: text, line })),
  'document_id?': text,
  binding,
  'enrichment?': named('Enrichment'),
} as const

export const answerSchemas: Readonly<Record<string, Schema>> = {
  Snippet: object(
    { text, location: object({ path: text, start_line: line, end_line: count }) },
    'Lines of a file, read from disk when the answer is made.',
  ),
  Enrichment: object(
    {
      summary: text,
      usage_guide: text,
      content_type: text,
      content_language: text,
      author: text,
      made_at: text,
      state: oneOf(['FRESH', 'STALE']),
      'details?': object({
        inputs: list(text),
        outputs: list(text),
        side_effects: list(text),
        pitfalls: list(text),
        usage_snippet: text,
        tags: list(text),
        evidence: list(object({ field: text, lines: text })),
      }),
    },
    'What a person or a model wrote about a symbol, file, folder or repo. STALE: it changed since.',
  ),
  SummaryAuthor: object(
    { author: text, made_at: text, state: oneOf(['FRESH', 'STALE']) },
    'Who wrote a summary; rules made one that has none.',
  ),
  NavigationItem: object({ ...quoted, source: sourceTag }, 'One hit of a text search, one use, or one symbol of a lineage.'),
  DefinitionItem: object(
    {
      ...quoted,
      signature: text,
      doc: text,
      start_line: line,
      end_line: line,
      source: text,
      'source_left_out?': count,
    },
    'One definition; `source` is its text on disk, at most 60 lines.',
  ),
  SearchResult: object(
    {
      document_id: text,
      doc_type: oneOf(['symbol_index', 'file_index', 'module_summary', 'repo_summary', 'document']),
      repo_id: text,
      'file_path?': text,
      'symbol_name?': text,
      'symbol?': text,
      'kind?': oneOf(symbolKinds),
      content: text,
      'summary_by?': named('SummaryAuthor'),
      'enrichment?': named('Enrichment'),
      'source_offset?': count,
      score: { type: 'number' },
      'parent_id?': text,
      children_ids: list(text),
      'children_truncated?': flag,
      'start_line?': line,
      'end_line?': count,
      'line?': line,
      'snippet?': named('Snippet'),
      'best?': list(named('BestPart')),
      binding,
      source: sourceTag,
      'why?': list(text),
    },
    'One document: a symbol, a file, a folder, a repo, or a section of a document.',
  ),
  BestPart: object(
    {
      'symbol_name?': text,
      'kind?': oneOf(symbolKinds),
      'signature?': text,
      start_line: line,
      end_line: count,
      snippet: named('Snippet'),
    },
    'A symbol, section or passage of a file that answers the question.',
  ),
  RepoInfo: object({
    repo_id: text,
    doc_count: count,
    languages: list(text),
    path: text,
    freshness_state: freshnessState,
    last_indexed_at: orNull(text),
    counts: object(Object.fromEntries(levels.map((level) => [level, count]))),
    'missing?': flag,
  }),
  FileInfo: object({ name: text, path: text, language: text, line_count: count, has_summary: flag }),
  OutlineEntry: object({
    name: text,
    kind: oneOf(symbolKinds),
    start_line: line,
    end_line: line,
    signature: text,
    symbol: text,
    document_id: text,
    children: list(named('OutlineEntry')),
  }),
  StructureInfo: object({
    repo_id: text,
    path: text,
    directories: list(text),
    files: list(named('FileInfo')),
    key_files: { type: 'object', additionalProperties: text },
    'summary?': text,
    'summary_by?': named('SummaryAuthor'),
    'outline?': list(named('OutlineEntry')),
  }),
  FileContent: object({
    repo_id: text,
    file_path: text,
    code: text,
    start_line: line,
    end_line: count,
    total_lines: count,
    language: text,
    truncated: flag,
    'next_start_line?': line,
  }),
  Answer: object(
    {
      answer: { ...text, description: 'Markdown.' },
      citations: list(object({ repo_id: text, path: text, start_line: count, end_line: count, document_id: text })),
      level: oneOf(levels),
      mode: oneOf(['llm', 'extractive']),
      'model?': text,
      gaps: list(text),
    },
    'The answer of ask_codebase. Each citation was checked against the file on disk.',
  ),
  IndexStatus: object({
    repo: text,
    index_state: oneOf(['fresh', 'stale', 'rebuilding', 'error']),
    last_indexed_at: text,
    last_indexed_commit: orNull(text),
    schema_version: text,
    'last_error?': text,
  }),
  RepoFreshness: object({
    repo_id: text,
    freshness_state: freshnessState,
    index_status: { anyOf: [named('IndexStatus'), { type: 'null' }] },
    ...counts,
  }),
  Meta: object(
    {
      status: oneOf(['OK', 'FALLBACK', 'ERROR']),
      error_code: { anyOf: [oneOf(Object.keys(problems)), { type: 'null' }] },
      message: orNull(text),
      source: answerSource,
      freshness_state: freshnessState,
      index_status: { anyOf: [named('IndexStatus'), { type: 'null' }] },
      'freshness?': object({ ...counts, 'repos?': list(named('RepoFreshness')) }),
      'completeness?': object({
        tiers: object(Object.fromEntries(tiers.map((tier) => [tier, count]))),
        textual_hits: orNull(count),
        unresolved_reason: orNull(text),
      }),
      'definitions?': list(object({ symbol: text, path: text, line, count, 'repo_id?': text })),
      'next?': list(text),
      'retry?': flag,
      'repos?': list(text),
      'index_changed?': flag,
      'mode?': text,
    },
    'How the answer was made: whether it is complete, how fresh it is, what to ask next.',
  ),
  Problem: envelopeOf(
    { not: {} },
    'An answer with status ERROR: `meta.error_code` and `meta.message` say what happened and what to do.',
  ),
}

/** The name of the schema of each tool's items. */
const itemSchemas: Readonly<Record<string, string>> = {
  list_repos: 'RepoInfo',
  explore_structure: 'StructureInfo',
  search_code: 'SearchResult',
  get_file: 'FileContent',
  get_document: 'SearchResult',
  rag_search: 'NavigationItem',
  definition: 'DefinitionItem',
  where_used: 'NavigationItem',
  lineage: 'NavigationItem',
  ask_codebase: 'Answer',
}

export const itemsOf = (tool: string): Schema => named(itemSchemas[tool] ?? 'Problem')

export function envelopeOf(item: Schema, description?: string): Schema {
  return object(
    {
      items: list(item),
      truncated: flag,
      next_cursor: orNull(text),
      total: orNull(count),
      'total_at_least?': count,
      source: answerSource,
      freshness_state: freshnessState,
      'query?': text,
      'symbol?': text,
      'direction?': text,
      meta: named('Meta'),
    },
    description,
  )
}
