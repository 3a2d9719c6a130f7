/** What `rag_graph.json` is made of: `graph` reads it from the store, `exchange` writes and reads the file. */
import type { EdgeKind, SymbolKind, Tier } from './symbol.ts'

/** Enrichment as it travels in `metadata`; other keys may stand beside it. */
export type GraphMetadata = {
  summary?: string
  usage_guide?: string
  content_type?: string
  content_language?: string
  author?: string
  made_at?: string
  /** Who wrote it and after which prompt, where that is known. */
  model?: string
  prompt_version?: string
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
