/** Imports of Swift, and the names that conditions, loops, catches, cases and closures bind. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { bindersIn } from './patterns.ts'
import { evidentType, receiverOf } from './value-type.ts'

const importKinds = new Set(['class', 'struct', 'enum', 'protocol', 'typealias', 'func', 'var', 'let'])

/** `import Kit`; `import struct Kit.Date` imports one name; a submodule (`import UIKit.UIView`) imports its whole module. */
export function declareImport(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const path = tree.childOfType(node, 'identifier')
  const names = tree.children(path).filter((part) => tree.is(part, 'simple_identifier'))
  const [first = -1] = names
  const last = names.at(-1) ?? -1
  if (first < 0) return
  const isNamed = names.length > 1 && tree.children(node).some((child) => importKinds.has(tree.typeOf(child)))
  const module = names
    .slice(0, isNamed ? -1 : undefined)
    .map((name) => tree.textOf(name))
    .join('.')
  const name = isNamed ? tree.textOf(last) : ''
  file.addImport({ module, name, alias: name, kind: isNamed ? 'named' : 'wildcard', type_only: false }, isNamed ? last : first)
}

export type Bound = { name: NodeIndex; type: NodeIndex; value: NodeIndex }

/**
 * What `if`, `guard` and `while` bind: `let x = y`, `let x`, `case .some(let x) = y`. In the grammar all conditions are siblings.
 */
export function boundBy(node: NodeIndex, file: FileFactsBuilder): Bound[] {
  const { tree } = file
  const bound: Bound[] = []
  let condition: Bound[] = []
  let binds = false
  let afterEquals = false
  const close = (): void => {
    for (const one of condition) bound.push(one)
    condition = []
    binds = false
    afterEquals = false
  }
  for (const child of tree.children(node)) {
    const type = tree.typeOf(child)
    if (type === ',' || type === 'statements' || type === '{' || type === 'else') close()
    else if (type === 'value_binding_pattern') binds = true
    else if (type === '=') afterEquals = true
    else if (type === 'type_annotation') for (const one of condition) one.type = tree.child(child, 'name')
    else if (tree.fieldOf(child) === 'bound_identifier') condition.push({ name: child, type: -1, value: -1 })
    else if (type === 'pattern')
      for (const name of bindersIn(child, { binds }, file)) condition.push({ name, type: -1, value: -1 })
    else if (afterEquals && tree.fieldOf(child) === 'condition')
      for (const one of condition) if (isWhole(one, file)) one.value = child
    if (type === 'statements') break
  }
  close()
  return bound
}

/** `let x = y` gives x the value of y; a pattern destructures it. */
const isWhole = ({ name }: Bound, { tree }: FileFactsBuilder): boolean =>
  tree.fieldOf(name) === 'bound_identifier' && !tree.is(tree.parent(name), 'pattern')

export function declareCondition(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const around = file.scope[node] as number
  const bound = boundBy(node, file)
  if (!tree.is(node, 'guard_statement')) file.openScope(node, 'block')
  for (const one of bound) {
    const name = tree.textOf(one.name)
    // `if let user = user`: a local keeps its type, which a second binding of unknown type would remove.
    const isSame = isWhole(one, file) && (one.value < 0 || tree.textOf(one.value) === name)
    if (isSame && file.scopes.isLocal(around, name)) file.notAUse(one.name)
    else file.bind({ name: one.name, at: node, role: 'variable', ...(isSame ? ofMember(name) : heldBy(one, file)) })
  }
}

const ofMember = (name: string) => ({ type: '', from_call: `=self.${name}` })

const heldBy = ({ type, value }: Bound, file: FileFactsBuilder) =>
  type >= 0 ? { type: file.typeText(type), from_call: '' } : evidentType(value, file)

export function declareLoop(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  file.openScope(node, 'block')
  const item = tree.child(node, 'item')
  const isCase = tree.childOfType(item, 'case') >= 0
  const names = bindersIn(item, { binds: !isCase }, file)
  const list = receiverOf(tree.child(node, 'collection'), file)
  const isElement = names.length === 1 && !isCase && /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(list)
  for (const name of names) file.bind({ name, at: node, role: 'variable', from_call: isElement ? `${list}[]` : '' })
}

export function declareCatch(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  file.openScope(node, 'block')
  const pattern = tree.child(node, 'error')
  const names = bindersIn(pattern, { binds: false }, file)
  const type = tree.childOfType(pattern, 'as') >= 0 ? file.typeText(tree.child(pattern, 'name')) : ''
  for (const name of names) file.bind({ name, at: node, role: 'variable', type: names.length === 1 ? type : '' })
  if (names.length === 0) file.bind({ name: 'error', at: node, role: 'variable' })
}

export function declareCase(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  file.openScope(node, 'block')
  for (const pattern of tree.children(node)) {
    if (!tree.is(pattern, 'switch_pattern')) continue
    for (const inner of tree.namedChildren(pattern)) {
      const names = bindersIn(inner, { binds: false }, file)
      const type = tree.childOfType(inner, 'as') >= 0 && names.length === 1 ? file.typeText(tree.child(inner, 'name')) : ''
      for (const name of names) file.bind({ name, at: node, role: 'variable', type })
    }
  }
}

/** `[weak self, id = user.id]` */
export function declareCapture(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  const value = tree.child(node, 'value')
  if (value >= 0) file.bind({ name, at: node, role: 'variable', ...evidentType(value, file) })
  else if (tree.textOf(name) === 'self') file.notAUse(name)
}
