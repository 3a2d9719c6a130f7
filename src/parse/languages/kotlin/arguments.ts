/** The arguments of a Kotlin call: how many, including a trailing lambda, and their types where the text shows them. */
import type { FileFactsBuilder, GivenArguments } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { numberType } from './value-type.ts'

const MOST_TYPED = 8

export function argumentsOf(call: NodeIndex, file: FileFactsBuilder): GivenArguments {
  const { tree } = file
  const list = tree.childOfType(call, 'value_arguments')
  const given = tree.namedChildren(list).filter((one) => tree.is(one, 'value_argument'))
  if (tree.childOfType(list, 'ERROR') >= 0 || given.some((one) => isSpread(one, file))) return { count: -1, types: '' }
  const trailing = hasTrailingLambda(call, file) ? 1 : 0
  const count = given.length + trailing
  const isTyped = trailing === 0 && count <= MOST_TYPED && given.every((one) => tree.childOfType(one, '=') < 0)
  const types = isTyped ? given.map((one) => typeOf(tree.namedChildren(one)[0] ?? -1, file)) : ['']
  return { count, types: types.includes('') ? '' : types.join(',') }
}

const isSpread = (argument: NodeIndex, file: FileFactsBuilder): boolean =>
  file.tree.namedChildren(argument).some((part) => file.tree.is(part, 'spread_expression'))

function hasTrailingLambda(call: NodeIndex, file: FileFactsBuilder): boolean {
  const { tree } = file
  if (tree.childOfType(call, 'annotated_lambda') >= 0) return true
  const around = tree.parent(call)
  return (
    tree.is(around, 'call_expression') &&
    tree.children(around)[0] === call &&
    tree.childOfType(around, 'annotated_lambda') >= 0 &&
    tree.childOfType(around, 'value_arguments') < 0
  )
}

function typeOf(argument: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  const type = tree.typeOf(argument)
  const text = tree.textOf(argument)
  switch (type) {
    case 'string_literal':
    case 'multiline_string_literal':
      return 'String'
    case 'number_literal':
    case 'float_literal':
    case 'character_literal':
      return numberType(type, text)
    case 'identifier':
      if (text === 'true' || text === 'false') return 'Boolean'
      return text === 'null' ? '' : `$${file.nameOf(argument)}`
    default:
      return ''
  }
}
