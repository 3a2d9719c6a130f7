/** Members of classes, and of object literals that are the value of a symbol. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { memberName } from './bind-pattern.ts'
import { declareThisFunction } from './declare-outside-members.ts'
import { stateOf } from './file-state.ts'
import { objectUse } from './object-members.ts'
import { calleeParts, isFunctionValue, unwrap, valueType } from './value-type.ts'

/** `load() {…}`, `get size() {…}`, `constructor() {…}`, also without a body in TypeScript. */
export function declareMethod(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const inObject = tree.is(tree.parent(node), 'object')
  const hidden = inObject && objectUse(tree.parent(node), file) !== 'symbol'
  const named = memberName(tree.child(node, 'name'), file)
  if (!named) {
    file.openScope(node, 'function')
    return
  }
  const isAccessor = tree.childOfType(node, 'get', 'set') >= 0
  const kind =
    named.nameText === 'constructor' && !inObject
      ? 'constructor'
      : isAccessor
        ? 'property'
        : inObject && !hidden && file.ownerAround(node) < 0
          ? 'function'
          : 'method'
  const ordinal = file.define({
    node,
    kind,
    ...named,
    opens: 'function',
    binds: false,
    hidden,
    static: tree.childOfType(node, 'static') >= 0,
    ...calleeParts(node, file),
  })
  if (isAccessor && !hidden) bindAccessor(node, ordinal, file)
}

function bindAccessor(node: NodeIndex, ordinal: number, file: FileFactsBuilder): void {
  const symbol = file.symbol(ordinal)
  if (!symbol || symbol.parent < 0 || symbol.type === '') return
  file.bind({ name: symbol.name, at: node, role: 'field', type: symbol.type, scope: symbol.parent })
}

/** `count = 0`, `static #cache = new Map()`, `handle = () => {…}` */
export function declareField(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const named = memberName(Math.max(tree.child(node, 'property'), tree.child(node, 'name')), file)
  if (!named) return
  const value = tree.child(node, 'value')
  const bare = unwrap(value, file)
  const owner = file.ownerAround(node)
  const isFunction = isFunctionValue(bare, file)
  const evident = valueType(value, file)
  const type = file.typeText(tree.child(node, 'type')) || evident.type
  file.define({
    node,
    kind: isFunction ? 'method' : 'property',
    ...named,
    opens: 'none',
    binds: false,
    static: tree.childOfType(node, 'static') >= 0,
    type,
    ...(isFunction && calleeParts(bare, file)),
  })
  if (!isFunction && owner >= 0)
    file.bind({ name: named.nameText, at: node, role: 'field', type, from_call: evident.from_call, scope: owner })
}

/** `this.x = …` in a class; in a plain function, a function assigned to a property of `this` is a member. */
export function declareThisField(assignment: NodeIndex, property: NodeIndex, file: FileFactsBuilder): void {
  const owner = file.classAround(assignment)
  if (owner >= 0) stateOf(file).assignedFields.push({ owner, property, assignment })
  else declareThisFunction(assignment, property, file)
}

/**
 * After the walk: assignments show the types of fields, and in JavaScript also undeclared fields. A class in TypeScript declares
 * its fields: one it lacks is inherited, and an assignment defines no second one.
 */
export function defineAssignedFields(file: FileFactsBuilder, options: { undeclared: boolean }): void {
  const { symbols } = file.facts
  const known = new Set(symbols.map((symbol) => `${symbol.parent} ${symbol.name}`))
  for (const { owner, property, assignment } of stateOf(file).assignedFields) {
    const name = file.tree.textOf(property)
    const isKnown = known.has(`${owner} ${name}`)
    if (!isKnown && !options.undeclared) continue
    known.add(`${owner} ${name}`)
    const { type, from_call } = valueType(file.tree.child(assignment, 'right'), file)
    const base = { kind: 'property', name: property, parent: owner, type, binds: false, owns: false } as const
    if (!isKnown) file.define({ ...base, node: assignment, span: assignment })
    if (type !== '' || from_call !== '') file.bind({ name, at: assignment, role: 'field', scope: owner, type, from_call })
  }
}
