/** What R code defines: assignments of functions and values, S4 and R6 classes; and what it imports. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { withoutQuotes } from '../defined-by.ts'

const ranges = new WeakMap<FileFactsBuilder, NodeIndex>()
export const isInTest = (node: NodeIndex, file: FileFactsBuilder): boolean => node < (ranges.get(file) ?? 0)

/** `f <- function(x) …`, `X = 1`, `value -> x`, `obj$m <- function() …` */
export function declareAssignment(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const operator = tree.textOf(tree.child(node, 'operator'))
  const isRight = /^->>?$/.test(operator)
  if (!isRight && !/^(?:<-|<<-|=)$/.test(operator)) return
  const target = tree.child(node, isRight ? 'rhs' : 'lhs')
  const value = tree.child(node, isRight ? 'lhs' : 'rhs')
  const isFunction = tree.is(value, 'function_definition')
  if (tree.is(target, 'extract_operator')) {
    if (isFunction) defineFunction(node, tree.child(target, 'rhs'), value, tree.textOf(tree.child(target, 'lhs')), file)
    return
  }
  if (!tree.is(target, 'identifier', 'string')) return
  if (isFunction) defineFunction(node, target, value, '', file)
  else if (file.isLocalScope(node)) {
    if (operator !== '<<-' && operator !== '->>') file.bind({ name: target, at: node, role: 'variable', hoist: 'function' })
  } else defineValue(node, target, value, file)
}

const plain = (text: string): string => withoutQuotes(text)

function defineFunction(node: NodeIndex, name: NodeIndex, value: NodeIndex, owner: string, file: FileFactsBuilder): void {
  const { tree } = file
  if (name < 0) return
  const qualifier = /^[\w.]+$/.test(owner) ? owner : ''
  if (owner !== '' && qualifier === '') return
  file.define({
    node: value,
    kind: 'function',
    name,
    nameText: plain(tree.textOf(name)),
    span: node,
    ...(qualifier !== '' && { qualifier, parent: file.ordinalNamed(qualifier), binds: false }),
    parameters: tree.child(value, 'parameters'),
    body: tree.child(value, 'body'),
  })
  file.notAUse(name)
}

function defineValue(node: NodeIndex, name: NodeIndex, value: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const text = plain(tree.textOf(name))
  if (file.ordinalNamed(text) >= 0) return
  const maker = tree.is(value, 'call') ? tree.textOf(tree.child(value, 'function')) : ''
  const isClass = /(?:^|::)(?:R6Class|setRefClass|setClass)$/.test(maker)
  const ordinal = file.define({
    node: isClass ? node : name,
    kind: isClass ? 'class' : /^[A-Z][A-Z0-9_.]*$/.test(text) ? 'constant' : 'variable',
    name,
    nameText: text,
    span: node,
    signature: (tree.textOf(node).slice(0, 160).split('\n', 1)[0] ?? '').trim(),
    opens: 'none',
    owns: isClass,
  })
  file.notAUse(name)
  if (isClass) classes(file).set(value, ordinal)
}

/** Call that creates a class → its symbol. */
const made = new WeakMap<FileFactsBuilder, Map<NodeIndex, number>>()
function classes(file: FileFactsBuilder): Map<NodeIndex, number> {
  let map = made.get(file)
  if (!map) {
    map = new Map()
    made.set(file, map)
  }
  return map
}

export function declareParameters(node: NodeIndex, file: FileFactsBuilder): void {
  for (const parameter of file.tree.namedChildren(node)) {
    const name = file.tree.child(parameter, 'name')
    if (file.tree.is(name, 'identifier')) file.bind({ name, at: node, role: 'parameter' })
  }
}

export function declareCall(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const word = tree.textOf(tree.child(node, 'function')).slice(0, 60)
  const given = tree.namedChildren(tree.child(node, 'arguments')).filter((one) => tree.is(one, 'argument'))
  const first = tree.child(given[0] ?? -1, 'value')
  const text = plain(tree.textOf(first).slice(0, 200))
  if (/^(?:library|require|requireNamespace|source)$/.test(word)) importModule(first, text, word, file)
  else if (/^(?:test_that|describe|it)$/.test(word) && !isInTest(node, file)) ranges.set(file, tree.after(node))
  else if (/^set(?:Class|RefClass|Generic|Method|Validity)$/.test(word) && tree.is(first, 'string'))
    defineS4(node, word, first, given, file)
}

function importModule(at: NodeIndex, module: string, word: string, file: FileFactsBuilder): void {
  if (module === '' || !file.tree.is(at, 'identifier', 'string')) return
  file.addImport(
    { module, name: '', alias: '', kind: word === 'requireNamespace' ? 'side-effect' : 'wildcard', type_only: false },
    at,
  )
  file.notAUse(at)
}

/** `setClass("Person", …)`, `setMethod("area", "Circle", function(s) …)` */
function defineS4(node: NodeIndex, word: string, name: NodeIndex, given: readonly NodeIndex[], file: FileFactsBuilder): void {
  const { tree } = file
  if (classes(file).has(node)) return
  const isClass = /Class$/.test(word)
  const on = tree.child(given[1] ?? -1, 'value')
  const isMethod = word === 'setMethod' && tree.is(on, 'string')
  const ordinal = file.define({
    node,
    kind: isClass ? 'class' : isMethod ? 'method' : 'function',
    name,
    nameText: plain(tree.textOf(name)),
    ...(isMethod && { qualifier: plain(tree.textOf(on)), parent: file.ordinalNamed(plain(tree.textOf(on))) }),
    signature: (tree.textOf(node).slice(0, 160).split('\n', 1)[0] ?? '').trim(),
    binds: false,
    opens: 'none',
  })
  const symbol = file.symbol(ordinal)
  if (symbol) symbol.name_column++
}

/** `R6Class("K", public = list(m = function() …))`: its functions belong to the class. */
export function declareMember(argument: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(argument, 'name')
  const value = tree.child(argument, 'value')
  if (name < 0 || !tree.is(value, 'function_definition')) return
  const list = tree.parent(tree.parent(argument))
  const parent = classes(file).get(tree.parent(tree.parent(tree.parent(list))))
  if (parent === undefined || tree.textOf(tree.child(list, 'function')) !== 'list') return
  file.define({
    node: value,
    kind: 'method',
    name,
    span: argument,
    parent,
    parameters: tree.child(value, 'parameters'),
    body: tree.child(value, 'body'),
    binds: false,
  })
}
