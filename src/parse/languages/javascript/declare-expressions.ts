/** Functions and classes as values. One assigned to a name is defined by that name; else by its own name. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { calleeParts } from './value-type.ts'

/** `x => …` */
export function declareArrow(node: NodeIndex, file: FileFactsBuilder): void {
  file.openScope(node, 'function')
  const parameter = file.tree.child(node, 'parameter')
  if (parameter >= 0) file.bind({ name: parameter, at: node, role: 'parameter' })
}

/** `on('mount', function onMount() {…})`: nobody else can call it by its name, but people search for it. */
export function declareFunctionExpression(node: NodeIndex, file: FileFactsBuilder): void {
  const name = file.tree.child(node, 'name')
  if (name >= 0 && !isDefined(node, file)) {
    file.define({ node, kind: 'function', name, hidden: true, ...calleeParts(node, file) })
    return
  }
  file.openScope(node, 'function')
  if (name >= 0) defineOwnName(node, name, 'function', file)
}

/** `mixin(class Loud extends Base {…})` */
export function declareClassExpression(node: NodeIndex, file: FileFactsBuilder): void {
  const name = file.tree.child(node, 'name')
  if (name >= 0 && !isDefined(node, file)) {
    file.define({ node, kind: 'class', name, hidden: true, body: file.tree.child(node, 'body') })
    return
  }
  file.openScope(node, 'class')
  if (name >= 0) defineOwnName(node, name, 'class', file)
}

/**
 * `Rule.Template = class RuleTemplate {…}`: its content belongs to the name it is assigned to; people search for the other, too.
 */
function defineOwnName(node: NodeIndex, name: NodeIndex, kind: 'function' | 'class', file: FileFactsBuilder): void {
  const isNamesake = file.symbol(file.ownerAround(node))?.name === file.tree.textOf(name)
  if (isNamesake) file.bindLocal(name, node)
  else file.define({ node, kind, name, hidden: true, owns: false, opens: 'none', ...calleeParts(node, file) })
}

/** Node types between a value and the name it is assigned to. */
const between = [
  'parenthesized_expression',
  'as_expression',
  'satisfies_expression',
  'binary_expression',
  'assignment_expression',
]
const MAX_BETWEEN = 8

/** Is it defined by the name it is assigned to? */
function isDefined(node: NodeIndex, file: FileFactsBuilder): boolean {
  const { tree } = file
  const owner = file.ownerAround(node)
  if (owner < 0) return false
  const isNamesake = file.symbol(owner)?.name === tree.textOf(tree.child(node, 'name'))
  // `const List = memo(function List() {…})` is one symbol.
  if (isVariable(owner, file) && isNamesake) return true
  // `promise.cancel = function reject() {…}`: no use is linked to either, and people search for both.
  if (file.symbol(owner)?.hidden && !isNamesake) return false
  const definition = file.definitionNode(owner)
  let around = node
  for (let steps = 0; steps < MAX_BETWEEN; steps++) {
    if (around === definition) return true
    if (steps > 0 && !tree.is(around, ...between)) return false
    around = tree.parent(around)
  }
  return false
}

const isVariable = (owner: number, file: FileFactsBuilder): boolean =>
  /^(?:constant|variable|property)$/.test(file.symbol(owner)?.kind ?? '')
