/** Classes, functions and methods of PHP: kinds, marks, and the types from their PHPDoc. */
import type { SymbolFact } from '../../../contract/facts.ts'
import type { SymbolKind } from '../../../contract/symbol.ts'
import { callableKinds, type FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import type { SyntaxTree } from '../../syntax-tree.ts'
import { betterType } from './better-type.ts'
import { docOf, withoutTemplates } from './file-state.ts'

const classKinds: Readonly<Record<string, SymbolKind>> = {
  class_declaration: 'class',
  interface_declaration: 'interface',
  trait_declaration: 'trait',
  enum_declaration: 'enum',
}

export function defineClass(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  if (tree.textOf(name) === '') return
  const kind = classKinds[tree.typeOf(node)] ?? 'class'
  const ordinal = file.define({ node, kind, name, body: tree.child(node, 'body') })
  const doc = docOf(ordinal, file)
  for (const [property, type] of doc.properties) file.bind({ name: property, at: node, role: 'field', scope: ordinal, type })
  // A magic method is recorded as a value that returns its type when called, like a class.
  for (const [method, type] of doc.methods)
    file.bind({ name: method, at: node, role: 'field', scope: ordinal, type: `class-string<${type}>` })
}

/** PHP itself names it `class@anonymous`; several in one scope are distinguished by what they extend. */
export function defineAnonymousClass(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  file.define({
    node,
    kind: 'class',
    name: tree.childOfType(node, 'class'),
    nameText: 'class@anonymous',
    parameters: tree.childOfType(node, 'base_clause', 'class_interface_clause'),
    body: tree.child(node, 'body'),
    binds: false,
  })
}

export function defineFunction(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  if (tree.textOf(name) === '') return
  const kind = tree.is(node, 'function_definition') ? 'function' : methodKind(tree.textOf(name))
  const ordinal = file.define({
    node,
    kind,
    name,
    parameters: tree.child(node, 'parameters'),
    body: tree.child(node, 'body'),
    type: file.typeText(tree.child(node, 'return_type')),
  })
  const symbol = file.symbol(ordinal)
  if (symbol) symbol.type = betterType(symbol.type, withoutTemplates(docOf(ordinal, file).returns, ordinal, file)).slice(0, 200)
}

const methodKind = (name: string): SymbolKind => (name.toLowerCase() === '__construct' ? 'constructor' : 'method')

/** Runs right after every definition. */
export function completeDefinition(symbol: SymbolFact, node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const holder = tree.is(node, 'property_element', 'const_element') ? tree.parent(node) : node
  const around = file.symbol(symbol.parent)
  const isAroundOpen = around === undefined || around.kind === 'namespace' || (around.exported && !callableKinds.has(around.kind))
  const visibility = tree.textOf(tree.childOfType(holder, 'visibility_modifier'))
  symbol.exported = isAroundOpen && !visibility.startsWith('private') && symbol.name !== 'class@anonymous'
  symbol.static ||= tree.childOfType(holder, 'static_modifier') >= 0
  if (symbol.kind === 'method' && around && isTest(symbol, node, file)) {
    symbol.test = true
    around.test = true
  }
}

/** By PHPUnit's rules: `testX` in a class that extends a `…TestCase`, `@test`, `#[Test]`. */
function isTest(symbol: SymbolFact, node: NodeIndex, file: FileFactsBuilder): boolean {
  const { tree } = file
  if (/(?:^|\s)@test\b/.test(symbol.doc) || attributeNames(tree, node).includes('Test')) return true
  const owner = file.definitionNode(symbol.parent)
  const base = tree.textOf(tree.childOfType(owner, 'base_clause'))
  return (
    /^test/i.test(symbol.name) &&
    (/Test(?:Case)?(?:Base)?\s*$/.test(base) || /Test$/.test(file.symbol(symbol.parent)?.name ?? ''))
  )
}

function attributeNames(tree: SyntaxTree, node: NodeIndex): string[] {
  const list = tree.child(node, 'attributes')
  const names: string[] = []
  for (let at = list; at >= 0 && at < tree.after(list); at++) {
    if (!tree.is(at, 'attribute')) continue
    const name = tree.textOf(tree.childOfType(at, 'name', 'qualified_name', 'relative_name'))
    names.push(name.slice(name.lastIndexOf('\\') + 1))
  }
  return names
}
