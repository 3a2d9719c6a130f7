/** What is known of a symbol that is looked for, and what is said of the one found. */
import type { SymbolKind } from '../contract/symbol.ts'

/** What is remembered of a symbol; the more, the surer it is found. */
export type WantedSymbol = {
  /** `Auth.login` */
  qualified_name: string
  kind?: SymbolKind
  tag?: string
  signature?: string
  span_hash?: string
  fingerprint?: string
  /** Tells twins apart when nothing else does. */
  start_line?: number
}

/** `ordinal`: its index in `symbols`. `confidence` is 1 only for the same path with nothing against it. */
export type Relocation = { ordinal: number; how: 'exact' | 'moved' | 'renamed'; confidence: number }
