/** `@import` of Zig: an ordinary value; a constant with that value is an import. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'

/** Adds the import for `const name = @import("x").a.b`; false when the value is not an import. */
export function importedBy(node: NodeIndex, name: NodeIndex, value: NodeIndex, file: FileFactsBuilder): boolean {
  const { tree } = file
  const members: string[] = []
  let at = value
  for (let step = 0; step < 8 && tree.is(at, 'field_expression'); step++) {
    members.unshift(tree.textOf(tree.child(at, 'member')))
    at = tree.child(at, 'object')
  }
  const module = moduleOf(at, file)
  if (module === undefined || members.includes('')) return false
  const alias = tree.textOf(name)
  const last = members.at(-1) ?? ''
  const kind = last === '' ? 'namespace' : 'named'
  file.addImport({ module: [module, ...members.slice(0, -1)].join('#'), name: last, alias, kind, type_only: false }, name)
  file.notAUse(name)
  // Names in it are not uses.
  for (let below = value; below < tree.after(value); below++) file.notAUse(below)
  const isPublic = tree.childOfType(node, 'pub') >= 0
  if (isPublic && !file.isInFunction(node)) file.addExport({ name: alias, local: alias, module: '' }, name)
  return true
}

/** The text inside `@import("…")`, or undefined. */
function moduleOf(node: NodeIndex, { tree }: FileFactsBuilder): string | undefined {
  if (!tree.is(node, 'builtin_function') || tree.textOf(tree.childOfType(node, 'builtin_identifier')) !== '@import')
    return undefined
  const text = tree.childOfType(tree.childOfType(node, 'arguments'), 'string')
  return text < 0 ? undefined : tree.textOf(tree.childOfType(text, 'string_content'))
}

/** `pub usingnamespace @import("x.zig")` */
export function declareUsing(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const value = tree.childOfType(node, 'builtin_function')
  const module = moduleOf(value, file)
  if (module !== undefined) file.addImport({ module, name: '', alias: '', kind: 'wildcard', type_only: false }, value)
}

/** `_ = @import("x.zig")`, with which tests run those of another file. */
export function declareBareImport(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const module = moduleOf(node, file)
  const holder = tree.parent(node)
  const isThrown = tree.is(holder, 'variable_declaration') && tree.textOf(tree.childOfType(holder, 'identifier')) === '_'
  if (module !== undefined && isThrown)
    file.addImport({ module, name: '', alias: '', kind: 'side-effect', type_only: false }, node)
}
