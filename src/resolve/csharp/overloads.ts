/** Chooses the method that a call refers to among methods of one name, by argument count and known argument types. */
import type { SymbolFact } from '../../contract/facts.ts'
import { readOnce } from '../read-once.ts'
import { plainTypeName, valueTypes } from './builtins.ts'
import type { Fit } from './conversions.ts'
import { headOf, type Parameter } from './head.ts'

/** A call's arguments; -1: unknown. `typeArguments`: how many are written, -1 for none. `types`: '' where unknown. */
export type Given = { count: number; typeArguments: number; types: readonly string[] }

export const notGiven: Given = { count: -1, typeArguments: -1, types: [] }

/** `arguments` and `argument_types` of a use: `<1>int,$x`. */
export function givenBy(count: number, types: string): Given {
  const { typeArguments, types: list } = argumentTypes(types)
  return { count, typeArguments, types: list }
}

const argumentTypes = readOnce((types): Omit<Given, 'count'> => {
  const [, arity, list = ''] = /^(?:<(\d+)>)?(.*)$/s.exec(types) ?? []
  return { typeArguments: arity === undefined ? -1 : Number(arity), types: list === '' ? [] : list.split(',') }
})

/** Can it be called with these arguments? `asExtension`: its first parameter is the receiver. */
export function takes(symbol: SymbolFact, given: Given, asExtension = false): boolean {
  const { parameters, typeParameters } = headOf(symbol)
  if (given.typeArguments >= 0 && typeParameters.length !== given.typeArguments) return false
  if (given.count < 0 || !parameters) return true
  if (given.typeArguments < 0 && !typeParameters.every((name) => isInferable(name, parameters))) return false
  const first = asExtension ? 1 : 0
  let least = 0
  for (let at = first; at < parameters.length; at++) if (!parameters[at]?.isOptional && !parameters[at]?.isRest) least++
  if (given.count < least) return false
  const most = parameters.length - first
  return given.count <= most || (most > 0 && parameters.at(-1)?.isRest === true)
}

/** A type parameter that no parameter's type mentions must be given explicitly. */
const isInferable = (name: string, parameters: readonly Parameter[]): boolean =>
  parameters.some(({ type }) => type.split(/[^\p{L}\p{N}_]+/u).includes(name))

/** The called method, or undefined where that is unknown. */
export function pick<Found extends { fact: SymbolFact }>(
  all: readonly Found[],
  given: Given,
  fits: Fits<Found>,
  asExtension = false,
): Found | undefined {
  const found = all.length < 2 ? all : withoutTwins(all)
  if (found.length < 2 || given.types.length === 0) return found.length < 2 ? found[0] : shortest(found, given, asExtension)
  const rows = found.map((one) => ({ one, ...rowOf(one, given, fits, asExtension) }))
  const left = rows.filter(({ fit }) => !fit.includes(0))
  if (left.length < 2) return left[0]?.one
  const best = left.filter((row) => left.every((other) => other === row || isBetter(row, other)))
  return best.length === 1 ? best[0]?.one : undefined
}

/** How well an argument fits a parameter, read in the context of its method. */
type Fits<Found> = (found: Found, parameter: string, argument: number) => Fit

/** Can this method be called with these arguments? */
export function applies<Found extends { fact: SymbolFact }>(one: Found, given: Given, fits: Fits<Found>): 'yes' | 'no' | 'maybe' {
  if (given.types.length === 0) return given.count === 0 ? 'yes' : 'maybe'
  const { fit } = rowOf(one, given, fits, false)
  return fit.includes(0) ? 'no' : fit.includes('maybe') ? 'maybe' : 'yes'
}

type Row = { fit: Fit[]; types: string[]; isExpanded: boolean; left: number; isGeneric: boolean }

function rowOf<Found extends { fact: SymbolFact }>(one: Found, given: Given, fits: Fits<Found>, asExtension: boolean): Row {
  const { parameters = [], typeParameters } = headOf(one.fact)
  const first = asExtension ? 1 : 0
  const count = Math.max(0, parameters.length - first)
  const rest = count > 0 && parameters.at(-1)?.isRest ? count - 1 : -1
  const isExpanded = rest >= 0 && (given.count !== count || !/^\$|\[\]$/.test(given.types[rest] ?? ''))
  const fit: Fit[] = []
  const types: string[] = []
  for (let at = 0; at < given.types.length; at++) {
    const written = parameters[first + (at >= rest && rest >= 0 ? rest : at)]?.type ?? ''
    const type = isExpanded && at >= rest ? written.replace(/\[\]\??$/, '') : written
    types.push(type)
    fit.push(fits(one, type, at))
  }
  return { fit, types, isExpanded, left: count - given.count, isGeneric: typeParameters.length > 0 }
}

/** Fits every argument at least as well and one better; else the one without type parameters, expansion or defaults. */
function isBetter(a: Row, b: Row): boolean {
  let isAhead = false
  for (const [at, fit] of a.fit.entries()) {
    const other = b.fit[at] ?? 0
    if (isSameType(a.types[at] ?? '', b.types[at] ?? '') || (fit === 3 && other === 3)) continue
    // Where it is unknown how well an argument fits, neither is better.
    if (fit === 'maybe' || other === 'maybe' || fit <= other) return false
    isAhead = true
  }
  if (isAhead) return true
  if (a.isGeneric !== b.isGeneric) return !a.isGeneric
  return a.isExpanded !== b.isExpanded ? !a.isExpanded : a.left === 0 && b.left !== 0
}

/** `int` and `int?` are different types, `string` and `string?` the same. */
const isSameType = (a: string, b: string): boolean =>
  erased(a) === erased(b) && (a.endsWith('?') === b.endsWith('?') || !valueTypes.has(erased(a)))

/** Without arguments, only defaults and `params` lists can differ. */
function shortest<Found extends { fact: SymbolFact }>(
  found: readonly Found[],
  given: Given,
  asExtension: boolean,
): Found | undefined {
  if (given.count !== 0) return undefined
  const bare = found.filter(({ fact }) => (headOf(fact).parameters?.length ?? -1) === (asExtension ? 1 : 0))
  return bare.length === 1 ? bare[0] : undefined
}

/** Drops repeated declarations of one method: branches of `#if`, the two halves of a partial method. */
function withoutTwins<Found extends { fact: SymbolFact }>(found: readonly Found[]): Found[] {
  const known = new Set<string>()
  return found.filter(({ fact }) => {
    const key = `${fact.qualified_name} ${fact.tag.replace(/#\d+$/, '')} ${headOf(fact).typeParameters.length}`
    const isFirst = !known.has(key)
    known.add(key)
    return isFirst
  })
}

/** Without namespaces, type arguments and `?`. */
export const erased: (type: string) => string = readOnce(erase)

function erase(type: string): string {
  const arrays = /(?:\[[\s,]*\]\??)*$/.exec(type)?.[0].replace(/[\s?]+/g, '') ?? ''
  const bare = type
    .replace(/(?:\[[\s,]*\]\??)*$/, '')
    .replace(/<.*>/s, '')
    .replace(/\?$/, '')
    .trim()
  return `${plainTypeName(bare.slice(bare.lastIndexOf('.') + 1))}${arrays}`
}

/** Does a method replace an inherited one, rather than overload it? Type parameters match any type. */
export function replaces(method: SymbolFact, inherited: SymbolFact): boolean {
  const [own, other] = [headOf(method), headOf(inherited)]
  if (!own.parameters || !other.parameters) return true
  if (own.parameters.length !== other.parameters.length || own.typeParameters.length !== other.typeParameters.length) return false
  return own.parameters.every((parameter, at) => mayBeOne(parameter.type, other.parameters?.[at]?.type ?? ''))
}

const mayBeOne = (type: string, other: string): boolean => {
  const [a, b] = [erased(type), erased(other)]
  return a === b || isTypeVariable(a) || isTypeVariable(b)
}
const isTypeVariable = (type: string): boolean => /^T(?:\p{Lu}\w*)?(?:\[\])*$/u.test(type)
