/** Uses of Go that a table cannot express: embedding, keys of struct literals, writes by a loop. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'

/** A field without a name embeds its type. */
export function useField(node: NodeIndex, file: FileFactsBuilder): void {
  if (file.tree.child(node, 'name') < 0) file.intend(file.tree.child(node, 'type'), 'extends')
}

/** An interface that names another inherits its methods; a union is a constraint on types. */
export function useInterfaceElement(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const types = tree.namedChildren(node)
  const isEmbedded = types.length === 1 && tree.is(tree.parent(node), 'interface_type')
  if (isEmbedded && tree.is(types[0] ?? -1, 'type_identifier', 'qualified_type', 'generic_type'))
    file.intend(types[0] ?? -1, 'extends')
}

/** `for x.i = range …`, `case x.y = <-c` */
export function useReceived(node: NodeIndex, file: FileFactsBuilder): void {
  if (file.tree.childOfType(node, '=') >= 0) file.intend(file.tree.child(node, 'left'), 'writes')
}

/** `Item{Name: x}` writes the field `Name` of an Item; the key of a map or an array is a value like any other. */
export function useKey(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const [key = -1] = tree.namedChildren(tree.child(node, 'key'))
  if (!tree.is(key, 'identifier')) return
  const { type, deeper } = literalType(tree.parent(node), file)
  if (!tree.is(type, ...namedTypes, 'struct_type')) return
  file.notAUse(key)
  if (tree.is(type, 'struct_type')) return
  const bare = tree.is(type, 'generic_type') ? tree.child(type, 'type') : type
  // Go has no `new`, but this is how all languages here write a value just made. In `Items{{Name: x}}` the key belongs to an
  // element of the list, whose type is written at the definition of the list type.
  const made = file.receiverText(bare)
  file.use(tree.textOf(key), 'writes', key, deeper === 0 ? `new ${made}()` : `${made}{}${'[0]'.repeat(deeper)}`)
}

/** Inner literals may omit their type: `[]Item{{Name: x}}`. Nobody nests them deeper by hand. */
const STEPS = 8
const namedTypes = ['type_identifier', 'qualified_type', 'generic_type'] as const

/** `deeper`: how many lists or maps further in than the type that is found. */
function literalType(literal: NodeIndex, file: FileFactsBuilder): { type: NodeIndex; deeper: number } {
  const { tree } = file
  const path: NodeIndex[] = []
  let at = literal
  while (!tree.is(tree.parent(at), 'composite_literal')) {
    const element = tree.parent(at)
    if (path.length >= STEPS || !tree.is(element, 'literal_element')) return { type: -1, deeper: 0 }
    path.unshift(element)
    const around = tree.parent(element)
    at = tree.is(around, 'keyed_element') ? tree.parent(around) : around
  }
  let type = tree.child(tree.parent(at), 'type')
  let deeper = 0
  for (const element of path) {
    if (tree.is(type, ...namedTypes)) deeper++
    else type = elementType(type, tree.fieldOf(element) === 'key', file)
  }
  return { type, deeper }
}

function elementType(type: NodeIndex, isKey: boolean, file: FileFactsBuilder): NodeIndex {
  const { tree } = file
  const element = tree.is(type, 'map_type') ? tree.child(type, isKey ? 'key' : 'value') : tree.child(type, 'element')
  return tree.is(element, 'pointer_type') ? (tree.namedChildren(element)[0] ?? -1) : element
}

/** `var _ Store = (*disk)(nil)` states that disk implements Store; the compiler checks it. */
export function useAssertion(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const type = tree.child(node, 'type')
  if (tree.textOf(tree.child(node, 'name')) !== '_' || !tree.is(type, 'type_identifier', 'qualified_type')) return
  const name = /^(?:\(\*(\w+)\)\(nil\)|&?(\w+)\{\}|new\((\w+)\))$/.exec(tree.textOf(tree.child(node, 'value')))
  const word = name?.[1] ?? name?.[2] ?? name?.[3] ?? ''
  const implementer = file.facts.symbols.findIndex((symbol) => symbol.qualified_name === word && symbol.parent < 0)
  if (implementer < 0 || !['struct', 'type'].includes(file.symbol(implementer)?.kind ?? '')) return
  file.intend(type, 'implements')
  for (let at = type; at < tree.after(type); at++) file.owner[at] = implementer
}
