/**
 * Finds a known symbol among the current symbols of a file: by the same path, else by the same name in a scope around the old
 * one, else by a similar body. It is a pure function of facts. In doubt it finds nothing rather than the wrong symbol.
 */
import { similarity } from '../base/sketch.ts'
import type { SymbolFact } from '../contract/facts.ts'
import { standsForAll, toldApartByArguments } from '../contract/overloads.ts'
import { ANOTHER_BODY, areCompatible, findByBody, isClearlyFirst, likenessOf } from './body-match.ts'
import type { Relocation, WantedSymbol } from './wanted-symbol.ts'

export type RelocateOptions = {
  language: string
  /** True for a symbol known to be another one: it existed before under its own identity. */
  taken?: (fact: SymbolFact) => boolean
}

export function relocate(wanted: WantedSymbol, symbols: readonly SymbolFact[], options: RelocateOptions): Relocation | null {
  const found =
    findByPath(wanted, symbols, options) ?? findAround(wanted, symbols, options) ?? findByBody(wanted, symbols, options.taken)
  return found === 'unclear' ? null : found
}

type Finding = Relocation | 'unclear' | null

const SAME_PATH_OTHER_SIGNATURE = 0.9

function findByPath(wanted: WantedSymbol, symbols: readonly SymbolFact[], options: RelocateOptions): Finding {
  const { tag } = wanted
  const twins = symbols.filter(
    (fact) => fact.qualified_name === wanted.qualified_name && (fact.tag === tag || !options.taken?.(fact)),
  )
  const [first] = twins
  if (!first) return null
  if (twins.length === 1 && isAnotherOverload(wanted, first, options.language)) return null
  const fact = pickTwin(wanted, twins, options.language)
  if (!fact) return 'unclear'
  const confidence = tag === undefined || fact.tag === tag ? 1 : SAME_PATH_OTHER_SIGNATURE
  return { ordinal: symbols.indexOf(fact), how: 'exact', confidence }
}

/** One overload was deleted, another is left: the path fits, signature and body do not. */
function isAnotherOverload({ tag, fingerprint = '' }: WantedSymbol, fact: SymbolFact, language: string): boolean {
  if (tag === undefined || fact.tag === tag || !toldApartByArguments(language)) return false
  return fingerprint !== '' && fact.fingerprint !== '' && similarity(fingerprint, fact.fingerprint) < ANOTHER_BODY
}

/** Chooses among several symbols of one path; each criterion counts only where it fits exactly one. */
function pickTwin(wanted: WantedSymbol, all: readonly SymbolFact[], language: string): SymbolFact | undefined {
  if (all.length === 1) return all[0]
  const { tag, span_hash, signature, start_line, fingerprint = '' } = wanted
  const sameKind = all.filter((fact) => fact.kind === wanted.kind)
  const twins = sameKind.length > 0 ? sameKind : all
  const only = (fits: (fact: SymbolFact) => boolean, among = twins): SymbolFact | undefined => {
    const [one, ...others] = among.filter(fits)
    return others.length === 0 ? one : undefined
  }
  // Numbers of equal signatures shift when one of them is deleted; the text does not.
  const sameSignature = tag === undefined ? [] : twins.filter((fact) => withoutNumber(fact.tag) === withoutNumber(tag))
  return (
    (sameSignature.length > 1 ? only((fact) => fact.span_hash === span_hash, sameSignature) : undefined) ??
    only((fact) => fact.tag === tag, all) ??
    only((fact) => fact.span_hash === span_hash) ??
    only((fact) => fact.signature === signature) ??
    mostSimilar(fingerprint, twins) ??
    standsForAll(twins, language) ??
    only((fact) => fact.start_line === start_line)
  )
}

const withoutNumber = (tag: string): string => tag.replace(/#\d+$/, '')

function mostSimilar(fingerprint: string, twins: readonly SymbolFact[]): SymbolFact | undefined {
  const ranked = twins
    .map((fact) => ({ fact, likeness: likenessOf(fingerprint, fact.fingerprint) }))
    .sort((one, other) => other.likeness - one.likeness)
  const [best, second] = ranked
  return best && isClearlyFirst(best.likeness, second?.likeness ?? 0) ? best.fact : undefined
}

/**
 * The same name further out: `Outer.Inner.run` → `Outer.run` → `run`. A class next to the old one does not count as a scope
 * around it.
 */
function findAround(wanted: WantedSymbol, symbols: readonly SymbolFact[], options: RelocateOptions): Finding {
  const { kind, fingerprint = '' } = wanted
  const parts = wanted.qualified_name.split('.')
  const name = parts.at(-1) ?? ''
  for (let depth = parts.length - 2; depth >= 0; depth--) {
    const path = [...parts.slice(0, depth), name].join('.')
    const fits = symbols.filter(
      (fact) =>
        fact.qualified_name === path &&
        !options.taken?.(fact) &&
        (kind === undefined || fact.kind === kind || (fingerprint !== '' && areCompatible(kind, fact.kind))) &&
        !(fingerprint !== '' && fact.fingerprint !== '' && similarity(fingerprint, fact.fingerprint) < ANOTHER_BODY),
    )
    if (fits.length === 0) continue
    const fact = pickTwin(wanted, fits, options.language)
    if (!fact) return 'unclear'
    const likeness = similarity(fingerprint, fact.fingerprint)
    return { ordinal: symbols.indexOf(fact), how: 'moved', confidence: 0.6 + 0.3 * likeness }
  }
  return null
}
