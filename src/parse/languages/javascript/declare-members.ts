/** Members of classes and of object literals that stand for something. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { memberName } from './bind-pattern.ts'
import { stateOf } from './file-state.ts'
import { calleeParts, isFunctionValue, unwrap, valueType } from './value-type.ts'

/** `load() {…}`, `get size() {…}`, `constructor() {…}`, also without a body in TypeScript. */
export function declareMethod(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const inObject = tree.is(tree.parent(node), 'object')
  const named = memberName(tree.child(node, 'name'), file)
  if (!named || (inObject && !stateOf(file).memberObjects.has(tree.parent(node)))) {
    file.openScope(node, 'function')
    return
  }
  const isAccessor = tree.childOfType(node, 'get', 'set') >= 0
  const kind =
    named.nameText === 'constructor' && !inObject
      ? 'constructor'
      : isAccessor
        ? 'property'
        : inObject && file.ownerAround(node) < 0
          ? 'function'
          : 'method'
  const ordinal = file.define({
    node,
    kind,
    ...named,
    opens: 'function',
    binds: false,
    static: tree.childOfType(node, 'static') >= 0,
    ...calleeParts(node, file),
  })
  if (isAccessor) bindAccessor(node, ordinal, file)
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

/** `this.x = …` in a class binds the field's type, and defines `x` where the class does not declare it. */
export function declareThisField(assignment: NodeIndex, property: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const owner = file.classAround(assignment)
  if (owner < 0) return
  const evident = valueType(tree.child(assignment, 'right'), file)
  const name = tree.textOf(property)
  if (evident.type !== '' || evident.from_call !== '')
    file.bind({ name, at: assignment, role: 'field', scope: owner, ...evident })
  stateOf(file).assignedFields.push({ owner, property, assignment })
}

/** After the walk: fields that only assignments show. */
export function defineAssignedFields(file: FileFactsBuilder): void {
  const { symbols } = file.facts
  const known = new Set(symbols.map((symbol) => `${symbol.parent} ${symbol.name}`))
  for (const { owner, property, assignment } of stateOf(file).assignedFields) {
    const name = file.tree.textOf(property)
    if (known.has(`${owner} ${name}`)) continue
    known.add(`${owner} ${name}`)
    const { type } = valueType(file.tree.child(assignment, 'right'), file)
    file.define({
      node: assignment,
      span: assignment,
      kind: 'property',
      name: property,
      parent: owner,
      type,
      binds: false,
      owns: false,
    })
  }
}
