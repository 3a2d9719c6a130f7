/** Marks of a Swift definition by its modifiers, attributes and bases: visibility, static or not, test or not. */
import type { SymbolFact } from '../../../contract/facts.ts'
import { callableKinds, type FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import type { SyntaxTree } from '../../syntax-tree.ts'
import { nameOfType } from './value-type.ts'

/** Runs right after every definition. */
export function completeDefinition(symbol: SymbolFact, node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const holder = declarationOf(node, tree)
  const modifiers = tree.childOfType(holder, 'modifiers')
  const around = file.symbol(symbol.parent)
  const isAroundOpen = around === undefined || (around.exported && !callableKinds.has(around.kind) && around.kind !== 'property')
  symbol.exported = isAroundOpen && !isHidden(modifiers, tree)
  symbol.static ||= tree.children(modifiers).some((word) => tree.is(word, 'property_modifier'))
  if (isTest(symbol, holder, modifiers, file)) markTest(symbol, file)
}

/** For one of several names, the statement they share. */
const declarationOf = (node: NodeIndex, tree: SyntaxTree): NodeIndex =>
  tree.is(node, 'simple_identifier') ? tree.ancestor(node, 'property_declaration', 'enum_entry') : node

/** `private(set)` hides only the setter. */
const isHidden = (modifiers: NodeIndex, tree: SyntaxTree): boolean =>
  tree
    .children(modifiers)
    .some((word) => tree.is(word, 'visibility_modifier') && /^(?:private|fileprivate)$/.test(tree.textOf(word)))

function isTest(symbol: SymbolFact, node: NodeIndex, modifiers: NodeIndex, file: FileFactsBuilder): boolean {
  const { tree } = file
  const marks = tree
    .children(modifiers)
    .filter((word) => tree.is(word, 'attribute'))
    .map((mark) => nameOfType(tree.childOfType(mark, 'user_type'), file))
  if (marks.some((mark) => /^(?:Testing\.)?(?:Test|Suite)$/.test(mark))) return true
  if (symbol.kind !== 'class') return false
  const bases = tree.children(node).filter((child) => tree.is(child, 'inheritance_specifier'))
  const [base = -1] = bases
  return /TestCase$/.test(nameOfType(tree.child(base, 'inherits_from'), file))
}

/** A type that contains tests is one: Swift Testing needs no mark on it. */
function markTest(symbol: SymbolFact, file: FileFactsBuilder): void {
  symbol.test = true
  const around = file.symbol(symbol.parent)
  if (around && !callableKinds.has(around.kind)) around.test = true
}
