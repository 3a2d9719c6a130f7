/** What a value of Java says about its type: the class it constructs, the method it comes from, the type it is cast to. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { type ValueType, withoutBrackets } from '../../value-type.ts'

export function evidentType(value: NodeIndex, file: FileFactsBuilder): ValueType {
  const { tree } = file
  const core = withoutBrackets(value, file.tree)
  switch (tree.typeOf(core)) {
    case 'object_creation_expression':
    case 'cast_expression':
      return { type: bareType(tree.child(core, 'type'), file), from_call: '' }
    case 'method_invocation':
      return { type: '', from_call: calleeText(core, file) }
    case 'string_literal':
      return { type: 'String', from_call: '' }
    default:
      return { type: '', from_call: '' }
  }
}

function calleeText(call: NodeIndex, file: FileFactsBuilder): string {
  const receiver = receiverOf(call, file)
  const name = file.tree.textOf(file.tree.child(call, 'name'))
  return receiver === '' ? name : `${receiver}.${name}`
}

/** The receiver of a call or field. A cast names its type, so it is written like a new value of that type. */
export function receiverOf(node: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  const object = withoutBrackets(tree.child(node, 'object'), file.tree)
  if (object < 0) return ''
  const text = textOf(object, file)
  return tree.childOfType(node, 'super') >= 0 && !tree.is(object, 'super') ? `${text}.super` : text
}

/** A cast may start a chain: `((Foo) x).bar.baz()`. */
function textOf(object: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  const steps: NodeIndex[] = []
  let first = object
  while (steps.length < MAX_STEPS && tree.is(first, 'field_access', 'method_invocation') && tree.child(first, 'object') >= 0) {
    steps.unshift(first)
    first = withoutBrackets(tree.child(first, 'object'), file.tree)
  }
  if (!tree.is(first, 'cast_expression')) return file.receiverText(object)
  const names = steps.map((step) =>
    tree.is(step, 'field_access') ? tree.textOf(tree.child(step, 'field')) : `${tree.textOf(tree.child(step, 'name'))}()`,
  )
  return [`new ${bareType(tree.child(first, 'type'), file)}()`, ...names].join('.')
}

/** A chain of a thousand calls has a thousand receivers: none of them is followed to its start. */
const MAX_STEPS = 8

/** `java.util.Map.Entry<K, V>` → `java.util.Map.Entry` */
export function bareType(type: NodeIndex, file: FileFactsBuilder): string {
  return file.receiverText(type)
}
