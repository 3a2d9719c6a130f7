/** What a value of Go says about its type: a literal's type, a constructor's name. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { unknownType, type ValueType } from '../../value-type.ts'

/** One entry per name. Of a call with several results the others are known by their index: `f#1`. */
export function typesOfValues(list: NodeIndex, count: number, file: FileFactsBuilder): ValueType[] {
  const values = file.tree.namedChildren(list).filter((value) => !file.tree.is(value, 'comment'))
  if (values.length === count || values.length !== 1) return values.map((value) => typeOfValue(value, file))
  const whole = typeOfValue(values[0] ?? -1, file)
  if (!file.tree.is(values[0] ?? -1, 'call_expression')) return [whole]
  const isNamed = /^[\p{L}_][\p{L}\p{N}_.()]*$/u.test(whole.from_call)
  return Array.from({ length: count }, (_, at) =>
    at === 0 ? whole : { type: '', from_call: isNamed ? `${whole.from_call}#${at}` : '' },
  )
}

const literalTypes: Readonly<Record<string, string>> = {
  interpreted_string_literal: 'string',
  raw_string_literal: 'string',
  int_literal: 'int',
  float_literal: 'float64',
  rune_literal: 'rune',
  true: 'bool',
  false: 'bool',
}

/** `&*&x`: operators before a value. Nobody writes more. */
const MOST_SIGNS = 8

function typeOfValue(value: NodeIndex, file: FileFactsBuilder, signs = 0): ValueType {
  const { tree } = file
  let at = value
  for (let steps = 0; steps < 8 && tree.is(at, 'parenthesized_expression'); steps++) at = tree.namedChildren(at)[0] ?? -1
  switch (tree.typeOf(at)) {
    case 'composite_literal':
    case 'type_assertion_expression':
      return { type: file.typeText(tree.child(at, 'type')), from_call: '' }
    case 'type_conversion_expression':
      return conversionType(at, file)
    case 'unary_expression': {
      const operand = tree.child(at, 'operand')
      const isAddress = tree.textOf(tree.child(at, 'operator')) === '&' && tree.is(operand, 'composite_literal')
      if (isAddress) return { type: `*${file.typeText(tree.child(operand, 'type'))}`, from_call: '' }
      const isFollowed = signs < MOST_SIGNS && /^[&*]$/.test(tree.textOf(tree.child(at, 'operator')))
      return isFollowed ? typeOfValue(operand, file, signs + 1) : unknownType
    }
    case 'identifier':
    case 'selector_expression':
      return { type: '', from_call: plainText(at, '=', '', file) }
    case 'index_expression':
      return { type: '', from_call: plainText(tree.child(at, 'operand'), '', '[]', file) }
    case 'call_expression':
      return callType(at, file)
    default:
      return { type: literalTypes[tree.typeOf(at)] ?? '', from_call: '' }
  }
}

/** Names and dots, with a prefix and suffix that mark how the value is derived; '' for anything else. */
export function plainText(node: NodeIndex, before: string, behind: string, file: FileFactsBuilder): string {
  const text = file.receiverText(node)
  return /^[\p{L}_][\p{L}\p{N}_.()]*$/u.test(text) && text !== 'nil' ? `${before}${text}${behind}` : ''
}

function callType(call: NodeIndex, file: FileFactsBuilder): ValueType {
  const { tree } = file
  const callee = file.receiverText(tree.child(call, 'function'))
  const [first = -1] = tree.namedChildren(tree.child(call, 'arguments'))
  if (callee === 'new') return { type: `*${file.typeText(first)}`, from_call: '' }
  if (callee === 'make') return { type: file.typeText(first), from_call: '' }
  return { type: '', from_call: callee }
}

/** `Pick[int](x)` looks like a conversion; it is one only if Pick is a type. */
function conversionType(node: NodeIndex, file: FileFactsBuilder): ValueType {
  const { tree } = file
  const type = tree.child(node, 'type')
  if (!tree.is(type, 'generic_type')) return { type: file.typeText(type), from_call: '' }
  return { type: '', from_call: file.receiverText(tree.child(type, 'type')) }
}
