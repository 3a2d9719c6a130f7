/** Symbols of one file with the same qualified name and signature get numbers, in file order. */
import type { SymbolFact } from '../contract/facts.ts'

export function numberTwins(symbols: readonly SymbolFact[]): void {
  const seen = new Map<string, number>()
  for (const symbol of symbols) {
    const key = `${symbol.qualified_name}\0${symbol.tag}`
    const twin = (seen.get(key) ?? 0) + 1
    seen.set(key, twin)
    if (twin > 1) symbol.tag = `${symbol.tag}#${twin}`
  }
}
