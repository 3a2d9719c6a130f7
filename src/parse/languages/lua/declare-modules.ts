/** What a file imports (`require`) and what it exports: the table it returns. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { builtinNames } from './builtins.ts'
import { stateOf } from './file-state.ts'

/** `local x = require('a.b')`, `local f = require('a.b').f`: an import, not a definition. */
export function importOf(value: NodeIndex, alias: NodeIndex, file: FileFactsBuilder): boolean {
  const { tree } = file
  const isPart = tree.is(value, 'dot_index_expression')
  const call = isPart ? tree.child(value, 'table') : value
  const module = requiredBy(call, file)
  if (module === '') return false
  const name = isPart ? tree.textOf(tree.child(value, 'field')) : ''
  stateOf(file).readImports.add(call)
  file.notAUse(alias)
  if (isPart) file.notAUse(tree.child(value, 'field'))
  file.addImport({ module, name, alias: tree.textOf(alias), kind: 'require', type_only: false }, alias)
  return true
}

/** The module a call of `require` names; '' when it is none, or the name is computed. */
function requiredBy(call: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  if (!tree.is(call, 'function_call') || tree.textOf(tree.child(call, 'name')) !== 'require') return ''
  const [given = -1, second] = tree.namedChildren(tree.child(call, 'arguments'))
  return second === undefined && tree.is(given, 'string') ? tree.textOf(tree.child(given, 'content')) : ''
}

const testCall = /^(describe|context|insulate|expose|it|spec|test|pending)$/

/** `require` as a statement or in an expression; Busted's blocks. */
export function declareCall(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const state = stateOf(file)
  const module = state.readImports.has(node) ? '' : requiredBy(node, file)
  if (module !== '') {
    importOnTheSpot(node, module, file)
    return
  }
  if (node < state.test.until || !testCall.test(tree.textOf(tree.child(node, 'name')).slice(0, 20))) return
  const given = tree.namedChildren(tree.child(node, 'arguments'))
  const isBlock = tree.is(given[0] ?? -1, 'string') && tree.is(given[1] ?? -1, 'function_definition')
  if (isBlock) state.test = { from: node, until: tree.after(node) }
}

/** `require('a.b').run(x)` imports `run` from the module and calls it. */
function importOnTheSpot(node: NodeIndex, module: string, file: FileFactsBuilder): void {
  const { tree } = file
  const index = tree.parent(node)
  const name = tree.is(index, 'dot_index_expression') ? tree.child(index, 'field') : -1
  if (name < 0) {
    file.addImport({ module, name: '', alias: '', kind: 'side-effect', type_only: false }, tree.child(node, 'arguments'))
    return
  }
  file.addImport({ module, name: tree.textOf(name), alias: '', kind: 'require', type_only: false }, name)
  file.notAUse(name)
  const fact = file.facts.uses.at(-1)
  const call = tree.parent(index)
  if (fact && tree.is(call, 'function_call') && tree.child(call, 'name') === index) fact.use = 'calls'
}

export function completeFile(file: FileFactsBuilder): void {
  const { tree } = file
  file.facts.doc = file.docs.ofModule(0)
  for (const statement of tree.children(0)) if (tree.is(statement, 'return_statement')) exportReturned(statement, file)
  for (const name of builtinNames) file.scopes.declare(0, name, { local: true })
}

/** `return M`, `return { add = add, … }` */
function exportReturned(statement: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const [value = -1] = tree.namedChildren(tree.childOfType(statement, 'expression_list'))
  if (tree.is(value, 'identifier')) {
    file.addExport({ name: 'default', local: tree.textOf(value), module: '' }, value)
    markExported(file, tree.textOf(value))
    return
  }
  if (!tree.is(value, 'table_constructor')) return
  for (const field of tree.namedChildren(value)) {
    const key = tree.child(field, 'name')
    const given = tree.child(field, 'value')
    if (!tree.is(key, 'identifier') || !tree.is(given, 'identifier', 'function_definition')) continue
    if (tree.is(given, 'function_definition')) {
      file.addExport({ name: tree.textOf(key), local: tree.textOf(key), module: '' }, key)
      markExported(file, tree.textOf(key))
      continue
    }
    file.addExport({ name: tree.textOf(key), local: tree.textOf(given), module: '' }, key)
    markExported(file, tree.textOf(given))
  }
}

/** The returned table and its fields; a name with a leading underscore is private to the module. */
function markExported(file: FileFactsBuilder, name: string): void {
  const owner = file.ordinalNamed(name)
  for (const [ordinal, symbol] of file.facts.symbols.entries()) {
    if (ordinal === owner || (symbol.qualified_name.startsWith(`${name}.`) && !symbol.name.startsWith('_')))
      symbol.exported = true
  }
}
