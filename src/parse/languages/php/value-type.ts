/** What a value of PHP says about its type: the class it creates, the call it comes from, the name whose value it is. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { unknownType, type ValueType } from '../../value-type.ts'

const literalTypes: Readonly<Record<string, string>> = {
  string: 'string',
  encapsed_string: 'string',
  heredoc: 'string',
  nowdoc: 'string',
  integer: 'int',
  float: 'float',
  boolean: 'bool',
  array_creation_expression: 'array',
  anonymous_function: 'Closure',
  arrow_function: 'Closure',
}

/** `$a = $b = …`: each name of a chain follows the whole chain. */
const MOST_STEPS = 100

/** `left`: the variable that gets the value; `$x = $x ?? new Foo()` leaves the type of `$x` to the right side. */
export function evidentType(value: NodeIndex, file: FileFactsBuilder, left = '', steps = 0): ValueType {
  const { tree } = file
  const core = unwrap(value, file)
  if (steps > MOST_STEPS) return unknownType
  switch (tree.typeOf(core)) {
    case 'object_creation_expression':
      return { type: madeType(core, file), from_call: '' }
    case 'function_call_expression':
    case 'member_call_expression':
    case 'nullsafe_member_call_expression':
    case 'scoped_call_expression':
      return { type: '', from_call: calleeText(core, file) }
    case 'variable_name':
    case 'member_access_expression':
    case 'nullsafe_member_access_expression':
    case 'scoped_property_access_expression':
    case 'class_constant_access_expression':
    case 'subscript_expression':
      return { type: '', from_call: followable(`=${file.receiverText(core)}`) }
    case 'binary_expression':
      return isCoalesceOf(core, left, file) ? evidentType(tree.child(core, 'right'), file, '', steps + 1) : unknownType
    case 'assignment_expression':
      return evidentType(tree.child(core, 'right'), file, '', steps + 1)
    default:
      return { type: literalTypes[tree.typeOf(core)] ?? '', from_call: '' }
  }
}

/** '' for an anonymous class and for `new $class`. */
function madeType(creation: NodeIndex, file: FileFactsBuilder): string {
  return nameText(file.tree.childOfType(creation, 'name', 'qualified_name', 'relative_name'), file)
}

/** A class as written, without spaces: `\App\Order`. */
export const nameText = (name: NodeIndex, file: FileFactsBuilder): string => file.tree.textOf(name).replaceAll(/\s+/g, '')

/** The callee, without its brackets. `strlen(...)` is a closure, not a call. */
function calleeText(call: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  const given = tree.child(call, 'arguments')
  if (tree.childOfType(given, 'variadic_placeholder') >= 0) return ''
  return followable(file.receiverText(call).replace(/\(\)$/, ''))
}

/** A text that was cut off cannot be followed. */
const followable = (text: string): string => (text.endsWith('…') ? '' : text)

const isCoalesceOf = (node: NodeIndex, left: string, file: FileFactsBuilder): boolean =>
  left !== '' &&
  file.tree.textOf(file.tree.child(node, 'operator')) === '??' &&
  file.tree.textOf(file.tree.child(node, 'left')) === left

function unwrap(value: NodeIndex, file: FileFactsBuilder): NodeIndex {
  const { tree } = file
  let at = value
  for (
    let steps = 0;
    steps < 8 && tree.is(at, 'parenthesized_expression', 'clone_expression', 'error_suppression_expression');
    steps++
  )
    at = tree.namedChildren(at).find((child) => !tree.is(child, 'comment')) ?? -1
  return at
}
