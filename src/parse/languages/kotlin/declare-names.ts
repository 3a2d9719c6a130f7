/** Other names that Kotlin binds: parameters, lambdas and their `it`, loops, catches, accessors, type parameters. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { declareSubject } from './implicit-receiver.ts'
import { assigned, typeAfter } from './names.ts'
import { evidentType, lambdaSubject, valueText } from './value-type.ts'

/** Of a function; in a function type the name has no meaning. */
export function declareParameter(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.childOfType(node, 'identifier')
  if (name < 0) return
  if (!tree.is(tree.parent(node), 'function_value_parameters')) {
    file.notAUse(name)
    return
  }
  const type = file.typeText(typeAfter(node, name, tree))
  const before = tree.children(tree.parent(node)).findLast((child) => child < node) ?? -1
  const isMany = tree.is(before, 'parameter_modifiers') && /\bvararg\b/.test(tree.textOf(before))
  file.bind({ name, at: node, role: 'parameter', type: isMany ? `Array<${type}>` : type })
}

export function declareTypeParameter(node: NodeIndex, file: FileFactsBuilder): void {
  const name = file.tree.childOfType(node, 'identifier')
  if (name >= 0) file.bindLocal(name, node)
}

export function declareLambda(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  file.openScope(node, 'function')
  declareSubject(node, file)
  const parameters = tree.childOfType(node, 'lambda_parameters')
  const declared = tree.namedChildren(parameters).filter((part) => tree.is(part, 'variable_declaration'))
  const alone = declared.length === 1 && tree.namedChildren(parameters).length === 1
  for (const part of declared) bindDeclaration(part, node, alone ? lambdaSubject(node, file) : '', file)
  for (const part of tree.namedChildren(parameters))
    if (tree.is(part, 'multi_variable_declaration')) bindSeveral(part, node, file)
}

/** `it`, where a lambda names no parameter. All lambdas of a function share the name; so each adds its own binding. */
export function declareIt(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const { text } = tree
  const start = tree.start(node)
  if (tree.end(node) - start !== 2 || text[start] !== 'i' || text[start + 1] !== 't') return
  const lambda = tree.ancestor(node, 'lambda_literal', 'function_declaration', 'class_body', 'anonymous_function')
  if (!tree.is(lambda, 'lambda_literal') || tree.childOfType(lambda, 'lambda_parameters') >= 0) return
  if (file.scopes.has(file.scope[lambda] as number, 'it')) return
  file.bind({ name: 'it', at: lambda, role: 'parameter', from_call: lambdaSubject(lambda, file) })
}

export function declareLoop(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  file.openScope(node, 'block')
  const variable = tree.childOfType(node, 'variable_declaration')
  const children = tree.children(node)
  const over = children[children.findIndex((child) => tree.is(child, 'in')) + 1] ?? -1
  const list = valueText(over, file)
  if (variable >= 0) bindDeclaration(variable, node, list === '' ? '' : `${list}[]`, file)
  else bindSeveral(tree.childOfType(node, 'multi_variable_declaration'), node, file)
}

/** `when (val answer = ask())` */
export function declareWhenSubject(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const variable = tree.childOfType(node, 'variable_declaration')
  const name = tree.childOfType(variable, 'identifier')
  if (name < 0) return
  const evident = evidentType(assigned(node, tree), file)
  const declared = file.typeText(typeAfter(variable, name, tree))
  file.bind({ name, at: node, role: 'variable', type: declared || evident.type, from_call: declared ? '' : evident.from_call })
}

export function declareCaught(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  file.openScope(node, 'block')
  const name = tree.childOfType(node, 'identifier')
  if (name >= 0) file.bind({ name, at: node, role: 'variable', type: file.typeText(typeAfter(node, name, tree)) })
}

/** In an accessor `field` is the stored value. */
export function openAccessor(node: NodeIndex, file: FileFactsBuilder): void {
  file.openScope(node, 'function')
  file.scopes.declare(file.scope[node] as number, 'field', { local: true })
}

export function declareSetter(node: NodeIndex, file: FileFactsBuilder): void {
  openAccessor(node, file)
  const name = file.tree.childOfType(node, 'identifier')
  if (name >= 0) file.bind({ name, at: node, role: 'parameter', type: file.typeText(typeAfter(node, name, file.tree)) })
}

function bindDeclaration(declaration: NodeIndex, at: NodeIndex, from: string, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.childOfType(declaration, 'identifier')
  if (name < 0) return
  if (tree.textOf(name) === '_') {
    file.notAUse(name)
    return
  }
  const type = file.typeText(typeAfter(declaration, name, tree))
  file.bind({ name, at, role: 'parameter', type, from_call: type ? '' : from })
}

function bindSeveral(parts: NodeIndex, at: NodeIndex, file: FileFactsBuilder): void {
  for (const part of file.tree.namedChildren(parts))
    if (file.tree.is(part, 'variable_declaration')) bindDeclaration(part, at, '', file)
}
