/** A common view of YAML, TOML and JSON: keys with values that contain keys or items. */
import type { NodeIndex } from '../../language.ts'
import type { SyntaxTree } from '../../syntax-tree.ts'
import { withoutQuotes } from '../defined-by.ts'

export type Entry = {
  key: string
  /** The node to point at. */
  keyNode: NodeIndex
  /** The pair, or the item of a list. */
  node: NodeIndex
  value: NodeIndex
}

/** The content of a value: pairs of a mapping, or the items of a list with `#` as key. */
export type Entries = (tree: SyntaxTree, value: NodeIndex) => Entry[]

const item = (node: NodeIndex, value: NodeIndex): Entry => ({ key: '#', keyNode: node, node, value })

export const jsonEntries: Entries = (tree, value) =>
  tree.namedChildren(value).flatMap((node) => {
    if (tree.is(value, 'array')) return [item(node, node)]
    const keyNode = tree.child(node, 'key')
    if (!tree.is(node, 'pair') || keyNode < 0) return []
    return [{ key: withoutQuotes(tree.textOf(keyNode)), keyNode, node, value: tree.child(node, 'value') }]
  })

export const yamlEntries: Entries = (tree, value) => {
  const held = unwrap(tree, value)
  return tree.namedChildren(held).flatMap((node) => {
    if (tree.is(node, 'block_sequence_item')) return [item(node, tree.namedChildren(node)[0] ?? -1)]
    if (tree.is(held, 'flow_sequence')) return [item(node, node)]
    const keyNode = tree.child(node, 'key')
    if (!tree.is(node, 'block_mapping_pair', 'flow_pair') || keyNode < 0) return []
    return [{ key: withoutQuotes(tree.textOf(keyNode)), keyNode, node, value: tree.child(node, 'value') }]
  })
}

/** Removes `block_node`, `flow_node`, anchors and tags around the actual value. */
function unwrap(tree: SyntaxTree, value: NodeIndex): NodeIndex {
  let at = value
  for (let steps = 0; steps < 4 && tree.is(at, 'block_node', 'flow_node', 'document', 'stream'); steps++)
    at = tree.namedChildren(at).find((one) => !tree.is(one, 'anchor', 'tag', 'comment')) ?? -1
  return at
}

/** A table of TOML is a key with the pairs below it; `[a.b]` and `a.b = 1` keep their dots. */
export const tomlEntries: Entries = (tree, value) =>
  tree.namedChildren(value).flatMap((node) => {
    if (tree.is(value, 'array')) return [item(node, node)]
    if (!tree.is(node, 'pair', 'table', 'table_array_element')) return []
    const [keyNode = -1, held = -1] = tree.namedChildren(node)
    if (!tree.is(keyNode, 'bare_key', 'quoted_key', 'dotted_key')) return []
    const key = withoutQuotes(tree.textOf(keyNode))
    return [{ key, keyNode, node, value: tree.is(node, 'pair') ? held : node }]
  })
