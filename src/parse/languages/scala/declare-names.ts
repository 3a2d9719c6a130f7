/** Other names that Scala binds: parameters, lambdas, cases, generators, type parameters, a class's self name. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { isName, parameterType } from './names.ts'
import { namesIn } from './patterns.ts'
import { evidentType, lambdaSubject, valueText } from './value-type.ts'

export function declareParameter(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  if (name < 0) return
  const holder = tree.parent(tree.parent(node))
  const isOfExtension = tree.is(holder, 'extension_definition')
  if (tree.is(node, 'name_and_type')) file.notAUse(name)
  // Each function of an extension binds it itself.
  else if (isOfExtension) file.bindLocal(name, node)
  else file.bind({ name, at: node, role: 'parameter', type: parameterType(tree.child(node, 'type'), file) })
}

/** `(a: Int, b) => …` */
export function declareBinding(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  if (name >= 0) file.bind({ name, at: node, role: 'parameter', type: file.typeText(tree.child(node, 'type')) })
}

export function declareLambda(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  file.openScope(node, 'function')
  const parameters = tree.childrenIn(node, 'parameters').filter((part) => tree.is(part, 'identifier'))
  const from = parameters.length === 1 ? lambdaSubject(node, file) : ''
  for (const name of parameters) file.bind({ name, at: node, role: 'parameter', from_call: from })
}

/** `xs.foreach: x =>` */
export function declareColonLambda(node: NodeIndex, file: FileFactsBuilder): void {
  file.openScope(node, 'function')
  for (const name of file.tree.childrenIn(node, 'lambda_start')) {
    if (file.tree.is(name, 'identifier')) file.bind({ name, at: node, role: 'parameter' })
  }
}

export function declareCase(node: NodeIndex, file: FileFactsBuilder): void {
  file.openScope(node, 'block')
  bindNames(file.tree.child(node, 'pattern'), node, file)
}

/** `x <- xs` and `y = f(x)` in a `for`. */
export function declareEnumerator(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const [pattern = -1, value = -1] = tree.namedChildren(node).filter((child) => !tree.is(child, 'guard'))
  if (value < 0) return
  const isEach = tree.childOfType(node, '<-') >= 0
  if (!tree.is(pattern, 'identifier')) {
    bindNames(pattern, tree.parent(node), file)
    return
  }
  const text = valueText(value, file)
  const from = isEach
    ? text === ''
      ? { type: '', from_call: '' }
      : { type: '', from_call: `${text}[]` }
    : evidentType(value, file)
  if (tree.textOf(pattern) !== '_') file.bind({ name: pattern, at: tree.parent(node), role: 'variable', ...from })
}

function bindNames(pattern: NodeIndex, at: NodeIndex, file: FileFactsBuilder): void {
  for (const { name, type } of namesIn(pattern, file)) {
    file.bind({ name, at, role: 'variable', type: file.typeText(type) })
  }
}

/** `[A, F[_]]`: the names are in the list itself, those with a variance in nodes of their own. */
export function declareTypeParameters(node: NodeIndex, file: FileFactsBuilder): void {
  for (const name of file.tree.childrenIn(node, 'name')) if (isName(name, file.tree)) file.bindLocal(name, node)
}

export function declareTypeParameter(node: NodeIndex, file: FileFactsBuilder): void {
  const name = file.tree.child(node, 'name')
  if (isName(name, file.tree)) file.bindLocal(name, node)
}

/** `self: Other =>`: another name for `this`. */
export function declareSelf(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.childOfType(node, 'identifier')
  const owner = file.ownerOf(node)
  if (name < 0 || tree.textOf(name) === 'this') return
  file.bindLocal(name, node)
  file.bind({ name: file.nameOf(name), at: node, role: 'parameter', scope: owner, type: file.symbol(owner)?.name ?? '' })
}
