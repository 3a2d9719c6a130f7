/** Assignments that define something: `module.exports = …`, `exports.x = …`, `X.prototype.y = …`, `X.y = …`, `this.x = …`. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { plainKey } from './bind-pattern.ts'
import { exportValue } from './declare-exports.ts'
import { declareThisField } from './declare-members.ts'
import { readRequire } from './declare-require.ts'
import { stateOf } from './file-state.ts'
import { calleeParts, isClassValue, isFunctionValue, unwrap } from './value-type.ts'

export function declareAssignment(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const left = tree.child(node, 'left')
  if (tree.is(left, 'identifier') && tree.textOf(left) === 'exports') file.notAUse(left)
  if (!tree.is(left, 'member_expression')) return
  const property = tree.child(left, 'property')
  const object = tree.child(left, 'object')
  if (tree.is(object, 'this')) {
    declareThisField(node, property, file)
    return
  }
  const receiver = file.receiverText(object)
  if (/^(module|exports|module\.exports)$/.test(receiver)) ignore(left, file)
  if (receiver === 'module' && tree.textOf(property) === 'exports') {
    exportWhole(node, file)
    return
  }
  if (receiver === 'exports' || receiver === 'module.exports') {
    exportOne(node, property, file)
    return
  }
  declareOutsideMember(node, receiver, property, file)
}

/** `a = b = c`: people write two or three; following longer ones for each link would take quadratic time. */
const MAX_CHAIN = 8

/** `module.exports = …` */
function exportWhole(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  let value = unwrap(tree.child(node, 'right'), file)
  // `exports = module.exports = …`
  for (let steps = 0; steps < MAX_CHAIN && tree.is(value, 'assignment_expression'); steps++) {
    value = unwrap(tree.child(value, 'right'), file)
  }
  const required = readRequire(value, file)
  if (required) {
    stateOf(file).readImports.add(required.call)
    file.addImport({ module: required.module, name: required.property, alias: '', kind: 'reexport', type_only: false }, value)
    file.addExport({ name: required.property ? 'default' : '*', local: required.property, module: required.module }, value)
    return
  }
  const alsoCalled = chainedName(node, file)
  if (alsoCalled >= 0) file.addExport({ name: 'default', local: tree.textOf(alsoCalled), module: '' }, alsoCalled)
  else if (tree.is(value, 'object')) exportObject(value, file)
  else exportValue(statementOf(node, file), value, file)
}

/** `const app = exports = module.exports = {}`: what is exported has a name of its own. */
function chainedName(assignment: NodeIndex, file: FileFactsBuilder): NodeIndex {
  const { tree } = file
  let around = tree.parent(assignment)
  for (let steps = 0; steps < MAX_CHAIN && tree.is(around, 'assignment_expression'); steps++) around = tree.parent(around)
  return tree.is(around, 'variable_declarator') ? tree.child(around, 'name') : -1
}

/** `module.exports = { a, b: c, d() {…} }`: each name stands for itself. */
function exportObject(object: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  for (const member of tree.namedChildren(object)) {
    const key = tree.is(member, 'shorthand_property_identifier')
      ? member
      : Math.max(tree.child(member, 'key'), tree.child(member, 'name'))
    if (key < 0) continue
    const name = plainKey(key, file)
    const value = unwrap(tree.child(member, 'value'), file)
    const local = tree.is(value, 'identifier') ? tree.textOf(value) : name
    if (name !== '') file.addExport({ name, local, module: '' }, key)
  }
  stateOf(file).memberObjects.add(object)
}

/** `exports.x = …` */
function exportOne(node: NodeIndex, property: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.textOf(property)
  const value = unwrap(tree.child(node, 'right'), file)
  const known = tree.is(value, 'identifier')
  if (name === '__esModule') return
  file.addExport({ name, local: known ? tree.textOf(value) : name, module: '' }, property)
  if (known) return
  if (tree.is(value, 'assignment_expression')) return
  defineByValue(node, value, property, file, { kind: 'constant', exported: true })
}

/** `X.prototype.y = function …`, `X.y = function …`: a member defined from outside its class or object. */
function declareOutsideMember(node: NodeIndex, receiver: string, property: NodeIndex, file: FileFactsBuilder): void {
  const value = unwrap(file.tree.child(node, 'right'), file)
  if (file.isLocalPlace(node) || !isFunctionValue(value, file)) return
  const ofPrototype = receiver.endsWith('.prototype')
  const qualifier = ofPrototype ? receiver.slice(0, -'.prototype'.length) : receiver
  if (!/^[\w$]+(\.[\w$]+)*$/.test(qualifier)) return
  const parent = file.ordinalNamed(qualifier)
  defineByValue(node, value, property, file, { parent, qualifier, static: !ofPrototype })
}

type Extra = Partial<{ kind: 'constant'; parent: number; qualifier: string; static: boolean; exported: boolean }>

function defineByValue(node: NodeIndex, value: NodeIndex, name: NodeIndex, file: FileFactsBuilder, extra: Extra): void {
  const base = { ...extra, node, span: statementOf(node, file), name, opens: 'none', binds: false } as const
  if (isFunctionValue(value, file)) {
    file.define({ ...base, kind: extra.qualifier ? 'method' : 'function', ...calleeParts(value, file) })
  } else if (isClassValue(value, file)) {
    file.define({ ...base, kind: 'class', body: file.tree.child(value, 'body') })
  } else if (extra.kind) {
    file.define({ ...base, kind: extra.kind })
  }
}

function statementOf(assignment: NodeIndex, file: FileFactsBuilder): NodeIndex {
  const around = file.tree.parent(assignment)
  return file.tree.is(around, 'expression_statement') ? around : assignment
}

/** `module` and `exports` are no symbols of anybody's. */
function ignore(member: NodeIndex, file: FileFactsBuilder): void {
  for (let at = member; at < file.tree.after(member); at++) file.notAUse(at)
}
