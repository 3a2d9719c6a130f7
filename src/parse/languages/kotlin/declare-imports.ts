/** The package of a Kotlin file, and its imports: `a.b.C`, `a.b.C as D`, `a.b.*`. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'

export function declarePackage(node: NodeIndex, file: FileFactsBuilder): void {
  file.facts.package = pathOf(file.tree.childOfType(node, 'qualified_identifier'), file).join('.')
}

export function declareImport(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const qualified = tree.childOfType(node, 'qualified_identifier')
  const path = pathOf(qualified, file)
  const star = tree.childOfType(node, '*')
  if (path.length === 0) return
  if (star >= 0) {
    file.addImport({ module: path.join('.'), name: '', alias: '', kind: 'wildcard', type_only: false }, star)
    return
  }
  const name = path.at(-1) ?? ''
  const renamed = tree.childOfType(node, 'identifier')
  const alias = renamed >= 0 ? file.nameOf(renamed) : name
  const at = tree.namedChildren(qualified).at(-1) ?? qualified
  file.addImport({ module: path.slice(0, -1).join('.'), name, alias, kind: 'named', type_only: false }, at)
}

const pathOf = (qualified: NodeIndex, file: FileFactsBuilder): string[] =>
  file.tree
    .namedChildren(qualified)
    .filter((part) => file.tree.is(part, 'identifier'))
    .map((part) => file.nameOf(part))
