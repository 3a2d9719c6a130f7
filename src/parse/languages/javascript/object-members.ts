/**
 * Object literals that stand for something: the value of a module-level constant, a default export, `module.exports`. Their
 * functions are methods (`api.load`); those of any other literal are just functions.
 */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { memberName } from './bind-pattern.ts'
import { stateOf } from './file-state.ts'
import { calleeParts, isClassValue, isFunctionValue, unwrap } from './value-type.ts'

/** `value` belongs to a symbol just defined: `{…}`, `{…} as const`, `defineComponent({…})`. */
export function markObjectMembers(value: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const { memberObjects } = stateOf(file)
  let node = unwrap(value, file)
  while (tree.is(node, 'as_expression', 'satisfies_expression')) node = unwrap(tree.namedChildren(node)[0] ?? -1, file)
  if (tree.is(node, 'object')) memberObjects.add(node)
  if (tree.is(node, 'call_expression')) {
    for (const given of tree.namedChildren(tree.child(node, 'arguments'))) if (tree.is(given, 'object')) memberObjects.add(given)
  }
}

/** `key: value` */
export function declarePair(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const { memberObjects } = stateOf(file)
  if (!memberObjects.has(tree.parent(node))) return
  const named = memberName(tree.child(node, 'key'), file)
  if (!named) return
  const value = unwrap(tree.child(node, 'value'), file)
  const isObject = tree.is(value, 'object')
  if (isFunctionValue(value, file)) {
    const kind = file.ownerAround(node) < 0 ? 'function' : 'method'
    file.define({ node, kind, ...named, opens: 'none', binds: false, ...calleeParts(value, file) })
  } else if (isClassValue(value, file)) {
    file.define({ node, kind: 'class', ...named, opens: 'none', binds: false, body: tree.child(value, 'body') })
  } else if (isObject && tree.namedChildren(value).some((member) => isCallableMember(member, file))) {
    // `methods: { load() {…} }` becomes a name of its own, so that `methods.load` has somewhere to stand.
    file.define({ node, kind: 'property', ...named, binds: false, body: value })
    memberObjects.add(value)
  }
}

function isCallableMember(member: NodeIndex, file: FileFactsBuilder): boolean {
  const { tree } = file
  return tree.is(member, 'method_definition') || isFunctionValue(unwrap(tree.child(member, 'value'), file), file)
}
