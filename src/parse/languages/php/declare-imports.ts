/** Namespaces, `use` of classes, functions and constants, and included files. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { nameText } from './value-type.ts'

/**
 * A file mostly has one namespace, which is its package. Where it has several, each is a symbol, and what follows it, or is in
 * its braces, belongs to it.
 */
export function declareNamespace(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  const all = tree.children(tree.parent(node)).filter((other) => tree.is(other, 'namespace_definition'))
  if (all.length === 1) {
    file.facts.package = nameText(name, file)
    return
  }
  // Back to the global namespace.
  if (name < 0) {
    file.owner[node] = -1
    file.owner[tree.parent(node)] = -1
    return
  }
  const ordinal = file.define({
    node,
    kind: 'namespace',
    name,
    nameText: nameText(name, file),
    parent: -1,
    body: tree.child(node, 'body'),
    exported: true,
    opens: 'none',
    binds: false,
  })
  if (tree.child(node, 'body') < 0) file.owner[tree.parent(node)] = ordinal
}

/** `use A\B as C, D;`, `use function A\f;`, `use A\{B, C\D as E};` */
export function declareUse(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const group = tree.child(node, 'body')
  const prefix = nameText(tree.childOfType(node, 'namespace_name'), file).replace(/^\\/, '')
  for (const clause of tree.namedChildren(group < 0 ? node : group)) {
    if (!tree.is(clause, 'namespace_use_clause')) continue
    const path = tree.childOfType(clause, 'qualified_name', 'name')
    const whole = [prefix, nameText(path, file).replace(/^\\/, '')].filter(Boolean).join('\\')
    const slash = whole.lastIndexOf('\\')
    const name = whole.slice(slash + 1)
    if (name === '') continue
    const at = tree.is(path, 'name') ? path : (tree.namedChildren(path).at(-1) ?? path)
    const alias = tree.textOf(tree.child(clause, 'alias')) || name
    const module = slash < 0 ? '' : whole.slice(0, slash)
    file.addImport({ module, name, alias, kind: 'named', type_only: false }, at)
  }
}

/** `require __DIR__ . '/x.php'`: a path relative to this file; one that is built differently is not guessed at. */
export function declareInclude(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  let value = tree.namedChildren(node).find((child) => !tree.is(child, 'comment')) ?? -1
  while (tree.is(value, 'parenthesized_expression')) value = tree.namedChildren(value)[0] ?? -1
  const text = tree.is(value, 'binary_expression') ? tree.child(value, 'right') : value
  const content = tree.childOfType(text, 'string_content')
  if (content < 0 || !tree.is(text, 'string', 'encapsed_string')) return
  const base = tree.is(value, 'binary_expression') ? baseOf(tree.textOf(tree.child(value, 'left'))) : ''
  if (base === undefined) return
  const path = tree.textOf(content)
  const module = base === '' ? path : `${base}/${path.replace(/^\//, '')}`
  file.addImport({ module, name: '', alias: '', kind: 'side-effect', type_only: false }, content)
}

/** `__DIR__`, `dirname(__FILE__)`, `dirname(__DIR__, 2)`. */
function baseOf(text: string): string | undefined {
  const bare = text.replaceAll(/\s+/g, '').replaceAll('dirname(__FILE__)', '__DIR__')
  if (bare === '__DIR__') return '.'
  const up = /^((?:\\?dirname\()+)__DIR__(?:,(\d))?\)+$/.exec(bare)
  if (!up) return undefined
  const levels = Number(up[2] ?? 1) + (up[1]?.match(/dirname/g)?.length ?? 1) - 1
  return Array(levels).fill('..').join('/')
}

export function completeFile(file: FileFactsBuilder): void {
  file.facts.doc = file.docs.ofModule(0)
}
