/** What is known about a wanted symbol, and what is reported about the one found. */
import type { SymbolKind } from '../contract/symbol.ts'

/** What is remembered about a symbol; the more is known, the more certainly it is found. */
export type WantedSymbol = {
  /** `Auth.login` */
  qualified_name: string
  kind?: SymbolKind
  tag?: string
  signature?: string
  span_hash?: string
  fingerprint?: string
  /** Distinguishes twins when nothing else does. */
  start_line?: number
}

/** `ordinal`: its index in `symbols`. `confidence` is 1 only for the same path with nothing against it. */
export type Relocation = { ordinal: number; how: 'exact' | 'moved' | 'renamed'; confidence: number }
