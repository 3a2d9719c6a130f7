/** What a call of C# says about its arguments: how many, and of which types as far as the text shows it. */
import type { FileFactsBuilder, GivenArguments } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'

/** Calls with more are rare, and their overloads differ in number. */
const MOST_TYPED = 8

/** -1 where the list is broken: a guess would lead to the wrong overload. */
export function argumentsOf(call: NodeIndex, file: FileFactsBuilder): GivenArguments {
  const { tree } = file
  const list = tree.child(call, 'arguments')
  const given = tree.namedChildren(list).filter((one) => !tree.is(one, 'comment') && !tree.typeOf(one).startsWith('preproc_'))
  if (list < 0 || given.some((one) => !tree.is(one, 'argument'))) return { count: -1, types: '' }
  const isInOrder = given.every((one) => tree.child(one, 'name') < 0)
  const types = given.length > MOST_TYPED || !isInOrder ? [''] : given.map((one) => typeOf(one, file))
  return { count: given.length, types: types.includes('') ? '' : types.join(',') }
}

/** Without namespaces and type arguments; '' when the text does not say it. */
function typeOf(argument: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  const value = tree.namedChildren(argument).at(-1) ?? -1
  const text = tree.textOf(value)
  switch (tree.typeOf(value)) {
    case 'string_literal':
    case 'verbatim_string_literal':
    case 'raw_string_literal':
    case 'interpolated_string_expression':
      return 'string'
    case 'character_literal':
      return 'char'
    case 'boolean_literal':
      return 'bool'
    case 'integer_literal':
      return /^(?:0[xb])?[\d_a-f]+$/i.test(text) ? 'int' : /^[\d_]+l$/i.test(text) ? 'long' : ''
    case 'real_literal':
      return /f$/i.test(text) ? 'float' : /m$/i.test(text) ? 'decimal' : 'double'
    case 'typeof_expression':
      return 'Type'
    case 'identifier':
      return `$${text}`
    case 'object_creation_expression':
    case 'cast_expression':
    case 'declaration_expression':
      return lastName(file.typeText(tree.child(value, 'type')))
    case 'as_expression':
      return lastName(file.typeText(tree.child(value, 'right')))
    default:
      return ''
  }
}

function lastName(type: string): string {
  const bare = type.replace(/<.*>$/s, '').replace(/\?$/, '')
  return /^[\w@.]+$/.test(bare) && bare !== 'var' ? bare.slice(bare.lastIndexOf('.') + 1) : ''
}
