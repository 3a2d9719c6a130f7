/** What a value of Zig says about its type, and the text of receivers. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { unknownType, type ValueType } from '../../value-type.ts'

const MAX_STEPS = 12
const MAX_LENGTH = 120

/** The name of `@"odd name"` is odd name. */
export const bareName = (text: string): string => (text.startsWith('@"') ? text.slice(2, -1) : text)

export function evidentType(value: NodeIndex, file: FileFactsBuilder): ValueType {
  const { tree } = file
  const core = withoutTry(value, file)
  switch (tree.typeOf(core)) {
    case 'struct_initializer':
      return { type: receiverOf(tree.namedChildren(core)[0] ?? -1, file), from_call: '' }
    case 'call_expression': {
      const callee = receiverOf(tree.child(core, 'function'), file)
      return callee.includes('…') ? unknownType : { type: '', from_call: callee }
    }
    case 'builtin_function':
      return tree.textOf(core).startsWith('@This') ? { type: '@This()', from_call: '' } : unknownType
    case 'identifier':
    case 'field_expression': {
      const same = receiverOf(core, file)
      return same.includes('…') ? unknownType : { type: '', from_call: `=${same}` }
    }
    default:
      return unknownType
  }
}

/** `a.b(x).c[0].?` → `a.b().c[0]` */
export function receiverOf(node: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  const steps: string[] = []
  let at = withoutTry(node, file)
  let behind = ''
  for (let step = 0; step < MAX_STEPS; step++) {
    if (tree.is(at, 'call_expression')) {
      behind = `()${behind}`
      at = withoutTry(tree.child(at, 'function'), file)
    } else if (tree.is(at, 'index_expression')) {
      behind = `[0]${behind}`
      at = withoutTry(tree.child(at, 'object'), file)
    } else if (tree.is(at, 'field_expression') && tree.child(at, 'object') >= 0) {
      steps.unshift(`${bareName(tree.textOf(tree.child(at, 'member')))}${behind}`)
      behind = ''
      at = withoutTry(tree.child(at, 'object'), file)
    } else {
      const first = tree.is(at, 'identifier')
        ? bareName(tree.textOf(at))
        : tree.is(at, 'builtin_function')
          ? thisOf(at, file)
          : '…'
      const text = [`${first}${behind}`, ...steps].join('.')
      return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
    }
  }
  return '…'
}

const thisOf = (node: NodeIndex, { tree }: FileFactsBuilder): string => (tree.textOf(node).startsWith('@This') ? 'Self' : '…')

/** Without `try`, brackets, `.?` and `.*`. */
function withoutTry(node: NodeIndex, { tree }: FileFactsBuilder): NodeIndex {
  let at = node
  for (let step = 0; step < MAX_STEPS; step++) {
    if (!tree.is(at, 'try_expression', 'parenthesized_expression', 'null_coercion_expression', 'dereference_expression'))
      return at
    at = tree.namedChildren(at)[0] ?? -1
  }
  return at
}
