/** Namespaces and types of C#. The namespace of a file is its package; it is not part of the names in it. */
import type { SymbolKind } from '../../../contract/symbol.ts'
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import type { SyntaxTree } from '../../syntax-tree.ts'

const ROOT = 0

/**
 * A file mostly has one namespace, which is its package. Where it has several, or types outside of it, each is a symbol that
 * encloses its content; `namespace A.B;` encloses the rest of the file.
 */
export function declareNamespace(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  if (name < 0) return
  for (let at = name; at < tree.after(name); at++) file.notAUse(at)
  const written = tree.textOf(name).replace(/\s+|^global::/g, '')
  if (isOnly(node, tree)) {
    file.facts.package = written
    return
  }
  const around = file.symbol(file.ownerAround(node))
  const nameText = around?.kind === 'namespace' ? nestedName(around.name, written) : written
  const ordinal = file.define({ node, kind: 'namespace', name, nameText, qualifier: '', body: tree.child(node, 'body') })
  if (tree.is(node, 'file_scoped_namespace_declaration')) file.owner[ROOT] = ordinal
}

/** Thousands of nested ones would otherwise have names as long as the file. */
const MAX_NAME = 400
const nestedName = (around: string, written: string): string => `${around.slice(0, MAX_NAME)}.${written}`

function isOnly(node: NodeIndex, tree: SyntaxTree): boolean {
  const { isSole, hasTypes } = outlineOf(tree)
  return isSole && (tree.is(node, 'file_scoped_namespace_declaration') || !hasTypes)
}

/** `isSole`: there is one namespace, and none in it. `hasTypes`: there are types outside of any. */
type Outline = { isSole: boolean; hasTypes: boolean }
const outlines = new WeakMap<SyntaxTree, Outline>()

function outlineOf(tree: SyntaxTree): Outline {
  const known = outlines.get(tree)
  if (known) return known
  const around = partsOf(ROOT, tree)
  const spaces = around.filter((part) => tree.is(part, ...namespaces))
  const inner = spaces.flatMap((space) => partsOf(tree.child(space, 'body'), tree)).some((part) => tree.is(part, ...namespaces))
  const outline = { isSole: spaces.length === 1 && !inner, hasTypes: around.some((part) => tree.is(part, ...types)) }
  outlines.set(tree, outline)
  return outline
}

/** The direct content of a file or namespace, also inside `#if`, at any depth. */
function partsOf(node: NodeIndex, tree: SyntaxTree): NodeIndex[] {
  const found: NodeIndex[] = []
  const open = [...tree.namedChildren(node)].reverse()
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (!tree.typeOf(part).startsWith('preproc_')) found.push(part)
    else for (const inside of [...tree.namedChildren(part)].reverse()) open.push(inside)
  }
  return found
}

const namespaces = ['namespace_declaration', 'file_scoped_namespace_declaration']
const types = [
  'class_declaration',
  'struct_declaration',
  'interface_declaration',
  'record_declaration',
  'enum_declaration',
  'delegate_declaration',
]

export function declareType(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  if (name < 0 || tree.start(name) === tree.end(name)) return
  const parent = file.ownerAround(node)
  const around = file.symbol(parent)
  const isTop = around === undefined || around.kind === 'namespace'
  file.define({
    node,
    kind: kindOf(node, tree),
    name,
    parent,
    ...(isTop && { qualifier: '' }),
    distinct: typeParametersTag(node, tree),
    body: tree.child(node, 'body'),
  })
}

function kindOf(node: NodeIndex, tree: SyntaxTree): SymbolKind {
  switch (tree.typeOf(node)) {
    case 'struct_declaration':
      return 'struct'
    case 'interface_declaration':
      return 'interface'
    case 'enum_declaration':
      return 'enum'
    case 'delegate_declaration':
      return 'type'
    case 'record_declaration':
      return tree.childOfType(node, 'struct') >= 0 ? 'struct' : 'class'
    default:
      return 'class'
  }
}

/** `Foo` and `Foo<T>` are two types, `M()` and `M<T>()` two methods. The names of the parameters do not matter. */
export function typeParametersTag(node: NodeIndex, tree: SyntaxTree): string {
  const count = tree.namedChildren(typeParameters(node, tree)).filter((child) => tree.is(child, 'type_parameter')).length
  return count === 0 ? '' : `<${count}>`
}

const typeParameters = (node: NodeIndex, tree: SyntaxTree): NodeIndex => tree.childOfType(node, 'type_parameter_list')

export function declareTypeParameter(node: NodeIndex, file: FileFactsBuilder): void {
  const name = file.tree.child(node, 'name')
  if (name >= 0) file.bindLocal(name, node)
}
