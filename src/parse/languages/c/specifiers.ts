/** What precedes a declarator: `static`, `const`, the type. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import type { Declarator } from './declarator.ts'

const specifierTypes: ReadonlySet<string> = new Set(['storage_class_specifier', 'type_qualifier', 'virtual'])

/** The words before the type: `static`, `extern`, `const`, `constexpr`, `inline` … */
export function specifiers(declaration: NodeIndex, file: FileFactsBuilder): Set<string> {
  const { tree } = file
  const words = new Set<string>()
  for (const child of tree.children(declaration)) {
    if (specifierTypes.has(tree.typeOf(child))) words.add(tree.textOf(child))
    else if (tree.fieldOf(child) === 'declarator') break
  }
  return words
}

const MAX_TYPE = 200

/** The type as written, with the declarator's marks: `const struct S *`; for a function its return type. */
export function typeOfDeclarator(declaration: NodeIndex, { callable, marks }: Declarator, file: FileFactsBuilder): string {
  const { tree } = file
  if (tree.is(callable, 'operator_cast')) return file.typeText(tree.child(callable, 'type'))
  const trailing = tree.childOfType(callable, 'trailing_return_type')
  if (trailing >= 0) return file.typeText(trailing)
  const type = writtenType(declaration, file)
  return type === '' ? '' : `${type}${marks === '' ? '' : ` ${marks}`}`
}

/** '' when it is defined inline (`struct { … } x`) or left to the compiler. */
function writtenType(declaration: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  const type = tree.child(declaration, 'type')
  if (type < 0 || tree.is(type, 'placeholder_type_specifier')) return ''
  if (!tree.is(type, ...bodied)) return file.typeText(type).slice(0, MAX_TYPE)
  const name = tree.child(type, 'name')
  if (name < 0) return ''
  return `${tree.textOf(type + 1)} ${tree.textOf(name)}`.slice(0, MAX_TYPE)
}

export const bodied = ['struct_specifier', 'union_specifier', 'class_specifier', 'enum_specifier'] as const

export const hasBody = (type: NodeIndex, file: FileFactsBuilder): boolean =>
  file.tree.is(type, ...bodied) && file.tree.child(type, 'body') >= 0
