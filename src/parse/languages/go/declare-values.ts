/** Constants and variables of Go: symbols at package level, locals in a function; parameters and names bound by `:=`. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import type { ValueType } from '../../value-type.ts'
import { spanOfShared } from '../span-of-shared.ts'
import { headText, isNameless, spanOfSpec } from './declare-definitions.ts'
import { plainText, typesOfValues } from './value-type.ts'

/** `const a, b = 1, 2`, `var x T`, alone or in a group. */
export function declareValues(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const isConstant = tree.is(node, 'const_spec')
  const names = tree.childrenIn(node, 'name').filter((name) => tree.is(name, 'identifier'))
  const declared = isConstant ? constantType(node, file) : file.typeText(tree.child(node, 'type'))
  const values = typesOfValues(tree.child(node, 'value'), names.length, file)
  for (const [at, name] of names.entries()) {
    if (isNameless(file, name)) continue
    const evident = values[at] ?? { type: '', from_call: '' }
    const value = { type: declared || evident.type, from_call: evident.from_call }
    if (!file.isLocalScope(node)) defineValue(node, name, { ...value, is_sole: names.length === 1, isConstant }, file)
    file.bind({ name, at: node, role: 'variable', ...value })
  }
}

type Value = ValueType & { is_sole: boolean; isConstant: boolean }

function defineValue(node: NodeIndex, name: NodeIndex, value: Value, file: FileFactsBuilder): void {
  const { tree } = file
  const word = value.isConstant ? 'const' : 'var'
  const whole = headText(file, tree.start(node), tree.end(node))
  const ordinal = file.define({
    node: name,
    kind: value.isConstant ? 'constant' : 'variable',
    name,
    span: value.is_sole ? spanOfSpec(node, file) : spanOfShared(tree, spanOfSpec(node, file), name),
    parent: -1,
    signature: `${word} ${value.is_sole && whole.length <= 120 && whole !== tree.textOf(name) ? whole : `${tree.textOf(name)} ${value.type}`.trim()}`,
    type: value.type,
    opens: 'none',
    owns: false,
  })
  if (value.is_sole) file.owner[node] = ordinal
}

/** The last line of a constant group that had a value, per file being read. */
const lastValued = new WeakMap<FileFactsBuilder, { group: NodeIndex; type: string }>()

/** In a group counted by iota a line without a value repeats the one above, type included. */
function constantType(node: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  const group = tree.parent(node)
  if (tree.child(node, 'value') < 0) {
    const last = lastValued.get(file)
    return last?.group === group ? last.type : ''
  }
  const type = file.typeText(tree.child(node, 'type'))
  lastValued.set(file, { group, type })
  return type
}

/** `a, b := f(), g()` */
export function declareShort(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const names = tree.namedChildren(tree.child(node, 'left'))
  const values = typesOfValues(tree.child(node, 'right'), names.length, file)
  for (const [at, name] of names.entries()) {
    // `x := x` keeps the type of x.
    if (!tree.is(name, 'identifier') || isNameless(file, name)) continue
    if (values[at]?.from_call === `=${tree.textOf(name)}`) file.bindLocal(name, node)
    else file.bind({ name, at: node, role: 'variable', ...values[at] })
  }
}

/** `for k, v := range m`, `case x := <-c`; with `=` they are writes. */
export function declareReceived(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  if (tree.childOfType(node, ':=') < 0) return
  const element = tree.is(node, 'range_clause') ? plainText(tree.child(node, 'right'), '', '[]', file) : ''
  for (const [at, name] of tree.namedChildren(tree.child(node, 'left')).entries()) {
    if (!tree.is(name, 'identifier') || isNameless(file, name)) continue
    file.bind({ name, at: node, role: 'variable', from_call: at === 1 ? element : '' })
  }
}

/** Names in a function type or an interface are documentation; they bind nothing. */
export function declareParameter(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const owner = tree.parent(tree.parent(node))
  const binds = tree.is(owner, 'function_declaration', 'method_declaration', 'func_literal')
  const type = `${tree.is(node, 'variadic_parameter_declaration') ? '...' : ''}${file.typeText(tree.child(node, 'type'))}`
  for (const name of tree.childrenIn(node, 'name')) {
    if (!binds || isNameless(file, name)) file.notAUse(name)
    else file.bind({ name, at: node, role: 'parameter', type })
  }
}

export function declareTypeParameter(node: NodeIndex, file: FileFactsBuilder): void {
  for (const name of file.tree.childrenIn(node, 'name')) file.bindLocal(name, node)
}

/** `switch v := x.(type)`: in a case of one type, v has that type. */
export function declareTypeSwitch(node: NodeIndex, file: FileFactsBuilder): void {
  file.openScope(node, 'block')
  const [alias = -1] = file.tree.namedChildren(file.tree.child(node, 'alias'))
  if (alias >= 0) file.bindLocal(alias, node)
}

export function declareTypeCase(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  file.openScope(node, 'block')
  const [alias = -1] = tree.namedChildren(tree.child(tree.parent(node), 'alias'))
  const types = tree.childrenIn(node, 'type').filter((type) => tree.isNamed(type))
  const [type = -1] = types
  if (alias < 0 || types.length !== 1 || tree.textOf(type) === 'nil') return
  file.bind({ name: tree.textOf(alias), at: node, role: 'variable', type: file.typeText(type) })
}
