/** Subs in each form that Perl allows; how one uses its first argument decides whether it is a method. */
import type { SymbolKind } from '../../../contract/symbol.ts'
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { isInClass } from './declare-packages.ts'
import { packageAround, stateOf } from './file-state.ts'
import { defineWord, splitName, wordAt } from './words.ts'

/** `sub f { … }`, `sub f;`, `sub A::f { … }`, `method m { … }` */
export function defineSub(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const written = tree.child(node, 'name')
  const { owner, name } = splitName(tree.textOf(written))
  file.notAUse(written)
  if (name === '' || isAnnounced(node, name, file)) return
  stateOf(file).subs.add(name)
  const definition = {
    node,
    kind: kindOf(node, name, owner === '' && isInClass(node, file), file),
    parameters: tree.childOfType(node, 'signature', 'prototype'),
    body: tree.child(node, 'body'),
    parent: owner === '' ? packageAround(node, file) : file.ordinalNamed(owner.replaceAll('::', '.')),
    exported: !name.startsWith('_'),
    test: isTest(node, name, file),
    binds: false,
  }
  defineWord(wordAt(written, file), definition, file)
  if (tree.is(node, 'method_declaration_statement')) file.scopes.declare(file.scope[node] ?? 0, '$self', { local: true })
}

/** `sub f;` above the one with a body is not a second one. */
const isAnnounced = (node: NodeIndex, name: string, file: FileFactsBuilder): boolean =>
  file.tree.child(node, 'body') < 0 && bodiesIn(file).has(name)

/** Names of the subs that have a body. */
function bodiesIn(file: FileFactsBuilder): ReadonlySet<string> {
  const state = stateOf(file)
  state.bodies ??= new Set([...file.tree.text.matchAll(/\bsub\s+(\w+)[^;{}]{0,200}\{/g)].map(([, name = '']) => name))
  return state.bodies
}

/** `my $f = sub { … }`, `*f = sub { … }`; any other one has no name, and contains locals. */
export function defineAnonymous(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const assignment = tree.parent(node)
  const name = nameOfValue(node, file)
  if (name < 0) {
    file.openScope(node, 'function')
    return
  }
  const isGlob = tree.is(tree.parent(name), 'glob')
  const definition = {
    node,
    kind: isGlob ? kindOf(node, tree.textOf(name), isInClass(node, file), file) : ('function' as const),
    span: tree.is(tree.parent(assignment), 'expression_statement') ? tree.parent(assignment) : assignment,
    parameters: tree.childOfType(node, 'signature', 'prototype'),
    body: tree.child(node, 'body'),
    ...(isGlob && { parent: packageAround(node, file) }),
    exported: isGlob || isOur(assignment, file),
    binds: false,
  }
  const symbol = defineWord(wordAt(name, file), definition, file)
  if (isGlob) stateOf(file).subs.add(tree.textOf(name))
  else file.scopes.declare(file.scope[assignment] ?? 0, `$${tree.textOf(name)}`, { local: false, symbol })
}

/** The `varname` an anonymous sub is assigned to, or -1. */
function nameOfValue(node: NodeIndex, file: FileFactsBuilder): NodeIndex {
  const { tree } = file
  const assignment = tree.parent(node)
  if (!tree.is(assignment, 'assignment_expression') || tree.child(assignment, 'right') !== node) return -1
  const left = tree.child(assignment, 'left')
  const named = tree.is(left, 'variable_declaration') ? tree.child(left, 'variable') : left
  const fits = tree.is(left, 'glob') || (tree.is(left, 'variable_declaration') && tree.is(named, 'scalar'))
  const name = fits ? tree.childOfType(named, 'varname') : -1
  return name >= 0 && tree.isLeaf(name) ? name : -1
}

/** Is the declaration the left side of `my $f = sub …`? Then the sub defines it. */
export function namesSub(declaration: NodeIndex, file: FileFactsBuilder): boolean {
  const { tree } = file
  const assignment = tree.parent(declaration)
  if (!tree.is(assignment, 'assignment_expression') || tree.child(assignment, 'left') !== declaration) return false
  const right = tree.child(assignment, 'right')
  return tree.is(right, 'anonymous_subroutine_expression') && nameOfValue(right, file) >= 0
}

const isOur = (assignment: NodeIndex, { tree }: FileFactsBuilder): boolean =>
  tree.childOfType(tree.child(assignment, 'left'), 'our') >= 0

/** `$class` is an invocant only where there are classes. */
const classInvocant = /\$(?:class|proto)\b/
const invocant = /\$(?:self|this|invocant)\b|\bshift(?:\(\))?\s*->|\$_\[0\]\s*(?:->|\{)|\bSUPER::/
const takesArguments = /@_|\bshift\b|\$_\[/
const LOOKED_AT = 600

function kindOf(node: NodeIndex, name: string, inClass: boolean, file: FileFactsBuilder): SymbolKind {
  const { tree } = file
  if (tree.is(node, 'method_declaration_statement')) return 'method'
  if (name === 'new' && inClass) return 'constructor'
  const text = tree.text.slice(tree.start(node), Math.min(tree.end(node), tree.start(node) + LOOKED_AT))
  if (invocant.test(text) || (inClass && classInvocant.test(text))) return 'method'
  // `sub is_fast { 1 }` in a class is called on its objects.
  const isConstant = tree.child(node, 'body') >= 0 && tree.childOfType(node, 'signature') < 0 && !takesArguments.test(text)
  return inClass && isConstant ? 'method' : 'function'
}

/** `sub test_total`, and Test::Class: `sub total : Tests(3)`. */
function isTest(node: NodeIndex, name: string, file: FileFactsBuilder): boolean {
  return /^test_/.test(name) || /^Tests?\b/.test(file.tree.textOf(file.tree.child(node, 'attributes')))
}

/** `($self, $x = 1, @rest)` after the name of a sub. */
export function bindParameter(node: NodeIndex, file: FileFactsBuilder): void {
  const name = file.tree.childOfType(node, 'scalar', 'array', 'hash')
  if (name >= 0) file.bind({ name, at: node, role: 'parameter' })
}
