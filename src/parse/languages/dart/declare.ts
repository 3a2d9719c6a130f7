/** Definitions of Dart: types, members, functions, variables. A name that starts with `_` is private to the library. */
import type { SymbolFact } from '../../../contract/facts.ts'
import type { SymbolKind } from '../../../contract/symbol.ts'
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import type { SyntaxTree } from '../../syntax-tree.ts'
import { bodyBehind, keepBody } from './bodies.ts'
import { spanOfVariables } from './top-level.ts'

const typeKinds: Readonly<Record<string, SymbolKind>> = {
  class_definition: 'class',
  mixin_declaration: 'trait',
  enum_declaration: 'enum',
  extension_declaration: 'namespace',
  extension_type_declaration: 'class',
}

/** An extension without a name gets the name of the type it extends. */
export function declareType(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const application = tree.childOfType(node, 'mixin_application_class')
  const named = tree.child(node, 'name')
  const name = named >= 0 ? named : tree.childOfType(application >= 0 ? application : node, 'identifier')
  const kind = typeKinds[tree.typeOf(node)] ?? 'class'
  const body = tree.childOfType(node, 'class_body', 'enum_body', 'extension_body')
  if (name >= 0) file.define({ node, kind, name, body })
  else if (tree.child(node, 'class') >= 0) {
    const type = tree.child(node, 'class')
    file.define({ node, kind, name: type, nameText: file.typeText(type), body, binds: false })
  }
}

export function declareAlias(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const types = tree.namedChildren(node).filter((child) => tree.is(child, 'type_identifier'))
  const isNew = tree.childOfType(node, '=') >= 0
  const list = tree.childOfType(node, 'formal_parameter_list')
  const name = isNew ? types[0] : types.findLast((type) => list < 0 || type < list)
  if (name !== undefined) file.define({ node, kind: 'type', name })
}

export function declareEnumConstant(node: NodeIndex, file: FileFactsBuilder): void {
  const name = file.tree.child(node, 'name')
  const type = file.symbol(file.ownerAround(node))?.name ?? ''
  if (name >= 0) file.define({ node, kind: 'property', name, type, static: true, opens: 'none' })
}

/** Heads of functions, methods, accessors, operators and constructors. */
export function declareSignature(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const named = nameOf(node, tree)
  if (!named) return
  const holder = holderOf(node, tree)
  const isLocal = tree.is(holder, 'local_function_declaration')
  const body = isLocal ? -1 : bodyBehind(holder, tree)
  const parameters = tree.childOfType(node, 'formal_parameter_list')
  const ordinal = file.define({
    node: holder,
    kind: kindOf(node, holder, file),
    ...named,
    ...(body >= 0 && { until: body }),
    ...(isLocal && { body: tree.child(tree.childOfType(holder, 'lambda_expression'), 'body') }),
    parameters,
    type: returnType(node, named.name, file),
    opens: 'function',
    static: tree.childOfType(holder, 'static') >= 0,
  })
  // The walk is already past the holder: the following nodes take owner and scope from the head itself.
  for (let at = holder + 1; at <= node; at++) {
    file.owner[at] = ordinal
    file.scope[at] = file.scope[holder] as number
  }
  // The class name in a constructor is not a use of the class.
  for (const part of tree.namedChildren(node)) if (tree.is(part, 'identifier')) file.notAUse(part)
  if (body >= 0) keepBody(body, holder, ordinal, file)
}

const holders = ['method_signature', 'declaration']

/** The node with modifiers and head; for a local function also the body. */
function holderOf(node: NodeIndex, tree: SyntaxTree): NodeIndex {
  const parent = tree.parent(node)
  if (tree.is(parent, ...holders)) return parent
  const outer = tree.parent(parent)
  return tree.is(parent, 'lambda_expression') && tree.is(outer, 'local_function_declaration') ? outer : node
}

function kindOf(node: NodeIndex, holder: NodeIndex, file: FileFactsBuilder): SymbolKind {
  const type = file.tree.typeOf(node)
  if (type.includes('constructor')) return 'constructor'
  const isMember = file.isMember(holder)
  if (type === 'getter_signature' || type === 'setter_signature') return isMember ? 'property' : 'variable'
  return isMember ? 'method' : 'function'
}

/** `Shape.square` is the constructor `square` of Shape; `operator +` has no identifier. */
function nameOf(node: NodeIndex, tree: SyntaxTree): { name: NodeIndex; nameText?: string } | undefined {
  if (tree.is(node, 'operator_signature')) {
    const word = tree.childOfType(node, 'operator')
    const list = tree.childOfType(node, 'formal_parameter_list')
    const sign = tree.text.slice(tree.end(word), tree.start(list)).replace(/\s+/g, '')
    return word < 0 || list < 0 ? undefined : { name: word, nameText: `operator ${sign}` }
  }
  const names = tree.namedChildren(node).filter((child) => tree.is(child, 'identifier'))
  const name = tree.typeOf(node).includes('constructor') ? names.at(-1) : tree.child(node, 'name')
  if (name === undefined || name < 0) return undefined
  return tree.is(node, 'setter_signature') ? { name, nameText: tree.textOf(name) } : { name }
}

function returnType(node: NodeIndex, name: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  const before = tree.start(tree.is(node, 'getter_signature') ? tree.childOfType(node, 'get') : name)
  if (tree.typeOf(node).includes('constructor') || tree.is(node, 'setter_signature')) return ''
  return tree.text
    .slice(tree.start(node), before)
    .replace(/\boperator\s*$/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200)
}

/** `final int a, b;` of a type, or `const limit = 10;` of the library. */
export function declareVariable(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.childOfType(node, 'identifier')
  const list = tree.parent(node)
  const holder = tree.parent(list)
  if (name < 0) return
  const isMember = tree.is(holder, 'declaration')
  if (!isMember && !tree.is(holder, 'program')) {
    file.bind({ name, at: node, role: 'variable' })
    return
  }
  const { first, last } = isMember ? { first: holder, last: holder } : spanOfVariables(list, tree)
  const isConstant = tree.is(node, 'static_final_declaration')
  const from = tree.start(first)
  // Thousands of names may share one declaration.
  const signature = tree.text.slice(from, Math.min(tree.end(node), from + 1000)).replace(/\s+/g, ' ')
  file.define({
    node,
    kind: isConstant ? 'constant' : isMember ? 'property' : 'variable',
    name,
    span: first,
    until: last,
    signature: signature.length > 160 ? `${signature.slice(0, 160)}…` : signature,
    parent: file.ownerAround(holder),
    static: isMember && tree.childOfType(holder, 'static') >= 0,
    type: declaredType(isMember ? holder : first, list, file),
    opens: 'none',
    owns: false,
  })
  file.owner[node] = file.facts.symbols.length - 1
}

/** The text between the modifiers and the names. */
function declaredType(first: NodeIndex, list: NodeIndex, file: FileFactsBuilder): string {
  const from = file.tree.start(first)
  const text = file.tree.text.slice(from, Math.min(file.tree.start(list), from + 1000))
  return text
    .replace(/@\w+(?:\([^)]*\))?/g, '')
    .replace(/\b(?:static|const|final|late|var|covariant|external|abstract)\b/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

export function completeDefinition(symbol: SymbolFact, _: NodeIndex, file: FileFactsBuilder): void {
  const around = file.symbol(symbol.parent)
  symbol.doc = symbol.doc.replace(/^\/{2,3} ?/gm, '').trim()
  symbol.exported =
    !symbol.name.startsWith('_') &&
    (around === undefined || (around.exported && around.kind !== 'function' && around.kind !== 'method'))
}

/** Types of the language itself, which no file defines. */
const ownTypes = ['int', 'double', 'num', 'bool', 'String', 'Object', 'dynamic', 'void', 'Never', 'Null']

export function completeFile(file: FileFactsBuilder): void {
  for (const name of ownTypes) file.scopes.declare(0, name, { local: true })
  file.facts.doc ||= file.docs
    .ofModule(0)
    .replace(/^\/{2,3} ?/gm, '')
    .trim()
}
