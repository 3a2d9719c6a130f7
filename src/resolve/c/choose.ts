/** Chooses the symbol a use refers to among all symbols of one qualified name: declarations and their definition are one. */
import type { SymbolFact } from '../../contract/facts.ts'
import { isBranchOf } from '../../contract/overloads.ts'
import type { EdgeKind } from '../../contract/symbol.ts'
import { factOf, isCallable, isClassLike, isValue, type Meaning, nothing, type SymbolMeaning } from '../meaning.ts'
import { isDeclaration, isOfFile, isSameFunction, takes } from './signature.ts'

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
  return others.every((other) => isBranch(defined, other)) ? defined : undefined
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

/** Groups of symbols that are one thing. */
function thingsOf(symbols: readonly SymbolMeaning[], spend: (pairs: number) => void): SymbolMeaning[][] {
  const things: SymbolMeaning[][] = []
  const isSame = (one: SymbolMeaning, other: SymbolMeaning): boolean => {
    spend(1)
    return isSameThing(one, other)
  }
  const seen = new Set<SymbolFact>()
  for (const symbol of symbols) {
    if (seen.has(factOf(symbol))) continue
    seen.add(factOf(symbol))
    const thing = things.find((known) => known.some((one) => isSame(one, symbol)))
    if (thing) thing.push(symbol)
    else things.push([symbol])
  }
  return things.length > 1 && things.every((thing) => thing.every((one) => factOf(one).kind === 'namespace'))
    ? things.slice(0, 1)
    : things
}

function isSameThing(a: SymbolMeaning, b: SymbolMeaning): boolean {
  const [one, other] = [factOf(a), factOf(b)]
  if (one.kind === 'namespace' || other.kind === 'namespace') return false
  if (isBranch(a, b)) return true
  // A function declared and defined is one. Two bodies are two functions, or one in two branches: not one either way.
  if (isFunction(one) && isFunction(other)) return isSameFunction(one, other) && isApart(a, b)
  if (isValue(one) && isValue(other)) return isDeclaration(one) || isDeclaration(other)
  return false
}

/** One thing in several branches of one file. */
const isBranch = (a: SymbolMeaning, b: SymbolMeaning): boolean => a.table === b.table && isBranchOf(factOf(a), factOf(b))

/** A static function of another file is never the one declared here. */
function isApart(a: SymbolMeaning, b: SymbolMeaning): boolean {
  const [one, other] = [factOf(a), factOf(b)]
  return isDeclaration(one) || isDeclaration(other) ? isOfFile(one) === isOfFile(other) || a.table === b.table : true
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
