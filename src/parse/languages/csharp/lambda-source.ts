/**
 * Where the type of a lambda's parameter is declared: at the method the lambda is passed to, or the variable it is assigned to.
 */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { receiverText } from './value-type.ts'

/** Longer callees are cut off, and then refer to something else. */
const LONGEST = 100

/**
 * `λ1.0.2:a.Each`: the first parameter of a lambda that is the second of two arguments of `a.Each`. `λ-.0:Func<A, B>`: of one
 * assigned to a variable of that type. '' where it is unknown.
 */
export function lambdaSource(lambda: NodeIndex, parameter: number, file: FileFactsBuilder): string {
  const { tree } = file
  const around = tree.parent(lambda)
  if (tree.is(around, 'variable_declarator')) {
    const type = tree.child(tree.parent(around), 'type')
    return tree.is(type, 'implicit_type') ? '' : `λ-.${parameter}:${file.typeText(type)}`
  }
  const list = tree.parent(around)
  const call = tree.parent(list)
  if (!tree.is(around, 'argument') || !tree.is(list, 'argument_list')) return ''
  const given = tree.namedChildren(list).filter((one) => tree.is(one, 'argument'))
  if (given.some((one) => tree.child(one, 'name') >= 0)) return ''
  const callee = tree.is(call, 'invocation_expression')
    ? receiverText(tree.child(call, 'function'), file)
    : tree.is(call, 'object_creation_expression')
      ? `new ${file.typeText(tree.child(call, 'type'))}`
      : ''
  if (callee === '' || callee.length > LONGEST || callee.includes('…')) return ''
  return `λ${given.indexOf(around)}.${parameter}.${given.length}:${callee}`
}
