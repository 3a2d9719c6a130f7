/** Marks of a Scala definition by its modifiers, annotations and position: exported, test. */
import type { SymbolFact } from '../../../contract/facts.ts'
import { callableKinds, type FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { hasModifier } from './names.ts'

/** ScalaTest, munit, specs2, ScalaCheck, ZIO, Weaver: the class is the test, its cases are calls. */
const suite = /(?:Suite|Spec|Specification|SpecDefault|Properties)(?:Like|Base)?$/

/** Runs right after every definition. `private[shop]` is visible in all of `shop`. */
export function completeDefinition(symbol: SymbolFact, node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const holder = tree.is(node, 'identifier')
    ? tree.ancestor(node, 'val_definition', 'var_definition', 'val_declaration', 'var_declaration')
    : node
  const around = file.symbol(symbol.parent)
  const isAroundOpen = around === undefined || (around.exported && !callableKinds.has(around.kind) && around.kind !== 'property')
  const extension = tree.ancestor(holder, 'extension_definition', 'template_body', 'function_definition')
  const outer = tree.parent(tree.is(extension, 'extension_definition') ? extension : holder)
  symbol.exported = isAroundOpen && !file.isLocalScope(outer) && !isPrivate(holder, file)
  if (symbol.kind === 'class' && isSuite(node, file)) symbol.test = true
  if (callableKinds.has(symbol.kind) && isMarked(node, file)) {
    symbol.test = true
    if (around && !callableKinds.has(around.kind)) around.test = true
  }
}

function isPrivate(node: NodeIndex, file: FileFactsBuilder): boolean {
  const { tree } = file
  const modifiers = tree.childOfType(node, 'modifiers')
  const access = tree.childOfType(modifiers < 0 ? node : modifiers, 'access_modifier')
  const text = tree.textOf(access)
  if (access >= 0) return text === 'private' || text === 'private[this]'
  return hasModifier(node, 'private', tree)
}

function isSuite(node: NodeIndex, file: FileFactsBuilder): boolean {
  const { tree } = file
  const bases = tree.childrenIn(tree.child(node, 'extend'), 'type').filter((type) => tree.isNamed(type))
  return bases.some((base) => suite.test(file.receiverText(base)))
}

const isMarked = (node: NodeIndex, file: FileFactsBuilder): boolean =>
  file.tree
    .namedChildren(node)
    .some((mark) => file.tree.is(mark, 'annotation') && file.receiverText(file.tree.child(mark, 'name')) === 'Test')

/** Keywords that the grammar reads as names; and the file's own doc. */
export function completeFile(file: FileFactsBuilder): void {
  for (const word of ['this', 'super', '_']) file.scopes.declare(0, word, { local: true })
  file.facts.doc = file.docs.ofModule(0)
}
