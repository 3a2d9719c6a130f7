/** Functions, methods and types of Go, with the members of structs and interfaces. */
import type { SymbolFact } from '../../../contract/facts.ts'
import { cleanComment } from '../../doc-comments.ts'
import { callableKinds, type FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { spanOfShared } from '../span-of-shared.ts'

export function defineFunction(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  if (isNameless(file, name)) return
  const parameters = tree.child(node, 'parameters')
  const type = file.typeText(tree.child(node, 'result'))
  file.define({ node, kind: 'function', name, parameters, body: tree.child(node, 'body'), type })
}

/** A method is outside its type, often in another file: the receiver names its type. */
export function defineMethod(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  if (isNameless(file, name)) return
  file.define({
    node,
    kind: 'method',
    name,
    qualifier: tree.textOf(receiverType(node, file)),
    parent: -1,
    parameters: tree.child(node, 'parameters'),
    body: tree.child(node, 'body'),
    type: file.typeText(tree.child(node, 'result')),
    binds: false,
  })
  bindReceiverTypes(node, file)
}

function receiverType(node: NodeIndex, file: FileFactsBuilder): NodeIndex {
  const { tree } = file
  const receiver = tree.child(node, 'receiver')
  const end = receiver < 0 ? -1 : tree.after(receiver)
  for (let at = receiver; at < end; at++) if (tree.is(at, 'type_identifier')) return at
  return -1
}

/** `func (m *Map[K, V])` names the type parameters for this method. */
function bindReceiverTypes(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const type = receiverType(node, file)
  const end = tree.after(tree.child(node, 'receiver'))
  for (let at = type + 1; type >= 0 && at < end; at++) if (tree.is(at, 'type_identifier')) file.bindLocal(at, node)
}

export function defineType(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  if (isNameless(file, name)) return
  const type = tree.child(node, 'type')
  const kind = tree.is(type, 'struct_type') ? 'struct' : tree.is(type, 'interface_type') ? 'interface' : 'type'
  const body = tree.childOfType(type, kind === 'struct' ? 'field_declaration_list' : '{')
  const end = kind === 'type' || body < 0 ? tree.end(node) : tree.start(body)
  file.define({
    node,
    kind,
    name,
    span: spanOfSpec(node, file),
    signature: `type ${headText(file, tree.start(node), end)}`,
    type: kind === 'type' ? file.typeText(type) : '',
    opens: 'class',
  })
}

/** A declaration of one symbol is its span; in a group each line is its own. */
export function spanOfSpec(node: NodeIndex, file: FileFactsBuilder): NodeIndex {
  const { tree } = file
  const around = tree.parent(node)
  return tree.childOfType(around, '(') >= 0 || tree.is(around, 'var_spec_list') ? node : around
}

export function headText(file: FileFactsBuilder, start: number, end: number): string {
  const text = file.tree.text
    .slice(start, Math.min(end, start + 400))
    .replaceAll(/\s+/g, ' ')
    .trim()
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}

/** Fields; a field without a name is an embedded type and has that type's last name. */
export function defineFields(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const parent = file.ownerOf(node)
  const around = file.symbol(parent)
  // The columns of a table in a test are not fields of a type.
  if (!around || callableKinds.has(around.kind)) return
  const names = tree.childrenIn(node, 'name').filter((name) => tree.is(name, 'field_identifier'))
  const type = file.typeText(tree.child(node, 'type'))
  if (names.length === 0) {
    const name = /(\w+)(?:\[.*)?$/.exec(type)?.[1]
    if (name) file.bind({ name, at: node, role: 'field', scope: parent, type })
    return
  }
  for (const name of names) {
    const span = names.length === 1 ? node : spanOfShared(tree, node, name)
    const signature = names.length === 1 ? headText(file, tree.start(node), tree.end(node)) : `${tree.textOf(name)} ${type}`
    const ordinal = file.define({
      node: name,
      kind: 'property',
      name,
      span,
      parent,
      type,
      signature,
      opens: 'none',
      owns: false,
    })
    file.bind({ name, at: node, role: 'field', scope: parent, type })
    // Fields of a struct defined inline as a field's type belong to that field.
    if (names.length === 1) file.owner[node] = ordinal
  }
}

export function defineInterfaceMethod(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  const around = file.symbol(file.ownerOf(node))
  if (isNameless(file, name) || !around || callableKinds.has(around.kind)) return
  const type = file.typeText(tree.child(node, 'result'))
  file.define({ node, kind: 'method', name, parameters: tree.child(node, 'parameters'), type, opens: 'none' })
}

/** Runs right after every definition. */
export function completeDefinition(symbol: SymbolFact, node: NodeIndex, file: FileFactsBuilder): void {
  const around = file.symbol(symbol.parent)
  symbol.exported = /^\p{Lu}/u.test(symbol.name) && (around === undefined || !callableKinds.has(around.kind))
  // Directives (`//go:noinline`) are for the compiler.
  symbol.doc = symbol.doc.replaceAll(/^(?:go:\w+|nolint|lint:|line ).*$\n?/gm, '').trim()
  if (symbol.doc === '' && besideKinds.has(symbol.kind)) symbol.doc = trailingComment(symbol, node, file)
  if (symbol.kind === 'function' && around === undefined && isTest(symbol.name, node, file)) symbol.test = true
}

const besideKinds: ReadonlySet<string> = new Set(['property', 'constant', 'variable'])

/** `Name string // as printed` */
function trailingComment(symbol: SymbolFact, node: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  let at = node
  while (!tree.is(at, 'field_declaration', 'const_spec', 'var_spec', 'source_file') && tree.parent(at) >= 0) at = tree.parent(at)
  const next = tree.after(at)
  const isBeside = at > 0 && next < tree.count && tree.is(next, 'comment') && tree.line(next) === symbol.end_line
  return isBeside ? cleanComment(tree.textOf(next)) : ''
}

/** By the rules of `go test`: `TestX` but not `Testify`. */
function isTest(name: string, node: NodeIndex, file: FileFactsBuilder): boolean {
  const parameters = file.tree.textOf(file.tree.child(node, 'parameters'))
  if (/^Example(?![a-z])/.test(name)) return parameters === '()'
  return /^(?:Test|Benchmark|Fuzz)(?![a-z])/.test(name) && /\*\w+\.[TBFM]\s*\)$/.test(parameters)
}

export function isNameless(file: FileFactsBuilder, name: NodeIndex): boolean {
  const text = file.tree.textOf(name)
  return text === '' || text === '_'
}
