/** The modifiers and attributes of a C# definition. */
import type { NodeIndex } from '../../language.ts'
import type { SyntaxTree } from '../../syntax-tree.ts'

export function hasModifier(tree: SyntaxTree, node: NodeIndex, ...words: readonly string[]): boolean {
  return tree.children(node).some((child) => tree.is(child, 'modifier') && words.includes(tree.textOf(child)))
}

/** `Fact` of `[Xunit.Fact(Skip = "later")]`; of every attribute, also those inside `#if`. */
export function attributeNames(tree: SyntaxTree, node: NodeIndex): string[] {
  return tree
    .children(node)
    .flatMap((child) => (tree.is(child, 'preproc_if_in_attribute_list') ? tree.children(child) : [child]))
    .filter((child) => tree.is(child, 'attribute_list'))
    .flatMap((list) => tree.namedChildren(list))
    .filter((child) => tree.is(child, 'attribute'))
    .map((attribute) => /(\w+)\s*(?:<.*>)?$/s.exec(tree.textOf(tree.child(attribute, 'name')).slice(0, 300))?.[1] ?? '')
}
