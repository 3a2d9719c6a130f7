/** Functions of C and C++: defined, declared, inside or outside a class, and through macros. */
import type { SymbolKind } from '../../../contract/symbol.ts'
import { callableKinds, classKinds, type FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { type Declarator, nameText, readDeclarator, splitName, squeezed } from './declarator.ts'
import { defineThroughMacro, isMacroFunction } from './macro-functions.ts'
import { leftOut, oneLine } from './one-line.ts'
import { typeOfDeclarator } from './specifiers.ts'

export function defineFunction(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const declarator = readDeclarator(tree, tree.child(node, 'declarator'))
  const isLocal = file.isInFunction(tree.parent(node)) && !file.isMember(node)
  // `list_for_each(a, b) { … }` inside a function looks like a function without a type.
  if (isLocal && tree.child(node, 'type') < 0) file.openScope(node, 'block')
  else if (isMacroFunction(node, declarator, file)) defineThroughMacro(node, declarator, file)
  else if (declarator.name < 0 || declarator.callable < 0) file.openScope(node, 'function')
  else defineCallable(node, node, declarator, file)
}

/** A prototype, a method without a body. `declaration` is the statement; `node` it or one of its declarators. */
export function declareFunction(node: NodeIndex, declaration: NodeIndex, declarator: Declarator, file: FileFactsBuilder): void {
  defineCallable(node, declaration, declarator, file)
}

function defineCallable(node: NodeIndex, statement: NodeIndex, declarator: Declarator, file: FileFactsBuilder): void {
  const { tree } = file
  const span = file.spanOf(tree.is(tree.parent(statement), 'friend_declaration') ? tree.parent(statement) : statement)
  const body = bodyOf(statement, file)
  const isDefinition = body >= 0
  const membership = membershipOf(statement, declarator, file)
  const split = splitName(tree, statement, declarator.name)
  const name = split >= 0 ? tree.text.slice(tree.start(split), tree.end(declarator.name)) : nameText(tree, declarator.name)
  const kind = kindOf(name, declarator, membership, file)
  file.define({
    node,
    kind,
    name: split >= 0 ? split : declarator.name,
    ...(name === tree.textOf(declarator.name) ? {} : { nameText: name }),
    span,
    parameters: declarator.parameters,
    distinct: variantOf(span, declarator, isDefinition, file),
    signature: isDefinition ? headText(span, body, file) : declarationText(span, file),
    type: kind === 'constructor' || split >= 0 ? '' : typeOfDeclarator(statement, declarator, file),
    parent: membership.parent,
    ...(membership.qualifier === undefined ? {} : { qualifier: membership.qualifier }),
    binds: declarator.qualifier.length === 0,
  })
  for (let at = declarator.name; at < tree.after(declarator.name); at++) file.notAUse(at)
  if (split >= 0) bindOld(split, declarator.parameters, file)
}

/** `main(argc, argv) {`: the parameters have no types. */
function bindOld(split: NodeIndex, parameters: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  file.notAUse(split)
  for (const one of tree.namedChildren(parameters)) {
    const name = tree.is(one, 'identifier') ? one : tree.child(one, 'declarator') < 0 ? tree.child(one, 'type') : -1
    if (tree.is(name, 'identifier', 'type_identifier')) file.bindLocal(name, parameters)
  }
}

type Membership = { parent: number; qualifier?: string }

/** `void A::f()` belongs to A, wherever A is; a friend belongs to the scope around the class. */
export function membershipOf(statement: NodeIndex, { qualifier }: Declarator, file: FileFactsBuilder): Membership {
  const { tree } = file
  let around = file.ownerAround(statement)
  if (tree.is(tree.parent(statement), 'friend_declaration')) {
    while (classKinds.has(file.symbol(around)?.kind ?? 'function')) around = file.symbol(around)?.parent ?? -1
  }
  if (qualifier.length === 0) return { parent: around }
  const path = [file.symbol(around)?.qualified_name ?? '', ...qualifier].filter((part) => part !== '').join('.')
  const owner = file.ordinalNamed(path)
  return owner >= 0 ? { parent: owner } : { parent: -1, qualifier: path }
}

function kindOf(name: string, { qualifier }: Declarator, membership: Membership, file: FileFactsBuilder): SymbolKind {
  const owner = file.symbol(membership.parent)
  const isMember = membership.qualifier !== undefined || (owner !== undefined && classKinds.has(owner.kind))
  const ownerName = membership.qualifier === undefined ? (owner?.name ?? '') : (qualifier.at(-1) ?? '')
  if (!isMember) return 'function'
  return name === ownerName ? 'constructor' : 'method'
}

/** What distinguishes functions of one name and equal parameters: `const` after them, template parameters, a missing body. */
function variantOf(span: NodeIndex, { callable, special }: Declarator, isDefinition: boolean, file: FileFactsBuilder): string {
  const { tree } = file
  const behind = tree
    .namedChildren(tree.is(callable, 'operator_cast') ? tree.child(callable, 'declarator') : callable)
    .filter((child) => tree.is(child, 'type_qualifier', 'ref_qualifier', 'requires_clause'))
  const templates = tree.is(span, 'template_declaration') ? templateText(span, file) : ''
  const parts = [templates, special, ...behind.map((child) => squeezed(tree.textOf(child)))]
  return `${isDefinition ? '' : ';'}${parts.join(' ').trim()}`
}

/** Parameters, requirements and the return type: overloads may differ in nothing else. */
function templateText(span: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  const heads = tree.namedChildren(span).filter((child) => tree.is(child, 'template_parameter_list', 'requires_clause'))
  const held = tree.namedChildren(span).at(-1) ?? -1
  return [...heads, tree.child(held, 'type')].map((part) => squeezed(tree.textOf(part)).slice(0, 400)).join('')
}

function headText(span: NodeIndex, body: NodeIndex, { tree }: FileFactsBuilder): string {
  const head = tree.text.slice(tree.start(span), Math.min(tree.start(body), tree.start(span) + 1200))
  return oneLine(head).replace(/(?<!\s)\s*(?:[:={]|\btry)$/, '')
}

/** A declaration keeps its semicolon, which shows that it is not the definition. */
export function declarationText(span: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  const text = tree.text
    .slice(tree.start(span), Math.min(tree.end(span), tree.start(span) + 1200))
    .replaceAll(leftOut, ' ')
    .replaceAll(/\\?\s+/g, ' ')
    .trimEnd()
    .replace(/;$/, '')
    .trimEnd()
  return text.length > 300 ? `${text.slice(0, 300)}…;` : `${text};`
}

/** Where the body is; `= default` and `= delete` are definitions too. */
function bodyOf(statement: NodeIndex, file: FileFactsBuilder): NodeIndex {
  const { tree } = file
  if (!tree.is(statement, 'function_definition')) return -1
  const list = tree.childOfType(statement, 'field_initializer_list', 'default_method_clause', 'delete_method_clause')
  if (list >= 0) return list
  const body = tree.child(statement, 'body')
  return body >= 0 ? body : tree.childOfType(statement, 'try_statement', 'compound_statement', 'pure_virtual_clause')
}

/** Is the node inside a function, so that other files cannot see its names? */
export const isInsideFunction = (node: NodeIndex, file: FileFactsBuilder): boolean =>
  (file.isInFunction(file.tree.parent(node)) && !file.isMember(node)) ||
  callableKinds.has(file.symbol(file.ownerAround(node))?.kind ?? 'module')
