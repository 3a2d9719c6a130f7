/** The types of `items`: navigation items, search results, structures, files. The names are those of the JSON output. */
import type { EnrichmentDetails } from './enrichment-details.ts'
import type { Binding, SourceTag } from './envelope.ts'
import type { FreshnessState } from './freshness.ts'
import type { EdgeKind, SymbolKind, Tier } from './symbol.ts'

export type SnippetLocation = { path: string; start_line: number; end_line: number }
export type Snippet = { text: string; location: SnippetLocation }

export type Enrichment = {
  summary: string
  usage_guide: string
  content_type: string
  content_language: string
  author: string
  made_at: string
  state: 'FRESH' | 'STALE'
  /** The lines of its evidence are those of the file; a STALE one has no evidence. */
  details?: EnrichmentDetails
}

/** Who wrote a summary, and when: a person, a program, or the name of a model. A summary made by rules has none. */
export type SummaryAuthor = Pick<Enrichment, 'author' | 'made_at' | 'state'>

export type ViaEdge = { src: string; edge: EdgeKind; dst: string; path: string; line: number }

export type NavigationItem = {
  repo_id: string
  file: string
  /** The line of the hit itself. */
  line: number
  column?: number
  /** That line and two lines before and after it, read from disk when the answer is made. */
  snippet: Snippet
  /** Anchor of the symbol found. */
  symbol?: string
  /** Anchor of the symbol that contains the hit. */
  enclosing?: string
  kind?: SymbolKind
  use?: EdgeKind
  tier?: Tier
  depth?: number
  via?: ViaEdge[]
  document_id?: string
  binding: Binding
  source: SourceTag
  enrichment?: Enrichment
}
export type SearchItem = NavigationItem
export type WhereUsedItem = NavigationItem
export type LineageItem = NavigationItem
/** The fields that all items with a quoted line share. */
export type QuotedItem = Omit<NavigationItem, 'source'>
/** Here `source` is the body of the definition, so only `binding` says where the item came from. */
export type DefinitionItem = QuotedItem & {
  signature: string
  doc: string
  start_line: number
  end_line: number
  /** The definition's lines from `start_line` on, as they are on disk: the first 60. */
  source: string
  /** How many lines of the definition follow after `source`; absent when none. */
  source_left_out?: number
}

export const searchLevels = ['symbol', 'file', 'module', 'repo', 'doc'] as const
export type SearchLevel = (typeof searchLevels)[number]
export const docTypes = {
  symbol: 'symbol_index',
  file: 'file_index',
  module: 'module_summary',
  repo: 'repo_summary',
  doc: 'document',
} as const satisfies Record<SearchLevel, string>
export type DocType = (typeof docTypes)[SearchLevel]

export type SearchResult = {
  document_id: string
  doc_type: DocType
  repo_id: string
  file_path?: string
  symbol_name?: string
  /** Anchor, for symbols: what where_used and lineage take. */
  symbol?: string
  kind?: SymbolKind
  content: string
  /** Of a text in `content` that a person or a model wrote. */
  summary_by?: SummaryAuthor
  /** All of that text. Only in `get_document`, because a search would grow by it. */
  enrichment?: Enrichment
  /** With `include_source`: where in `content` the lines of the file begin, from `start_line` on. */
  source_offset?: number
  score: number
  parent_id?: string
  children_ids: string[]
  /** What each of `children_ids` is. Only in `get_document`, because a search would grow by it. */
  children?: ChildDocument[]
  /** There are more children than listed. */
  children_truncated?: boolean
  start_line?: number
  end_line?: number
  /** In a search: the line that matches the question best, and the lines around it, read from disk. */
  line?: number
  snippet?: Snippet
  /** Of a file, in a search, instead of `snippet`: its parts that answer the question, best first. */
  best?: BestPart[]
  binding: Binding
  source: SourceTag
  /** The reasons for its rank, one line each. */
  why?: string[]
}

/** A symbol of a file, a section of a document, or some lines. */
export type BestPart = {
  /** Qualified name of the symbol, or the headings of the section. */
  symbol_name?: string
  kind?: SymbolKind
  /** The head of a definition, on one line. */
  signature?: string
  /** The whole part. */
  start_line: number
  end_line: number
  /** Lines of it, read from disk. */
  snippet: Snippet
}

/** `name`: a folder's path with `/` at its end, a file's path, a symbol's qualified name, or the headings of a section. */
export type ChildDocument = {
  document_id: string
  doc_type: DocType
  name: string
  kind?: SymbolKind
  start_line?: number
  end_line?: number
}

/**
 * Lines that an answer quotes; they were read again from disk after they were quoted. `document_id` is the hit that they belong
 * to: for a folder or a repo, that of the folder or repo, and the lines are those of a file in it.
 */
export type Citation = { repo_id: string; path: string; start_line: number; end_line: number; document_id: string }

/** The only item of an answer of `ask_codebase`. */
export type Answer = {
  /** Markdown. */
  answer: string
  /** In the order of the answer, without any that could not be verified. */
  citations: Citation[]
  level: SearchLevel
  /** `extractive`: the best hits, quoted. `llm`: written by a language model. */
  mode: 'extractive' | 'llm'
  /** Name of the model, if one wrote the answer. */
  model?: string
  /** What was not found, or could not be searched or verified; one sentence each. */
  gaps: string[]
}

export type RepoInfo = {
  repo_id: string
  doc_count: number
  languages: string[]
  path: string
  freshness_state: FreshnessState
  last_indexed_at: string | null
  counts: Record<SearchLevel, number>
  /** Its folder is gone. */
  missing?: true
}

export type FileInfo = {
  name: string
  path: string
  language: string
  line_count: number
  /** A file_index document exists. */
  has_summary: boolean
}
export type OutlineEntry = {
  name: string
  kind: SymbolKind
  start_line: number
  end_line: number
  signature: string
  symbol: string
  document_id: string
  children: OutlineEntry[]
}
export type StructureInfo = {
  repo_id: string
  path: string
  directories: string[]
  files: FileInfo[]
  key_files: Record<string, string>
  summary?: string
  /** Of a text in `summary` that a model wrote. */
  summary_by?: SummaryAuthor
  outline?: OutlineEntry[]
}

export type FileContent = {
  repo_id: string
  file_path: string
  code: string
  start_line: number
  end_line: number
  total_lines: number
  language: string
  truncated: boolean
  next_start_line?: number
}
