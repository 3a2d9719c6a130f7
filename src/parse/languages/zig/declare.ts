/** Definitions of Zig. A type has no name of its own: it is the value of a constant, or the result of a function. */
import type { SymbolKind } from '../../../contract/symbol.ts'
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { importedBy } from './imports.ts'
import { bareName, evidentType } from './value-type.ts'

const containers: Readonly<Record<string, SymbolKind>> = {
  struct_declaration: 'struct',
  union_declaration: 'struct',
  opaque_declaration: 'struct',
  enum_declaration: 'enum',
  error_set_declaration: 'enum',
}

/** The grammar has one node for `const a = 1`, for `var a = 1` and for `a = 1`. */
export function declareVariable(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.childOfType(node, 'identifier')
  const isConstant = tree.childOfType(node, 'const') >= 0
  if (name < 0 || (!isConstant && tree.childOfType(node, 'var') < 0)) return
  const value = initialValue(node, file)
  const container = containers[tree.typeOf(value)]
  if (container) defineNamed(node, container, name, file, { body: bodyOf(value, file) })
  else if (importedBy(node, name, value, file) && !isPublic(node, file)) return
  else if (!file.isMember(node) && file.isLocalScope(node)) bindLocalValue(node, name, value, file)
  else defineValue(node, isConstant ? 'constant' : 'variable', name, value, file)
}

function initialValue(node: NodeIndex, { tree }: FileFactsBuilder): NodeIndex {
  const equals = tree.childOfType(node, '=')
  return equals < 0 || tree.after(equals) >= tree.after(node) ? -1 : tree.after(equals)
}

/** The head of a type ends before its content. */
const bodyOf = (container: NodeIndex, { tree }: FileFactsBuilder): NodeIndex => tree.childOfType(container, '{')

type Extra = { body?: NodeIndex; type?: string; static?: boolean; opens?: 'none'; parameters?: NodeIndex; test?: boolean }

function defineNamed(node: NodeIndex, kind: SymbolKind, name: NodeIndex, file: FileFactsBuilder, extra: Extra): void {
  const around = file.symbol(file.ownerAround(node))
  const isOpen = around === undefined || around.exported
  file.define({
    node,
    kind,
    name,
    nameText: bareName(file.tree.textOf(name)),
    exported: isOpen && isPublic(node, file),
    ...extra,
  })
  file.notAUse(name)
}

function defineValue(node: NodeIndex, kind: SymbolKind, name: NodeIndex, value: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const evident = evidentType(value, file)
  const type = file.typeText(tree.child(node, 'type')) || evident.type
  const isLong = tree.end(node) - tree.start(node) > 160 || tree.endLine(node) > tree.line(node)
  const parent = file.ownerAround(node)
  defineNamed(node, kind, name, file, { type, opens: 'none', body: isLong ? value : -1 })
  file.bind({ name: bareName(tree.textOf(name)), at: node, role: 'field', scope: parent, type, from_call: evident.from_call })
}

function bindLocalValue(node: NodeIndex, name: NodeIndex, value: NodeIndex, file: FileFactsBuilder): void {
  const evident = evidentType(value, file)
  const type = file.typeText(file.tree.child(node, 'type')) || evident.type
  file.bind({ name, at: node, role: 'variable', type, from_call: type === '' ? evident.from_call : '' })
}

export function declareFunction(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  if (name < 0 || tree.textOf(name) === '') return
  const isMember = file.isMember(node)
  const parameters = tree.childOfType(node, 'parameters')
  const first = tree.child(tree.childOfType(parameters, 'parameter'), 'name')
  defineNamed(node, isMember ? 'method' : 'function', name, file, {
    body: tree.child(node, 'body'),
    parameters,
    // A function whose first parameter is the object is called on it; by custom that is `self`, or the type's first letters.
    static: isMember && !/^(?:self|this|\w{1,6})$/.test(tree.textOf(first)),
    type: file.typeText(tree.child(node, 'type')).replace(/^[^!]*!/, ''),
  })
}

/** A field; in an enum or error set one of its values. */
export function declareField(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  const parent = file.ownerAround(node)
  const around = file.symbol(parent)
  const text = bareName(tree.textOf(name))
  // `struct { u32, u8 }` has no names.
  if (text === '_') file.notAUse(name)
  if (!tree.is(name, 'identifier') || text === '' || text === '_') return
  const isValue = around?.kind === 'enum'
  const type = isValue ? around.name : file.typeText(tree.child(node, 'type'))
  file.define({
    node,
    kind: 'property',
    name,
    nameText: text,
    type,
    static: isValue,
    exported: around?.exported ?? true,
    opens: 'none',
  })
  file.notAUse(name)
  file.bind({ name: text, at: node, role: 'field', scope: parent, type })
}

export function declareErrors(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const parent = file.ownerAround(node)
  const around = file.symbol(parent)
  for (const name of tree.children(node)) {
    if (!tree.is(name, 'identifier')) continue
    if (around?.kind === 'enum' && tree.is(tree.parent(node), 'variable_declaration'))
      file.define({
        node: name,
        kind: 'property',
        name,
        type: around.name,
        static: true,
        exported: around.exported,
        opens: 'none',
      })
    file.notAUse(name)
  }
}

/** The body of a type that no constant names: a function's result type gets the function's name. */
export function openContainer(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const holder = tree.parent(node)
  const isNamed =
    tree.is(holder, 'variable_declaration') &&
    initialValue(holder, file) === node &&
    tree.childOfType(holder, 'const', 'var') >= 0
  if (!isNamed) file.openScope(node, 'class')
}

/** `test "adds" {…}`, `test add {…}` */
export function declareTest(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const title = tree.childOfType(node, 'string', 'identifier')
  const body = tree.childOfType(node, 'block')
  if (title < 0) {
    file.openScope(node, 'function')
    return
  }
  // With the name of the tested symbol it would be mistaken for it.
  const text = tree.is(title, 'string') ? tree.textOf(tree.childOfType(title, 'string_content')) : `test ${tree.textOf(title)}`
  if (text !== '') file.define({ node, kind: 'function', name: title, nameText: text, body, test: true, binds: false })
}

export function declareParameter(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  if (tree.is(name, 'identifier')) file.bind({ name, at: node, role: 'parameter', type: file.typeText(tree.child(node, 'type')) })
}

/** `|value, index|` */
export function declarePayload(node: NodeIndex, file: FileFactsBuilder): void {
  for (const name of file.tree.children(node))
    if (file.tree.is(name, 'identifier')) file.bind({ name, at: node, role: 'variable' })
}

const isPublic = (node: NodeIndex, { tree }: FileFactsBuilder): boolean => tree.childOfType(node, 'pub', 'export') >= 0

/** `//!` at the top describes the file. */
export function completeFile(file: FileFactsBuilder): void {
  const { tree } = file
  const lines: string[] = []
  for (let at = 1; at < tree.count && tree.is(at, 'comment') && tree.text.startsWith('//!', tree.start(at)); at = tree.after(at))
    lines.push(
      tree
        .textOf(at)
        .replace(/^\/\/! ?/, '')
        .trimEnd(),
    )
  // A discarded value has no name.
  file.scopes.declare(0, '_', { local: true })
  file.facts.doc = lines.join('\n').trim().slice(0, 2000)
}
