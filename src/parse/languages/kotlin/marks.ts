/** Marks of a Kotlin definition by its modifiers, annotations and position: exported, static, test. */
import type { SymbolFact } from '../../../contract/facts.ts'
import { callableKinds, type FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { hasModifier } from './names.ts'

const testMarks = new Set(['Test', 'ParameterizedTest', 'RepeatedTest', 'TestFactory', 'TestTemplate', 'Theory', 'Property'])

/** Kotest: the class is the test, its cases are calls. */
const specs = /^(?:Fun|String|Should|Describe|Behavior|Free|Word|Feature|Expect|Annotation)Spec$/

/** Runs right after every definition. `internal` is visible in the whole module. */
export function completeDefinition(symbol: SymbolFact, node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const holder = tree.is(node, 'variable_declaration') ? tree.parent(tree.parent(node)) : node
  const around = file.symbol(symbol.parent)
  const isAroundOpen = around === undefined || (around.exported && !callableKinds.has(around.kind) && around.kind !== 'property')
  symbol.exported = isAroundOpen && !hasModifier(holder, 'private', tree)
  const isOfCompanion = tree.is(file.definitionNode(symbol.parent), 'companion_object')
  symbol.static ||= isOfCompanion && !hasModifier(holder, 'override', tree)
  if (tree.is(node, 'class_declaration') && isSpec(node, file)) symbol.test = true
  if (callableKinds.has(symbol.kind) && annotations(node, file).some((mark) => testMarks.has(mark))) {
    symbol.test = true
    if (around && !callableKinds.has(around.kind)) around.test = true
  }
}

function annotations(node: NodeIndex, file: FileFactsBuilder): string[] {
  const { tree } = file
  return tree
    .namedChildren(tree.childOfType(node, 'modifiers'))
    .filter((one) => tree.is(one, 'annotation'))
    .map((one) => lastName(one, file))
}

/** `@org.junit.Test(timeout = 1)` → `Test` */
function lastName(holder: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  const type = tree.childOfType(holder, 'user_type')
  const own = type >= 0 ? type : tree.childOfType(tree.childOfType(holder, 'constructor_invocation'), 'user_type')
  return file.nameOf(tree.namedChildren(own).findLast((part) => tree.is(part, 'identifier')) ?? -1)
}

function isSpec(node: NodeIndex, file: FileFactsBuilder): boolean {
  const bases = file.tree.namedChildren(file.tree.childOfType(node, 'delegation_specifiers'))
  return bases.some((base) => specs.test(lastName(base, file)))
}

/** Keywords that the grammar reads as names; and the file's own doc. */
export function completeFile(file: FileFactsBuilder): void {
  for (const word of ['null', 'true', 'false', 'return', 'break', 'continue']) file.scopes.declare(0, word, { local: true })
  file.facts.doc = file.docs.ofModule(0)
}
