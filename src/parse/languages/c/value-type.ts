/** What a value of C or C++ says about its type, and the text of a receiver before a dot or an arrow. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { unknownType, type ValueType, withoutBrackets } from '../../value-type.ts'

export function evidentType(value: NodeIndex, file: FileFactsBuilder): ValueType {
  const { tree } = file
  const core = withoutBrackets(value, file.tree)
  switch (tree.typeOf(core)) {
    case 'new_expression':
    case 'cast_expression':
    case 'compound_literal_expression':
      return { type: file.typeText(tree.child(core, 'type')), from_call: '' }
    case 'call_expression':
      return callType(core, file)
    case 'identifier':
    case 'field_expression':
      return { type: '', from_call: plain(core, '=', '', file) }
    case 'subscript_expression':
      return { type: '', from_call: plain(tree.child(core, 'argument'), '', '[]', file) }
    case 'pointer_expression': {
      const argument = withoutBrackets(tree.child(core, 'argument'), file.tree)
      return tree.is(argument, 'identifier', 'field_expression')
        ? { type: '', from_call: plain(argument, '=', '', file) }
        : unknownType
    }
    default:
      return unknownType
  }
}

/** Names, dots, arrows and calls, with a prefix and suffix that mark how the value is derived; '' for anything else. */
export function plain(node: NodeIndex, before: string, behind: string, file: FileFactsBuilder): string {
  const text = receiverOf(node, file)
  return /^[\p{L}_][\p{L}\p{N}_.:>()-]*$/u.test(text) && !/^(?:nullptr|NULL|true|false)$/.test(text)
    ? `${before}${text}${behind}`
    : ''
}

function callType(call: NodeIndex, file: FileFactsBuilder): ValueType {
  const cast = castType(call, file)
  if (cast !== '') return { type: cast, from_call: '' }
  return { type: '', from_call: plain(file.tree.child(call, 'function'), '', '', file) }
}

/** `static_cast<Foo*>(x)`, `std::make_unique<Foo>(…)`: the angle brackets contain the result type; '' for other calls. */
function castType(call: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  let callee = tree.child(call, 'function')
  for (let depth = 0; depth < 8 && tree.is(callee, 'qualified_identifier'); depth++) callee = tree.child(callee, 'name')
  if (!tree.is(callee, 'template_function')) return ''
  if (
    !/^(?:(?:static|dynamic|reinterpret|const)_cast|make_(?:unique|shared)|down_cast)$/.test(
      tree.textOf(tree.child(callee, 'name')),
    )
  )
    return ''
  const [first = -1] = tree.namedChildren(tree.child(callee, 'arguments'))
  return file.typeText(first)
}

const MAX_STEPS = 8

/** The receiver of the last name. A cast names its result type, so it is written like a new value of that type. */
export function receiverOf(node: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  const steps: string[] = []
  let at = withoutBrackets(node, file.tree)
  for (let depth = 0; depth < MAX_STEPS; depth++) {
    const type = madeType(at, file)
    if (type !== '') return [`new ${type}()`, ...steps].join('.')
    if (tree.is(at, 'field_expression')) {
      steps.unshift(tree.textOf(tree.child(at, 'field')))
      at = withoutBrackets(tree.child(at, 'argument'), file.tree)
    } else if (tree.is(at, 'call_expression') && tree.is(tree.child(at, 'function'), 'field_expression')) {
      const callee = tree.child(at, 'function')
      steps.unshift(`${tree.textOf(tree.child(callee, 'field'))}()`)
      at = withoutBrackets(tree.child(callee, 'argument'), file.tree)
    } else break
  }
  return file.receiverText(withoutBrackets(node, file.tree))
}

function madeType(node: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  const type = tree.is(node, 'cast_expression')
    ? file.typeText(tree.child(node, 'type'))
    : tree.is(node, 'call_expression')
      ? castType(node, file)
      : ''
  const bare = type.replaceAll(/\b(?:const|volatile|struct|class|enum|union|typename)\b|<.*>|[*&]/g, '').replaceAll(/\s+/g, '')
  return /^[\p{L}_][\p{L}\p{N}_:]*$/u.test(bare) ? bare : ''
}
