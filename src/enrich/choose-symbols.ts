/** Which definitions are worth a text of a model: callables and types of some length, but no tests and nothing inside a function. */
import type { SymbolFact } from '../contract/facts.ts'
import type { SymbolKind } from '../contract/symbol.ts'

const callable: readonly SymbolKind[] = ['function', 'method', 'constructor', 'macro']
const types: readonly SymbolKind[] = ['class', 'interface', 'struct', 'enum', 'trait']
/** Shorter ones say all there is to say themselves. */
const LEAST_LINES = 3

/** Their ordinals. What is inside a function is described with the function. `tests`: tests too. */
export function chooseSymbols(symbols: readonly SymbolFact[], { tests = false } = {}): number[] {
  return [...symbols.keys()].filter((ordinal) => isChosen(symbols, ordinal, tests))
}

function isChosen(symbols: readonly SymbolFact[], ordinal: number, tests: boolean): boolean {
  const symbol = symbols[ordinal]
  if (!symbol || symbol.hidden || (symbol.test && !tests) || symbol.span_hash === '') return false
  if (![...callable, ...types].includes(symbol.kind) || symbol.end_line - symbol.start_line + 1 < LEAST_LINES) return false
  for (let parent = symbols[symbol.parent]; parent; parent = symbols[parent.parent])
    if (callable.includes(parent.kind) || (parent.test && !tests)) return false
  return true
}
