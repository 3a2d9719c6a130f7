/** Names of Rust other than items: parameters, `let`, and names bound by patterns in matches, loops and closures. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { unknownType, type ValueType } from '../../value-type.ts'
import { from, receiverOf, valueType } from './value-type.ts'
import { bindVariable } from './variables.ts'

export function declareLet(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const declared = tree.child(node, 'type')
  const value = valueType(tree.child(node, 'value'), file)
  const known = file.typeText(declared)
  bindPattern(tree.child(node, 'pattern'), known === '' || known === '_' ? value : { type: known, from_call: '' }, node, file)
}

/** `if let Some(x) = …`, `while let …` */
export function declareLetCondition(node: NodeIndex, file: FileFactsBuilder): void {
  bindPattern(file.tree.child(node, 'pattern'), valueType(file.tree.child(node, 'value'), file), node, file)
}

export function declareLoop(node: NodeIndex, file: FileFactsBuilder): void {
  file.openScope(node, 'block')
  const { from_call } = valueType(file.tree.child(node, 'value'), file)
  bindPattern(file.tree.child(node, 'pattern'), step({ type: '', from_call }, '[]'), node, file)
}

export function declareArm(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  file.openScope(node, 'block')
  const matched = tree.child(tree.parent(tree.parent(node)), 'value')
  const [pattern = -1] = tree.namedChildren(tree.child(node, 'pattern'))
  bindPattern(pattern, valueType(matched, file), node, file)
}

/** Names in a function type are documentation; they bind nothing. */
export function declareParameter(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const owner = tree.parent(tree.parent(node))
  const pattern = tree.child(node, 'pattern')
  const type = file.typeText(tree.child(node, 'type'))
  if (tree.is(owner, 'function_type')) file.notAUse(pattern)
  else if (tree.is(pattern, 'self')) file.bind({ name: 'self', at: node, role: 'parameter', type })
  else bindPattern(pattern, { type, from_call: '' }, node, file, 'parameter')
}

export function declareSelf(node: NodeIndex, file: FileFactsBuilder): void {
  file.bind({ name: 'self', at: node, role: 'parameter', type: 'Self' })
}

export function declareClosure(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  file.openScope(node, 'block')
  for (const one of tree.namedChildren(tree.child(node, 'parameters')))
    if (!tree.is(one, 'parameter')) bindPattern(one, unknownType, node, file, 'parameter')
}

/** Patterns deeper than this are not written by hand. */
const DEEPEST = 16

function bindPattern(
  pattern: NodeIndex,
  value: ValueType,
  at: NodeIndex,
  file: FileFactsBuilder,
  role: 'variable' | 'parameter' = 'variable',
  depth = 0,
): void {
  const { tree } = file
  if (pattern < 0 || depth > DEEPEST) return
  const into = (part: NodeIndex, held: ValueType): void => bindPattern(part, held, at, file, role, depth + 1)
  const parts = tree.namedChildren(pattern).filter((part) => !tree.is(part, 'mutable_specifier', 'line_comment', 'block_comment'))
  switch (tree.typeOf(pattern)) {
    case 'identifier':
    case 'shorthand_field_identifier':
      // A name in capitals in a pattern is a constant or a variant, which is compared and not bound.
      if (!/^\p{Lu}/u.test(tree.textOf(pattern))) bindVariable(pattern, value, at, role, file)
      return
    case 'mut_pattern':
    case 'ref_pattern':
    case 'reference_pattern':
    case 'match_pattern':
      into(parts[0] ?? -1, value)
      return
    case 'or_pattern':
      for (const part of parts) into(part, value)
      return
    case 'captured_pattern':
      into(parts[0] ?? -1, value)
      into(parts[1] ?? -1, value)
      return
    case 'slice_pattern':
      for (const part of parts) into(part, step(value, '[]'))
      return
    case 'tuple_pattern':
      for (const [index, part] of parts.entries()) into(part, partOf(value, index))
      return
    case 'tuple_struct_pattern':
      for (const [index, part] of parts.slice(1).entries()) into(part, unwrapped(pattern, index, value, file))
      return
    case 'struct_pattern':
      for (const part of parts) if (tree.is(part, 'field_pattern')) bindField(part, pattern, into, file)
  }
}

/** `Point { x, y: height }` */
function bindField(
  field: NodeIndex,
  pattern: NodeIndex,
  into: (part: NodeIndex, held: ValueType) => void,
  file: FileFactsBuilder,
): void {
  const { tree } = file
  const name = tree.child(field, 'name')
  const inner = tree.child(field, 'pattern')
  const held = { type: '', from_call: from(`${receiverOf(tree.child(pattern, 'type'), file)}{}.${tree.textOf(name)}`) }
  into(inner < 0 ? name : inner, held)
}

/** For `Some(x)` and `Ok(x)` the content; for any other variant the field at that index. */
function unwrapped(pattern: NodeIndex, index: number, value: ValueType, file: FileFactsBuilder): ValueType {
  const type = receiverOf(file.tree.child(pattern, 'type'), file)
  if (/^(?:Option::)?Some$|^(?:Result::)?Ok$/.test(type)) return step(value, '?')
  return /^(?:Result::)?Err$/.test(type) ? unknownType : { type: '', from_call: from(`${type}{}.${index}`) }
}

const step = ({ type, from_call }: ValueType, how: string): ValueType =>
  type === '' && from_call !== '' ? { type: '', from_call: `${from_call}${how}` } : unknownType

/** For a tuple type its part, for any other value an expression for the part. */
function partOf(value: ValueType, index: number): ValueType {
  if (value.type === '') return step(value, `.${index}`)
  const inside = /^\(([^()<>]*)\)$/.exec(value.type)?.[1]
  return { type: inside?.split(',')[index]?.trim() ?? '', from_call: '' }
}
