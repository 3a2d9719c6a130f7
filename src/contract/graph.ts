/** The contents of `rag_graph.json`: `graph` reads them from the store, `exchange` writes and reads the file. */
import type { EnrichmentDetails } from './enrichment-details.ts'
import type { EdgeKind, SymbolKind, Tier } from './symbol.ts'

/** Enrichment in the form it has in `metadata`; other keys are allowed. */
export type GraphMetadata = {
  summary?: string
  usage_guide?: string
  content_type?: string
  content_language?: string
  author?: string
  made_at?: string
  /** The model and the version of the prompt that wrote it, if known. */
  model?: string
  prompt_version?: string
  details?: EnrichmentDetails
}

export type GraphEntity = {
  /** Anchor: `sym:src.auth.Auth.login`. */
  id: string
  kind: SymbolKind
  name: string
  path: string
  start_line: number
  end_line: number
  language: string
  signature: string
  span_hash: string
  metadata: GraphMetadata
}

export type GraphRelation = {
  /** Anchor of the enclosing symbol or module. */
  src: string
  edge: EdgeKind
  /** Anchor, or `pkg:npm/react#useState`. */
  dst: string
  /** Where the use is written; for `contains` and `overrides`, the name of the inner or overriding symbol. */
  path: string
  line: number
  column: number
  tier: Tier
}
