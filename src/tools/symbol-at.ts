/** The innermost symbol a line stands in. */
import type { SymbolFact } from '../contract/facts.ts'

/** Its ordinal, or -1 for the module itself. */
export function symbolAt(symbols: readonly SymbolFact[], line: number): number {
  // A definition stands before what it contains, so the last one that spans the line is the innermost.
  return symbols.findLastIndex((symbol) => symbol.start_line <= line && line <= symbol.end_line)
}
