/** The arguments of a C# call: how many, and their types as far as the text shows them. */
import type { FileFactsBuilder, GivenArguments } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import type { SyntaxTree } from '../../syntax-tree.ts'
import { receiverText, withoutBrackets } from './value-type.ts'

/** Calls with more are rare, and their overloads differ in argument count. */
const MOST_TYPED = 8
/** Longer expressions are not worth their space. */
const LONGEST = 40

/** -1 where the list is broken: a guess could pick the wrong overload. An argument of unknown type is an empty entry. */
export function argumentsOf(call: NodeIndex, file: FileFactsBuilder): GivenArguments {
  const { tree } = file
  const list = tree.child(call, 'arguments')
  const given = tree.namedChildren(list).filter((one) => !tree.is(one, 'comment') && !tree.typeOf(one).startsWith('preproc_'))
  if (list < 0 || given.some((one) => !tree.is(one, 'argument'))) return { count: -1, types: '' }
  const isInOrder = given.every((one) => tree.child(one, 'name') < 0)
  const types = given.length > MOST_TYPED || !isInOrder ? [] : given.map((one) => typeOf(one, file))
  return { count: given.length, types: types.every((type) => type === '') ? '' : types.join(',') }
}

/** Without namespaces and type arguments; `$x` for the value of an expression; `=>1r` for a lambda; '' when unknown. */
function typeOf(argument: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  const value = withoutBrackets(tree.namedChildren(argument).at(-1) ?? -1, tree)
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
    case 'null_literal':
      return 'null'
    case 'integer_literal':
      return /^(?:0[xb])?[\d_a-f]+$/i.test(text) ? 'int' : /^[\d_]+l$/i.test(text) ? 'long' : ''
    case 'real_literal':
      return /f$/i.test(text) ? 'float' : /m$/i.test(text) ? 'decimal' : 'double'
    case 'typeof_expression':
      return 'Type'
    case 'lambda_expression':
    case 'anonymous_method_expression':
      return lambdaText(value, tree)
    case 'object_creation_expression':
    case 'cast_expression':
    case 'declaration_expression':
      return plain(file.typeText(tree.child(value, 'type')))
    case 'as_expression':
      return plain(file.typeText(tree.child(value, 'right')))
    case 'this':
    case 'identifier':
    case 'member_access_expression':
    case 'invocation_expression':
    case 'element_access_expression':
    case 'await_expression': {
      const written = receiverText(value, file)
      return written.length > LONGEST || /[…,]/.test(written) || written === '' ? '' : `$${written}`
    }
    default:
      return ''
  }
}

/** A type that contains a comma would be read as two. */
const plain = (type: string): string => (type.includes(',') || type.length > LONGEST || type === 'var' ? '' : type)

/** How many parameters, and whether it returns a value: `r` yes, `v` no, `e` either. */
function lambdaText(lambda: NodeIndex, tree: SyntaxTree): string {
  const parameters = tree.child(lambda, 'parameters')
  const count = tree.is(parameters, 'implicit_parameter')
    ? 1
    : tree.namedChildren(parameters).filter((one) => tree.is(one, 'parameter')).length
  const isAsync = tree.children(lambda).some((child) => tree.textOf(child) === 'async' && tree.is(child, 'modifier', 'async'))
  const body = tree.is(lambda, 'lambda_expression') ? tree.child(lambda, 'body') : tree.childOfType(lambda, 'block')
  return `${isAsync ? 'async' : ''}=>${count}${tree.is(body, 'block') ? ofBlock(body, tree) : ofExpression(body, tree)}`
}

const statements = [
  'invocation_expression',
  'assignment_expression',
  'await_expression',
  'object_creation_expression',
  'postfix_unary_expression',
]

/** Only an expression that can also be a statement may return nothing. */
const ofExpression = (body: NodeIndex, tree: SyntaxTree): string =>
  tree.is(body, ...statements, 'prefix_unary_expression', 'conditional_access_expression', 'throw_expression') ? 'e' : 'r'

function ofBlock(body: NodeIndex, tree: SyntaxTree): string {
  for (let at = body + 1; at < tree.after(body); ) {
    if (tree.is(at, 'lambda_expression', 'anonymous_method_expression', 'local_function_statement')) at = tree.after(at)
    else if (tree.is(at, 'return_statement') && tree.namedChildren(at).length > 0) return 'r'
    else at++
  }
  return tree.is(tree.namedChildren(body).at(-1) ?? -1, 'throw_statement') ? 'e' : 'v'
}
