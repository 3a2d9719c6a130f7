/** What a value of Rust says about its type: a declared type, a literal, or an expression to follow. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { unknownType, type ValueType } from '../../value-type.ts'
import { variableAt } from './variables.ts'

/** `from_call`: after `=` the whole expression, with empty call brackets: `=Store::open()?.table`. */

const literalTypes: Readonly<Record<string, string>> = {
  string_literal: '&str',
  raw_string_literal: '&str',
  char_literal: 'char',
  boolean_literal: 'bool',
}

export function valueType(value: NodeIndex, file: FileFactsBuilder): ValueType {
  const { tree } = file
  const kind = tree.typeOf(value)
  if (value < 0) return unknownType
  if (kind === 'struct_expression') return { type: file.receiverText(tree.child(value, 'name')), from_call: '' }
  if (kind === 'type_cast_expression') return { type: file.typeText(tree.child(value, 'type')), from_call: '' }
  const literal = literalTypes[kind]
  if (literal !== undefined) return { type: literal, from_call: '' }
  return { type: '', from_call: from(receiverOf(value, file)) }
}

/** Text that can be followed, or ''. */
export const from = (text: string): string => (text === '' || /[…!"<>]/.test(text) || text.length > 120 ? '' : `=${text}`)

/**
 * The receiver before a dot or a `::`, as text. Type arguments are removed, with the `::` before them; `<T as Trait>` is the
 * trait, `<T>` the type.
 */
export function receiverOf(node: NodeIndex, file: FileFactsBuilder): string {
  return withVariable(node, receiverText(node, file), file)
}

function receiverText(node: NodeIndex, file: FileFactsBuilder): string {
  return file
    .receiverText(node)
    .replace(/^<(?:[^<>]*as )?([^<>]*)>/, '$1')
    .replaceAll(/::(?=::|[.()[\]{}?]|$)/g, '')
    .replaceAll('r#', '')
    .replace('$crate', 'crate')
}

/** Replaces the first name, if it is a variable, by the name under which that variable is recorded. */
export function withVariable(node: NodeIndex, text: string, file: FileFactsBuilder): string {
  const name = /^[\p{Ll}_][\p{L}\p{N}_]*(?=[.?[]|$)/u.exec(text)?.[0]
  return name === undefined ? text : `${variableAt(node, name, file)}${text.slice(name.length)}`
}
