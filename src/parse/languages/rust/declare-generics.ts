/**
 * Type parameters of Rust with their bounds, and the meaning of `Self`: linking needs them to know a receiver's type. The
 * parameters of an impl are recorded for each of its methods, since an impl itself is not a symbol.
 */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { implHeader } from './impl-header.ts'

export function bindGenerics(node: NodeIndex, scope: number, impl: NodeIndex, file: FileFactsBuilder): void {
  const bounds = new Map<string, string[]>()
  for (const holder of impl < 0 ? [node] : [impl, node]) collectBounds(holder, bounds, file)
  for (const [name, types] of bounds) {
    file.scopes.declare(file.scope[node] as number, name, { local: true })
    file.bind({ name, at: node, role: 'parameter', scope, type: types.join(' + ') })
  }
  if (impl < 0) return
  const { type, trait } = implHeader(impl, file)
  file.bind({ name: 'Self', at: node, role: 'variable', scope, type, from_call: trait })
}

function collectBounds(holder: NodeIndex, bounds: Map<string, string[]>, file: FileFactsBuilder): void {
  const { tree } = file
  const add = (name: NodeIndex, bound: NodeIndex): void => {
    const types = bounds.get(tree.textOf(name)) ?? []
    if (bound >= 0) types.push(file.typeText(bound))
    bounds.set(tree.textOf(name), types)
  }
  for (const one of tree.namedChildren(tree.child(holder, 'type_parameters')))
    if (tree.is(one, 'type_parameter')) add(tree.child(one, 'name'), tree.child(one, 'bounds'))
  for (const one of tree.namedChildren(tree.childOfType(holder, 'where_clause'))) {
    const left = tree.child(one, 'left')
    if (tree.is(left, 'type_identifier') && bounds.has(tree.textOf(left))) add(left, tree.child(one, 'bounds'))
  }
}

/** `<T>`, `<const N: usize>`: names in the scope that the item opened. */
export function declareTypeParameter(node: NodeIndex, file: FileFactsBuilder): void {
  const name = file.tree.child(node, 'name')
  if (name >= 0) file.bindLocal(name, node)
}

export function openImpl(node: NodeIndex, file: FileFactsBuilder): void {
  file.openScope(node, 'class')
}
