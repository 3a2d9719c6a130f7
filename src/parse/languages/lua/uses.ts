/** Uses of Lua that a table cannot express: members after a dot or a colon, and names that are keys. */
import { type FileFactsBuilder, NOT_A_USE } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { startsWithBracket } from './declare-definitions.ts'

/** `M.add`: a use of `add` with receiver `M`. */
export function useIndex(node: NodeIndex, file: FileFactsBuilder): void {
  useMember(node, 'field', file)
}
export function useMethod(node: NodeIndex, file: FileFactsBuilder): void {
  useMember(node, 'method', file)
}

function useMember(node: NodeIndex, field: 'field' | 'method', file: FileFactsBuilder): void {
  const { tree } = file
  const table = tree.child(node, 'table')
  const name = tree.child(node, field)
  const isDefinition = name >= 0 && file.intents[name] === NOT_A_USE
  file.intend(table, isDefinition ? 'references' : 'reads')
  file.notAUse(name)
  if (name < 0 || isDefinition || tree.start(name) === tree.end(name)) return
  file.use(tree.textOf(name), file.intentOf(node) ?? 'reads', name, receiverOf(table, file))
}

/** A colon call is treated like a dot call. */
function receiverOf(table: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  const inner = tree.is(table, 'function_call') ? tree.child(table, 'name') : -1
  if (!tree.is(inner, 'method_index_expression')) return file.receiverText(table)
  return `${file.receiverText(tree.child(inner, 'table'))}.${tree.textOf(tree.child(inner, 'method'))}()`
}

/** `function M.f`: `f` is defined, `M` is only referenced. */
export function useFunctionName(node: NodeIndex, file: FileFactsBuilder): void {
  file.intend(file.tree.child(node, 'name'), 'references')
}

/** The key of `{ key = value }` is not a use; that of `{ [key] = value }` is read. */
export function skipNames(node: NodeIndex, file: FileFactsBuilder): void {
  if (!startsWithBracket(node, file)) file.notAUse(file.tree.child(node, 'name'))
}
