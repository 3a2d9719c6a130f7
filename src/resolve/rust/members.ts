/**
 * Members of types of this repo. They are in impls, in any file of any crate that knows the type; a method is found by name, and
 * its impl must be of exactly that type. Own members come before those of traits.
 */
import { type FileTable, MODULE_SCOPE } from '../file-table.ts'
import { folderOf } from '../folders.ts'
import { agreed, factOf, isSameSymbol, type Meaning, nothing, type SymbolMeaning, symbolAt } from '../meaning.ts'
import type { RustPaths, RustScope } from './paths.ts'
import type { Side } from './sides.ts'
import { isInherent } from './std-types.ts'
import { type RustType, selfBinding, selfOf, typeOfMeaning } from './types.ts'

/** `path`: any member after `Type::`. */
export type Wanted = 'field' | 'method' | 'path'

/** So many files define `new` or `fmt` that reading all of them for one call would be wasteful: then only files near the type. */
const MANY = 40

/** Methods that `derive` and the prelude's traits add to any type. */
const derived = new Set(
  `clone clone_from default eq ne cmp partial_cmp lt le gt ge max min clamp hash fmt into try_into to_string to_owned type_id
  borrow borrow_mut`.split(/\s+/),
)

/** A member after `Type::`. */
export function memberByPath(paths: RustPaths, owner: SymbolMeaning, name: string, side: Side, from: RustScope): Meaning {
  const fact = factOf(owner)
  if (fact.kind === 'type') {
    const type = typeOfMeaning(paths, owner, fact.name, [])
    if (type.is === 'own') return paths.project.bench.deeper(() => memberByPath(paths, type.symbol, name, side, from))
    if (type.is === 'other' && type.target !== undefined) return { is: 'package', target: `${type.target}.${name}` }
    return nothing('receiver-unknown')
  }
  return memberOf(paths, owner, name, 'path', from)
}

export function memberOf(paths: RustPaths, owner: SymbolMeaning, name: string, wanted: Wanted, from: RustScope): Meaning {
  const own = ownMembers(owner, name, wanted)
  if (own.length > 0) return agreed(own)
  if (wanted === 'field') return nothing('receiver-unknown')
  const fact = factOf(owner)
  const isTarget = (type: RustType): boolean => {
    const one = type.is === 'bounds' ? type.traits[0] : type
    return one?.is === 'own' && isSameSymbol(one.symbol, owner)
  }
  const near = [...new Set([owner.table.path, from.table.path])]
  const found = pick(implemented(paths, near, fact.name, name, wanted, isTarget))
  if (found) return found
  const { files, isWhole } = filesOf(paths, name, owner.table.path)
  const further = files.filter((path) => !near.includes(path))
  const elsewhere = pick(implemented(paths, further, fact.name, name, wanted, isTarget))
  return (
    elsewhere ?? inherited(paths, owner, name, wanted) ?? nothing(isWhole && derived.has(name) ? 'builtin' : 'receiver-unknown')
  )
}

/** Members that impls of this repo add to types of other crates: `impl Extension for Regex`. */
export function memberOfOther(
  paths: RustPaths,
  type: Extract<RustType, { is: 'other' }>,
  name: string,
  from: RustScope,
): Meaning {
  const beyond: Meaning = type.target === undefined ? nothing('builtin') : { is: 'package', target: `${type.target}.${name}` }
  if ((type.target ?? 'pkg:rust/').startsWith('pkg:rust/') && isInherent(type.name, name)) return beyond
  const { files, isWhole } = filesOf(paths, name, from.table.path)
  const isTarget = (one: RustType): boolean => one.is === 'other' && one.name === type.name && one.target === type.target
  const found = pick(implemented(paths, files, type.name, name, 'method', isTarget))
  if (found) return found
  const isMethodAt = (path: string, ordinal: number): boolean =>
    paths.project.bench.table(path)?.symbol(ordinal).kind === 'method'
  // A trait of this repo may be implemented for all types: then the result is unknown.
  const isSomewhere = files.some((path) =>
    paths.project.bench
      .table(path)
      ?.lastNamed(name)
      .some((one) => isMethodAt(path, one)),
  )
  return !isWhole || isSomewhere ? nothing('receiver-unknown') : beyond
}

/** Fields, variants, and methods that a trait declares. */
function ownMembers({ table, ordinal }: SymbolMeaning, name: string, wanted: Wanted): SymbolMeaning[] {
  const found = (table.named(ordinal, name)?.symbols ?? []).filter((one) => {
    const { kind, static: isStatic } = table.symbol(one)
    if (wanted === 'path') return kind !== 'property' || isStatic
    return wanted === 'field' ? kind === 'property' && !isStatic : kind === 'method' && !isStatic
  })
  return found.map((one) => symbolAt(table, one))
}

type Implemented = { member: SymbolMeaning; trait: string }

function implemented(
  paths: RustPaths,
  files: readonly string[],
  typeName: string,
  name: string,
  wanted: Wanted,
  isTarget: (type: RustType) => boolean,
): Implemented[] {
  const found: Implemented[] = []
  const key = `${typeName}.${name}`
  for (const table of paths.project.bench.tables(files)) {
    for (const ordinal of membersNamed(table, key)) {
      if (wanted === 'method' && (table.symbol(ordinal).static || table.symbol(ordinal).kind !== 'method')) continue
      const binding = selfBinding(table, ordinal)
      if (!binding || !isTarget(selfTypeOf(paths, table, ordinal, binding.type))) continue
      found.push({ member: symbolAt(table, ordinal), trait: binding.from_call })
    }
  }
  return found
}

/** All methods of one impl have the same `Self`. */
function selfTypeOf(paths: RustPaths, table: FileTable, ordinal: number, written: string): RustType {
  const step = `impl\0${table.path}\0${table.parent(ordinal)}\0${written}`
  return paths.project.bench.remember<RustType>(step, { is: 'unknown' }, () => selfOf(paths, { table, scope: ordinal }))
}

function pick(found: readonly Implemented[]): Meaning | undefined {
  const inherent = found.filter(({ trait }) => trait === '')
  const counted = inherent.length > 0 ? inherent : found
  return counted.length > 0 ? agreed(counted.map(({ member }) => member)) : undefined
}

/** Files that define a member of this name; when there are too many, those near the type. */
function filesOf(paths: RustPaths, name: string, near: string): { files: readonly string[]; isWhole: boolean } {
  const all = paths.project.bench.filesDefining(name).filter((path) => path.endsWith('.rs'))
  if (all.length <= MANY) return { files: all, isWhole: true }
  const folder = folderOf(near)
  const below = `${near.replace(/(?:\/mod)?\.rs$/, '')}/`
  const files = all.filter((path) => folderOf(path) === folder || path.startsWith(below))
  return { files: files.slice(0, MANY), isWhole: false }
}

const indexes = new WeakMap<FileTable, Map<string, number[]>>()

/** By the last two names: `Type.method`, whatever module the impl is in. */
function membersNamed(table: FileTable, key: string): readonly number[] {
  let index = indexes.get(table)
  if (!index) {
    index = new Map()
    for (const [ordinal, { qualified_name, name, parent }] of table.outline.symbols.entries()) {
      const owner = qualified_name.slice(0, -name.length - 1)
      const isOwn = parent !== MODULE_SCOPE && table.symbol(parent).qualified_name === owner
      if (owner === '' || isOwn) continue
      const short = `${owner.slice(owner.lastIndexOf('.') + 1)}.${name}`
      const known = index.get(short)
      if (known) known.push(ordinal)
      else index.set(short, [ordinal])
    }
    indexes.set(table, index)
  }
  return index.get(key) ?? []
}

/** Default methods of the traits that a type implements, and of a trait's supertraits. */
function inherited(paths: RustPaths, owner: SymbolMeaning, name: string, wanted: Wanted): Meaning | undefined {
  const step = `inherited ${owner.table.path} ${owner.ordinal} ${name} ${wanted}`
  return paths.project.bench.follow<Meaning | undefined>(step, undefined, () => {
    const found: Meaning[] = []
    for (const trait of traitsOf(paths, owner)) {
      const own = ownMembers(trait, name, wanted)
      const given = own.length > 0 ? agreed(own) : inherited(paths, trait, name, wanted)
      if (given) found.push(given)
    }
    return found.length > 0 ? agreed(found) : undefined
  })
}

/** The traits of this repo that a type implements, or that follow a trait's colon. */
function traitsOf(paths: RustPaths, owner: SymbolMeaning): SymbolMeaning[] {
  const { table, ordinal } = owner
  return table.bases(ordinal).flatMap(({ receiver, name }) => {
    const meaning = paths.path([...receiver.split('::').slice(0, -1), name], { table, scope: table.parent(ordinal) }, 'type')
    return meaning.is === 'symbol' && factOf(meaning).kind === 'trait' && !isSameSymbol(meaning, owner) ? [meaning] : []
  })
}
