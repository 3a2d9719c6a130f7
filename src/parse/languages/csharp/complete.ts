/** Completes a C# definition: its visibility, whether it is static or a test, its doc in plain text. */
import type { SymbolFact } from '../../../contract/facts.ts'
import { callableKinds, type FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import type { SyntaxTree } from '../../syntax-tree.ts'
import { attributeNames, hasModifier } from './modifiers.ts'
import { plainDoc } from './xml-doc.ts'

export function completeDefinition(symbol: SymbolFact, node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const holder = tree.is(node, 'variable_declarator') ? tree.parent(tree.parent(node)) : node
  const around = file.symbol(symbol.parent)
  symbol.doc = plainDoc(symbol.doc)
  if (/#\s*(?:if|el|endif)/.test(symbol.signature)) symbol.signature = headWithoutDirectives(symbol.signature, holder, tree)
  symbol.exported = isOpen(around) && isVisible(symbol, holder, file)
  symbol.static ||= hasModifier(tree, holder, 'static', 'const')
  if (!isTest(symbol, holder, tree)) return
  symbol.test = true
  if (around && around.kind !== 'namespace') around.test = true
}

/** A head that `#if` cuts in two, with its first branch only. */
function headWithoutDirectives(signature: string, node: NodeIndex, tree: SyntaxTree): string {
  const body = tree.child(node, 'body')
  const whole = tree.text.slice(tree.start(node), body < 0 ? tree.end(node) : tree.start(body)).slice(0, 2000)
  const start = whole.indexOf(signature.split(' ', 1)[0] ?? '')
  return whole
    .slice(Math.max(0, start))
    .replace(/^[ \t]*#[ \t]*(?:else|elif)\b[\s\S]*?^[ \t]*#[ \t]*endif.*$/gm, '')
    .replace(/^[ \t]*#.*$/gm, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<!\s)\s*(?:;|=>)$/, '')
    .slice(0, 300)
}

const isOpen = (around: SymbolFact | undefined): boolean =>
  around === undefined || around.kind === 'namespace' || (around.exported && !callableKinds.has(around.kind))

function isVisible(symbol: SymbolFact, node: NodeIndex, file: FileFactsBuilder): boolean {
  const { tree } = file
  if (symbol.kind === 'namespace' || tree.is(node, 'enum_member_declaration', 'parameter')) return true
  if (hasModifier(tree, node, 'public')) return true
  if (hasModifier(tree, node, 'private', 'internal'))
    return hasModifier(tree, node, 'protected') && !hasModifier(tree, node, 'private')
  if (hasModifier(tree, node, 'protected')) return true
  return tree.is(file.definitionNode(symbol.parent), 'interface_declaration')
}

/** xunit, NUnit, MSTest and frameworks built on them (`SkippableFact`, `RetryTheory`, `STATest`). */
const testMark = /(?:Fact|Theory|Test|TestMethod|TestCase|TestCaseSource)(?:Attribute)?$/
const testClassMark = /^(?:TestFixture|TestClass|TestFixtureSource)(?:Attribute)?$/

function isTest(symbol: SymbolFact, node: NodeIndex, tree: SyntaxTree): boolean {
  const mark = symbol.kind === 'method' ? testMark : symbol.kind === 'class' ? testClassMark : undefined
  return mark !== undefined && attributeNames(tree, node).some((name) => mark.test(name))
}

/** Words that the grammar wrongly reads as types, and the file's own opening comment. */
export function completeFile(file: FileFactsBuilder): void {
  for (const word of ['var', 'dynamic', 'notnull', 'unmanaged', 'nint', 'nuint', '_'])
    file.scopes.declare(0, word, { local: true })
  file.facts.doc ||= plainDoc(file.docs.ofModule(0))
}
