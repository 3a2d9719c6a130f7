/** Variables of a library have no node of their own: modifiers, type, names and `;` are siblings among its declarations. */
import type { NodeIndex } from '../../language.ts'
import type { SyntaxTree } from '../../syntax-tree.ts'

type Span = { first: NodeIndex; last: NodeIndex }

const spans = new WeakMap<SyntaxTree, Map<NodeIndex, Span>>()

/** From the first word of the declaration to its names. */
export function spanOfVariables(list: NodeIndex, tree: SyntaxTree): Span {
  let known = spans.get(tree)
  if (!known) {
    known = readSpans(tree)
    spans.set(tree, known)
  }
  return known.get(list) ?? { first: list, last: list }
}

const parts =
  /^(?:const_builtin|final_builtin|late|var|external|inferred_type|type_identifier|type_arguments|nullable_type|function_type|record_type|void_type|annotation|covariant|static|\.)$/

function readSpans(tree: SyntaxTree): Map<NodeIndex, Span> {
  const found = new Map<NodeIndex, Span>()
  let first = -1
  for (const child of tree.children(0)) {
    if (tree.is(child, 'static_final_declaration_list', 'initialized_identifier_list'))
      found.set(child, { first: first < 0 ? child : first, last: child })
    else if (parts.test(tree.typeOf(child))) {
      if (first < 0) first = child
      continue
    }
    first = -1
  }
  return found
}
