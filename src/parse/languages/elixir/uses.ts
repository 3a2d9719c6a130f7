/** Uses of Elixir: calls with their actual argument count, aliases, attributes, types in specs. */
import { edgeKinds } from '../../../contract/symbol.ts'
import { type FileFactsBuilder, type GivenArguments, NOT_A_USE } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { builtinTypes, kernelNames, reservedAttributes } from './builtins.ts'
import { argumentsOf, isOperator, moduleText } from './heads.ts'

const USES_TYPE = edgeKinds.indexOf('uses_type') + 1

export function useCall(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const target = tree.child(node, 'target')
  const isNothing = file.intents[node] === NOT_A_USE
  if (tree.is(target, 'identifier')) {
    if (tree.textOf(target) === 'defimpl') useProtocol(node, file)
    if (!isNothing && !isTestBlock(node, target, file))
      useLocal(target, file.contexts[node] === USES_TYPE, givenTo(node, file), file)
    file.notAUse(target)
  } else if (tree.is(target, 'dot')) useRemote(node, target, file)
}

/** ExUnit's own macros where they open a block. */
const isTestBlock = (node: NodeIndex, target: NodeIndex, file: FileFactsBuilder): boolean =>
  /^(?:test|describe|setup|setup_all)$/.test(file.tree.textOf(target)) && file.tree.childOfType(node, 'do_block') >= 0

function useLocal(name: NodeIndex, isType: boolean, given: number, file: FileFactsBuilder): void {
  const text = file.tree.textOf(name)
  if (file.intents[name] === NOT_A_USE || isKnownToAll(text, isType, name, file)) return
  if (given === 0 && file.scopes.isLocal(file.scope[name] ?? 0, text)) return
  file.use(text, isType ? 'uses_type' : 'calls', name, '', count(isType ? -1 : given))
}

/** Elixir's own name, unless the file defines a function of that name. */
function isKnownToAll(name: string, isType: boolean, at: NodeIndex, file: FileFactsBuilder): boolean {
  if (!(isType ? builtinTypes : kernelNames).has(name)) return false
  const around = file.symbol(file.symbol(file.owner[at] ?? -1)?.parent ?? -1)
  return around === undefined || file.ordinalNamed(`${around.qualified_name}.${name}`) < 0
}

const count = (given: number): GivenArguments => ({ count: given, types: '' })

/** `Mod.run(x)`, `conn.assigns`, `fun.(x)` */
function useRemote(node: NodeIndex, dot: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const owner = tree.child(dot, 'left')
  const name = tree.child(dot, 'right')
  if (name < 0 || !tree.is(name, 'identifier', 'operator_identifier')) return
  file.notAUse(name)
  const isModule = tree.is(owner, 'alias', 'dot') || tree.textOf(owner) === '__MODULE__'
  const receiver = isModule ? moduleText(owner, file) : file.receiverText(owner)
  const isType = file.contexts[node] === USES_TYPE
  const isCalled = isModule || tree.is(owner, 'atom') || tree.childOfType(node, 'arguments') >= 0
  file.use(
    tree.textOf(name),
    isType ? 'uses_type' : isCalled ? 'calls' : 'reads',
    name,
    receiver,
    count(isType || !isCalled ? -1 : givenTo(node, file)),
  )
}

/** A pipe adds one argument, a `do` block too; `&run/2` states the number. */
function givenTo(node: NodeIndex, file: FileFactsBuilder): number {
  const { tree } = file
  const around = tree.parent(node)
  if (isCapture(around, node, file)) return Number(tree.textOf(tree.child(around, 'right')))
  const block = tree.childOfType(node, 'do_block') >= 0 ? 1 : 0
  return argumentsOf(node, file).length + block + (isPipedInto(around, node, file) ? 1 : 0)
}

const isPipedInto = (around: NodeIndex, node: NodeIndex, file: FileFactsBuilder): boolean =>
  isOperator(around, '|>', file) && file.tree.child(around, 'right') === node

/** `run/2` in `&run/2` */
const isCapture = (operator: NodeIndex, name: NodeIndex, file: FileFactsBuilder): boolean =>
  isOperator(operator, '/', file) &&
  file.tree.child(operator, 'left') === name &&
  file.tree.is(file.tree.child(operator, 'right'), 'integer') &&
  file.tree.textOf(file.tree.child(file.tree.parent(operator), 'operator')) === '&'

/** A bare word is a variable, or a call without brackets. */
export function useIdentifier(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const around = tree.parent(node)
  const isType = file.contexts[node] === USES_TYPE
  if (isCapture(around, node, file)) useLocal(node, isType, Number(tree.textOf(tree.child(around, 'right'))), file)
  else if (!tree.is(around, 'struct')) useLocal(node, isType, isPipedInto(around, node, file) ? 1 : 0, file)
}

/** `Foo.Bar`: the module `Bar`, with the text before it as receiver. */
export function useAlias(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  if (file.intents[node] === NOT_A_USE) return
  const around = tree.parent(node)
  const isTail = tree.is(around, 'dot') && tree.child(around, 'right') === node
  const whole = isTail ? moduleText(around, file) : tree.textOf(node).replaceAll(/\s+/g, '')
  const dot = whole.lastIndexOf('.')
  const isType = file.contexts[node] === USES_TYPE || tree.is(around, 'struct')
  file.use(
    whole.slice(dot + 1),
    file.intentOf(node) ?? (isType ? 'uses_type' : 'references'),
    node,
    whole.slice(0, Math.max(dot, 0)),
  )
  const fact = file.facts.uses.at(-1)
  if (fact) fact.column += tree.textOf(node).lastIndexOf('.') + 1
}

/** `@timeout` reads, `@timeout 5` writes; the types in `@spec` and `@type`. */
export function useAttribute(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const operand = tree.child(node, 'operand')
  if (!tree.text.startsWith('@', tree.start(node))) return
  if (tree.is(operand, 'identifier')) {
    file.notAUse(operand)
    file.use(tree.textOf(operand), 'reads', operand)
    return
  }
  if (!tree.is(operand, 'call')) return
  const target = tree.child(operand, 'target')
  const name = tree.textOf(target)
  file.notAUse(operand)
  if (/^(?:spec|type|typep|opaque|callback|macrocallback)$/.test(name)) {
    file.contexts[node] = USES_TYPE
    skipHead(argumentsOf(operand, file)[0] ?? -1, file)
  } else if (name === 'behaviour') file.intend(argumentsOf(operand, file)[0] ?? -1, 'implements')
  else if (file.intents[target] !== NOT_A_USE && !reservedAttributes.has(name)) file.use(name, 'writes', target)
  file.notAUse(target)
}

/** Of a spec. Attributes on one line are nested, and each would be read to the last. */
const MOST_NODES = 2000

/** The name of a spec, and the type variables after its `when`. */
function skipHead(value: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const spec = isOperator(value, 'when', file) ? tree.child(value, 'left') : value
  const head = isOperator(spec, '::', file) ? tree.child(spec, 'left') : spec
  file.notAUse(tree.is(head, 'call') ? tree.child(head, 'target') : head)
  if (tree.is(head, 'call')) file.notAUse(head)
  const variables = spec === value ? -1 : tree.child(value, 'right')
  const names = new Set(
    tree.is(variables, 'keywords')
      ? tree.namedChildren(variables).map((pair) => tree.textOf(tree.child(pair, 'key')).replace(/:\s*$/, ''))
      : [],
  )
  const end = Math.min(tree.after(value), value + MOST_NODES)
  for (let at = value; names.size > 0 && at < end; at++)
    if (tree.is(at, 'identifier') && names.has(tree.textOf(at))) file.notAUse(at)
  // `name :: type`: the name is only documentation.
  for (let at = value; at >= 0 && at < end; at++)
    if (isOperator(at, '::', file) && at !== spec && tree.is(tree.child(at, 'left'), 'identifier'))
      file.notAUse(tree.child(at, 'left'))
}

/** `defimpl Size, for: Map` */
function useProtocol(node: NodeIndex, file: FileFactsBuilder): void {
  file.intend(argumentsOf(node, file)[0] ?? -1, 'implements')
}
