/** What a value says about its type, in any language: its evident class, or the call it comes from. */
import type { BindingFact } from '../contract/facts.ts'
import type { NodeIndex } from './language.ts'
import type { SyntaxTree } from './syntax-tree.ts'

export type ValueType = Pick<BindingFact, 'type' | 'from_call'>

export const unknownType: ValueType = { type: '', from_call: '' }

/** How many brackets around a value are removed: nobody writes more, but generated code has them. */
const MOST_BRACKETS = 8

export function withoutBrackets(node: NodeIndex, tree: SyntaxTree): NodeIndex {
  let at = node
  for (let steps = 0; steps < MOST_BRACKETS && tree.is(at, 'parenthesized_expression'); steps++)
    at = tree.namedChildren(at)[0] ?? -1
  return at
}
