/** Chooses the symbol a use refers to among all symbols of one qualified name: declarations and their definition are one. */
import type { SymbolFact } from '../../contract/facts.ts'
import type { EdgeKind } from '../../contract/symbol.ts'
import { factOf, isCallable, isClassLike, isValue, type Meaning, nothing, type SymbolMeaning } from '../meaning.ts'
import { isDeclaration, takes } from './signature.ts'
import { isBranch, isSameThing, type Traits, traitsOf } from './traits.ts'

/** Finds the definition of something declared; returns the declaration itself when none, or more than one, is found. */
export type FindDefinition = (declared: readonly SymbolMeaning[]) => SymbolMeaning

/** `spend` is told how many pairs are compared. */
export function choose(
  symbols: readonly SymbolMeaning[],
  use: EdgeKind,
  given: number,
  find: FindDefinition,
  spend: (pairs: number) => void,
): Meaning {
  const things = thingsOf(fitting(symbols, use), spend)
  const called =
    use === 'calls' && things.length > 1 ? things.filter((thing) => thing.some((one) => takes(factOf(one), given))) : things
  const [only, second] = called
  if (only === undefined) return things.length > 0 ? nothing('ambiguous') : nothing('not-found')
  if (second !== undefined) {
    const among = called.flatMap((thing) =>
      thing.every((one) => isCallable(factOf(one))) ? [standFor(thing, find) ?? thing[0]] : [],
    )
    const fits = among.filter((one) => one !== undefined)
    return use === 'calls' && fits.length === called.length ? { ...nothing('ambiguous'), among: fits } : nothing('ambiguous')
  }
  return standFor(only, find) ?? nothing('ambiguous')
}

/** The symbol that represents the thing: its definition, else a declaration; undefined when it is defined more than once. */
function standFor(thing: readonly SymbolMeaning[], find: FindDefinition): SymbolMeaning | undefined {
  const [defined, ...others] = thing.filter((one) => !isDeclaration(factOf(one)))
  if (defined === undefined) return find(thing)
  return others.every((other) => isBranch(traitsOf(defined), traitsOf(other))) ? defined : undefined
}

/** The symbols that a use of this kind can refer to; all of them where none fits. */
function fitting(symbols: readonly SymbolMeaning[], use: EdgeKind): readonly SymbolMeaning[] {
  const [first, second] = symbols
  if (first === undefined || second === undefined) return symbols
  for (const fits of orders[use] ?? orders.references ?? []) {
    const some = symbols.filter((one) => fits(factOf(one)))
    if (some.length > 0) return some
  }
  return symbols
}

type Test = (symbol: SymbolFact) => boolean
const isMacro: Test = ({ kind }) => kind === 'macro'
const isFunction: Test = (symbol) => isCallable(symbol) && symbol.kind !== 'macro'
const isType: Test = (symbol) => isClassLike(symbol) && symbol.kind !== 'type'
const isNamespace: Test = ({ kind }) => kind === 'namespace'
const any: Test = () => true

/** A macro comes before everything; a struct and a function may share a name. */
const orders: Partial<Record<EdgeKind, readonly Test[]>> = {
  calls: [(symbol) => isFunction(symbol) || isMacro(symbol), isClassLike, any],
  reads: [(symbol) => isValue(symbol) || isFunction(symbol) || isMacro(symbol), any],
  writes: [isValue, any],
  uses_type: [isType, isClassLike, isMacro],
  extends: [isType, isClassLike, isMacro],
  references: [isMacro, isType, isClassLike, isNamespace, any],
}

/** Groups of symbols that are one thing. `spend` is told once for each symbol: it may be asked of millions of pairs. */
function thingsOf(symbols: readonly SymbolMeaning[], spend: (pairs: number) => void): SymbolMeaning[][] {
  const things: SymbolMeaning[][] = []
  const traits: Traits[][] = []
  const seen = new Set<SymbolFact>()
  for (const symbol of symbols) {
    const fact = factOf(symbol)
    if (seen.has(fact)) continue
    seen.add(fact)
    const own = traitsOf(symbol)
    const { at, pairs } = thingLike(traits, own)
    spend(pairs)
    if (at < 0) {
      things.push([symbol])
      traits.push([own])
    } else {
      things[at]?.push(symbol)
      traits[at]?.push(own)
    }
  }
  return things.length > 1 && things.every((thing) => thing.every((one) => factOf(one).kind === 'namespace'))
    ? things.slice(0, 1)
    : things
}

/** The first thing with a symbol like this one, or -1; and how many pairs were compared to find it. */
function thingLike(things: readonly (readonly Traits[])[], own: Traits): { at: number; pairs: number } {
  let pairs = 0
  for (let at = 0; at < things.length; at++) {
    for (const one of things[at] as readonly Traits[]) {
      pairs++
      if (isSameThing(one, own)) return { at, pairs }
    }
  }
  return { at: -1, pairs }
}

/** A template's specialisations share its name; a use without their arguments does not refer to them. */
export function withoutSpecial(symbols: readonly SymbolMeaning[]): readonly SymbolMeaning[] {
  if (symbols.length < 2) return symbols
  const plain = symbols.filter((one) => !isSpecial(factOf(one)))
  return plain.length > 0 ? plain : symbols
}

const special = new WeakMap<SymbolFact, boolean>()

function isSpecial(symbol: SymbolFact): boolean {
  const known = special.get(symbol) ?? readSpecial(symbol)
  special.set(symbol, known)
  return known
}

const readSpecial = ({ signature, name }: SymbolFact): boolean =>
  signature.startsWith('template') &&
  new RegExp(`\\b(?:class|struct|union)\\b[^:{]*\\b${name.replaceAll(/\W/g, '\\$&')}\\s*<`).test(signature)
