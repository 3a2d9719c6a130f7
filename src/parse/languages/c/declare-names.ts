/** Macros, includes, labels and the names that loops, lambdas and templates bind. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { readDeclarator } from './declarator.ts'
import { oneLine } from './one-line.ts'
import { typeOfDeclarator } from './specifiers.ts'
import { plain } from './value-type.ts'

/** `#define NAME …` and `#define NAME(a, b) …`. */
export function defineMacro(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  if (name < 0) return
  const parameters = tree.child(node, 'parameters')
  const text = tree.text.slice(tree.start(node), Math.min(tree.end(node), tree.start(node) + 900))
  // The preprocessor ignores namespaces and classes.
  file.define({
    node,
    kind: 'macro',
    name,
    parent: -1,
    parameters,
    signature: oneLine(text).replace(/^#\s*define\s+/, '#define '),
  })
  const opened = openedBy(tree.textOf(tree.child(node, 'value')))
  if (opened !== '') file.addExport({ name: opened, local: tree.textOf(name), module: '' }, name)
  for (const parameter of tree.namedChildren(parameters)) if (tree.is(parameter, 'identifier')) file.bindLocal(parameter, node)
}

/** `#define LIB_BEGIN namespace lib { inline namespace v1 {`: files with LIB_BEGIN belong to `lib`. */
function openedBy(value: string): string {
  const opened = [...value.slice(0, 400).matchAll(/(inline\s+)?\bnamespace\s+(\w+(?:\s*::\s*\w+)*)\s*\{/g)]
  if (!/^[\s\\]*(?:inline\s+)?namespace\b/.test(value) || value.includes('}')) return ''
  return opened.flatMap(([, isInline, name = '']) => (isInline ? [] : [name.replaceAll(/(?<!\s)\s*::\s*/g, '.')])).join('.')
}

export function declareInclude(node: NodeIndex, file: FileFactsBuilder): void {
  const path = file.tree.child(node, 'path')
  const module = includedPath(file.tree.textOf(path))
  if (module !== '') file.addImport({ module, name: '', alias: '', kind: 'wildcard', type_only: false }, path)
}

/** `"a/b.h"` → `a/b.h`; a system include keeps its brackets. */
const includedPath = (text: string): string =>
  text.startsWith('"') ? text.replaceAll('"', '') : text.startsWith('<') ? text : ''

/** `using namespace a::b`, `using a::b`, `namespace x = a::b`. */
export function declareUsing(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const isNamespace = tree.childOfType(node, 'namespace') >= 0
  const path = tree.childOfType(node, 'qualified_identifier', 'identifier', 'nested_namespace_specifier', 'namespace_identifier')
  const parts = tree
    .textOf(path)
    .slice(0, 1000)
    .replaceAll(/\s+|<[^>]*>/g, '')
    .split('::')
    .filter((part) => part !== '')
  const name = parts.at(-1) ?? ''
  if (path < 0 || name === '') return
  for (let at = node; at < tree.after(node); at++) file.notAUse(at)
  const last = lastNode(path, file)
  if (isNamespace) file.addImport({ module: parts.join('::'), name: '', alias: '', kind: 'namespace', type_only: false }, last)
  else if (parts.length > 1)
    file.addImport({ module: parts.slice(0, -1).join('::'), name, alias: name, kind: 'named', type_only: false }, last)
}

export function declareNamespaceAlias(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  const target = tree.namedChildren(node).find((child) => child !== name) ?? -1
  for (let at = node; at < tree.after(node); at++) file.notAUse(at)
  const module = tree.textOf(target).replaceAll(/\s+/g, '').replace(/^::/, '')
  if (module !== '') file.addImport({ module, name: '', alias: tree.textOf(name), kind: 'namespace', type_only: false }, name)
}

function lastNode(path: NodeIndex, { tree }: FileFactsBuilder): NodeIndex {
  let at = path
  for (let depth = 0; depth < 20 && tree.is(at, 'qualified_identifier'); depth++) at = tree.child(at, 'name')
  return at < 0 ? path : at
}

export function declareTypeParameter(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.is(node, 'optional_type_parameter_declaration')
    ? tree.child(node, 'name')
    : tree.childOfType(node, 'type_identifier', 'identifier')
  if (name >= 0) file.bindLocal(name, node)
}

export function declareLoopVariable(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  file.openScope(node, 'block')
  const declarator = readDeclarator(tree, tree.child(node, 'declarator'))
  if (tree.is(declarator.name, 'structured_binding_declarator')) {
    for (const name of tree.namedChildren(declarator.name)) file.bind({ name, at: node, role: 'variable' })
    return
  }
  if (declarator.name < 0) return
  const type = typeOfDeclarator(node, declarator, file)
  const from_call = type === '' ? plain(tree.child(node, 'right'), '', '[]', file) : ''
  file.bind({ name: declarator.name, at: node, role: 'variable', type, from_call })
}

/** `[x, y = f()] (…) { … }` */
export function declareLambda(node: NodeIndex, file: FileFactsBuilder): void {
  file.openScope(node, 'function')
}

export function declareCapture(node: NodeIndex, file: FileFactsBuilder): void {
  const name = file.tree.child(node, 'left')
  if (file.tree.is(name, 'identifier')) file.bind({ name, at: node, role: 'variable' })
}

export function completeFile(file: FileFactsBuilder): void {
  file.facts.doc = file.docs.ofModule(0)
}
