/** What is known about a value's type without running it: the class constructed, or the function called. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { unknownType, type ValueType } from '../../value-type.ts'

export function valueType(value: NodeIndex, file: FileFactsBuilder): ValueType {
  const { tree } = file
  let node = unwrap(value, file)
  while (isConstAssertion(node, file)) node = unwrap(tree.namedChildren(node)[0] ?? -1, file)
  switch (tree.typeOf(node)) {
    case 'new_expression':
      return { type: file.receiverText(tree.child(node, 'constructor')), from_call: '' }
    case 'call_expression':
      return { type: '', from_call: file.receiverText(tree.child(node, 'function')) }
    case 'as_expression':
    case 'satisfies_expression':
      return { type: file.typeText(tree.namedChildren(node)[1] ?? -1), from_call: '' }
    case 'type_assertion':
      return { type: file.typeText(tree.child(node, 'type_arguments')).replace(/^<|>$/g, ''), from_call: '' }
    case 'string':
    case 'template_string':
      return { type: 'string', from_call: '' }
    case 'number':
      return { type: 'number', from_call: '' }
    case 'true':
    case 'false':
      return { type: 'boolean', from_call: '' }
    case 'regex':
      return { type: 'RegExp', from_call: '' }
    default:
      return unknownType
  }
}

/** `{…} as const` names no type. */
const isConstAssertion = (node: NodeIndex, file: FileFactsBuilder): boolean =>
  file.tree.is(node, 'as_expression') && file.tree.namedChildren(node).length === 1

/** Without brackets, `await` and `!`. */
export function unwrap(value: NodeIndex, file: FileFactsBuilder): NodeIndex {
  const { tree } = file
  let node = value
  while (tree.is(node, 'parenthesized_expression', 'await_expression', 'non_null_expression')) {
    node = tree.namedChildren(node).find((child) => !tree.is(child, 'comment')) ?? -1
  }
  return node
}

/** Also without a type assertion, and of `a || b` the second: the value if the name had none before. */
export function ownValue(value: NodeIndex, file: FileFactsBuilder): NodeIndex {
  const { tree } = file
  let node = unwrap(value, file)
  for (;;) {
    if (tree.is(node, 'as_expression', 'satisfies_expression')) node = unwrap(tree.namedChildren(node)[0] ?? -1, file)
    else if (tree.is(node, 'binary_expression') && tree.childOfType(node, '||', '??') >= 0)
      node = unwrap(tree.child(node, 'right'), file)
    else return boundFunction(node, file)
  }
}

/** `function () {…}.bind(this)` is that function. */
function boundFunction(node: NodeIndex, file: FileFactsBuilder): NodeIndex {
  const { tree } = file
  const callee = tree.is(node, 'call_expression') ? tree.child(node, 'function') : -1
  if (!tree.is(callee, 'member_expression') || tree.textOf(tree.child(callee, 'property')) !== 'bind') return node
  const object = unwrap(tree.child(callee, 'object'), file)
  return isFunctionValue(object, file) ? object : node
}

const functionTypes = ['arrow_function', 'function_expression', 'generator_function', 'function']
const classTypes = ['class']

export const isFunctionValue = (node: NodeIndex, file: FileFactsBuilder): boolean => file.tree.is(node, ...functionTypes)
export const isClassValue = (node: NodeIndex, file: FileFactsBuilder): boolean => file.tree.is(node, ...classTypes)

/** The parts of a function or class value that a definition needs. */
export function calleeParts(value: NodeIndex, file: FileFactsBuilder): { parameters: NodeIndex; body: NodeIndex; type: string } {
  const { tree } = file
  const list = tree.child(value, 'parameters')
  return {
    parameters: list >= 0 ? list : tree.child(value, 'parameter'),
    body: tree.child(value, 'body'),
    type: file.typeText(tree.child(value, 'return_type')),
  }
}
