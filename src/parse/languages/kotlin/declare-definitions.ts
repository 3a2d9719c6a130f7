/** Classes, objects, functions, constructors and aliases of Kotlin. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import type { SyntaxTree } from '../../syntax-tree.ts'
import { bareType, hasModifier, typeAfter, typeNodes } from './names.ts'
import { evidentType } from './value-type.ts'

const bodyOf = (node: NodeIndex, tree: SyntaxTree): NodeIndex => tree.childOfType(node, 'class_body', 'enum_class_body')

export function defineClass(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  if (tree.start(name) === tree.end(name)) return
  const isInterface = tree.childOfType(node, 'interface') >= 0
  const kind = isInterface ? 'interface' : hasModifier(node, 'enum', tree) ? 'enum' : 'class'
  define(node, name, kind, file)
}

export function defineObject(node: NodeIndex, file: FileFactsBuilder): void {
  const name = file.tree.child(node, 'name')
  if (file.tree.textOf(name) !== '') define(node, name, 'class', file)
}

/** Without a name of its own it is named `Companion`, and may be written so. */
export function defineCompanion(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  if (name >= 0) {
    define(node, name, 'class', file)
    return
  }
  const at = tree.childOfType(node, 'object')
  file.define({ node, kind: 'class', name: at < 0 ? node : at, nameText: 'Companion', body: bodyOf(node, tree) })
}

function define(node: NodeIndex, name: NodeIndex, kind: 'class' | 'interface' | 'enum', file: FileFactsBuilder): void {
  file.define({ node, kind, name, body: bodyOf(node, file.tree) })
}

/**
 * An extension is qualified by the type it extends: `fun String.trimAll()` and `fun Int.trimAll()` are two symbols. Inside it
 * `this` is a value of that type. Where the grammar reads the name as the last part of the type, it is taken from there.
 */
export function defineFunction(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const parameters = tree.childOfType(node, 'function_value_parameters')
  const written = tree.child(node, 'name')
  const before = tree.children(node).filter((child) => child < parameters || parameters < 0)
  const type = before.find((child) => child !== written && tree.is(child, ...typeNodes)) ?? -1
  const isLost = written < 0 || tree.start(written) === tree.end(written)
  const name = isLost
    ? (tree
        .namedChildren(type)
        .filter((part) => tree.is(part, 'identifier'))
        .at(-1) ?? -1)
    : written
  if (name < 0 || tree.textOf(name) === '') return
  const receiver = isLost ? firstParts(type, name, file) : bareType(type, file)
  const returned = file.typeText(typeAfter(node, parameters, tree))
  const body = tree.childOfType(node, 'function_body')
  file.define({
    node,
    kind: file.isMember(node) ? 'method' : 'function',
    name,
    parameters,
    body,
    type: returned || resultType(body, file),
    ...extending(node, type, receiver, file),
  })
  if (receiver !== '') file.bind({ name: 'this', at: node, role: 'parameter', type: isLost ? receiver : file.typeText(type) })
}

/** The parts of a type without the name of the function that was read into it. */
const firstParts = (type: NodeIndex, name: NodeIndex, file: FileFactsBuilder): string =>
  file.tree
    .namedChildren(type)
    .filter((part) => part < name && file.tree.is(part, 'identifier'))
    .map((part) => file.nameOf(part))
    .join('.')

/** Further fields of an extension: its type qualifies the name, and is part of the tag (`List<Int>`, `List<String>`). */
export function extending(
  node: NodeIndex,
  type: NodeIndex,
  receiver: string,
  file: FileFactsBuilder,
): { qualifier?: string; distinct?: string; binds?: boolean } {
  if (receiver === '') return {}
  const around = file.symbol(file.ownerAround(node))?.qualified_name ?? ''
  const last = receiver.slice(receiver.lastIndexOf('.') + 1) || receiver
  return {
    qualifier: around === '' ? last : `${around}.${last}`,
    distinct: file.typeText(type).replaceAll(' ', ''),
    binds: false,
  }
}

/** `fun make() = Foo()`: the value shows the result type; a bare call of a class creates an object. */
function resultType(body: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  if (body < 0 || tree.childOfType(body, '=') < 0) return ''
  const { type, from_call } = evidentType(tree.namedChildren(body)[0] ?? -1, file)
  return type || (/^\p{Lu}[\p{L}\p{N}_]*$/u.test(from_call) ? from_call : '')
}

export function defineConstructor(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.childOfType(node, 'constructor')
  const end = tree.childOfType(node, ':', 'block')
  const parameters = tree.childOfType(node, 'function_value_parameters')
  file.define({ node, kind: 'constructor', name, nameText: 'constructor', parameters, body: end })
}

/** `class A(val x: Int, y: Int)`: `x` is a property, `y` is known only during initialisation. */
export function defineClassParameter(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.childOfType(node, 'identifier')
  if (name < 0) return
  const type = file.typeText(typeAfter(node, name, tree))
  if (tree.childOfType(node, 'val', 'var') < 0) {
    file.bindLocal(name, node)
    file.bind({ name, at: node, role: 'parameter', type })
    return
  }
  const parent = file.ownerAround(node)
  file.define({ node, kind: 'property', name, type, opens: 'none' })
  file.bind({ name: file.nameOf(name), at: node, role: 'field', scope: parent, type })
}

export function defineEnumEntry(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const parent = file.ownerAround(node)
  const name = tree.childOfType(node, 'identifier')
  if (name < 0) return
  const type = file.symbol(parent)?.name ?? ''
  const body = tree.childOfType(node, 'class_body')
  file.define({ node, kind: 'property', name, body, type, static: true, opens: 'none' })
  file.bind({ name: file.nameOf(name), at: node, role: 'field', scope: parent, type })
}

export function defineTypeAlias(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'type')
  const type = typeAfter(node, name, tree)
  if (name >= 0) file.define({ node, kind: 'type', name, type: file.typeText(type), opens: 'class' })
}

/** The body of `object : I { … }` and of an enum entry has members, but no symbol of its own. */
export function openNamelessBody(node: NodeIndex, file: FileFactsBuilder): void {
  if (file.tree.is(file.tree.parent(node), 'object_literal', 'enum_entry')) file.openScope(node, 'class')
}
