/** Members of C# types: the type's own parts first, then inherited ones; overloads by arguments; extension methods last. */
import type { SymbolFact } from '../../contract/facts.ts'
import type { EdgeKind } from '../../contract/symbol.ts'
import type { FileTable } from '../file-table.ts'
import { factOf, isCallable, isClassLike, type SymbolMeaning, symbolAt } from '../meaning.ts'
import { type Argument, type Fit, fitOf } from './conversions.ts'
import { isExplicit } from './head.ts'
import { applies, type Given, notGiven, pick, replaces, takes } from './overloads.ts'
import type { Env, Level, RepoType, Type } from './type.ts'
import type { Types } from './types.ts'

/** A member, and the values of type parameters inside it. */
export type Found = { of: SymbolMeaning; fact: SymbolFact; env: Env }
export type Members = {
  /** Those that fit: one property or field, or all methods that could be called so. */
  all: readonly Found[]
  /** It is unknown which of them is meant. */
  isAmbiguous: boolean
}

export type Asked = {
  use: EdgeKind
  given: Given
  /** What is known about the arguments, one for each of `given.types`. */
  args: () => readonly Argument[]
  /** Only members of the bases (`base.x`). */
  above: boolean
}

const none: Members = { all: [], isAmbiguous: false }

export function membersOf(types: Types, type: RepoType, name: string, asked: Asked): Members {
  const line = types.line(type)
  const { above } = asked
  const { levels, own, inherited } = line
  // The parts of a type are one level, each base is one.
  for (let at = above ? 0 : -1; at < inherited.length; at++) {
    const named: Found[] = []
    if (at >= 0) addNamed(named, inherited[at], name, true)
    else for (let part = 0; part < own; part++) addNamed(named, levels[part], name, above)
    const fitting = named.length === 0 ? named : fittingOf(types, named, asked)
    if (fitting.length === 0) continue
    const rivals: Found[] = []
    for (let further = at + 1; further < inherited.length; further++) addNamed(rivals, inherited[further], name, true)
    return chosen(types, fitting, rivals, asked)
  }
  return none
}

function fittingOf(types: Types, named: readonly Found[], asked: Asked): readonly Found[] {
  const fitsAt = asked.use === 'calls' ? fitter(types, asked) : undefined
  return named.filter(
    (found) => fits(found.fact, asked) && (!fitsAt || !isCallable(found.fact) || applies(found, asked.given, fitsAt) !== 'no'),
  )
}

function addNamed(to: Found[], level: Level | undefined, name: string, inherited: boolean): void {
  if (!level) return
  const { of, env } = level
  const { table } = of
  const here = table.named(of.ordinal, name)
  if (!here) return
  const { kind } = factOf(of)
  const isOpen = !inherited || kind === 'interface' || kind === 'enum'
  for (const ordinal of here.symbols) {
    const fact = table.symbol(ordinal)
    if (fact.kind === 'constructor' || isExplicit(fact)) continue
    if (isOpen || /\b(?:public|protected|internal)\b/.test(fact.signature) || isClassLike(fact))
      to.push({ of: symbolAt(table, ordinal), fact, env })
  }
}

/** Where a type is expected, only types fit; a called symbol is not a type. */
function fits(fact: SymbolFact, { use, given }: Asked): boolean {
  if (use === 'uses_type' || use === 'extends' || use === 'implements' || use === 'decorates') return isClassLike(fact)
  if (use !== 'calls') return true
  if (isClassLike(fact)) return false
  return !isCallable(fact) || takes(fact, given)
}

function chosen(types: Types, fitting: readonly Found[], rivals: readonly Found[], asked: Asked): Members {
  const { use, given } = asked
  const values = fitting.filter(({ fact }) => !isCallable(fact))
  const [value] = values
  if (value) return { all: [value], isAmbiguous: fitting.length > values.length }
  const one = pick(fitting, use === 'calls' ? given : notGiven, fitter(types, asked))
  if (!one) return { all: fitting, isAmbiguous: true }
  const others = rivals.filter(
    ({ fact }) => isCallable(fact) && (use !== 'calls' || takes(fact, given)) && !replaces(one.fact, fact),
  )
  return { all: [one, ...others], isAmbiguous: others.length > 0 }
}

/** How well an argument fits a parameter, read in the context of its method. */
export function fitter(types: Types, { args }: Pick<Asked, 'args'>): (found: Found, parameter: string, at: number) => Fit {
  return ({ of, env }, parameter, at) => {
    const argument = args()[at]
    return argument ? fitOf(types, argument, types.written(parameter, of.table, of.ordinal, env)) : 'maybe'
  }
}

/** The type of a member, or of its result when called. */
export function typeOfMember(types: Types, { of, fact, env }: Found, given: Env): Type {
  if (isClassLike(fact)) return { is: 'type', of, args: [] }
  const seen = given.size === 0 ? env : new Map([...env, ...given])
  return types.written(fact.type, of.table, of.ordinal, seen)
}

/** A field that is not a symbol: a parameter of a primary constructor. */
export function capturedType(types: Types, table: FileTable, ordinal: number, name: string): Type | undefined {
  const [binding] = table.named(ordinal, name)?.bindings.filter(({ role }) => role === 'field') ?? []
  return binding ? types.written(binding.type, table, ordinal) : undefined
}
