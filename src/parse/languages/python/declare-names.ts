/** Names bound without an assignment: parameters, loop variables, `as`, patterns, `global`, type parameters. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { bindLocal, targetsIn } from './declare-values.ts'
import { stateOf } from './file-state.ts'
import { callType } from './value-type.ts'

export function declareParameters(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  for (const parameter of tree.namedChildren(node)) {
    const name = parameterName(parameter, file)
    if (name < 0) continue
    const isSplat = tree.is(tree.parent(name), 'list_splat_pattern', 'dictionary_splat_pattern')
    const type = isSplat ? '' : file.typeText(tree.child(parameter, 'type')).replaceAll(/^["']|["']$/g, '')
    file.bind({ name, at: node, role: 'parameter', type })
    if (type !== '') stateOf(file).parameter_types.set(`${file.owner[node]}\0${tree.textOf(name)}`, type)
  }
}

function parameterName(parameter: NodeIndex, file: FileFactsBuilder): NodeIndex {
  const { tree } = file
  if (tree.is(parameter, 'identifier')) return parameter
  const named = tree.child(parameter, 'name')
  if (named >= 0) return tree.is(named, 'identifier') ? named : -1
  if (tree.is(parameter, 'typed_parameter', 'list_splat_pattern', 'dictionary_splat_pattern')) {
    const inner = tree.childOfType(parameter, 'identifier', 'list_splat_pattern', 'dictionary_splat_pattern')
    return tree.is(inner, 'identifier') ? inner : tree.childOfType(inner, 'identifier')
  }
  return -1
}

/** `for x in …`: a statement's names belong to the function; a comprehension's to itself. */
export function declareLoop(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const left = tree.child(node, 'left')
  if (left < 0) return
  for (const name of targetsIn(tree, left)) {
    if (!tree.is(name, 'identifier')) continue
    if (tree.is(node, 'for_in_clause')) file.bind({ name, at: node, role: 'variable' })
    else bindLocal(file, name, node)
  }
}

export function declareWalrus(node: NodeIndex, file: FileFactsBuilder): void {
  const value = file.tree.child(node, 'value')
  bindLocal(file, file.tree.child(node, 'name'), node, file.tree.is(value, 'call') ? callType(value, file) : {})
}

/** `with f() as x`, `except E as x`, `case P as x`. */
export function declareAs(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const target = tree.child(node, 'alias')
  const [value = -1, ...rest] = tree.namedChildren(node)
  if (target < 0) {
    const name = rest.at(-1) ?? -1
    if (tree.is(name, 'identifier')) bindLocal(file, name, node)
    return
  }
  const isCaught = tree.is(tree.parent(node), 'except_clause')
  const names = targetsIn(tree, target).filter((name) => tree.is(name, 'identifier'))
  for (const name of names) {
    if (names.length === 1 && tree.is(value, 'call')) bindLocal(file, name, node, callType(value, file))
    else if (isCaught && tree.is(value, 'identifier', 'attribute')) bindLocal(file, name, node, { type: tree.textOf(value) })
    else bindLocal(file, name, node)
  }
}

/** A bare name in a pattern binds; `Color.RED` and the class of `Point(…)` do not. */
export function declareCapture(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const isPattern = tree.is(
    tree.parent(node),
    'case_pattern',
    'keyword_pattern',
    'union_pattern',
    'list_pattern',
    'tuple_pattern',
  )
  const parts = isPattern ? tree.namedChildren(node) : []
  if (parts.length === 1 && tree.textOf(parts[0] ?? -1) !== '_') bindLocal(file, parts[0] ?? -1, node)
}

export function declareRest(node: NodeIndex, file: FileFactsBuilder): void {
  const name = file.tree.childOfType(node, 'identifier')
  if (name >= 0) bindLocal(file, name, node)
}

/** Must precede the first assignment, as Python itself requires. */
export function declareElsewhere(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const scope = file.scopes.home(file.scope[node] ?? 0)
  for (const name of tree.namedChildren(node)) {
    stateOf(file).elsewhere.add(`${scope}\0${tree.textOf(name)}`)
    if (tree.is(node, 'global_statement')) file.scopes.declare(scope, tree.textOf(name), { local: false })
  }
}

/** `class Box[T: Base]`, `def f[T]`, `type Pair[T] = …`: known inside only. */
export function declareTypeParameters(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const isDeclared = tree.fieldOf(node) === 'type_parameters' || tree.fieldOf(tree.parent(tree.parent(node))) === 'left'
  if (!isDeclared) return
  for (const parameter of tree.namedChildren(node)) {
    let name = parameter
    while (name < tree.after(parameter) && !tree.is(name, 'identifier')) name++
    if (name < tree.after(parameter)) file.bindLocal(name, node)
  }
}

export function defineTypeAlias(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  let name = tree.child(node, 'left')
  while (name >= 0 && name < tree.after(node) && !tree.is(name, 'identifier')) name++
  if (!tree.is(name, 'identifier')) return
  file.define({ node, kind: 'type', name, type: file.typeText(tree.child(node, 'right')), opens: 'function' })
}
