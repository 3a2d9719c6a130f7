/** Classes, categories, protocols, methods and properties of Objective-C. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { readDeclarator } from '../c/declarator.ts'
import { declarationText } from '../c/declare-functions.ts'
import { completeFile } from '../c/declare-names.ts'
import { oneLine } from '../c/one-line.ts'

/** `@interface Foo : Bar <Baz>`, `@implementation Foo`, with a category in brackets. */
export function defineClass(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.childOfType(node, 'identifier')
  if (name < 0) return
  const category = tree.textOf(tree.child(node, 'category'))
  const isInterface = tree.is(node, 'class_interface')
  const isTest = /(?:^|\s|:)\w*TestCase\b/.test(headOf(node, file))
  file.define({
    node,
    kind: 'class',
    name,
    distinct: `${isInterface ? '@interface' : '@implementation'}${category}`,
    signature: headOf(node, file),
    exported: true,
    test: isTest,
  })
  file.notAUse(tree.child(node, 'category'))
  for (const child of tree.children(node)) if (tree.is(child, 'parameterized_arguments')) bindParameters(child, file)
}

/** `Foo<__covariant T>`; for a protocol list the names are uses. */
function bindParameters(list: NodeIndex, file: FileFactsBuilder): void {
  for (const child of file.tree.namedChildren(list)) if (file.tree.is(child, 'type_identifier')) file.bindLocal(child, list)
}

function headOf(node: NodeIndex, { tree }: FileFactsBuilder): string {
  const text = tree.text.slice(tree.start(node), tree.start(node) + 400)
  return oneLine(text.split(/[\r\n{]/, 1)[0] ?? '')
}

export function defineProtocol(node: NodeIndex, file: FileFactsBuilder): void {
  const name = file.tree.childOfType(node, 'identifier')
  if (name >= 0) file.define({ node, kind: 'interface', name, signature: headOf(node, file), exported: true })
}

/** `- (void)set:(int)a at:(int)b`: its name is `set:at:`. */
export function defineMethod(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const parts = tree.namedChildren(node).filter((child) => tree.is(child, 'identifier', 'method_parameter'))
  const [first = -1] = parts
  if (!tree.is(first, 'identifier')) return
  const body = tree.childOfType(node, 'compound_statement')
  const selector = selectorOf(parts, file)
  file.define({
    node,
    kind: 'method',
    name: first,
    nameText: selector,
    distinct: `${body < 0 ? ';' : ''}${selector}`,
    ...(body < 0 ? { signature: declarationText(node, file) } : { body }),
    type: file.typeText(tree.childOfType(node, 'method_type')).replaceAll(/^\(|\)$/g, ''),
    static: tree.text.charAt(tree.start(node)) === '+',
    exported: true,
    test: body >= 0 && /^test[A-Z_0-9]/.test(selector) && !selector.includes(':'),
  })
  for (const part of parts) if (tree.is(part, 'identifier')) file.notAUse(part)
}

function selectorOf(parts: readonly NodeIndex[], { tree }: FileFactsBuilder): string {
  let selector = ''
  for (const [at, part] of parts.entries()) {
    if (tree.is(part, 'identifier'))
      selector += `${tree.textOf(part)}${tree.is(parts[at + 1] ?? -1, 'method_parameter') ? ':' : ''}`
    else if (tree.is(parts[at - 1] ?? -1, 'method_parameter')) selector += ':'
  }
  return selector
}

export function declareMethodParameter(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.namedChildren(node).findLast((child) => tree.is(child, 'identifier')) ?? -1
  const type = file.typeText(tree.childOfType(node, 'method_type')).replaceAll(/^\(|\)$/g, '')
  if (name >= 0) file.bind({ name, at: node, role: 'parameter', type })
}

/** `@property (copy) NSArray *a, *b;` and the variables in braces. */
export function defineProperties(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const declaration = tree.childOfType(node, 'struct_declaration')
  const parent = file.ownerAround(node)
  const type = file.typeText(tree.namedChildren(declaration)[0] ?? -1)
  const signature = oneLine(tree.textOf(node)).replace(/;$/, '')
  for (const one of tree.namedChildren(declaration).filter((child) => tree.is(child, 'struct_declarator'))) {
    const inner = tree.namedChildren(one)[0] ?? -1
    const { name } = readDeclarator(tree, inner)
    if (name < 0) continue
    file.define({
      node: one,
      kind: 'property',
      name,
      span: node,
      parent,
      signature,
      type,
      exported: true,
      opens: 'none',
      owns: false,
    })
    file.bind({ name, at: node, role: 'field', scope: parent, type })
  }
}

export function declareModule(node: NodeIndex, file: FileFactsBuilder): void {
  const path = file.tree.child(node, 'path')
  const module = file.tree.textOf(path)
  if (module !== '') file.addImport({ module, name: '', alias: '', kind: 'wildcard', type_only: false }, path)
}

/** `for (Foo *x in list)`, `@catch (Error *e)` */
export function declareCaught(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  file.openScope(node, 'block')
  const { name } = readDeclarator(tree, tree.childOfType(tree.childOfType(node, 'type_name'), 'pointer_declarator'))
  if (name >= 0) file.bind({ name, at: node, role: 'variable' })
}

export function declareLoop(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  file.openScope(node, 'block')
  const word = tree.childOfType(node, 'in')
  const names = tree.children(node).filter((child) => word >= 0 && child < word)
  const last = names.at(-1) ?? -1
  const { name } = readDeclarator(tree, last)
  if (name >= 0) file.bind({ name, at: node, role: 'variable' })
}

/** Names that every method knows without a declaration. */
export function completeObjectiveFile(file: FileFactsBuilder): void {
  completeFile(file)
  for (const name of ['self', 'super', '_cmd', 'id', 'instancetype', 'nil', 'YES', 'NO', 'BOOL'])
    file.scopes.declare(0, name, { local: true })
}

/** `[x set:1 at:2]` calls `set:at:` of x. */
export function useMessage(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const names = tree.childrenIn(node, 'method').filter((part) => tree.is(part, 'identifier'))
  const [first = -1] = names
  for (const name of names) file.notAUse(name)
  if (first < 0) return
  const isGiven = tree.text.slice(tree.end(first), tree.end(node)).trimStart().startsWith(':')
  const selector = isGiven ? `${names.map((name) => tree.textOf(name)).join(':')}:` : tree.textOf(first)
  file.use(selector, 'calls', first, file.receiverText(tree.child(node, 'receiver')))
}

/** `@selector(set:at:)` */
export function useSelector(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  for (const name of tree.namedChildren(node)) file.notAUse(name)
  const [, open = '', selector = ''] = /^(@selector\s*\(\s*)([\w:]+)\s*\)$/.exec(tree.textOf(node)) ?? []
  if (selector === '') return
  file.use(selector, 'references', node)
  const use = file.facts.uses.at(-1)
  if (use) use.column += open.length
}

/** The bases of a class: its superclass, then its protocols. */
export function useHeritage(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  file.intend(tree.child(node, 'superclass'), 'extends')
  const lists = tree.namedChildren(node).filter((child) => tree.is(child, 'parameterized_arguments', 'protocol_reference_list'))
  for (const list of lists)
    for (let at = list + 1; at < tree.after(list); at++)
      if (tree.is(at, 'identifier', 'type_identifier')) file.intend(at, 'implements')
}
