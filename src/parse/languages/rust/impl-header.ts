/** The head of an `impl`: the type and trait of its methods, and what distinguishes them from those of another impl. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'

export type ImplHeader = {
  /** The last name of the type, by which its members are qualified. */
  name: string
  /** As written. */
  type: string
  /** As written; '' for an inherent impl. */
  trait: string
  /** Part of the tag: two impls of one type may each have a method of one name. */
  distinct: string
}

const headers = new WeakMap<FileFactsBuilder, Map<NodeIndex, ImplHeader>>()

export function implHeader(impl: NodeIndex, file: FileFactsBuilder): ImplHeader {
  const known = headers.get(file) ?? new Map<NodeIndex, ImplHeader>()
  headers.set(file, known)
  const header = known.get(impl) ?? readHeader(impl, file)
  known.set(impl, header)
  return header
}

function readHeader(impl: NodeIndex, file: FileFactsBuilder): ImplHeader {
  const { tree } = file
  const type = tree.child(impl, 'type')
  const trait = file.typeText(tree.child(impl, 'trait'))
  const bare = trait.replaceAll(/\s+|'\w+,?/g, '').replace('<>', '')
  return { name: typeName(type, file), type: file.typeText(type), trait, distinct: bare + specialArguments(impl, file) }
}

/** Names of nameless types, as in the documentation of the standard library. */
const nameless: Readonly<Record<string, string>> = {
  array_type: 'array',
  tuple_type: 'tuple',
  unit_type: 'unit',
  function_type: 'fn',
  never_type: 'never',
  macro_invocation: 'macro',
}

const DEEPEST = 8

/** `&'a mut fmt::Formatter<'_>` → `Formatter`. */
function typeName(type: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  let at = type
  for (let depth = 0; depth < DEEPEST; depth++) {
    const kind = tree.typeOf(at)
    if (kind === 'type_identifier' || kind === 'primitive_type' || kind === 'metavariable') return tree.textOf(at)
    if (kind === 'scoped_type_identifier') return tree.textOf(tree.child(at, 'name'))
    if (kind === 'array_type') return tree.child(at, 'length') < 0 ? 'slice' : 'array'
    const inner = tree.child(at, 'type') >= 0 ? tree.child(at, 'type') : tree.child(at, 'trait')
    const next = inner >= 0 ? inner : kind === 'bounded_type' ? (tree.namedChildren(at)[0] ?? -1) : -1
    if (next < 0 || kind === 'function_type') return nameless[kind] ?? kind
    at = next
  }
  return 'type'
}

/**
 * `impl Foo<u8>` next to `impl Foo<u16>`: arguments other than the impl's own parameters, so that renaming those changes nothing.
 */
function specialArguments(impl: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  const type = tree.child(impl, 'type')
  const own = new Set(tree.namedChildren(tree.child(impl, 'type_parameters')).map((one) => tree.textOf(tree.child(one, 'name'))))
  if (!tree.is(type, 'generic_type')) return tree.is(type, 'type_identifier', 'scoped_type_identifier') ? '' : plain(type, file)
  const special = tree
    .namedChildren(tree.child(type, 'type_arguments'))
    .filter((one) => !tree.is(one, 'lifetime') && !own.has(tree.textOf(one)))
  return special.length === 0 ? '' : `<${special.map((one) => plain(one, file)).join()}>`
}

const plain = (type: NodeIndex, file: FileFactsBuilder): string => file.typeText(type).replaceAll(/\s+/g, '')
