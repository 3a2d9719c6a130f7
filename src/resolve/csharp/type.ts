/** What linking knows about a C# type. */
import { factOf, isSameSymbol, type SymbolMeaning } from '../meaning.ts'
import { plainTypeName, valueTypes } from './builtins.ts'
import { headOf } from './head.ts'

export type RepoType = { is: 'type'; of: SymbolMeaning; args: readonly Type[] }
export type OutsideType = { is: 'outside'; name: string; args: readonly Type[] }
/** `outside`: of another library or the language. `several`: more than one type fits the name. */
export type Type = RepoType | OutsideType | { is: 'variable' } | { is: 'several' } | { is: 'unknown' }
/** Values of the type parameters in scope. */
export type Env = ReadonlyMap<string, Type>

/** A level of a type: one of its parts or bases, and the values of type parameters inside it. */
export type Level = { of: SymbolMeaning; env: Env }
export type Line = {
  /** The type's own parts first, then its bases. */
  levels: readonly Level[]
  /** How many of them are its own. */
  own: number
  /** What members come from besides: a class inherits from classes only; it implements interface members itself. */
  inherited: readonly Level[]
  outside: readonly OutsideType[]
  /** Every base is of this repo. */
  isWhole: boolean
}

export const unknownType: Type = { is: 'unknown' }
export const noEnv: Env = new Map()
export const outsideType = (name: string, ...args: Type[]): OutsideType => ({ is: 'outside', name: plainTypeName(name), args })

/** `?` makes a different type of these; on all others it only says that the value may be null. */
export function isValueType(type: Type): boolean {
  if (type.is === 'type') return ['struct', 'enum'].includes(factOf(type.of).kind)
  return type.is === 'outside' && valueTypes.has(type.name)
}

export function envOf({ of, args }: RepoType): Env {
  if (args.length === 0) return noEnv
  return new Map(headOf(factOf(of)).typeParameters.map((name, at) => [name, args[at] ?? unknownType]))
}

/** `class A<T> : A<Pair<T, T>>` doubles at every level: a type with more parts than this is not followed. */
const MOST_PARTS = 40

export function isTooLarge(type: Type): boolean {
  let parts = 0
  const open = [type]
  for (let one = open.pop(); one; one = open.pop()) {
    if (++parts > MOST_PARTS) return true
    if (one.is === 'type' || one.is === 'outside') open.push(...one.args)
  }
  return false
}

export function isSameType(a: Type, b: Type): boolean {
  if (a === b) return true
  if (a.is === 'type') return b.is === 'type' && isSameSymbol(a.of, b.of) && areSame(a.args, b.args)
  return a.is === 'outside' ? b.is === 'outside' && a.name === b.name && areSame(a.args, b.args) : a.is === b.is
}

function areSame(a: readonly Type[], b: readonly Type[]): boolean {
  return a.length === b.length && a.every((type, at) => isSameType(type, b[at] ?? unknownType))
}

/** The type that all of them are; unknown when two differ. */
export function commonType(types: readonly Type[]): Type {
  const [first = unknownType] = types
  for (let at = 1; at < types.length; at++) if (!isSameType(types[at] ?? unknownType, first)) return unknownType
  return first
}

/** Equal exactly when the types are. */
export function typeKey(type: Type): string {
  if (type.is === 'type') return `${type.of.table.path}:${type.of.ordinal}<${type.args.map(typeKey).join()}>`
  return type.is === 'outside' ? `${type.name}<${type.args.map(typeKey).join()}>` : type.is
}
