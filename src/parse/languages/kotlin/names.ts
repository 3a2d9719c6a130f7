/** Names and types of Kotlin as text. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import type { SyntaxTree } from '../../syntax-tree.ts'

export const typeNodes = ['user_type', 'nullable_type', 'non_nullable_type', 'parenthesized_type', 'function_type', 'dynamic']

/** The first type among the children after (or before) this one. */
export function typeAfter(node: NodeIndex, after: NodeIndex, tree: SyntaxTree): NodeIndex {
  return tree.children(node).find((child) => child > after && tree.is(child, ...typeNodes)) ?? -1
}

/** `a.b.List<String>?` → `a.b.List` */
export function bareType(type: NodeIndex, file: FileFactsBuilder): string {
  if (type >= 0 && isFunction(type, file.tree)) return 'Function'
  return file.receiverText(type).replaceAll(/[?`]/g, '')
}

function isFunction(type: NodeIndex, tree: SyntaxTree): boolean {
  let at = type
  while (tree.is(at, 'parenthesized_type', 'nullable_type')) at = tree.namedChildren(at)[0] ?? -1
  return tree.is(at, 'function_type')
}

/** The value after `=`. */
export function assigned(node: NodeIndex, tree: SyntaxTree): NodeIndex {
  const children = tree.children(node)
  const at = children.findIndex((child) => tree.is(child, '='))
  return at < 0 ? -1 : (children.slice(at + 1).find((child) => tree.isNamed(child) && !isComment(child, tree)) ?? -1)
}

const isComment = (node: NodeIndex, tree: SyntaxTree): boolean => tree.is(node, 'line_comment', 'block_comment')

/** Modifiers are words: `private`, `data`, `const`. Those on the line before a node may have been blanked for the grammar. */
export function hasModifier(node: NodeIndex, word: string, tree: SyntaxTree): boolean {
  const modifiers = tree.childOfType(node, 'modifiers')
  if (tree.namedChildren(modifiers).some((one) => !tree.is(one, 'annotation') && tree.textOf(one) === word)) return true
  const start = tree.start(node)
  const before = start === 0 ? '' : tree.text.slice(tree.text.lastIndexOf('\n', start - 1) + 1, start)
  return /^[a-z\s]*$/.test(before) && before.split(/\s+/).includes(word)
}
