/**
 * Functions in object literals. The use of the literal decides their owner: they are members of the symbol whose value it is
 * (`api.load`), else definitions that no other name refers to: in `return { load() {…} }`, in `plugin({ load() {…} })`.
 */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { memberName } from './bind-pattern.ts'
import { type ObjectUse, stateOf } from './file-state.ts'
import { calleeParts, isClassValue, isFunctionValue, ownValue, unwrap } from './value-type.ts'

/** `value` belongs to a symbol just defined: `{…}`, `{…} as const`, `defineComponent({…})`. */
export function markObjectMembers(value: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const { objects } = stateOf(file)
  const node = ownValue(value, file)
  if (tree.is(node, 'object')) objects.set(node, 'symbol')
  if (tree.is(node, 'call_expression')) {
    for (const given of tree.namedChildren(tree.child(node, 'arguments'))) {
      if (tree.is(given, 'object')) objects.set(given, 'symbol')
    }
  }
}

/** How the literal is used; one that was not marked is returned, or passed on. */
export function objectUse(object: NodeIndex, file: FileFactsBuilder): ObjectUse {
  const { tree } = file
  const { objects } = stateOf(file)
  const known = objects.get(object)
  if (known) return known
  const around = standsIn(object, file)
  const use = tree.is(around, 'return_statement', 'arrow_function') ? 'result' : 'argument'
  objects.set(object, use)
  return use
}

function standsIn(object: NodeIndex, file: FileFactsBuilder): NodeIndex {
  const { tree } = file
  let around = tree.parent(object)
  while (tree.is(around, 'parenthesized_expression', 'as_expression', 'satisfies_expression')) around = tree.parent(around)
  return around
}

/** `key: value` */
export function declarePair(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const { objects } = stateOf(file)
  const use = objectUse(tree.parent(node), file)
  const named = memberName(tree.child(node, 'key'), file)
  if (!named) return
  const value = unwrap(tree.child(node, 'value'), file)
  const base = { node, ...named, binds: false, hidden: use !== 'symbol' }
  if (isFunctionValue(value, file)) {
    if (use === 'argument' && !goesByKey(value, file)) return
    const kind = use === 'symbol' && file.ownerAround(node) < 0 ? 'function' : 'method'
    file.define({ ...base, kind, opens: 'none', ...calleeParts(value, file) })
  } else if (isClassValue(value, file)) {
    file.define({ ...base, kind: 'class', opens: 'none', body: tree.child(value, 'body') })
  } else if (hasFunctions(value, file)) {
    // `methods: { load() {…} }` becomes a symbol, so that `methods.load` has a parent.
    file.define({ ...base, kind: 'property', body: value })
    objects.set(value, use)
  }
}

/** In `on({ click: () => …, close: function onClose() {…} })` the first is an argument of a call, the second has its own name. */
function goesByKey(value: NodeIndex, file: FileFactsBuilder): boolean {
  return !file.tree.is(value, 'arrow_function') && file.tree.child(value, 'name') < 0
}

/** An object with functions; one with data alone is an ordinary value. */
export function hasFunctions(value: NodeIndex, file: FileFactsBuilder): boolean {
  const { tree } = file
  return tree.is(value, 'object') && tree.namedChildren(value).some((member) => isCallableMember(member, file))
}

function isCallableMember(member: NodeIndex, file: FileFactsBuilder): boolean {
  const { tree } = file
  return tree.is(member, 'method_definition') || isFunctionValue(unwrap(tree.child(member, 'value'), file), file)
}
