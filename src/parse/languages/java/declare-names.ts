/** Imports and the package of a Java file, and the names that loops, catches, lambdas and patterns bind. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'

export function declarePackage(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  file.facts.package = tree.textOf(tree.childOfType(node, 'scoped_identifier', 'identifier')).replaceAll(/\s+/g, '')
  const doc = file.docs.above(node)
  if (!/\b(?:copyright|licen[sc]e)/i.test(doc)) file.facts.doc = doc
}

export function declareImport(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const path = tree.childOfType(node, 'scoped_identifier', 'identifier')
  const whole = tree.textOf(path).replaceAll(/\s+/g, '')
  if (whole === '') return
  const isStatic = tree.childOfType(node, 'static') >= 0
  const star = tree.childOfType(node, 'asterisk')
  if (star >= 0) {
    file.addImport({ module: whole, name: '', alias: '', kind: isStatic ? 'static' : 'wildcard', type_only: false }, star)
    return
  }
  const dot = whole.lastIndexOf('.')
  const name = whole.slice(dot + 1)
  const at = tree.child(path, 'name')
  const module = dot < 0 ? '' : whole.slice(0, dot)
  file.addImport({ module, name, alias: name, kind: isStatic ? 'static' : 'named', type_only: false }, at < 0 ? path : at)
}

export function declareLambda(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  file.openScope(node, 'function')
  const parameters = tree.child(node, 'parameters')
  const names = tree.is(parameters, 'identifier')
    ? [parameters]
    : tree.is(parameters, 'inferred_parameters')
      ? tree.namedChildren(parameters)
      : []
  for (const name of names) if (tree.is(name, 'identifier')) file.bind({ name, at: node, role: 'parameter' })
}

export function declareLoopVariable(node: NodeIndex, file: FileFactsBuilder): void {
  file.openScope(node, 'block')
  bindNamed(node, file, file.tree.child(node, 'type'))
}

export function declareCaught(node: NodeIndex, file: FileFactsBuilder): void {
  const types = file.tree.namedChildren(file.tree.childOfType(node, 'catch_type'))
  bindNamed(node, file, types.length === 1 ? (types[0] ?? -1) : -1)
}

export function declareResource(node: NodeIndex, file: FileFactsBuilder): void {
  if (file.tree.child(node, 'value') >= 0) bindNamed(node, file, file.tree.child(node, 'type'))
}

function bindNamed(node: NodeIndex, file: FileFactsBuilder, type: NodeIndex): void {
  const name = file.tree.child(node, 'name')
  const text = file.typeText(type)
  if (file.tree.is(name, 'identifier')) file.bind({ name, at: node, role: 'variable', type: text === 'var' ? '' : text })
}

/** `x instanceof Foo foo`: known wherever the test must have been true, which may be after the `if`. */
export function declareInstanceOf(node: NodeIndex, file: FileFactsBuilder): void {
  const name = file.tree.child(node, 'name')
  if (name >= 0)
    file.bind({ name, at: node, role: 'variable', hoist: 'function', type: file.typeText(file.tree.child(node, 'right')) })
}

/** `case Foo foo`, and the parts of `case Point(int x, var y)`. */
export function declarePattern(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const parts = tree.namedChildren(node)
  const name = parts.at(-1) ?? -1
  if (parts.length < 2 || !tree.is(name, 'identifier')) return
  const type = file.typeText(parts.at(-2) ?? -1)
  file.bind({ name, at: node, role: 'variable', hoist: 'function', type: type === 'var' ? '' : type })
}

export function declareTypeParameter(node: NodeIndex, file: FileFactsBuilder): void {
  const name = file.tree.childOfType(node, 'type_identifier', 'identifier')
  if (name >= 0) file.bindLocal(name, node)
}

/** The grammar reads `var` as a type, but it is none. */
export function completeFile(file: FileFactsBuilder): void {
  file.scopes.declare(0, 'var', { local: true })
}
