/** Constants, variables and parameters of Ruby, and the names that loops, rescues and patterns bind. */
import type { SymbolKind } from '../../../contract/symbol.ts'
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { unknownType, type ValueType } from '../../value-type.ts'
import { spanOfShared } from '../span-of-shared.ts'
import { calleeOf, structMembers } from './declare-accessors.ts'
import { holderAround, typesOf } from './file-state.ts'
import { evidentType, outside, textOf } from './text.ts'

/** `x = …`, `X = …`, `@x = …`, `a, (b, *c) = …`. */
export function declareAssignment(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const left = tree.child(node, 'left')
  const right = tree.child(node, 'right')
  const isNil = tree.is(right, 'nil')
  if (tree.is(left, 'left_assignment_list')) declareTargets(left, node, file)
  else if (tree.is(left, 'constant', 'scope_resolution')) defineConstant(left, right, node, file)
  else if (tree.is(left, 'identifier')) bindLocal(left, node, isNil ? undefined : evidentType(right, file), file)
  else if (tree.is(left, 'instance_variable', 'class_variable') && !isNil) bindField(left, node, fieldType(right, file), file)
}

/** `x ||= Foo.new` shows the type of x; any other operator does not. */
export function declareOperatorAssignment(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const left = tree.child(node, 'left')
  const evident = /^(?:\|\||&&)=$/.test(tree.textOf(tree.child(node, 'operator')))
    ? evidentType(tree.child(node, 'right'), file)
    : unknownType
  if (tree.is(left, 'identifier')) bindLocal(left, node, evident, file)
  else if (tree.is(left, 'instance_variable', 'class_variable')) bindField(left, node, outside(evident), file)
  else if (tree.is(left, 'constant')) defineConstant(left, tree.child(node, 'right'), node, file)
}

function declareTargets(list: NodeIndex, node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  for (let at = list + 1; at < tree.after(list); ) {
    if (tree.is(at, 'identifier')) bindLocal(at, node, unknownType, file)
    else if (tree.is(at, 'constant')) defineConstant(at, -1, node, file)
    else if (tree.is(at, 'instance_variable', 'class_variable')) bindField(at, node, unknownType, file)
    at = tree.is(at, 'call', 'element_reference', 'scope_resolution') ? tree.after(at) : at + 1
  }
}

/** A constant assigned a new class, module or struct is one itself. */
function defineConstant(left: NodeIndex, right: NodeIndex, node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.is(left, 'scope_resolution') ? tree.child(left, 'name') : left
  if (file.isInFunction(node) && file.symbol(file.ownerOf(node))?.kind !== 'class') return
  const kind = constantKind(right, file)
  const isShared = right < 0
  const block = tree.child(right, 'block')
  const isLong = tree.end(node) - tree.start(node) > 160
  const ordinal = file.define({
    node: isShared ? left : node,
    kind,
    name,
    span: isShared ? spanOfShared(tree, node, left) : node,
    body: kind === 'constant' ? (isLong ? right : -1) : block,
    opens: kind === 'constant' ? 'none' : 'class',
    owns: !isShared,
    ...(name !== left && { qualifier: tree.textOf(tree.child(left, 'scope')).replaceAll('::', '.') }),
  })
  if (name !== left) file.notAUse(left)
  if (kind !== 'constant') structMembers(right, ordinal, file)
  else {
    const evident = evidentType(right, file)
    if (evident.type !== '' || evident.from_call !== '')
      file.bind({ name: tree.textOf(name), at: node, role: 'field', scope: file.symbol(ordinal)?.parent ?? -1, ...evident })
  }
}

function constantKind(right: NodeIndex, file: FileFactsBuilder): SymbolKind {
  if (!file.tree.is(right, 'call')) return 'constant'
  const callee = calleeOf(right, file).replace(/^::/, '')
  if (callee === 'Class.new' || callee === 'Struct.new' || callee === 'Data.define') return 'class'
  return callee === 'Module.new' ? 'module' : 'constant'
}

/** A local variable, wherever it is: even in a script other files do not see it. */
function bindLocal(name: NodeIndex, at: NodeIndex, value: ValueType | undefined, file: FileFactsBuilder): void {
  const text = file.tree.textOf(name)
  file.scopes.declare(file.scope[at] ?? 0, text, { local: true })
  if (value) file.bind({ name, at, role: 'variable', ...value })
  else file.notAUse(name)
}

/** `@x` belongs to the enclosing class; for `@x = x` the type of the parameter is known. */
function bindField(name: NodeIndex, at: NodeIndex, value: ValueType, file: FileFactsBuilder): void {
  const scope = holderAround(at, file)
  file.bind({ name: file.tree.textOf(name), at, role: 'field', scope, ...value })
}

function fieldType(right: NodeIndex, file: FileFactsBuilder): ValueType {
  const { tree } = file
  const type = tree.is(right, 'identifier') ? typesOf(file.ownerOf(right), file).params.get(tree.textOf(right)) : undefined
  return type === undefined ? outside(evidentType(right, file)) : { type, from_call: '' }
}

/** Parameters of methods, blocks and lambdas, destructured or not. */
export function declareParameters(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const owner = file.ownerOf(node)
  const isMethods = tree.parent(node) === file.definitionNode(owner)
  const from_call = isMethods ? '' : elementGiven(node, file)
  for (let at = node + 1; at < tree.after(node); ) {
    const name = tree.is(at, 'identifier') ? at : tree.child(at, 'name')
    if (name >= 0) {
      const isPlain = tree.is(at, 'identifier', 'optional_parameter', 'keyword_parameter')
      const documented = isMethods && isPlain ? (typesOf(owner, file).params.get(tree.textOf(name)) ?? '') : ''
      file.scopes.declare(file.scope[tree.parent(node)] ?? 0, tree.textOf(name), { local: true })
      file.bind({
        name,
        at: node,
        role: 'parameter',
        type: documented.slice(0, 200),
        from_call: at === node + 2 ? from_call : '',
      })
    }
    at = tree.is(at, 'destructured_parameter') ? at + 1 : tree.after(at)
  }
}

/** `list.each { |one| … }`: the only argument of the block is an element of the list. */
function elementGiven(parameters: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  const call = tree.parent(tree.parent(parameters))
  const given = tree.namedChildren(parameters)
  if (!tree.is(call, 'call') || given.length !== 1 || !tree.is(given[0] ?? -1, 'identifier')) return ''
  if (!iterators.test(tree.textOf(tree.child(call, 'method')))) return ''
  const list = tree.child(call, 'receiver')
  const text = list < 0 ? '' : textOf(list, file)
  return /^[\w@.():?!]+$/.test(text) ? `${text}[]` : ''
}

const iterators =
  /^(?:each|map|flat_map|collect|select|filter|reject|find|detect|find_all|filter_map|any\?|all\?|none\?|each_entry|sort_by|min_by|max_by|sum|group_by|partition|index_by|reverse_each|count|delete_if|keep_if|map!|select!|reject!|sort_by!|uniq|take_while|drop_while)$/

/** `for a, b in list` */
export function declareLoop(node: NodeIndex, file: FileFactsBuilder): void {
  const pattern = file.tree.child(node, 'pattern')
  if (file.tree.is(pattern, 'identifier')) bindLocal(pattern, node, unknownType, file)
  else if (pattern >= 0) declareTargets(pattern, node, file)
}

/** `rescue Foo => error` */
export function declareRescue(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const [name = -1] = tree.namedChildren(tree.child(node, 'variable'))
  const types = tree.namedChildren(tree.child(node, 'exceptions'))
  const [only = -1] = types
  const type = types.length === 1 && tree.is(only, 'constant', 'scope_resolution') ? tree.textOf(only) : ''
  if (tree.is(name, 'identifier')) bindLocal(name, node, { type, from_call: '' }, file)
}

/** A bare name in a pattern binds; `^name` and constants do not. */
export function declarePattern(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const pattern = tree.child(node, 'pattern')
  for (let at = pattern; at >= 0 && at < tree.after(pattern); ) {
    const isReference = tree.is(at, 'variable_reference_pattern', 'expression_reference_pattern', 'call', 'interpolation')
    if (tree.is(at, 'identifier')) bindLocal(at, node, unknownType, file)
    else if (tree.is(at, 'keyword_pattern') && tree.child(at, 'value') < 0) {
      file.scopes.declare(file.scope[node] ?? 0, tree.textOf(tree.child(at, 'key')), { local: true })
    }
    at = isReference ? tree.after(at) : at + 1
  }
}
