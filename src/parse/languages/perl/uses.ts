/** Calls, reads and writes. A variable is identified by its sigil and name; `$x[0]` is an element of `@x`. */
import { type FileFactsBuilder, NOT_A_USE } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { builtinFunctions, builtinVariables } from './builtins.ts'
import { stateOf } from './file-state.ts'
import { splitName, useWord, wordAt } from './words.ts'

/** `f(…)`, `A::f(…)`, `&f`, `\&f` */
export function useFunction(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const up = tree.parent(node)
  const name = tree.isLeaf(node) ? node : tree.childOfType(node, 'varname')
  const text = tree.textOf(name)
  const isBuiltin = builtinFunctions.has(text) && tree.isLeaf(node)
  if (name < 0 || !tree.isLeaf(name) || isBuiltin || text.startsWith('CORE::') || !isName.test(text)) return
  const isAsked = tree.is(up, 'refgen_expression') || tree.is(tree.parent(up), 'func1op_call_expression')
  useWord(wordAt(name, file), isAsked && tree.isLeaf(node) === false ? 'reads' : 'calls', file)
}

const isName = /^(?:::)?[^\W\d]\w*(?:(?:::|')[^\W\d]\w*)*(?:::)?$/u

/** `$obj->run`, `A::B->new`, `$self->SUPER::run`; `$obj->$name` is unknown. */
export function useMethod(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const method = tree.child(node, 'method')
  if (method < 0 || !tree.isLeaf(method)) return
  const { owner } = splitName(tree.textOf(method))
  useWord(wordAt(method, file), 'calls', file, owner || file.receiverText(tree.child(node, 'invocant')).replace(/::$/, ''))
}

/** A class, a constant, a sub called without brackets. */
export function useBareword(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const text = tree.textOf(node)
  if (file.intents[node] === NOT_A_USE || builtinFunctions.has(text) || !isName.test(text)) return
  const isInvocant = tree.fieldOf(node) === 'invocant'
  const isStatement = tree.is(tree.parent(node), 'expression_statement')
  const isCall = !isInvocant && (isStatement || stateOf(file).subs.has(text)) && !/^[A-Z_\d]+$/.test(text)
  useWord(wordAt(node, file), isCall ? 'calls' : 'reads', file)
}

export function useVariable(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.childOfType(node, 'varname')
  const text = tree.textOf(name)
  if (file.intents[node] === NOT_A_USE || name < 0 || !tree.isLeaf(name)) return
  if (builtinVariables.has(text) || !isName.test(text) || /^(?:::)?main::/.test(text)) return
  const known = file.scopes.find(file.scope[node] ?? 0, `${signOf(node, file)}${text}`, { type: false })
  if (known !== 'local') useWord(wordAt(name, file), file.intentOf(node) ?? 'reads', file)
}

function signOf(node: NodeIndex, { tree }: FileFactsBuilder): string {
  const type = tree.typeOf(node)
  if (type === 'scalar') return '$'
  const whole = type.endsWith('container_variable') ? tree.fieldOf(node) : type
  return whole === 'hash' ? '%' : '@'
}

/** `$x = 1`, `$x[0] = 1`, `$x->{a}++`, `local $x`: all of them write `x`. */
export function useTarget(field: string): (node: NodeIndex, file: FileFactsBuilder) => void {
  return (node, file) => {
    const { tree } = file
    let target = field === '' ? (tree.namedChildren(node)[0] ?? -1) : tree.child(node, field)
    while (tree.is(target, 'array_element_expression', 'hash_element_expression', 'slice_expression', 'localization_expression'))
      target = tree.namedChildren(target)[0] ?? -1
    file.intend(target, 'writes')
  }
}
