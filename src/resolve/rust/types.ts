/**
 * Types of values in Rust, as far as the text shows them: of the repo, of others (known by name and arguments: `Option<Foo>`),
 * tuples, and trait bounds. Known type arguments replace type parameters.
 */
import type { BindingFact } from '../../contract/facts.ts'
import { LONGEST_TYPE } from '../bench.ts'
import { type FileTable, MODULE_SCOPE } from '../file-table.ts'
import { factOf, isClassLike, type Meaning, type SymbolMeaning } from '../meaning.ts'
import { readOnce } from '../read-once.ts'
import type { RustPaths, RustScope } from './paths.ts'
import { readTypeText, type TypeTree } from './type-text.ts'

export type RustType =
  | { is: 'own'; symbol: SymbolMeaning; arguments: readonly RustType[] }
  /** Of the language or another crate; by its last name. `target` where the crate is known. */
  | { is: 'other'; name: string; target: string | undefined; arguments: readonly RustType[] }
  | { is: 'tuple'; parts: readonly RustType[] }
  | { is: 'bounds'; traits: readonly RustType[] }
  | { is: 'unknown' }

export const unknown: RustType = { is: 'unknown' }
/** The type arguments of a type or impl. */
export type Known = ReadonlyMap<string, RustType>
const nothingKnown: Known = new Map()

export const other = (name: string, ...parts: readonly RustType[]): RustType => ({
  is: 'other',
  name,
  target: undefined,
  arguments: parts,
})

/** The type that a text names in its scope. */
export function typeOfText(paths: RustPaths, text: string, from: RustScope, known: Known = nothingKnown): RustType {
  const tree = text === '' || text.length > LONGEST_TYPE ? undefined : readTypeText(text)
  const type = tree ? paths.project.bench.deeper(() => typeOfTree(paths, tree, from, known)) : unknown
  return isTooLarge(type) ? unknown : type
}

/** Aliases that use a parameter twice double the type at every step: a type with more parts than this is not followed. */
const MOST_PARTS = 40

function isTooLarge(type: RustType): boolean {
  let parts = 0
  const open = [type]
  for (let one = open.pop(); one; one = open.pop()) {
    if (++parts > MOST_PARTS) return true
    if (one.is === 'own' || one.is === 'other') open.push(...one.arguments)
    else if (one.is === 'tuple') open.push(...one.parts)
    else if (one.is === 'bounds') open.push(...one.traits)
  }
  return false
}

function typeOfTree(paths: RustPaths, tree: TypeTree, from: RustScope, known: Known): RustType {
  switch (tree.is) {
    case 'tuple':
      return { is: 'tuple', parts: tree.parts.map((part) => typeOfTree(paths, part, from, known)) }
    case 'list':
      return other('slice', typeOfTree(paths, tree.of, from, known))
    case 'bounds':
      return boundsOf(tree.traits.map((trait) => typeOfTree(paths, trait, from, known)))
    case 'path':
      return typeOfPath(paths, tree, from, known)
  }
}

function boundsOf(traits: readonly RustType[]): RustType {
  const [only, second] = traits
  // `impl Future<Output = Foo>` and `impl Iterator<Item = Foo>` are known by their results.
  return only?.is === 'other' && second === undefined ? only : { is: 'bounds', traits }
}

function typeOfPath(paths: RustPaths, tree: Extract<TypeTree, { is: 'path' }>, from: RustScope, known: Known): RustType {
  const [first = ''] = tree.path
  if (tree.path.length === 1) {
    const replaced = known.get(first)
    if (replaced) return replaced
    if (first === 'Self') return selfOf(paths, from, known)
    const bound = parameterNamed(first, from)
    if (bound) return bound.type === '' ? unknown : asBounds(typeOfText(paths, bound.type, from, known))
  }
  const given = [...tree.arguments, ...tree.outputs.values()].map((one) => typeOfTree(paths, one, from, known))
  const meaning = paths.path(tree.path, from, 'type')
  return typeOfMeaning(paths, meaning, tree.path.at(-1) ?? '', given)
}

const asBounds = (type: RustType): RustType => (type.is === 'own' ? { is: 'bounds', traits: [type] } : type)

/** `name` is the written name, for types outside this repo. */
export function typeOfMeaning(paths: RustPaths, meaning: Meaning, name: string, given: readonly RustType[]): RustType {
  if (meaning.is === 'package')
    return { is: 'other', name: lastName(meaning.target) || name, target: meaning.target, arguments: given }
  if (meaning.is === 'nothing' && meaning.reason === 'builtin') return other(name, ...given)
  if (meaning.is !== 'symbol' || !isClassLike(factOf(meaning))) return unknown
  const { kind, type } = factOf(meaning)
  if (kind !== 'type') return { is: 'own', symbol: meaning, arguments: given }
  return type === '' ? unknown : behindAlias(paths, meaning, given)
}

/** `type Result<T> = std::result::Result<T, Error>` */
function behindAlias(paths: RustPaths, alias: SymbolMeaning, given: readonly RustType[]): RustType {
  const { table, ordinal } = alias
  const known = zipped(parametersOf(table, ordinal), given)
  return paths.project.bench.follow<RustType>(`alias ${table.path} ${ordinal}`, unknown, () =>
    typeOfText(paths, factOf(alias).type, { table, scope: ordinal }, known),
  )
}

const lastName = readOnce((target) => /(?<![\p{L}\p{N}_])[\p{L}\p{N}_]+$/u.exec(target.split('#')[1] ?? '')?.[0] ?? '')

/** The names of a type's parameters, in order. */
export function parametersOf(table: FileTable, ordinal: number): string[] {
  return table
    .boundIn(ordinal)
    .filter((binding) => binding.role === 'parameter')
    .map((binding) => binding.name)
}

export const zipped = (names: readonly string[], types: readonly RustType[]): Known =>
  new Map(names.flatMap((name, at) => (types[at] ? [[name, types[at]] as const] : [])))

/** A type parameter of an enclosing function or type; a value's name begins with a small letter. */
export function parameterNamed(name: string, { table, scope }: RustScope): BindingFact | undefined {
  if (!/^\p{Lu}/u.test(name)) return undefined
  for (let at = scope; at !== MODULE_SCOPE; at = table.parent(at)) {
    const found = table.named(at, name)?.bindings.find((binding) => binding.role === 'parameter')
    if (found) return found
  }
  return undefined
}

/** What `Self` means: the type of the enclosing impl, or the trait. */
export function selfOf(paths: RustPaths, { table, scope }: RustScope, known: Known = nothingKnown): RustType {
  const given = known.get('Self')
  if (given) return given
  for (let at = scope; at !== MODULE_SCOPE; at = table.parent(at)) {
    const binding = selfBinding(table, at)
    if (binding) return typeOfText(paths, binding.type, { table, scope: at }, known)
    const symbol = table.symbol(at)
    if (symbol.kind === 'module') return unknown
    if (symbol.kind === 'trait')
      return { is: 'bounds', traits: [{ is: 'own', symbol: { is: 'symbol', table, ordinal: at }, arguments: [] }] }
    if (isClassLike(symbol) && symbol.kind !== 'type')
      return { is: 'own', symbol: { is: 'symbol', table, ordinal: at }, arguments: [] }
  }
  return unknown
}

export const selfBinding = (table: FileTable, ordinal: number): BindingFact | undefined =>
  table.named(ordinal, 'Self')?.bindings[0]

/** Like `selfOf`, for paths: `Self::new` is looked up in the type itself. */
export function selfType(paths: RustPaths, from: RustScope): Meaning | undefined {
  const type = selfOf(paths, from)
  const own = type.is === 'bounds' ? type.traits[0] : type
  if (own?.is === 'own') return own.symbol
  return own?.is === 'other' && own.target !== undefined ? { is: 'package', target: own.target } : undefined
}
