/** Types of Swift: classes, structs, enums and actors, protocols, extensions, aliases, and the cases of enums. */
import type { SymbolKind } from '../../../contract/symbol.ts'
import type { Definition, FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { bareName, compact, defineNamed } from './names.ts'

const kinds: Readonly<Record<string, SymbolKind>> = { class: 'class', actor: 'class', struct: 'struct', enum: 'enum' }

/** The grammar has one node for all of them; a keyword tells which. */
export function declareType(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const word = tree.textOf(tree.child(node, 'declaration_kind'))
  const name = tree.child(node, 'name')
  if (word === 'extension') defineExtension(node, name, file)
  else if (kinds[word] && tree.textOf(name) !== '')
    defineNamed({ node, kind: kinds[word], name, body: tree.child(node, 'body') }, file)
}

export function declareProtocol(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  defineNamed({ node, kind: 'interface', name: tree.child(node, 'name'), body: tree.child(node, 'body') }, file)
}

/**
 * An extension has the name of the type it extends, and so do its members: `Store.load`, whichever file contains them. Two of one
 * type are distinguished by their conformances and conditions.
 */
function defineExtension(node: NodeIndex, type: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const names = tree.is(type, 'user_type') ? tree.children(type).filter((part) => tree.is(part, 'type_identifier')) : []
  const sugar = shortTypes[tree.typeOf(type)]
  const last = names.at(-1)
  if (last === undefined && sugar === undefined) {
    file.openScope(node, 'class')
    return
  }
  const body = tree.child(node, 'body')
  const qualifier = names.slice(0, -1).map((part) => tree.textOf(part))
  file.define({
    node,
    kind: 'namespace',
    name: last ?? type,
    ...(sugar !== undefined && { nameText: sugar }),
    qualifier: qualifier.join('.'),
    body,
    distinct: compact(tree.text.slice(tree.start(type), body < 0 ? tree.end(node) : tree.start(body))),
    opens: 'class',
    binds: false,
  })
}

/** `extension [Foo]` extends Array. */
const shortTypes: Readonly<Record<string, string>> = {
  array_type: 'Array',
  dictionary_type: 'Dictionary',
  optional_type: 'Optional',
}

export function declareAlias(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const [name = -1, ...types] = tree.childrenIn(node, 'name')
  if (name < 0) return
  // For an associated type the second name is its bound, and its default follows `=`.
  const target = tree.is(node, 'typealias_declaration') ? (types.at(-1) ?? -1) : -1
  file.define({ node, kind: 'type', name, type: file.typeText(target), opens: 'class' })
}

/** `case num(Int), add(Expr, Expr)`: two cases. */
export function declareCases(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const parent = file.ownerAround(node)
  const names = tree.childrenIn(node, 'name').filter((name) => tree.is(name, 'simple_identifier'))
  const isAlone = names.length === 1
  for (const name of names) {
    const after = tree.after(name)
    const values = tree.is(after, 'enum_type_parameters') ? after : -1
    const definition: Definition = {
      node: isAlone ? node : name,
      kind: 'property',
      name,
      span: isAlone ? node : name,
      parent,
      signature: `case ${bareName(tree.textOf(name))}${file.typeText(values)}`,
      type: file.symbol(parent)?.name ?? '',
      static: true,
      opens: 'none',
      owns: isAlone,
    }
    defineNamed(definition, file)
  }
}

export function declareTypeParameter(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const pack = tree.childOfType(node, 'type_parameter_pack')
  const name = tree.childOfType(pack < 0 ? node : tree.childOfType(pack, 'user_type'), 'type_identifier')
  if (name >= 0) file.bindLocal(name, node)
}

/** `precedencegroup Compare` */
export function declarePrecedence(node: NodeIndex, file: FileFactsBuilder): void {
  const name = file.tree.childOfType(node, 'simple_identifier')
  if (name >= 0) file.define({ node, kind: 'type', name, opens: 'none' })
}
