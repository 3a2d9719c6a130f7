/** Packages, imports and exports of Scala: `a.b.c`, `a.b.{c, d => e, _}`, `a.b.c as d`, several in one statement. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { isName } from './names.ts'

/**
 * `package a.b` and then `package c` is `a.b.c`, and names of `a.b` are visible too. A second one with braces is a namespace of
 * the first.
 */
export function declarePackage(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree, facts } = file
  const name = tree.child(node, 'name')
  const path = tree
    .namedChildren(name)
    .filter((part) => isName(part, tree))
    .map((part) => file.nameOf(part))
    .join('.')
  const body = tree.child(node, 'body')
  const isFirst = facts.symbols.length === 0 && facts.imports.every((fact) => fact.kind === 'wildcard')
  if (body >= 0 && !isFirst) {
    file.define({ node, kind: 'namespace', name, nameText: path, body })
    return
  }
  if (facts.package !== '' && path !== '') {
    const place = { line: tree.line(name), column: tree.column(name) }
    facts.imports.push({ module: facts.package, name: '', alias: '', kind: 'wildcard', type_only: false, ...place, scope: -1 })
  }
  facts.package = facts.package === '' ? path : `${facts.package}.${path}`
}

type Importer = { path: NodeIndex[]; selectors: NodeIndex }

/** The parts between commas. */
function importersOf(node: NodeIndex, file: FileFactsBuilder): Importer[] {
  const { tree } = file
  const found: Importer[] = []
  let path: NodeIndex[] = []
  let selectors = -1
  for (const child of tree.children(node).slice(1)) {
    if (tree.is(child, ',')) {
      found.push({ path, selectors })
      path = []
      selectors = -1
    } else if (isName(child, tree)) path.push(child)
    else if (tree.is(child, 'namespace_selectors', 'namespace_wildcard', 'as_renamed_identifier')) selectors = child
  }
  return [...found, { path, selectors }].filter((one) => one.path.length > 0)
}

export function declareImport(node: NodeIndex, file: FileFactsBuilder): void {
  for (const importer of importersOf(node, file)) addImporter(importer, file, 'named')
}

export function declareExport(node: NodeIndex, file: FileFactsBuilder): void {
  for (const importer of importersOf(node, file)) addImporter(importer, file, 'reexport')
}

function addImporter({ path, selectors }: Importer, file: FileFactsBuilder, kind: 'named' | 'reexport'): void {
  const { tree } = file
  const names = path.map((part) => file.nameOf(part))
  if (selectors < 0) {
    const name = names.at(-1) ?? ''
    const at = path.at(-1) ?? -1
    file.addImport({ module: names.slice(0, -1).join('.'), name, alias: name, kind, type_only: false }, at)
    return
  }
  const module = names.join('.')
  const parts = tree.is(selectors, 'namespace_selectors') ? tree.namedChildren(selectors) : [selectors]
  for (const part of parts) addSelector(part, module, file, kind)
}

function addSelector(part: NodeIndex, module: string, file: FileFactsBuilder, kind: 'named' | 'reexport'): void {
  const { tree } = file
  if (tree.is(part, 'namespace_wildcard')) {
    // `given` imports nothing that is used by name.
    const isNamed = tree.textOf(part) !== 'given'
    const whole = kind === 'reexport' ? kind : isNamed ? 'wildcard' : 'side-effect'
    file.addImport({ module, name: '', alias: '', kind: whole, type_only: false }, part)
    return
  }
  const renamed = tree.is(part, 'arrow_renamed_identifier', 'as_renamed_identifier')
  const at = renamed ? tree.child(part, 'name') : part
  const alias = renamed ? tree.child(part, 'alias') : part
  if (!isName(at, tree) && !tree.is(at, 'type_identifier')) return
  const name = file.nameOf(at)
  // `{A => _, _}` leaves A out.
  if (!tree.is(alias, 'wildcard')) file.addImport({ module, name, alias: file.nameOf(alias), kind, type_only: false }, at)
}
