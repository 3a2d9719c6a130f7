/** Functions, initialisers, subscripts and macros of Swift, and their parameters. */
import type { SymbolKind } from '../../../contract/symbol.ts'
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { compact, defineNamed } from './names.ts'

export function declareFunction(node: NodeIndex, file: FileFactsBuilder): void {
  defineCallable(node, file.isMember(node) ? 'method' : 'function', file.tree.child(node, 'name'), file)
}

export function declareInit(node: NodeIndex, file: FileFactsBuilder): void {
  defineCallable(node, 'constructor', file.tree.child(node, 'name'), file)
}

export function declareDeinit(node: NodeIndex, file: FileFactsBuilder): void {
  defineCallable(node, 'method', file.tree.childOfType(node, 'deinit'), file)
}

export function declareSubscript(node: NodeIndex, file: FileFactsBuilder): void {
  defineCallable(node, 'method', file.tree.childOfType(node, 'subscript'), file)
}

export function declareMacro(node: NodeIndex, file: FileFactsBuilder): void {
  defineCallable(node, 'macro', file.tree.childOfType(node, 'simple_identifier'), file)
}

function defineCallable(node: NodeIndex, kind: SymbolKind, name: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  if (name < 0 || tree.textOf(name) === '') return
  const body = tree.childOfType(node, 'function_body', 'computed_property', 'macro_definition')
  const result = resultType(node, file)
  const distinct = identityOf(node, result, file)
  defineNamed({ node, kind, name, body, distinct, type: file.typeText(result) }, file)
}

/** The type after `->`. */
function resultType(node: NodeIndex, file: FileFactsBuilder): NodeIndex {
  const { tree } = file
  const arrow = tree.childOfType(node, '->')
  if (arrow < 0) return -1
  const result = tree.after(arrow)
  return result < tree.after(node) ? result : -1
}

/** What distinguishes overloads: labels, types, result and conditions. Default values and inner names do not. */
function identityOf(node: NodeIndex, result: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  const parameters = tree
    .children(node)
    .filter((child) => tree.is(child, 'parameter'))
    .map((parameter) => {
      const label = tree.textOf(labelOf(parameter, file))
      return `${label}:${compact(tree.textOf(typeOf(parameter, file)))}`
    })
  const conditions = compact(tree.textOf(tree.childOfType(node, 'type_constraints')))
  return `(${parameters.join(',')})${compact(tree.textOf(result))}${conditions}`
}

function labelOf(parameter: NodeIndex, file: FileFactsBuilder): NodeIndex {
  const { tree } = file
  const external = tree.child(parameter, 'external_name')
  return external >= 0 ? external : tree.child(parameter, 'name')
}

function typeOf(parameter: NodeIndex, file: FileFactsBuilder): NodeIndex {
  return file.tree.childrenIn(parameter, 'name')[1] ?? -1
}

export function declareParameter(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const external = tree.child(node, 'external_name')
  const [name = -1, type = -1] = tree.childrenIn(node, 'name')
  file.notAUse(external)
  if (!tree.is(name, 'simple_identifier')) return
  const rest = tree.childOfType(node, '...') >= 0 ? '...' : ''
  const text = file.typeText(type)
  file.bind({ name, at: node, role: 'parameter', type: rest === '' ? text : `[${text}]` })
}

/** A parameter of a closure. */
export function declareLambdaParameter(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  file.notAUse(tree.child(node, 'external_name'))
  const [name = -1, type = -1] = tree.childrenIn(node, 'name')
  if (tree.is(name, 'simple_identifier')) file.bind({ name, at: node, role: 'parameter', type: file.typeText(type) })
}
