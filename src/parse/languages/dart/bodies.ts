/** The grammar puts the body of a function next to its head: the body belongs to the function, and sees its parameters. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import type { SyntaxTree } from '../../syntax-tree.ts'

const bodies = new WeakMap<FileFactsBuilder, Map<NodeIndex, { owner: number; scope: number }>>()

/** The body after a head, or -1. */
export function bodyBehind(head: NodeIndex, tree: SyntaxTree): NodeIndex {
  let next = tree.after(head)
  const end = tree.after(tree.parent(head))
  while (next < end && tree.is(next, 'comment', 'documentation_comment')) next = tree.after(next)
  return next < end && tree.is(next, 'function_body') ? next : -1
}

export function keepBody(body: NodeIndex, head: NodeIndex, owner: number, file: FileFactsBuilder): void {
  const known = bodies.get(file) ?? new Map<NodeIndex, { owner: number; scope: number }>()
  known.set(body, { owner, scope: file.scope[head] as number })
  bodies.set(file, known)
}

export function declareBody(node: NodeIndex, file: FileFactsBuilder): void {
  const kept = bodies.get(file)?.get(node)
  if (!kept) {
    file.openScope(node, 'function')
    return
  }
  file.owner[node] = kept.owner
  file.scope[node] = kept.scope
}
