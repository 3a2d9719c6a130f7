/** Functions, tables and their fields, in each form that Lua allows. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { spanOfShared } from '../span-of-shared.ts'
import { importOf } from './declare-modules.ts'
import { stateOf } from './file-state.ts'

/** `function f`, `local function f`, `function M.f`, `function M.K:m` */
export function defineFunction(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const written = tree.child(node, 'name')
  const isMethod = tree.is(written, 'method_index_expression')
  const name = isMethod ? tree.child(written, 'method') : tree.is(written, 'identifier') ? written : tree.child(written, 'field')
  if (name < 0 || tree.start(name) === tree.end(name)) return
  const table = tree.child(written, 'table')
  const isLocal = tree.childOfType(node, 'local') >= 0
  const known = table < 0 ? undefined : membershipOf(table, file)
  file.define({
    node,
    kind: isMethod ? 'method' : 'function',
    name,
    parameters: tree.child(node, 'parameters'),
    body: behind(tree.child(node, 'parameters'), file),
    ...known,
    // A plain `function f` inside a function is still global; a local one belongs to the enclosing function.
    ...(known === undefined && !isLocal && { parent: -1, exported: true }),
    binds: known === undefined,
  })
  if (isMethod) file.scopes.declare(file.scope[node] ?? 0, 'self', { local: true })
}

/** The signature ends after the parameters: an empty body has no node. */
function behind(parameters: NodeIndex, file: FileFactsBuilder): NodeIndex {
  const next = file.tree.after(parameters)
  return parameters >= 0 && next < file.tree.count ? next : -1
}

/** The parent of a member of `M.K`: the symbol of that name, if the file has one. */
function membershipOf(table: NodeIndex, file: FileFactsBuilder): { qualifier: string; parent: number } | undefined {
  const qualifier = file.receiverText(table)
  if (!/^[\p{L}_][\p{L}\p{N}_]*(\.[\p{L}_][\p{L}\p{N}_]*)*$/u.test(qualifier)) return undefined
  return { qualifier, parent: file.ordinalNamed(qualifier) }
}

/** `local a, b = …`, `M.f = function …`, `name = …` */
export function declareAssignment(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const names = tree.childrenIn(tree.childOfType(node, 'variable_list'), 'name')
  const values = tree.childrenIn(tree.childOfType(node, 'expression_list'), 'value')
  const around = tree.parent(node)
  const isLocal = tree.is(around, 'variable_declaration')
  for (const [at, name] of names.entries()) {
    const value = values[at] ?? -1
    const assigned = { name, value, statement: isLocal ? around : node, isSole: names.length === 1 }
    if (isLocal && importOf(value, name, file)) continue
    if (!tree.is(name, 'identifier')) defineMember(assigned, file)
    // A known name is written to, unless it was only declared and now gets its function.
    else if (isLocal || tree.is(value, 'function_definition') || !isKnown(name, node, file)) defineName(assigned, isLocal, file)
  }
}

type Assigned = { name: NodeIndex; value: NodeIndex; statement: NodeIndex; isSole: boolean }

/** Was it assigned before? Then this is a write. */
function isKnown(name: NodeIndex, node: NodeIndex, file: FileFactsBuilder): boolean {
  return file.scopes.find(file.scope[node] ?? 0, file.tree.textOf(name), { type: false }) !== 'other'
}

function defineName(assigned: Assigned, isLocal: boolean, file: FileFactsBuilder): void {
  const { tree } = file
  const { name, statement, value } = assigned
  const isFunction = tree.is(value, 'function_definition')
  if (file.isLocalScope(statement) && !isFunction) {
    if (isLocal) file.bind({ name, at: statement, role: 'variable' })
    return
  }
  if (!isLocal && !isFunction && file.ordinalNamed(tree.textOf(name)) >= 0) return
  define(
    assigned,
    isFunction ? 'function' : 'variable',
    name,
    { exported: !isLocal && !stateOf(file).announced.has(tree.textOf(name)) },
    file,
  )
}

/** `M.f = function …` anywhere; other values of a table only at the top level, and only the first assignment. */
function defineMember(assigned: Assigned, file: FileFactsBuilder): void {
  const { tree } = file
  const { name, value, statement } = assigned
  const membership = membershipOf(tree.child(name, 'table'), file)
  const field = keyOf(name, tree.child(name, 'field'), file)
  if (!membership || field < 0) return
  const isFunction = tree.is(value, 'function_definition')
  if (!isFunction && (file.isLocalScope(statement) || membership.parent < 0)) return
  // The object that `self` refers to is unknown.
  if (/^self\b/.test(membership.qualifier)) {
    if (isFunction) define(assigned, 'function', field, { binds: false, hidden: true }, file)
    return
  }
  if (!isFunction && file.ordinalNamed(`${membership.qualifier}.${tree.textOf(field)}`) >= 0) return
  define(assigned, isFunction ? 'function' : 'property', field, { ...membership, binds: false }, file)
}

type Extra = { exported?: boolean; qualifier?: string; parent?: number; binds?: boolean; hidden?: boolean }

function define(
  assigned: Assigned,
  kind: 'function' | 'variable' | 'property',
  name: NodeIndex,
  extra: Extra,
  file: FileFactsBuilder,
) {
  const { tree } = file
  const { value, statement, isSole } = assigned
  const isFunction = kind === 'function'
  const parameters = isFunction ? tree.child(value, 'parameters') : -1
  const ordinal = file.define({
    node: isFunction ? value : name,
    kind,
    name,
    span: isSole ? statement : spanOfShared(tree, statement, name),
    ...(isFunction ? { parameters, body: behind(parameters, file) } : { signature: headOf(statement, file), opens: 'none' }),
    owns: isFunction,
    parent: extra.parent ?? file.ownerAround(statement),
    ...extra,
  })
  // Fields of a table belong to it.
  if (isSole && tree.is(value, 'table_constructor')) tables(file).set(value, ordinal)
}

function headOf(statement: NodeIndex, file: FileFactsBuilder): string {
  const text = file.tree.textOf(statement)
  const line = text.slice(0, 200).replace(/(?<!\s)\s*\n[\s\S]*/, ' …')
  return line.length < text.length && !line.endsWith('…') ? `${line}…` : line
}

/** Table → the symbol whose value it is. */
const known = new WeakMap<FileFactsBuilder, Map<NodeIndex, number>>()
function tables(file: FileFactsBuilder): Map<NodeIndex, number> {
  let map = known.get(file)
  if (!map) {
    map = new Map()
    known.set(file, map)
  }
  return map
}

/** The name in `M.f`, `M["f"]`, `{ f = … }` and `{ ["f"] = … }`; -1 for any other key. */
function keyOf(node: NodeIndex, key: NodeIndex, file: FileFactsBuilder): NodeIndex {
  const { tree } = file
  const name = tree.is(key, 'string') ? tree.child(key, 'content') : key
  const isComputed = tree.is(key, 'identifier') && (tree.is(node, 'bracket_index_expression') || startsWithBracket(node, file))
  return !isComputed && /^[\p{L}_][\p{L}\p{N}_]*$/u.test(tree.textOf(name)) ? name : -1
}

export const startsWithBracket = (field: NodeIndex, file: FileFactsBuilder): boolean =>
  file.tree.is(field, 'field') && file.tree.text.charAt(file.tree.start(field)) === '['

/**
 * `{ f = function() … end }`: a function of the table, if the table has a name; nested tables are qualified by their keys. In a
 * nameless table (an argument, a metatable) it has no owner: it is a method, so that no bare name refers to it.
 */
export function declareField(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const parent = tables(file).get(tree.parent(node))
  const name = keyOf(node, tree.child(node, 'name'), file)
  const value = tree.child(node, 'value')
  const isFunction = tree.is(value, 'function_definition')
  if (name < 0 || (!isFunction && (parent === undefined || !tree.is(value, 'table_constructor')))) return
  const parameters = isFunction ? tree.child(value, 'parameters') : -1
  const ordinal = file.define({
    node: isFunction ? value : name,
    kind: !isFunction ? 'property' : parent === undefined ? 'method' : 'function',
    name,
    span: node,
    // Not below the enclosing function either: `self` in it is a different object.
    ...(parent === undefined ? { parent: -1, qualifier: aroundOf(node, file) } : { parent }),
    ...(isFunction ? { parameters, body: behind(parameters, file) } : { signature: headOf(node, file), opens: 'none' }),
    owns: isFunction,
    binds: false,
  })
  if (!isFunction) tables(file).set(value, ordinal)
}

const aroundOf = (node: NodeIndex, file: FileFactsBuilder): string => file.symbol(file.ownerOf(node))?.qualified_name ?? ''
