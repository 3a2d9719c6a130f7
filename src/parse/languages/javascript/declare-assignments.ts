/** Assignments that define something. Here those of CommonJS: `module.exports = …`, `exports.x = …`. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { plainKey } from './bind-pattern.ts'
import { exportValue } from './declare-exports.ts'
import { declareThisField } from './declare-members.ts'
import { declareGivenFunction, declareOutsideMember, defineByValue, statementOf } from './declare-outside-members.ts'
import { readRequire } from './declare-require.ts'
import { stateOf } from './file-state.ts'
import { unwrap } from './value-type.ts'

export function declareAssignment(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const left = tree.child(node, 'left')
  if (tree.is(left, 'identifier')) {
    if (tree.textOf(left) === 'exports') file.notAUse(left)
    else declareGivenFunction(node, left, file)
  }
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

/** `const app = exports = module.exports = {}`: the exported value has a name of its own. */
function chainedName(assignment: NodeIndex, file: FileFactsBuilder): NodeIndex {
  const { tree } = file
  let around = tree.parent(assignment)
  for (let steps = 0; steps < MAX_CHAIN && tree.is(around, 'assignment_expression'); steps++) around = tree.parent(around)
  return tree.is(around, 'variable_declarator') ? tree.child(around, 'name') : -1
}

/** `module.exports = { a, b: c, d() {…} }`: each name is an export. */
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
  stateOf(file).objects.set(object, 'symbol')
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

/** `module` and `exports` are not symbols of the repo. */
function ignore(member: NodeIndex, file: FileFactsBuilder): void {
  for (let at = member; at < file.tree.after(member); at++) file.notAUse(at)
}
