/**
 * Members assigned to an object from outside: `X.prototype.y = function …`, `X.y = class …`, `X.prototype = {…}`, `this.y =
 * function …` in a plain function, and `y = function …`. The owner is known where the object is a symbol of this file.
 */
import { type FileFactsBuilder, MAX_AROUND } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { stateOf } from './file-state.ts'
import { hasFunctions } from './object-members.ts'
import { calleeParts, isClassValue, isFunctionValue, ownValue } from './value-type.ts'

export type Extra = Partial<{
  kind: 'constant' | 'property'
  parent: number
  qualifier: string
  static: boolean
  exported: boolean
  hidden: boolean
}>

/** `receiver.property = …` */
export function declareOutsideMember(node: NodeIndex, receiver: string, property: NodeIndex, file: FileFactsBuilder): void {
  const value = ownValue(file.tree.child(node, 'right'), file)
  if (file.tree.textOf(property) === 'prototype') declarePrototype(node, receiver, value, file)
  else defineByValue(node, value, property, file, membershipOf(node, receiver, file))
}

/** `X.prototype = { draw() {…} }`: the functions are members of X. */
function declarePrototype(node: NodeIndex, receiver: string, value: NodeIndex, file: FileFactsBuilder): void {
  const owner = ordinalOf(receiver, node, file)
  if (owner < 0 || !file.tree.is(value, 'object')) return
  stateOf(file).objects.set(value, 'symbol')
  stateOf(file).prototypes.set(value, owner)
}

/** The owner of an object literal that is a function's prototype is that function. */
export function declareObject(node: NodeIndex, file: FileFactsBuilder): void {
  const owner = stateOf(file).prototypes.get(node)
  if (owner !== undefined) file.owner[node] = owner
}

function membershipOf(node: NodeIndex, receiver: string, file: FileFactsBuilder): Extra {
  const ofPrototype = receiver.endsWith('.prototype')
  const qualifier = ofPrototype ? receiver.slice(0, -'.prototype'.length) : receiver
  // On a prototype anything is a member; on an object it may be a temporary value.
  const member = { static: !ofPrototype, ...(ofPrototype && { kind: 'property' as const }) }
  if (!file.isLocalScope(node) && plainPath.test(qualifier)) {
    return { parent: file.ordinalNamed(qualifier), qualifier, ...member }
  }
  const parent = ordinalOf(qualifier, node, file)
  return parent < 0 ? { ...member, hidden: true } : { parent, ...member }
}

const plainPath = /^[\w$]+(\.[\w$]+)*$/

/** The symbol that a path of names refers to in its scope, or -1. */
function ordinalOf(path: string, at: NodeIndex, file: FileFactsBuilder): number {
  if (!plainPath.test(path)) return -1
  const [root = '', ...rest] = path.split('.')
  const known = file.scopes.find(file.scope[file.tree.parent(at)] as number, root, { type: false })
  if (typeof known !== 'number' || rest.length === 0) return typeof known === 'number' ? known : -1
  return file.ordinalNamed([file.symbol(known)?.qualified_name, ...rest].join('.'))
}

const plainFunctions = ['function_declaration', 'function_expression', 'generator_function_declaration', 'generator_function']

/** `this.y = function …` in a plain function that is probably called with `new`. */
export function declareThisFunction(node: NodeIndex, property: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const value = ownValue(tree.child(node, 'right'), file)
  const around = functionAround(node, file)
  const owner = around < 0 ? -1 : file.ownerOf(around)
  const definition = file.definitionNode(owner)
  const isOwn = owner >= 0 && (definition === around || definition === tree.parent(around))
  const isConstructor = isOwn && file.symbol(owner)?.kind === 'function'
  defineByValue(node, value, property, file, isConstructor ? { parent: owner } : { hidden: true })
}

/** The function that `this` belongs to, or -1. */
function functionAround(node: NodeIndex, file: FileFactsBuilder): NodeIndex {
  const { tree } = file
  let around = tree.parent(node)
  for (let depth = 0; depth < MAX_AROUND && around >= 0; depth++) {
    if (tree.is(around, ...plainFunctions, 'method_definition')) return around
    around = tree.parent(around)
  }
  return -1
}

/** `y = function …`: the variable is declared elsewhere, the function is written here. */
export function declareGivenFunction(node: NodeIndex, name: NodeIndex, file: FileFactsBuilder): void {
  defineByValue(node, ownValue(file.tree.child(node, 'right'), file), name, file, { hidden: true })
}

export function defineByValue(node: NodeIndex, value: NodeIndex, name: NodeIndex, file: FileFactsBuilder, extra: Extra): void {
  const written = { node, span: statementOf(node, file), name, opens: 'none', binds: false } as const
  // Where the owner is unknown, the name is also written: `onClose = function …` changes a variable.
  const base = { ...extra, ...written, ...(extra.hidden && { nameText: file.tree.textOf(name) }) }
  if (isFunctionValue(value, file)) {
    const isMember = extra.qualifier !== undefined || extra.parent !== undefined || !file.tree.is(name, 'identifier')
    file.define({ ...base, kind: isMember && !extra.exported ? 'method' : 'function', ...calleeParts(value, file) })
  } else if (isClassValue(value, file)) {
    file.define({ ...base, kind: 'class', body: file.tree.child(value, 'body') })
  } else if (hasFunctions(value, file)) {
    file.define({ ...base, kind: extra.kind ?? 'property', body: value })
    stateOf(file).objects.set(value, extra.hidden ? 'result' : 'symbol')
  } else if (extra.kind) {
    file.define({ ...base, kind: extra.kind })
  }
}

export function statementOf(assignment: NodeIndex, file: FileFactsBuilder): NodeIndex {
  const around = file.tree.parent(assignment)
  return file.tree.is(around, 'expression_statement') ? around : assignment
}
