/** Classes, modules and methods of Ruby: their owner, whether they are static, their visibility. */
import type { SymbolFact } from '../../../contract/facts.ts'
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { structMembers } from './declare-accessors.ts'
import { holderAround, isHolder, stateOf } from './file-state.ts'
import { textOf } from './text.ts'

/** `class A::B < C`: the symbol is named B, and belongs to A wherever A is. */
export function defineClass(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const written = tree.child(node, 'name')
  const name = tree.is(written, 'scope_resolution') ? tree.child(written, 'name') : written
  if (tree.textOf(name) === '') return
  const ordinal = file.define({
    node,
    kind: tree.is(node, 'module') ? 'module' : 'class',
    name,
    body: bodyOf(node, file),
    opens: 'class',
    ...(name !== written && { qualifier: qualifierOf(tree.child(written, 'scope'), node, file) }),
  })
  if (name !== written) file.notAUse(written)
  const [base = -1] = tree.namedChildren(tree.child(node, 'superclass'))
  if (tree.is(base, 'call')) structMembers(base, ordinal, file)
}

function qualifierOf(scope: NodeIndex, node: NodeIndex, file: FileFactsBuilder): string {
  const path = textOf(scope, file).replaceAll('::', '.')
  // `class ::A` is at the top level.
  if (scope < 0) return ''
  if (path.startsWith('Object.')) return path.slice('Object.'.length)
  const around = file.symbol(file.ownerAround(node))
  return isHolder(around) ? `${around?.qualified_name}.${path}` : path
}

/** A signature ends where the body begins, or a comment before the body. */
function bodyOf(node: NodeIndex, file: FileFactsBuilder): NodeIndex {
  const { tree } = file
  const body = tree.child(node, 'body')
  const head = tree.child(node, 'superclass') >= 0 ? tree.child(node, 'superclass') : tree.child(node, 'name')
  return tree.children(node).find((child) => child > head && (child === body || tree.is(child, 'comment', ';', 'end'))) ?? body
}

/** `def x`, `def self.x`, `def x` in `class << self`. */
export function defineMethod(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  const text = tree.textOf(name).replaceAll(/\s+/g, '')
  if (text === '') return
  const around = file.symbol(file.ownerAround(node))
  const object = tree.is(node, 'singleton_method') ? tree.child(node, 'object') : singletonAround(node, file)
  const isOwn = tree.is(object, 'self') || (object >= 0 && tree.textOf(object) === around?.name)
  const isStatic = object >= 0 && (isOwn || tree.is(object, 'constant', 'scope_resolution'))
  const kind = isHolder(around) || object >= 0 ? (text === 'initialize' && object < 0 ? 'constructor' : 'method') : 'function'
  const signature = stateOf(file).signature
  const isSigned = signature?.before === node
  const ordinal = file.define({
    node,
    kind,
    name,
    nameText: text,
    span: spanOf(node, file),
    parameters: tree.child(node, 'parameters'),
    body: headEnd(node, file),
    static: isStatic,
    // `def self.call(x)` and `def call(x)` are two methods.
    ...(object >= 0 && { distinct: `.${isOwn ? 'self' : tree.textOf(object)}` }),
    ...(object >= 0 && !isOwn && { qualifier: qualifierOf(object, node, file) }),
    // `class_methods do` of a Rails concern fills its module ClassMethods.
    ...(object < 0 && isInClassMethods(node, file) && { qualifier: `${around?.qualified_name}.ClassMethods` }),
    opens: 'function',
  })
  file.notAUse(name)
  file.notAUse(tree.child(name, 'name'))
  if (isSigned) takeSignature(ordinal, file)
}

/** The object of an enclosing `class << x`, or -1. */
function singletonAround(node: NodeIndex, file: FileFactsBuilder): NodeIndex {
  const { tree } = file
  const around = tree.ancestor(node, 'singleton_class', 'class', 'module', 'method', 'singleton_method')
  return tree.is(around, 'singleton_class') ? tree.child(around, 'value') : -1
}

function isInClassMethods(node: NodeIndex, file: FileFactsBuilder): boolean {
  const { tree } = file
  const block = tree.parent(tree.parent(node))
  return tree.is(block, 'do_block') && tree.textOf(tree.child(tree.parent(block), 'method')) === 'class_methods'
}

/** `private def x` begins with the word `private`. */
function spanOf(node: NodeIndex, file: FileFactsBuilder): NodeIndex {
  const { tree } = file
  let span = node
  while (
    tree.is(tree.parent(span), 'argument_list') &&
    visibilityWords.has(tree.textOf(tree.child(tree.parent(tree.parent(span)), 'method')))
  )
    span = tree.parent(tree.parent(span))
  return span
}

const visibilityWords = new Set([
  'private',
  'public',
  'protected',
  'module_function',
  'private_class_method',
  'public_class_method',
])

/** The head ends after the parameters; without any, after the name. `=` of `def x = 1` is not part of it. */
function headEnd(node: NodeIndex, file: FileFactsBuilder): NodeIndex {
  const { tree } = file
  const parameters = tree.child(node, 'parameters')
  const last = parameters >= 0 ? parameters : tree.child(node, 'name')
  return tree.children(node).find((child) => child > last && tree.start(child) >= tree.end(last)) ?? -1
}

function takeSignature(ordinal: number, file: FileFactsBuilder): void {
  const { signature, types } = stateOf(file)
  const symbol = file.symbol(ordinal)
  if (!signature || !symbol) return
  if (symbol.doc === '') symbol.doc = file.docs.above(signature.at)
  types.set(ordinal, signature.types)
}

/** Runs right after every definition. */
export function completeDefinition(symbol: SymbolFact, node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const body = tree.parent(node)
  // The comment above the first definition in a class is before the body, not in it.
  if (symbol.doc === '' && tree.start(body) === tree.start(node) && tree.is(body, 'body_statement'))
    symbol.doc = file.docs.above(body)
  const around = file.symbol(symbol.parent)
  symbol.exported = around === undefined || isHolder(around)
  if (tree.is(node, 'method', 'singleton_method')) applyVisibility(symbol, node, file)
  if (isTest(symbol, node, file)) symbol.test = true
}

function applyVisibility(symbol: SymbolFact, node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const span = spanOf(node, file)
  const own = span === node ? '' : tree.textOf(tree.child(span, 'method'))
  // `private` does not affect `def self.x`.
  const word = own || (tree.is(node, 'method') ? (stateOf(file).visibility.get(tree.parent(node)) ?? '') : '')
  if (word === 'private' || word === 'private_class_method') symbol.exported = false
  if (word === 'module_function') symbol.static = true
}

/** By minitest's and test-unit's rules: a class that extends a `…Test` or `…TestCase`, and its methods `test_…`. */
function isTest(symbol: SymbolFact, node: NodeIndex, file: FileFactsBuilder): boolean {
  const { tree } = file
  if (symbol.kind === 'class')
    return /(?:\bTest|TestCase|Minitest::Spec|IntegrationTest|SystemTest\w*)$/.test(
      tree.textOf(tree.child(node, 'superclass')).slice(-300).trim(),
    )
  if (symbol.kind !== 'method' || !symbol.name.startsWith('test_')) return false
  const holder = file.symbol(holderAround(tree.parent(node), file))
  return holder !== undefined && (holder.test || /Tests?$/.test(holder.name))
}
