/** What a Rust file imports: `use` trees, `mod a;`, `extern crate`. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { attributeTexts } from './prelude.ts'

export function declareUse(node: NodeIndex, file: FileFactsBuilder): void {
  const isPublic = file.tree.childOfType(node, 'visibility_modifier') >= 0
  declareTree(file.tree.child(node, 'argument'), '', isPublic, file, 0)
}

/** Nobody nests braces deeper. */
const DEEPEST = 32

function declareTree(node: NodeIndex, prefix: string, isPublic: boolean, file: FileFactsBuilder, depth: number): void {
  const { tree } = file
  if (node < 0 || depth > DEEPEST) return
  switch (tree.typeOf(node)) {
    case 'use_list':
      for (const one of tree.namedChildren(node)) declareTree(one, prefix, isPublic, file, depth + 1)
      return
    case 'scoped_use_list':
      declareTree(tree.child(node, 'list'), joined(prefix, pathText(tree.child(node, 'path'), file)), isPublic, file, depth + 1)
      return
    case 'use_wildcard':
      declareGlob(node, prefix, isPublic, file)
      return
    case 'use_as_clause':
      declareName(tree.child(node, 'path'), prefix, tree.child(node, 'alias'), isPublic, file)
      return
    case 'identifier':
    case 'scoped_identifier':
    case 'self':
    case 'super':
    case 'crate':
      declareName(node, prefix, -1, isPublic, file)
  }
}

/** `a::b::*`; inside braces a lone `*` means everything in the path before them. */
function declareGlob(node: NodeIndex, prefix: string, isPublic: boolean, file: FileFactsBuilder): void {
  const { tree } = file
  const [path = -1] = tree.namedChildren(node)
  const module = joined(prefix, pathText(path, file))
  const kind = isPublic ? 'reexport' : 'wildcard'
  file.addImport({ module, name: '', alias: '', kind, type_only: false }, node)
  if (isPublic) file.addExport({ name: '*', local: '*', module }, node)
}

/** `a::b as c`; `{self}` is the module before the braces itself. */
function declareName(path: NodeIndex, prefix: string, alias: NodeIndex, isPublic: boolean, file: FileFactsBuilder): void {
  const { tree } = file
  const isSelf = tree.is(path, 'self') && prefix !== ''
  const whole = isSelf ? prefix : joined(prefix, pathText(path, file))
  const cut = whole.lastIndexOf('::')
  const [module, name] = cut <= 0 ? [whole, ''] : [whole.slice(0, cut), whole.slice(cut + 2)]
  const last = tree.is(path, 'scoped_identifier') ? tree.child(path, 'name') : path
  if (whole === '') return
  const known = alias >= 0 ? tree.textOf(alias).replace(/^r#/, '') : name || module.replace(/^::/, '')
  // `as _` imports the methods of a trait, but no name.
  const kind = isPublic ? 'reexport' : name === '' ? 'namespace' : 'named'
  const at = alias >= 0 && isSelf ? alias : last
  file.addImport(
    { module, name, alias: known === '_' ? '' : known, kind: known === '_' ? 'side-effect' : kind, type_only: false },
    at,
  )
  if (isPublic && known !== '_') file.addExport({ name: known, local: name || module, module: name === '' ? '' : module }, at)
}

const joined = (prefix: string, path: string): string => (prefix === '' ? path : path === '' ? prefix : `${prefix}::${path}`)

function pathText(path: NodeIndex, file: FileFactsBuilder): string {
  return file.tree
    .textOf(path)
    .slice(0, 400)
    .replaceAll(/\s+|r#/g, '')
    .replace(/^\$crate/, 'crate')
}

/** `mod a;` declares a file; with `#[path]` that one. It is written as a path, so that it differs from a `use`. */
export function declareModuleFile(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  if (name < 0 || tree.child(node, 'body') >= 0) return
  const written = attributeTexts(node, file)
    .map((mark) => /^path="(.+)"$/.exec(mark)?.[1])
    .find((path) => path !== undefined)
  const alias = tree.textOf(name).replace(/^r#/, '')
  file.notAUse(name)
  file.addImport({ module: `./${written ?? alias}`, name: '', alias, kind: 'require', type_only: false }, name)
  if (tree.childOfType(node, 'visibility_modifier') >= 0) file.addExport({ name: alias, local: alias, module: '' }, name)
}

export function declareExternCrate(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  if (name < 0) return
  const alias = tree.textOf(tree.child(node, 'alias')) || tree.textOf(name)
  for (const part of [name, tree.child(node, 'alias')]) file.notAUse(part)
  if (alias !== '_')
    file.addImport({ module: `::${tree.textOf(name)}`, name: '', alias, kind: 'namespace', type_only: false }, name)
}
