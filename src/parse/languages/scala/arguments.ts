/** The arguments in the first list of a Scala call: how many, and their types where the text shows them. */
import type { FileFactsBuilder, GivenArguments } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { evidentType } from './value-type.ts'

const MOST_TYPED = 8

export function argumentsOf(call: NodeIndex, file: FileFactsBuilder): GivenArguments {
  const { tree } = file
  const list = tree.child(call, 'arguments')
  if (!tree.is(list, 'arguments')) return list < 0 ? { count: -1, types: '' } : { count: 1, types: '' }
  const given = tree.namedChildren(list).filter((one) => !tree.is(one, 'comment', 'block_comment'))
  // `xs: _*` may be any number.
  if (given.some((one) => tree.is(one, 'ERROR') || /[_*]\*$|:\s*_\*$/.test(tree.textOf(one)))) return { count: -1, types: '' }
  const types = given.length > MOST_TYPED ? [''] : given.map((one) => typeOf(one, file))
  return { count: given.length, types: types.includes('') ? '' : types.join(',') }
}

function typeOf(argument: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  if (tree.is(argument, 'identifier')) return `$${file.nameOf(argument)}`
  const { type } = evidentType(argument, file)
  return /^[\p{L}\p{N}_]+$/u.test(type) ? type : ''
}
