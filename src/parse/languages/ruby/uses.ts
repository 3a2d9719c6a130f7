/** Uses of Ruby: bare names that are calls, calls with receivers, constants, mixins, `super`. */
import type { EdgeKind } from '../../../contract/symbol.ts'
import { type FileFactsBuilder, NOT_A_USE } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { nameIn } from './declare-accessors.ts'
import { holderAround, isHolder, methodAround } from './file-state.ts'
import { isRunElsewhere } from './self-in-block.ts'
import { isVariable, textOf } from './text.ts'

/** A name other than a variable is a call of a method of self. */
export function useIdentifier(node: NodeIndex, file: FileFactsBuilder): void {
  if (file.intents[node] === NOT_A_USE || isVariable(node, file)) return
  const name = file.tree.textOf(node)
  if (name === 'new') useOwnNew(node, file)
  else if (name !== '') file.use(name, 'calls', node, isRunElsewhere(node, file) ? UNKNOWN : '')
}

/** The receiver of a bare name where it is not `self`. */
const UNKNOWN = '…'

export function useCall(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const receiver = tree.child(node, 'receiver')
  const method = tree.child(node, 'method')
  const name = tree.textOf(method)
  file.notAUse(method)
  if (tree.is(method, 'super')) useSuper(node, file)
  else if (name === '' || file.intents[node] === NOT_A_USE) return
  else if (receiver < 0) useBareCall(node, method, name, file)
  else if (name === 'new' && tree.is(receiver, 'constant', 'scope_resolution')) file.intend(receiver, 'calls')
  else if (!(name === 'class' && tree.is(receiver, 'self'))) {
    const isWrite = file.intentOf(node) === 'writes'
    file.use(isWrite ? `${name}=` : name, isWrite ? 'writes' : 'calls', method, textOf(receiver, file))
  }
}

const mixins: ReadonlySet<string> = new Set(['include', 'extend', 'prepend'])
/** Words that declare: they define a symbol or an import, and the word itself is not a use of a method. */
const declaring =
  /^(?:require|require_relative|autoload|attr|attr_reader|attr_writer|attr_accessor|alias_method|private|public|protected|module_function|private_class_method|public_class_method|private_constant)$/
/** Words whose symbol arguments are names of methods. */
const naming =
  /^(?:(?:before|after|around|skip|prepend|append)_\w+|validate|helper_method|private|public|protected|module_function|alias_method|private_class_method|public_class_method|method|send|public_send|__send__|memoize)$/

function useBareCall(node: NodeIndex, method: NodeIndex, name: string, file: FileFactsBuilder): void {
  const { tree } = file
  const given = tree.namedChildren(tree.child(node, 'arguments'))
  if (mixins.has(name) && isHolder(file.symbol(file.ownerOf(node)))) {
    for (const one of given) useMixin(one, name, file)
    return
  }
  if (naming.test(name)) for (const one of name === 'alias_method' ? given.slice(1) : given) useSymbol(one, file)
  if (name === 'new') useOwnNew(method, file)
  else if (!declaring.test(name)) file.use(name, 'calls', method, isRunElsewhere(node, file) ? UNKNOWN : '')
}

/** The kind of mixin is recorded in place of argument types: `extend` is for the class itself, `prepend` comes before it. */
function useMixin(node: NodeIndex, how: string, file: FileFactsBuilder): void {
  const { tree } = file
  if (!tree.is(node, 'constant', 'scope_resolution')) return
  useConstantAs(node, 'implements', file)
  const use = file.facts.uses.at(-1)
  if (use && how !== 'include') use.argument_types = how
}

function useSymbol(node: NodeIndex, file: FileFactsBuilder): void {
  const name = file.tree.is(node, 'simple_symbol') ? nameIn(node, file) : ''
  if (name === '') return
  file.use(name, 'references', node)
  const use = file.facts.uses.at(-1)
  if (use) use.column += 1
}

/** `new` without a receiver creates an object of the enclosing class. */
function useOwnNew(node: NodeIndex, file: FileFactsBuilder): void {
  const own = file.symbol(holderAround(node, file))
  const method = file.symbol(methodAround(node, file))
  if (own && own.kind === 'class' && (method === undefined || method.static)) file.use(own.name, 'calls', node)
}

/** `super` calls the inherited method of this name. */
export function useSuper(node: NodeIndex, file: FileFactsBuilder): void {
  const method = file.symbol(methodAround(node, file))
  const at = file.tree.is(node, 'call') ? file.tree.child(node, 'method') : node
  if (method && method.parent >= 0 && file.intents[node] !== NOT_A_USE) file.use(method.name, 'calls', at, 'super')
}

export function useConstant(node: NodeIndex, file: FileFactsBuilder): void {
  if (file.intents[node] !== NOT_A_USE) file.use(file.tree.textOf(node), file.intentOf(node) ?? contextOf(node, file), node)
}

/** `A::B`; `::A` belongs to Object. */
export function useScopeResolution(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  const scope = tree.child(node, 'scope')
  if (file.intents[node] !== NOT_A_USE) {
    file.use(tree.textOf(name), file.intentOf(node) ?? contextOf(node, file), name, scope < 0 ? 'Object' : textOf(scope, file))
  }
  file.notAUse(name)
}

function useConstantAs(node: NodeIndex, use: EdgeKind, file: FileFactsBuilder): void {
  const { tree } = file
  const isScoped = tree.is(node, 'scope_resolution')
  const name = isScoped ? tree.child(node, 'name') : node
  const scope = tree.child(node, 'scope')
  file.use(tree.textOf(name), use, name, isScoped ? (scope < 0 ? 'Object' : textOf(scope, file)) : '')
  file.notAUse(node)
}

const contextOf = (node: NodeIndex, file: FileFactsBuilder): EdgeKind =>
  file.tree.is(file.tree.parent(node), 'exceptions') ? 'uses_type' : 'reads'

/** `class A < B`, `class A < Migration[7.0]`. For `Struct.new(:a)` and `Class.new(B)` the call is the use. */
export function useSuperclass(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const [base = -1] = tree.namedChildren(node)
  file.intend(tree.is(base, 'element_reference') ? tree.child(base, 'object') : base, 'extends')
}

/** `Foo = Class.new(Bar)`: Foo extends Bar. */
export function useAssignment(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const left = tree.child(node, 'left')
  for (const target of tree.is(left, 'left_assignment_list') ? tree.namedChildren(left) : [left])
    if (tree.is(target, 'call')) file.intend(target, 'writes')
  const right = tree.child(node, 'right')
  if (!tree.is(left, 'constant') || tree.textOf(tree.child(right, 'receiver')) !== 'Class') return
  const [base = -1] = tree.namedChildren(tree.child(right, 'arguments'))
  if (tree.is(base, 'constant', 'scope_resolution')) file.intend(base, 'extends')
}

/** `alias a b`: b is referenced. */
export function useAlias(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const of = tree.child(node, 'alias')
  file.notAUse(of)
  if (tree.is(of, 'simple_symbol')) useSymbol(of, file)
  else if (tree.is(of, 'identifier', 'setter', 'operator', 'constant')) file.use(tree.textOf(of), 'references', of)
}
