/** `using` directives, and the names that parameters, lambdas, loops, patterns and queries bind. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { keepLocal } from './declare-members.ts'
import { lambdaSource } from './lambda-source.ts'
import { evidentType } from './value-type.ts'

/**
 * `using A.B;` opens a namespace, `using static A.B.C;` a class, `using X = A.B.C;` defines an alias. `global using` does so for
 * all files of a project: it is recorded like a re-export.
 */
export function declareUsing(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const alias = tree.child(node, 'name')
  const path = tree.namedChildren(node).findLast((child) => child !== alias && !tree.is(child, 'comment')) ?? -1
  const module = tree.textOf(path).replace(/\s+|^global::/g, '')
  if (path < 0 || module === '') return
  for (let at = path; at < tree.after(path); at++) file.notAUse(at)
  const isGlobal = tree.childOfType(node, 'global') >= 0
  if (alias >= 0) declareAlias(tree.textOf(alias), module, alias, file)
  else {
    const kind = tree.childOfType(node, 'static') >= 0 ? 'static' : 'namespace'
    file.addImport({ module, name: '', alias: '', kind, type_only: false }, path)
  }
  if (isGlobal) {
    const name = alias >= 0 ? tree.textOf(alias) : '*'
    file.addExport({ name, local: tree.childOfType(node, 'static') >= 0 ? 'static' : '*', module }, path)
  }
}

function declareAlias(alias: string, module: string, at: NodeIndex, file: FileFactsBuilder): void {
  file.notAUse(at)
  const bare = module.replace(/[<([].*/s, '')
  const dot = bare.lastIndexOf('.')
  // A tuple has no name to refer to.
  if (bare === '') file.scopes.declare(0, alias, { local: true })
  else
    file.addImport(
      { module: dot < 0 ? '' : bare.slice(0, dot), name: bare.slice(dot + 1), alias, kind: 'named', type_only: false },
      at,
    )
}

/** The argument list of a program with top-level statements. */
export function declareProgram(_: NodeIndex, file: FileFactsBuilder): void {
  file.scopes.declare(0, 'args', { local: true })
}

/** A parameter of a method or lambda; of a record it is a property; of another type every member sees it. */
export function declareParameter(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  bindParameter(tree.child(node, 'name'), node, tree.child(node, 'type'), file)
}

/** `params int[] rest` has no node of its own. */
export function declareParameterList(node: NodeIndex, file: FileFactsBuilder): void {
  const name = file.tree.child(node, 'name')
  if (name >= 0) bindParameter(name, node, file.tree.child(node, 'type'), file)
}

function bindParameter(name: NodeIndex, node: NodeIndex, typeNode: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  if (name < 0) return
  const list = tree.is(node, 'parameter_list', 'bracketed_parameter_list') ? node : tree.parent(node)
  const holder = tree.parent(list)
  const type = tree.is(typeNode, 'implicit_type') ? '' : file.typeText(typeNode)
  if (tree.is(holder, 'record_declaration')) {
    const parent = file.ownerAround(node)
    file.define({ node, kind: 'property', name, type, opens: 'none' })
    file.bind({ name, at: node, role: 'field', scope: parent, type })
  } else if (tree.is(holder, 'class_declaration', 'struct_declaration')) {
    file.bindLocal(name, node)
    file.bind({ name, at: node, role: 'field', scope: file.ownerOf(node), type })
  } else if (tree.is(holder, 'delegate_declaration')) file.notAUse(name)
  else {
    const from =
      type === '' && tree.is(holder, 'lambda_expression')
        ? lambdaSource(holder, tree.namedChildren(list).indexOf(node), file)
        : ''
    file.bind({ name, at: node, role: 'parameter', type, from_call: from })
  }
}

export function declareLambda(node: NodeIndex, file: FileFactsBuilder): void {
  file.openScope(node, 'function')
  const only = file.tree.child(node, 'parameters')
  if (file.tree.is(only, 'implicit_parameter'))
    file.bind({ name: only, at: node, role: 'parameter', from_call: lambdaSource(node, 0, file) })
}

export function declareForeach(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  file.openScope(node, 'block')
  const left = tree.child(node, 'left')
  if (!tree.is(left, 'identifier')) return
  bindTyped(left, node, tree.child(node, 'type'), elementOf(tree.child(node, 'right'), file), file)
}

/** `from x in xs`, `join y in ys …` */
export function declareRange(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const parts = tree.namedChildren(node)
  const type = tree.child(node, 'type')
  const name =
    tree.child(node, 'name') >= 0
      ? tree.child(node, 'name')
      : (parts.find((part) => tree.is(part, 'identifier') && part !== type) ?? -1)
  const source = parts.find((part) => part > name) ?? -1
  bindTyped(name, node, type, elementOf(source, file), file)
}

export function declareLet(node: NodeIndex, file: FileFactsBuilder): void {
  const [name = -1, value = -1] = file.tree.namedChildren(node)
  if (file.tree.is(name, 'identifier')) file.bind({ name, at: node, role: 'variable', ...evidentType(value, file) })
}

/** `select x into y` is directly in the query. */
export function declareQuery(node: NodeIndex, file: FileFactsBuilder): void {
  file.openScope(node, 'block')
  declareInto(node, file)
}

/** `into g` */
export function declareInto(node: NodeIndex, file: FileFactsBuilder): void {
  const name = file.tree.childOfType(node, 'identifier')
  if (name >= 0) file.bind({ name, at: node, role: 'variable' })
}

/** `x is Foo foo`, `case Foo foo`, `out var x`, `catch (Foo e)`, `{ P: var x }`, `[1, .. var rest]` */
export function declareDesignation(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const type = tree.child(node, 'type')
  for (const name of tree.childrenIn(node, 'name')) if (tree.is(name, 'identifier')) bindTyped(name, node, type, '', file)
}

function bindTyped(name: NodeIndex, at: NodeIndex, type: NodeIndex, fromCall: string, file: FileFactsBuilder): void {
  if (name < 0) return
  const written = file.tree.is(type, 'implicit_type') ? '' : file.typeText(type)
  keepLocal(name, at, file)
  file.bind({ name, at, role: 'variable', type: written, from_call: written === '' ? fromCall : '' })
}

function elementOf(list: NodeIndex, file: FileFactsBuilder): string {
  const text = file.receiverText(list)
  return /^[\p{L}_@][\p{L}\p{N}_.?()<>@]*$/u.test(text) ? `${text}[]` : ''
}
