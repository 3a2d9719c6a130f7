/** Interfaces, type aliases, enums, namespaces and the names types bind. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { memberName } from '../javascript/bind-pattern.ts'
import { stateOf } from '../javascript/file-state.ts'

export function declareInterface(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  if (name < 0) return
  stateOf(file).typeMembers.add(file.define({ node, kind: 'interface', name, body: tree.child(node, 'body') }))
}

/** `type A = B<C>` is B under another name. */
const plainTypes = ['type_identifier', 'nested_type_identifier', 'generic_type']

export function declareTypeAlias(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  if (name < 0) return
  // Its own scope, for its type parameters.
  const value = tree.child(node, 'value')
  const parameters = tree.textOf(tree.child(node, 'type_parameters')).split(/[^\p{L}\p{N}_$]+/u)
  const isOther = tree.is(value, ...plainTypes) && !parameters.includes(tree.textOf(value))
  const type = isOther ? file.typeText(value) : ''
  stateOf(file).typeMembers.add(file.define({ node, kind: 'type', name, type, opens: 'block' }))
}

/** `name: Type` in an interface or a type alias; in the type of a parameter it is not a member. */
export function declarePropertySignature(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const key = tree.child(node, 'name')
  const named = memberName(key, file)
  if (!named || tree.is(key, 'computed_property_name') || !isTypeMember(node, file)) return
  const owner = file.ownerAround(node)
  const type = file.typeText(tree.child(node, 'type'))
  const ordinal = file.define({ node, kind: 'property', ...named, binds: false, type })
  stateOf(file).typeMembers.add(ordinal)
  file.bind({ name: named.nameText, at: node, role: 'field', type, scope: owner })
}

/** A method without a body: of an interface, an overload, abstract. */
export function declareMethodSignature(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const named = memberName(tree.child(node, 'name'), file)
  const isMember = tree.is(tree.parent(node), 'class_body') || isTypeMember(node, file)
  if (!named || !isMember) {
    file.openScope(node, 'function')
    return
  }
  file.define({
    node,
    kind: named.nameText === 'constructor' ? 'constructor' : tree.childOfType(node, 'get', 'set') >= 0 ? 'property' : 'method',
    ...named,
    opens: 'function',
    binds: false,
    static: tree.childOfType(node, 'static') >= 0,
    parameters: tree.child(node, 'parameters'),
    type: file.typeText(tree.child(node, 'return_type')),
  })
}

/** A function type must not be between the member and its type. */
function isTypeMember(node: NodeIndex, file: FileFactsBuilder): boolean {
  const owner = file.ownerAround(node)
  return stateOf(file).typeMembers.has(owner) && !file.isInFunctionOf(node, owner)
}

/** `enum Color { Red, Green = 2 }`: here the bare names; assignments have their own rule. */
export function declareEnumBody(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  for (const child of tree.namedChildren(node)) {
    if (tree.fieldOf(child) === 'name') declareEnumMember(child, child, file)
  }
}

export function declareEnumAssignment(node: NodeIndex, file: FileFactsBuilder): void {
  declareEnumMember(node, file.tree.child(node, 'name'), file)
}

function declareEnumMember(node: NodeIndex, key: NodeIndex, file: FileFactsBuilder): void {
  const named = memberName(key, file)
  if (!named) return
  const owner = file.classAround(node)
  file.define({
    node,
    kind: 'property',
    ...named,
    static: true,
    type: file.symbol(owner)?.name ?? '',
    binds: false,
    parent: owner,
  })
}

/** `namespace A.B {…}`, `declare module 'x' {…}` */
export function declareNamespace(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  if (name < 0) return
  const around = tree.parent(node)
  const span = tree.is(around, 'expression_statement') ? file.spanOf(around) : file.spanOf(node)
  const named = tree.is(name, 'string') ? memberName(name, file) : { name, nameText: file.receiverText(name) }
  if (!named) return
  for (let at = name; at < tree.after(name); at++) file.notAUse(at)
  file.define({ node, span, kind: 'namespace', ...named, body: tree.child(node, 'body') })
}

/** `import a = b.c` */
export function declareImportAlias(node: NodeIndex, file: FileFactsBuilder): void {
  const name = file.tree.childOfType(node, 'identifier')
  if (name >= 0) file.define({ node, kind: 'constant', name })
}

/** `<T>`, also `[K in Keys]` */
export function declareTypeParameter(node: NodeIndex, file: FileFactsBuilder): void {
  const name = file.tree.child(node, 'name')
  if (name >= 0) file.bindLocal(name, node)
}

/** `[key: string]: T`; a mapped type's name is bound here too. */
export function declareIndexSignature(node: NodeIndex, file: FileFactsBuilder): void {
  file.openScope(node, 'block')
  declareTypeParameter(node, file)
}

/** `infer U`, known in the enclosing conditional type. */
export function declareInfer(node: NodeIndex, file: FileFactsBuilder): void {
  const name = file.tree.childOfType(node, 'type_identifier')
  if (name >= 0) file.bindLocal(name, node)
}
