/** The part of an answer's JSON that the soak checks. Declared again on purpose: the soak does not trust the product. */
export type Snippet = { text: string; location: { path: string; start_line: number; end_line: number } }

export type Item = {
  repo_id?: string
  file?: string
  file_path?: string
  line?: number
  snippet?: Snippet
  symbol?: string
  symbol_name?: string
  doc_type?: string
  kind?: string
  use?: string
  tier?: string
  binding?: 'indexed' | 'rebound' | 'live'
  source?: string
  start_line?: number
  end_line?: number
  via?: { src: string; edge: string; dst: string; path: string; line: number }[]
}

export type Envelope = {
  items: Item[]
  truncated: boolean
  next_cursor: string | null
  total: number | null
  source: string
  freshness_state: 'FRESH' | 'STALE' | 'UNKNOWN'
  meta: {
    status: 'OK' | 'FALLBACK' | 'ERROR'
    error_code: string | null
    message: string | null
    source: string
    freshness_state: string
    index_status: { index_state: string; last_indexed_commit: string | null } | null
    freshness?: {
      indexed_commit: string | null
      head: string | null
      dirty: number
      caught_up: number
      rebound: number
      live: number
      unchecked: number
      old_parser: number
    }
    definitions?: { symbol: string; path: string; line: number; count: number }[]
    completeness?: { tiers: Record<string, number>; textual_hits: number | null }
  }
}

export type Policy = 'catch-up' | 'rebind' | 'strict'
export type Question = { tool: string; args: Readonly<Record<string, unknown>> }
