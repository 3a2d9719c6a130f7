/** Which variables a Haskell pattern binds; and which names in a type are only type variables. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'

export function bindersIn(pattern: NodeIndex, { tree }: FileFactsBuilder): NodeIndex[] {
  const found: NodeIndex[] = []
  if (pattern < 0) return found
  for (let at = pattern; at < tree.after(pattern); ) {
    const isField = tree.is(at, 'field_name') && tree.child(tree.parent(at), 'pattern') >= 0
    const isView = tree.fieldOf(at) === 'expression' && tree.is(tree.parent(at), 'view_pattern')
    if (isField || isView || tree.is(at, 'infix_id', 'literal', 'type', 'signature')) {
      at = tree.after(at)
      continue
    }
    if (tree.is(at, 'variable')) found.push(at)
    at++
  }
  return found
}

export function skipTypeVariables(type: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  if (type < 0) return
  for (let at = type; at < tree.after(type); at++) if (tree.is(at, 'variable')) file.notAUse(at)
}
