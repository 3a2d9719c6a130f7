/**
 * Compares bodies by fingerprint, to find a symbol of a file that was renamed. Where the numbers come from:
 * docs/decisions/2026-11-15-known-by-its-body.md.
 */
import { similarity, sketchedLength } from '../base/sketch.ts'
import type { SymbolFact } from '../contract/facts.ts'
import type { SymbolKind } from '../contract/symbol.ts'
import type { Relocation, WantedSymbol } from './wanted-symbol.ts'

/** The least similarity, if it is known which symbols are different ones, or if the name is the same. */
const SAME_BODY = 0.6
/**
 * The least similarity if only the body is known. One symbol in eight has another symbol with similarity above 0.6, one in
 * sixty above 0.9.
 */
const SURELY_SAME_BODY = 0.9
/** The second best must be at least this much worse. */
const CLEAR_LEAD = 0.15
/** Below this two bodies are unrelated. */
export const ANOTHER_BODY = 0.2
/** Smaller bodies resemble each other by chance: they must be equal. */
const SMALL = 24

/** Below 1, because a matching body is weaker evidence than a matching name. */
const CONFIDENCE = 0.95

export function findByBody(
  wanted: WantedSymbol,
  symbols: readonly SymbolFact[],
  taken: ((fact: SymbolFact) => boolean) | undefined,
): Relocation | null {
  const { kind, fingerprint = '' } = wanted
  if (fingerprint === '') return null
  const scope = scopeOf(wanted.qualified_name)
  const stands = symbols.some((fact) => isWithin(fact.qualified_name, scope))
  const canBe = taken ? (fact: SymbolFact) => !taken(fact) : stands ? inOrAround(scope) : () => true
  let [best, second, ordinal] = [0, 0, -1]
  for (const [at, fact] of symbols.entries()) {
    if (fact.fingerprint === '' || (kind !== undefined && !areCompatible(kind, fact.kind)) || !canBe(fact)) continue
    const likeness = isSmall(fingerprint, fact.fingerprint) ? 0 : likenessOf(fingerprint, fact.fingerprint)
    if (likeness > best) [best, second, ordinal] = [likeness, best, at]
    else if (likeness > second) second = likeness
  }
  const fact = symbols[ordinal]
  if (!fact || !isClearlyFirst(best, second)) return null
  const how = fact.name === wanted.qualified_name.split('.').at(-1) ? 'moved' : 'renamed'
  if (best < (taken || (stands && how === 'moved') ? SAME_BODY : SURELY_SAME_BODY)) return null
  return { ordinal, how, confidence: CONFIDENCE * Math.min(1, best) }
}

/** 0 … 1 for similar bodies, 2 for equal ones: an equal body wins clearly, however similar the next one is. */
export function likenessOf(one: string, other: string): number {
  return one !== '' && one === other ? 2 : similarity(one, other)
}

const isSmall = (one: string, other: string): boolean =>
  one !== other && Math.min(sketchedLength(one), sketchedLength(other)) < SMALL

export function isClearlyFirst(best: number, second: number): boolean {
  return best - second >= CLEAR_LEAD
}

/** While the class around the old symbol still exists, a similar method of another class is a different method. */
const inOrAround =
  (scope: string) =>
  (fact: SymbolFact): boolean => {
    const other = scopeOf(fact.qualified_name)
    return isWithin(other, scope) || isWithin(scope, other)
  }

const scopeOf = (qualifiedName: string): string => qualifiedName.slice(0, Math.max(0, qualifiedName.lastIndexOf('.')))

const isWithin = (name: string, scope: string): boolean => scope === '' || name === scope || name.startsWith(`${scope}.`)

export function areCompatible(one: SymbolKind, other: SymbolKind): boolean {
  return one === other || groups.some((group) => group.has(one) && group.has(other))
}

const groups: readonly ReadonlySet<SymbolKind>[] = [
  new Set<SymbolKind>(['function', 'method', 'constructor', 'macro']),
  new Set<SymbolKind>(['class', 'interface', 'struct', 'enum', 'trait', 'type', 'namespace']),
  new Set<SymbolKind>(['property', 'constant', 'variable']),
]
