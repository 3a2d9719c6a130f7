/** The arguments of a Java call: how many, and their types as far as the text shows them. */
import type { FileFactsBuilder, GivenArguments } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { bareType } from './value-type.ts'

/** Calls with more are rare, and their overloads differ in argument count. */
const MOST_TYPED = 8

/** -1 where the list is broken: a guess could pick the wrong overload. */
export function argumentsOf(call: NodeIndex, file: FileFactsBuilder): GivenArguments {
  const { tree } = file
  const list = tree.child(call, 'arguments')
  const given = tree.namedChildren(list).filter((one) => !tree.is(one, 'line_comment', 'block_comment'))
  if (list < 0 || given.some((one) => tree.is(one, 'ERROR'))) return { count: -1, types: '' }
  const types = given.length > MOST_TYPED ? [''] : given.map((one) => typeOf(one, file))
  return { count: given.length, types: types.includes('') ? '' : types.join(',') }
}

/** Without packages and type arguments; '' when unknown. */
function typeOf(argument: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  const text = tree.textOf(argument)
  switch (tree.typeOf(argument)) {
    case 'string_literal':
      return 'String'
    case 'character_literal':
      return 'char'
    case 'true':
    case 'false':
      return 'boolean'
    case 'decimal_integer_literal':
    case 'hex_integer_literal':
      return /[lL]$/.test(text) ? 'long' : 'int'
    case 'decimal_floating_point_literal':
      return /[fF]$/.test(text) ? 'float' : 'double'
    case 'class_literal':
      return 'Class'
    case 'identifier':
      return `$${text}`
    case 'object_creation_expression':
      // With a body it is an anonymous class.
      return tree.childOfType(argument, 'class_body') >= 0 ? '' : lastName(bareType(tree.child(argument, 'type'), file))
    case 'cast_expression':
      return lastName(bareType(tree.child(argument, 'type'), file))
    default:
      return ''
  }
}

const lastName = (type: string): string => (/^[\w$.]+$/.test(type) ? type.slice(type.lastIndexOf('.') + 1) : '')
