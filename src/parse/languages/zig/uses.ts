/** Uses of Zig that a table cannot express: members, enum literals, assignments, types. */
import { type FileFactsBuilder, NOT_A_USE } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { bareName, receiverOf } from './value-type.ts'

/** `a.b`; `.b` alone is a member of the expected type, which only `Point{ .x = 1 }` names. */
export function useField(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const object = tree.child(node, 'object')
  const name = tree.child(node, 'member')
  file.notAUse(name)
  if (file.intents[node] === NOT_A_USE || !tree.is(name, 'identifier')) return
  const use = file.intentOf(node) ?? 'reads'
  file.intend(object, use === 'uses_type' ? 'references' : 'reads')
  file.use(bareName(tree.textOf(name)), use, name, object < 0 ? initialised(node, file) : receiverOf(object, file))
}

function initialised(node: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  const list = tree.parent(tree.parent(node))
  if (!tree.is(list, 'initializer_list') || !tree.is(tree.parent(list), 'struct_initializer')) return '…'
  return receiverOf(tree.namedChildren(tree.parent(list))[0] ?? -1, file)
}

/** `a = 1` has the node of a declaration without `const`. */
export function useVariable(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  file.intend(tree.child(node, 'type'), 'uses_type')
  if (tree.childOfType(node, 'const', 'var') >= 0) return
  const [target = -1] = tree.namedChildren(node)
  if (tree.textOf(target) === '_') file.notAUse(target)
  else file.intend(tree.is(target, 'dereference_expression') ? (tree.namedChildren(target)[0] ?? -1) : target, 'writes')
}

export function useIndex(node: NodeIndex, file: FileFactsBuilder): void {
  const intent = file.intentOf(node)
  if (intent) file.intend(file.tree.child(node, 'object'), intent)
}

/** `Point{ .x = 1 }`, `test Point` */
export function useFirst(node: NodeIndex, file: FileFactsBuilder): void {
  const [first = -1] = file.tree.namedChildren(node)
  file.intend(first, 'uses_type')
}

export function useTestName(node: NodeIndex, file: FileFactsBuilder): void {
  const name = file.tree.childOfType(node, 'identifier')
  if (name >= 0) file.use(file.tree.textOf(name), 'references', name)
  file.notAUse(name)
}
