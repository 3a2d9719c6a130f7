/** Imports and exports of a Dart library, and the names that parameters, loops, catches and patterns bind. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'

/** `import 'a.dart' as a show B, C;`, `export 'c.dart';` */
export function declareDirective(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const isExport = tree.childOfType(node, 'library_export') >= 0
  const specification = isExport
    ? tree.childOfType(node, 'library_export')
    : tree.childOfType(tree.childOfType(node, 'library_import'), 'import_specification')
  const uri = tree.childOfType(tree.childOfType(specification, 'configurable_uri'), 'uri')
  const module = unquoted(tree.textOf(uri))
  if (uri < 0 || module === '') return
  const shown = tree
    .namedChildren(specification)
    .filter((part) => tree.is(part, 'combinator') && tree.childOfType(part, 'show') >= 0)
    .flatMap((part) => tree.namedChildren(part).filter((name) => tree.is(name, 'identifier')))
  const prefix = tree.childOfType(specification, 'identifier')
  if (isExport) declareExport(module, shown, uri, file)
  else if (prefix >= 0)
    file.addImport({ module, name: '', alias: tree.textOf(prefix), kind: 'namespace', type_only: false }, prefix)
  else if (shown.length === 0) file.addImport({ module, name: '', alias: '', kind: 'wildcard', type_only: false }, uri)
  else
    for (const name of shown)
      file.addImport({ module, name: tree.textOf(name), alias: tree.textOf(name), kind: 'named', type_only: false }, name)
}

function declareExport(module: string, shown: readonly NodeIndex[], uri: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  if (shown.length === 0) {
    file.addImport({ module, name: '', alias: '', kind: 'reexport', type_only: false }, uri)
    file.addExport({ name: '*', local: '*', module }, uri)
  }
  for (const name of shown) {
    const text = tree.textOf(name)
    file.addImport({ module, name: text, alias: text, kind: 'reexport', type_only: false }, name)
    file.addExport({ name: text, local: text, module }, name)
  }
}

/** A part shares all names with its library. */
export function declarePart(node: NodeIndex, file: FileFactsBuilder): void {
  const uri = file.tree.childOfType(node, 'uri')
  const module = unquoted(file.tree.textOf(uri))
  if (module !== '') file.addImport({ module, name: '', alias: '', kind: 'side-effect', type_only: false }, uri)
}

export function declareLibrary(node: NodeIndex, file: FileFactsBuilder): void {
  file.facts.doc = file.docs
    .above(node)
    .replace(/^\/{2,3} ?/gm, '')
    .trim()
}

const unquoted = (text: string): string => text.replace(/^r?(['"])(.*)\1$/s, '$2').trim()

/** `this.x` and `super.x` set a field and bind no name. */
export function declareParameter(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const field = tree.childOfType(node, 'constructor_param', 'super_formal_parameter')
  const name = tree.child(node, 'name') >= 0 ? tree.child(node, 'name') : tree.childOfType(node, 'identifier')
  if (tree.is(tree.parent(tree.parent(node)), 'type_alias')) {
    file.notAUse(name)
    return
  }
  if (field >= 0) {
    for (const part of tree.namedChildren(field))
      if (tree.is(part, 'identifier')) file.bind({ name: part, at: node, role: 'parameter' })
  } else if (name >= 0) {
    const type = tree.text.slice(tree.start(node), tree.start(name)).replace(/\b(?:final|const|var|covariant|required)\b/g, '')
    file.bind({ name, at: node, role: 'parameter', type: type.replace(/\s+/g, ' ').trim() })
  }
}

/** `var x = …`, `for (final s in …)`, `Shape s` of a pattern: the last name of the node. */
export function declareLocal(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const named = tree.childrenIn(node, 'name')
  const names =
    named.length > 0
      ? named
      : tree
          .namedChildren(node)
          .filter((child) => tree.is(child, 'identifier'))
          .slice(-1)
  for (const name of names) file.bind({ name, at: node, role: 'variable' })
}

export function declareCaught(node: NodeIndex, file: FileFactsBuilder): void {
  for (const name of file.tree.namedChildren(node))
    if (file.tree.is(name, 'identifier')) file.bind({ name, at: node, role: 'variable' })
}

/** `var (a, b) = …`: bare names in the pattern are new. */
export function declarePattern(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const [, pattern = -1] = tree.namedChildren(node)
  for (let at = pattern; at >= 0 && at < tree.after(pattern); at++)
    if (tree.is(at, 'constant_pattern') && tree.is(at + 1, 'identifier')) file.bind({ name: at + 1, at: node, role: 'variable' })
}

export function declareTypeParameter(node: NodeIndex, file: FileFactsBuilder): void {
  const name = file.tree.childOfType(node, 'type_identifier')
  if (name >= 0) file.bindLocal(name, node)
}
