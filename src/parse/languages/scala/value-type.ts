/** What a value of Scala says about its type, and receivers as text. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { unknownType, type ValueType, withoutBrackets } from '../../value-type.ts'
import { bareType } from './names.ts'

export function evidentType(value: NodeIndex, file: FileFactsBuilder): ValueType {
  const { tree } = file
  const core = withoutBrackets(value, file.tree)
  const text = tree.textOf(core)
  switch (tree.typeOf(core)) {
    case 'instance_expression':
      return { type: constructedType(core, file), from_call: '' }
    case 'call_expression':
      return { type: '', from_call: calleeText(core, file) }
    case 'ascription_expression':
      return { type: file.typeText(tree.namedChildren(core).at(-1) ?? -1), from_call: '' }
    case 'generic_function':
    case 'identifier':
    case 'field_expression': {
      const from = valueText(core, file)
      return { type: '', from_call: from === '' || from === 'null' ? '' : `=${from}` }
    }
    case 'string':
    case 'interpolated_string_expression':
      return { type: /^(?:[sf]|raw)?"/.test(text) ? 'String' : '', from_call: '' }
    case 'integer_literal':
      return { type: /[lL]$/.test(text) ? 'Long' : 'Int', from_call: '' }
    case 'boolean_literal':
      return { type: 'Boolean', from_call: '' }
    default:
      return unknownType
  }
}

/** A member of `new A with B` may belong to either, so its type is unknown. */
function constructedType(value: NodeIndex, file: FileFactsBuilder): string {
  const [type = -1] = file.tree.namedChildren(value)
  return file.tree.is(type, 'type_identifier', 'generic_type', 'stable_type_identifier') ? bareType(type, file) : ''
}

/** The result type of a function without a declared one, where its only expression shows it. */
export function resultType(body: NodeIndex, file: FileFactsBuilder): string {
  const { type, from_call } = evidentType(body, file)
  return type || (/^\p{Lu}[\p{L}\p{N}_]*$/u.test(from_call) ? from_call : '')
}

/** `f(a)(b) { … }`: the callee before all its brackets. */
function innermostCallee(call: NodeIndex, file: FileFactsBuilder): NodeIndex {
  const { tree } = file
  let at = call
  for (let steps = 0; steps < 16 && tree.is(at, 'call_expression', 'generic_function'); steps++) at = tree.child(at, 'function')
  return at
}

function calleeText(call: NodeIndex, file: FileFactsBuilder): string {
  const text = receiverOf(innermostCallee(call, file), file)
  return text.includes('…') ? '' : text
}

/** The receiver's text. Further argument lists belong to the same call. */
export function receiverOf(object: NodeIndex, file: FileFactsBuilder): string {
  const core = withoutBrackets(object, file.tree)
  if (file.tree.is(core, 'ascription_expression')) {
    return `new ${bareType(file.tree.namedChildren(core).at(-1) ?? -1, file)}()`
  }
  return tidy(file.receiverText(core))
}

const tidy = (text: string): string =>
  text
    .replaceAll('{}', '()')
    .replaceAll(/(?:\(\)){2,}/g, '()')
    .replaceAll('`', '')

/** A chain of names, dots and calls, or ''. */
export function valueText(value: NodeIndex, file: FileFactsBuilder): string {
  const text = receiverOf(value, file)
  return /^[\p{L}_][\p{L}\p{N}_.()]*$/u.test(text) ? text : ''
}

const overElements = new Set(
  `foreach map flatMap filter filterNot withFilter find exists forall count takeWhile dropWhile partition groupBy sortBy maxBy minBy
  collect span indexWhere`.split(/\s+/),
)

/** The source of a lambda's only parameter: an element `xs[]`; '' when unknown. */
export function lambdaSubject(lambda: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  const call = tree.parent(tree.parent(lambda))
  if (!tree.is(tree.parent(lambda), 'arguments', 'block') || !tree.is(call, 'call_expression')) return ''
  const callee = innermostCallee(call, file)
  if (!tree.is(callee, 'field_expression') || !overElements.has(tree.textOf(tree.child(callee, 'field')))) return ''
  const text = valueText(tree.child(callee, 'value'), file)
  return text === '' ? '' : `${text}[]`
}
