/** Names, types and modifiers of Scala as text. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import type { SyntaxTree } from '../../syntax-tree.ts'

/** `a.b.List[String]` → `a.b.List` */
export const bareType = (type: NodeIndex, file: FileFactsBuilder): string => file.receiverText(type).replaceAll('`', '')

/** The type of a parameter declared `=> A` or `A*` inside its function. */
export const parameterType = (type: NodeIndex, file: FileFactsBuilder): string => {
  const text = file.typeText(type).replace(/^=>\s*/, '')
  return text.endsWith('*') ? `Seq[${text.slice(0, -1).trim()}]` : text
}

/** Modifiers are words: `private`, `implicit`, `case`. Some before `enum` were masked: they are on its line. */
export function hasModifier(node: NodeIndex, word: string, tree: SyntaxTree): boolean {
  if (tree.childOfType(node, word) >= 0) return true
  const modifiers = [tree.childOfType(node, 'modifiers'), tree.childOfType(node, 'access_modifier')]
  if (modifiers.some((one) => one >= 0 && wordsOf(tree.textOf(one)).includes(word))) return true
  const start = tree.start(node)
  const before = start === 0 ? '' : tree.text.slice(tree.text.lastIndexOf('\n', start - 1) + 1, start)
  return /^[a-z\s]*$/.test(before) && wordsOf(before).includes(word)
}

const wordsOf = (text: string): string[] => text.split(/\s+/)

export const isName = (node: NodeIndex, tree: SyntaxTree): boolean => tree.is(node, 'identifier', 'operator_identifier')

/** Nothing below the node is a use. */
export function skipNames(node: NodeIndex, file: FileFactsBuilder): void {
  for (let at = node; node >= 0 && at < file.tree.after(node); at++) file.notAUse(at)
}
