/** What a value of Swift says about its type, and the text of receivers: names, dots and empty brackets. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { unknownType, type ValueType } from '../../value-type.ts'
import { bareName, isTypeName } from './names.ts'

/** Anything but a chain of names: an unknown receiver. */
const OTHER = '…'
/** A chain of a thousand calls has a thousand receivers: none of them is followed to its start. */
const MAX_STEPS = 12
const MAX_LENGTH = 120

export function evidentType(value: NodeIndex, file: FileFactsBuilder): ValueType {
  const { tree } = file
  const core = withoutBrackets(value, file)
  switch (tree.typeOf(core)) {
    case 'constructor_expression':
      return { type: file.typeText(tree.child(core, 'constructed_type')), from_call: '' }
    case 'as_expression':
      return { type: file.typeText(tree.child(core, 'name')), from_call: '' }
    case 'line_string_literal':
    case 'multi_line_string_literal':
      return { type: 'String', from_call: '' }
    case 'integer_literal':
      return { type: 'Int', from_call: '' }
    case 'boolean_literal':
      return { type: 'Bool', from_call: '' }
    case 'call_expression':
      return typeOfCall(core, file)
    case 'navigation_expression':
    case 'simple_identifier':
      // A key path is a value of another type.
      if (tree.text.charAt(tree.start(core)) === '\\') return unknownType
      return sameAs(receiverOf(core, file))
    default:
      return unknownType
  }
}

/** `Foo(…)` and `Foo.Bar(…)` create one; any other call has the callee's result. */
function typeOfCall(call: NodeIndex, file: FileFactsBuilder): ValueType {
  const callee = calleeOf(call, file)
  if (isSubscript(call, file) || operandOf(callee, file) !== callee) return unknownType
  const text = receiverOf(callee, file)
  const bare = text.replace(/\.init$/, '')
  if (!/^[\p{L}_][\p{L}\p{N}_.]*(?:\(\)[\p{L}\p{N}_.()]*)?$/u.test(text)) return unknownType
  return isTypeName(bare.slice(bare.lastIndexOf('.') + 1)) ? { type: bare, from_call: '' } : { type: '', from_call: text }
}

const sameAs = (text: string): ValueType =>
  /^[\p{L}_][\p{L}\p{N}_.()]*$/u.test(text) && text !== 'nil' ? { type: '', from_call: `=${text}` } : unknownType

/** The callee or indexed value: the first part of a call that is not punctuation. */
export function calleeOf(call: NodeIndex, { tree }: FileFactsBuilder): NodeIndex {
  const [callee = -1] = tree.namedChildren(call)
  return tree.is(callee, 'call_suffix') ? -1 : callee
}

/** The grammar reads `a * f(x)` as a call of `a * f`, and `!a.b` as a member of `!a`: the last operand counts. */
export function operandOf(node: NodeIndex, { tree }: FileFactsBuilder): NodeIndex {
  let at = node
  for (let step = 0; step < MAX_STEPS; step++) {
    const right = tree.child(at, 'rhs')
    if (right >= 0) at = right
    else if (tree.is(at, 'prefix_expression') && !/^[.&]$/.test(tree.textOf(tree.child(at, 'operation'))))
      at = tree.child(at, 'target')
    else return at
  }
  return at
}

/** The grammar reads `xs[0]` as a call. */
export function isSubscript(call: NodeIndex, { tree }: FileFactsBuilder): boolean {
  const given = tree.childOfType(tree.childOfType(call, 'call_suffix'), 'value_arguments')
  return given >= 0 && tree.is(given + 1, '[')
}

/** `self?.db!.open(x).rows[0]` → `self.db.open().rows[0]` */
export function receiverOf(node: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  const steps: string[] = []
  let at = withoutBrackets(node, file)
  let calls = ''
  for (let step = 0; step < MAX_STEPS; step++) {
    if (tree.is(at, 'call_expression')) {
      calls = `${isSubscript(at, file) ? '[0]' : '()'}${calls}`
      at = withoutBrackets(operandOf(calleeOf(at, file), file), file)
    } else if (tree.is(at, 'navigation_expression')) {
      const name = tree.child(tree.child(at, 'suffix'), 'suffix')
      steps.unshift(`${bareName(tree.textOf(name))}${calls}`)
      calls = ''
      at = withoutBrackets(operandOf(tree.child(at, 'target'), file), file)
    } else {
      const text = [`${firstOf(at, file)}${calls}`, ...steps].join('.').replace(/(?<=.)\.self$/, '')
      return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
    }
  }
  return OTHER
}

/** The start of a chain. A cast is written like a new value of its type. */
function firstOf(node: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  switch (tree.typeOf(node)) {
    case 'simple_identifier':
      return bareName(tree.textOf(node)).replace(/^\$(?=[\p{L}_])/u, '')
    case 'self_expression':
      return 'self'
    case 'super_expression':
      return 'super'
    case 'user_type':
      return nameOfType(node, file)
    case 'as_expression':
      return castTo(tree.child(node, 'name'), file)
    case 'constructor_expression':
      return castTo(tree.child(node, 'constructed_type'), file)
    case 'key_path_expression':
      return tree.textOf(tree.childOfType(node, 'type_identifier')) || OTHER
    default:
      return OTHER
  }
}

function castTo(type: NodeIndex, file: FileFactsBuilder): string {
  const name = nameOfType(type, file)
  return name === '' ? OTHER : `${name}()`
}

/** `Store<Int>.Key` → `Store.Key`; '' for other than a named type. */
export function nameOfType(type: NodeIndex, { tree }: FileFactsBuilder): string {
  if (!tree.is(type, 'user_type')) return ''
  return tree
    .children(type)
    .filter((part) => tree.is(part, 'type_identifier'))
    .map((part) => tree.textOf(part))
    .join('.')
}

/** Without brackets, `!`, `try` and `await`. */
export function withoutBrackets(node: NodeIndex, file: FileFactsBuilder): NodeIndex {
  const { tree } = file
  let at = node
  for (let step = 0; step < MAX_STEPS; step++) {
    if (tree.is(at, 'tuple_expression')) {
      const values = tree.childrenIn(at, 'value')
      if (values.length !== 1) return at
      at = values[0] as number
    } else if (tree.is(at, 'postfix_expression') && tree.childOfType(at, 'bang') >= 0) at = tree.child(at, 'target')
    else if (tree.is(at, 'try_expression', 'await_expression')) at = tree.child(at, 'expr')
    else if (tree.is(at, 'directly_assignable_expression')) at = tree.namedChildren(at)[0] ?? -1
    else return at
  }
  return at
}
