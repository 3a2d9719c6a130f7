/** Variables of PHP and what is known about their types, and untyped properties that a method assigns. */
import { cleanComment } from '../../doc-comments.ts'
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { stateOf } from './file-state.ts'
import { readPhpDoc } from './php-doc.ts'
import { evidentType } from './value-type.ts'

/** `$x = …`; in `[$a, $b] = …` and `list(…) = …` the types of the parts are unknown. */
export function declareAssignment(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const left = tree.child(node, 'left')
  if (tree.is(left, 'variable_name')) {
    // A Foo or null is a Foo.
    if (tree.is(tree.child(node, 'right'), 'null')) return
    const evident = evidentType(tree.child(node, 'right'), file, tree.textOf(left))
    const documented = documentedType(node, tree.textOf(left), file)
    bindVariable(left, node, documented === '' ? evident : { type: documented, from_call: '' }, file)
    defineClosure(node, left, file)
  } else if (tree.is(left, 'member_access_expression')) bindOwnField(left, node, file)
  else if (tree.is(left, 'list_literal', 'array_creation_expression')) bindAll(left, node, file)
}

/** `$load = function (…) {…}`: people search for it by that name. Its uses still belong to the enclosing function. */
function defineClosure(node: NodeIndex, variable: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const value = tree.child(node, 'right')
  if (!tree.is(value, 'anonymous_function', 'arrow_function')) return
  const name = tree.childOfType(variable, 'name')
  if (name < 0) return
  const parts = { parameters: tree.child(value, 'parameters'), body: tree.child(value, 'body') }
  const written = { node, span: statementOf(node, file), name, nameText: tree.textOf(name) }
  file.define({ kind: 'function', ...written, ...parts, hidden: true, binds: false, owns: false, opens: 'none' })
}

function statementOf(assignment: NodeIndex, file: FileFactsBuilder): NodeIndex {
  const around = file.tree.parent(assignment)
  return file.tree.is(around, 'expression_statement') ? around : assignment
}

/** `$this->x = …` shows an undeclared type. Values local to the method are unknown outside of it. */
function bindOwnField(left: NodeIndex, node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const owner = file.classAround(node)
  const name = tree.child(left, 'name')
  if (owner < 0 || !tree.is(name, 'name') || tree.textOf(tree.child(left, 'object')) !== '$this') return
  const right = tree.child(node, 'right')
  if (tree.is(right, 'null')) return
  const { type, from_call } = evidentType(right, file, tree.textOf(left))
  const parameter = stateOf(file).parameter_types.get(`${file.ownerOf(node)}\0${from_call.slice(1)}`)
  const isKnownOutside = /^=?(?:\$this\b|[\\A-Za-z_])/.test(from_call)
  const field = { name: tree.textOf(name), at: node, role: 'field', scope: owner } as const
  if (parameter !== undefined && from_call.startsWith('=')) file.bind({ ...field, type: parameter })
  else file.bind({ ...field, type, from_call: isKnownOutside ? from_call : '' })
}

/** `/** @var Foo $x *\/` directly above a statement. */
function documentedType(node: NodeIndex, variable: string, file: FileFactsBuilder): string {
  const { tree } = file
  const statement = tree.parent(node)
  if (!tree.is(statement, 'expression_statement')) return ''
  const doc = file.docs.above(statement)
  if (!doc.includes('@')) return ''
  const { vars } = readPhpDoc(doc)
  return vars.get(variable) ?? vars.get('') ?? ''
}

/** `/** @var View $view *\/` anywhere in code: variables that a template receives. */
export function declareDocumented(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  if (!tree.text.startsWith('/**', tree.start(node)) || tree.is(tree.parent(node), 'declaration_list')) return
  const text = tree.textOf(node)
  if (!text.includes('@')) return
  for (const [name, type] of readPhpDoc(cleanComment(text)).vars)
    if (name !== '') file.bind({ name, at: node, role: 'variable', type })
}

/** `$x ??= new Foo()`; any other operator gives a number or a string. */
export function declareAugmented(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const left = tree.child(node, 'left')
  if (!tree.is(left, 'variable_name') || tree.textOf(tree.child(node, 'operator')) !== '??=') return
  bindVariable(left, node, evidentType(tree.child(node, 'right'), file), file)
}

/** `foreach ($xs as $k => $x)`: an element of the value before `as`. */
export function declareLoop(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const [list = -1, each = -1] = tree.namedChildren(node).filter((child) => !tree.is(child, 'comment'))
  const target = tree.is(each, 'pair') ? (tree.namedChildren(each).at(-1) ?? -1) : each
  const variable = tree.is(target, 'by_ref') ? tree.childOfType(target, 'variable_name') : target
  const from = file.receiverText(list)
  const documented = readPhpDoc(file.docs.above(node)).vars.get(tree.textOf(variable)) ?? ''
  if (tree.is(variable, 'variable_name')) {
    const from_call = documented === '' && /^[$\\\w>:()?-]+$/.test(from) && !from.endsWith('…') ? `${from}[]` : ''
    bindVariable(variable, node, { type: documented, from_call }, file)
  } else bindAll(target, node, file)
  if (target !== each) {
    const [key = -1] = tree.namedChildren(each)
    if (tree.is(key, 'variable_name')) bindVariable(key, node, { type: '', from_call: '' }, file)
  }
}

export function declareCaught(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  const types = tree.namedChildren(tree.child(node, 'type'))
  if (name < 0) return
  bindVariable(name, node, { type: types.length === 1 ? file.typeText(types[0] ?? -1) : '', from_call: '' }, file)
}

/** `global $db;`, `static $cache = [];`: assigned elsewhere, or earlier. */
export function declareElsewhere(node: NodeIndex, file: FileFactsBuilder): void {
  bindAll(file.tree.is(node, 'static_variable_declaration') ? file.tree.child(node, 'name') : node, node, file)
}

function bindAll(target: NodeIndex, at: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  for (let node = target; node >= 0 && node < tree.after(target); node++)
    if (tree.is(node, 'variable_name')) bindVariable(node, at, { type: '', from_call: '' }, file)
}

function bindVariable(name: NodeIndex, at: NodeIndex, value: { type: string; from_call: string }, file: FileFactsBuilder): void {
  if (file.tree.textOf(name) !== '$this') file.bind({ name, at, role: 'variable', ...value })
}
