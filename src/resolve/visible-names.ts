/** What other files can name of a file: its symbols, fields of its classes, re-exports, and how one leads to another. */
import { countIdentifiers } from '../base/words.ts'
import type { BindingFact, SymbolFact } from '../contract/facts.ts'
import type { FactsView, Outline } from '../contract/facts-codec.ts'
import { isCallable, isClassLike } from './meaning.ts'
import type { Relinking } from './relinking.ts'

/** Symbols inside a function are invisible to other files; `X.prototype.y = …` has a function as its parent, but is visible. */
export function visibleSymbols(outline: Outline): SymbolFact[] {
  const hidden = outline.symbols.map(() => false)
  return outline.symbols.filter((symbol, ordinal) => {
    const around = outline.symbols[symbol.parent]
    const inFunction = around !== undefined && isCallable(around) && symbol.kind !== 'method' && symbol.kind !== 'property'
    hidden[ordinal] = inFunction || (hidden[symbol.parent] ?? false)
    return !hidden[ordinal]
  })
}

export const visibleBindings = (outline: Outline): BindingFact[] =>
  outline.bindings.filter(({ scope, role }) => scope < 0 || role === 'field')

/** Modules that are re-exported as a whole. */
export const starsOf = (outline: Outline): string[] => [
  ...outline.exports.filter((fact) => fact.name === '*').map((fact) => fact.module),
  ...outline.imports.filter((fact) => fact.kind === 'wildcard').map((fact) => fact.module),
]

/** Every name others can import from this file, and the modules it re-exports as a whole. */
export function offeredNames(outline: Outline): { names: string[]; stars: string[] } {
  return {
    names: [
      ...visibleSymbols(outline).map((symbol) => symbol.name),
      ...outline.imports.map((fact) => fact.alias),
      ...outline.exports.map((fact) => fact.name),
    ].filter((name) => name !== '' && name !== '*'),
    stars: starsOf(outline),
  }
}

/** What must be named to reach a symbol: the enclosing symbol. A Go method names its type only in its qualified name. */
export function usualOwner(symbol: SymbolFact, outline: Outline): string {
  if (symbol.qualified_name === symbol.name) return ''
  // Others write `state.isOpen` without the `Till` of `extension Till.State`.
  return outline.symbols[symbol.parent]?.name.split('.').at(-1) ?? symbol.qualified_name.split('.').at(-2) ?? ''
}

/** The text through which a symbol leads to others: a class names its bases in its head, in some languages also outside of it. */
export type Head = (symbol: SymbolFact) => string
export function headsOf(facts: FactsView, relinking: Relinking): Head {
  const embedded = embeddedIn(facts, relinking)
  return (symbol) => {
    if (hasHead(symbol)) return `${symbol.signature} ${embedded.get(symbol) ?? ''}`
    return relinking.leadsBySignature?.(symbol) ? symbol.signature : ''
  }
}

/** The head of an extension names the protocols the type conforms to. */
const hasHead = (symbol: SymbolFact): boolean => isClassLike(symbol) || symbol.kind === 'namespace'

/** The types that a struct embeds are in its body. */
function embeddedIn(facts: FactsView, { basesInBody }: Relinking): Map<SymbolFact, string> {
  const { symbols } = facts.outline()
  const embedded = new Map<SymbolFact, string>()
  if (!basesInBody && !symbols.some(({ kind }) => kind === 'struct' || kind === 'interface')) return embedded
  for (const { use, enclosing, receiver, name } of facts.uses()) {
    const owner = symbols[enclosing]
    if (owner && (use === 'extends' || use === 'implements')) {
      embedded.set(owner, `${embedded.get(owner) ?? ''} ${receiver} ${name}`)
    }
  }
  return embedded
}

export function mentions(text: string, names: ReadonlySet<string>): boolean {
  if (text === '' || names.size === 0) return false
  for (const name of countIdentifiers(text).keys()) if (names.has(name)) return true
  return false
}
