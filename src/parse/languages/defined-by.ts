/** A definition whose name is not a field of its node but a child of a known type, as in grammars of smaller languages. */
import type { SymbolKind } from '../../contract/symbol.ts'
import type { NodeIndex, ScopeKind, Visit } from '../language.ts'
import type { SyntaxTree } from '../syntax-tree.ts'

export type Shape = {
  kind: SymbolKind
  /** Types of the children that lead to the name: `['message_name', 'identifier']`. */
  name: readonly string[]
  /** Type of the child where the signature ends. */
  body?: string
  /** Type of the child that is the declared type. */
  type?: string
  opens?: ScopeKind | 'none'
}

export function definedBy(shape: Shape): Visit {
  return (node, file) => {
    const { tree } = file
    const name = childAt(tree, node, shape.name)
    if (name < 0 || tree.start(name) === tree.end(name)) return
    file.define({
      node,
      kind: shape.kind,
      name,
      body: shape.body === undefined ? -1 : tree.childOfType(node, shape.body),
      type: shape.type === undefined ? '' : file.typeText(tree.childOfType(node, shape.type)),
      exported: true,
      ...(shape.opens && { opens: shape.opens }),
    })
  }
}

function childAt(tree: SyntaxTree, node: NodeIndex, path: readonly string[]): NodeIndex {
  let at = node
  for (const type of path) at = tree.childOfType(at, type)
  return at
}

const quotes = /^(?:"|'|`|\[)|(?:"|'|`|\])$/g
export const withoutQuotes = (text: string): string => text.replaceAll(quotes, '')
