/** The inverse of finding a symbol: which symbol does a line belong to? */
import type { SymbolFact } from '../contract/facts.ts'
import type { SymbolKind } from '../contract/symbol.ts'
import type { Parser } from '../parse/port.ts'

export type SymbolAtLine = {
  /** Qualified name: `Auth.login`. */
  symbol: string
  /** Distinguishes it from others of the same name: `Auth.login~tag` is a symbol path too. */
  tag: string
  kind: SymbolKind
  signature: string
  start_line: number
  end_line: number
  name_line: number
  name_column: number
}

/** The innermost symbol whose lines include this one, the first of several on one line; null outside all of them. */
export async function symbolAtLine(
  source: string,
  line: number,
  { language }: { language: string },
  parser: Parser,
): Promise<SymbolAtLine | null> {
  const outcome = await parser.parse(source, language, { outline: true })
  const fact = 'parsed' in outcome ? innermostAt(outcome.parsed.facts.symbols, line) : undefined
  if (!fact) return null
  const { qualified_name, tag, kind, signature, start_line, end_line, name_line, name_column } = fact
  return { symbol: qualified_name, tag, kind, signature, start_line, end_line, name_line, name_column }
}

function innermostAt(symbols: readonly SymbolFact[], line: number): SymbolFact | undefined {
  let best: SymbolFact | undefined
  let bestDepth = -1
  for (const fact of symbols) {
    if (!(fact.start_line <= line && line <= fact.end_line)) continue
    const depth = depthOf(fact, symbols)
    const size = fact.end_line - fact.start_line
    if (!best || depth > bestDepth || (depth === bestDepth && size < best.end_line - best.start_line)) {
      best = fact
      bestDepth = depth
    }
  }
  return best
}

function depthOf(fact: SymbolFact, symbols: readonly SymbolFact[]): number {
  let depth = 0
  for (let parent = symbols[fact.parent]; parent && depth < symbols.length; parent = symbols[parent.parent]) depth++
  return depth
}
