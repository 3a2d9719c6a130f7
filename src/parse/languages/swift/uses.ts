/** Uses of Swift that a table cannot express: calls, members, implicit members, types with their bases, attributes. */
import type { EdgeKind } from '../../../contract/symbol.ts'
import { type FileFactsBuilder, type GivenArguments, NOT_A_USE } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { argumentsOf } from './arguments.ts'
import { boundBy } from './declare-names.ts'
import { expectedType } from './expected-type.ts'
import { typeArgumentsAt } from './mask.ts'
import { bareName, isTypeName } from './names.ts'
import { calleeOf, isSubscript, operandOf, receiverOf, withoutBrackets } from './value-type.ts'

/** Keywords that the grammar reads as names. */
const noNames = new Set(['defer', 'self', 'nil', 'true', 'false', 'super', 'Self', 'fallthrough', '_'])

/** A bare name. `$name` is the projection of `name`'s wrapper; `$0` is a parameter of a closure. */
export function useIdentifier(node: NodeIndex, file: FileFactsBuilder): void {
  useNamed(node, file, undefined)
}

function useNamed(node: NodeIndex, file: FileFactsBuilder, given: GivenArguments | undefined): void {
  const text = file.tree.textOf(node)
  if (/^\$\d/.test(text) || noNames.has(text)) return
  const before = file.facts.uses.length
  if (/^[$`]/.test(text)) useMarked(node, text, file)
  else file.useName(node, 'reads')
  if (file.tree.text.charAt(file.tree.end(node)) === '<') useMaskedTypes(node, file)
  const fact = file.facts.uses[before]
  if (!fact || !given) return
  fact.arguments = given.count
  fact.argument_types = given.types
}

/** `Store<Item>.shared`: the type arguments were masked. */
function useMaskedTypes(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const end = tree.end(node)
  const given = typeArgumentsAt(tree.text, end)
  for (const found of given.matchAll(/(?<![.\p{L}\p{N}_])\p{Lu}[\p{L}\p{N}_]*/gu)) {
    const [name] = found
    if (given.slice(0, found.index).includes('\n') || file.scopes.isLocal(file.scope[node] as number, name)) continue
    file.use(name, 'uses_type', node)
    const fact = file.facts.uses.at(-1)
    if (fact) fact.column += end - tree.start(node) + found.index
  }
}

/** The name without its mark, at the column of the name. */
function useMarked(node: NodeIndex, text: string, file: FileFactsBuilder): void {
  const name = text.startsWith('$') ? text.slice(1) : bareName(text)
  if (file.intents[node] === NOT_A_USE || file.scopes.isLocal(file.scope[node] as number, name)) return
  file.use(name, file.intentOf(node) ?? 'reads', node)
  const fact = file.facts.uses.at(-1)
  if (fact) fact.column++
}

/** `f(x)`, `x.f { … }`, `.init(…)`; a use of `xs[0]` is a use of `xs`. */
export function useCall(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const callee = withoutBrackets(operandOf(calleeOf(node, file), file), file)
  if (isSubscript(node, file)) {
    file.intend(callee, file.intentOf(node) === 'writes' ? 'writes' : 'reads')
    return
  }
  const given = argumentsOf(node, file)
  file.intend(callee, 'calls')
  if (tree.is(callee, 'simple_identifier')) useNamed(callee, file, given)
  else if (tree.is(callee, 'navigation_expression')) useMember(callee, file, given)
  else if (isImplicit(callee, file)) useImplicit(callee, file, given)
  else return
  file.notAUse(callee)
}

export function useNavigation(node: NodeIndex, file: FileFactsBuilder): void {
  if (file.intents[node] !== NOT_A_USE) useMember(node, file, undefined)
}

function useMember(node: NodeIndex, file: FileFactsBuilder, given: GivenArguments | undefined): void {
  const { tree } = file
  const target = withoutBrackets(operandOf(tree.child(node, 'target'), file), file)
  const name = tree.child(tree.child(node, 'suffix'), 'suffix')
  const text = bareName(tree.textOf(name))
  const isType = tree.is(target, 'simple_identifier') && isTypeName(tree.textOf(target))
  file.intend(target, isType ? 'references' : 'reads')
  file.notAUse(name)
  if (!tree.is(name, 'simple_identifier') || text === '' || text === 'self') return
  const use = file.intentOf(node) ?? 'reads'
  // A call on `$x` is a method of its wrapper, whatever that projects; a read is mostly a binding to a member of x.
  const isProjected = use === 'calls' && tree.is(target, 'simple_identifier') && /^\$[\p{L}_]/u.test(tree.textOf(target))
  file.use(text.replace(/^\$/, ''), use, name, isProjected ? '…' : receiverOf(target, file), given)
}

/** `.large`: a member of the type expected here. */
const isImplicit = (node: NodeIndex, { tree }: FileFactsBuilder): boolean =>
  tree.is(node, 'prefix_expression') && tree.textOf(tree.child(node, 'operation')) === '.'

/** `&x` passes a variable that will be written. */
export function usePrefix(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const target = tree.child(node, 'target')
  if (file.intents[node] === NOT_A_USE) file.notAUse(target)
  else if (isImplicit(node, file)) useImplicit(node, file, undefined)
  else if (tree.textOf(tree.child(node, 'operation')) === '&') file.intend(target, 'writes')
}

function useImplicit(node: NodeIndex, file: FileFactsBuilder, given: GivenArguments | undefined): void {
  const { tree } = file
  const name = tree.child(node, 'target')
  file.notAUse(name)
  if (!tree.is(name, 'simple_identifier')) return
  file.use(bareName(tree.textOf(name)), file.intentOf(node) ?? 'reads', name, expectedType(node, file), given)
}

/** The bound name is not yet known in its own value: `if let user = user` reads the member. */
export function useCondition(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  useCases(tree.children(node), file)
  const isGuard = tree.is(node, 'guard_statement')
  const outside = file.scope[isGuard ? tree.parent(tree.parent(node)) : tree.parent(node)] ?? 0
  for (const { name, value } of boundBy(node, file)) {
    const text = tree.textOf(name)
    const isShort = value < 0 && tree.fieldOf(name) === 'bound_identifier' && !tree.is(tree.parent(name), 'pattern')
    for (const at of isShort ? [name] : bareNames(value, text, file)) {
      if (!isShort && file.intents[at] === NOT_A_USE) continue
      if (!file.scopes.isLocal(outside, text)) file.use(text, 'reads', at)
      file.notAUse(at)
    }
  }
}

/** Where this name occurs alone in an expression. */
function bareNames(value: NodeIndex, text: string, { tree }: FileFactsBuilder): NodeIndex[] {
  const found: NodeIndex[] = []
  const end = value < 0 ? value : Math.min(tree.after(value), value + 200)
  for (let at = value; at < end; at++) {
    const isBare = tree.is(at, 'simple_identifier') && !tree.is(tree.parent(at), 'navigation_suffix', 'value_argument_label')
    if (isBare && tree.textOf(at) === text) found.push(at)
  }
  return found
}

export function usePattern(node: NodeIndex, file: FileFactsBuilder): void {
  useCases(file.tree.children(node), file)
}

/** Names of cases after a dot; in a pattern the type is that of the matched value. */
function useCases(parts: readonly NodeIndex[], file: FileFactsBuilder): void {
  const { tree } = file
  for (const [at, name] of parts.entries()) {
    if (!tree.is(name, 'simple_identifier')) continue
    if (tree.is(parts[at + 1] ?? -1, ':')) file.notAUse(name)
    if (!tree.is(parts[at - 1] ?? -1, '.') || file.intents[name] === NOT_A_USE) continue
    const before = parts[at - 2] ?? -1
    const receiver = tree.is(before, 'user_type') ? receiverOf(before, file) : expectedType(name, file)
    file.use(bareName(tree.textOf(name)), 'reads', name, receiver)
    file.notAUse(name)
  }
}

/** `Store<Int>.Key`: the last name gets the intent, the first is referenced. */
export function useType(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const names = tree.children(node).filter((part) => tree.is(part, 'type_identifier'))
  const last = names.at(-1)
  const [first = -1] = names
  if (last === undefined) return
  const edge = typeEdge(node, file)
  // `Self` is the enclosing type, not a used one; `()` was masked as a name.
  if (edge === undefined || (names.length === 1 && /^(?:Self|\(\))$/.test(tree.textOf(last))))
    for (const name of names) file.notAUse(name)
  else if (names.length === 1) file.intend(last, edge)
  else {
    const isLocal = file.scopes.isLocal(file.scope[first] as number, tree.textOf(first))
    const path = names
      .slice(0, -1)
      .map((name) => tree.textOf(name))
      .join('.')
    if (!isLocal && file.intents[last] !== NOT_A_USE) file.use(tree.textOf(last), edge, last, path)
    file.intend(first, 'references')
    for (const name of names.slice(1)) file.notAUse(name)
  }
}

const typeEdge = (node: NodeIndex, file: FileFactsBuilder): EdgeKind | undefined =>
  file.intents[node] === NOT_A_USE ? undefined : (file.intentOf(node) ?? 'uses_type')
