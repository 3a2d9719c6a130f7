/** The arguments of a Swift call: how many, and their labels, which distinguish overloads. */
import type { FileFactsBuilder, GivenArguments } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'

/** Calls with more are rare, and not overloaded. */
const MOST = 16
/** Marks a trailing closure, which has no label. */
const TRAILING = '{}'

/** Labels as `argument_types`: `_:` without one. */
export function argumentsOf(call: NodeIndex, file: FileFactsBuilder): GivenArguments {
  const { tree } = file
  const suffix = tree.childOfType(call, 'call_suffix', 'constructor_suffix')
  const labels: string[] = []
  for (const child of tree.children(suffix)) {
    if (tree.is(child, 'ERROR')) return { count: -1, types: '' }
    if (tree.is(child, 'value_arguments')) for (const label of labelsIn(child, file)) labels.push(label)
    else if (tree.is(child, 'lambda_literal')) {
      const before = tree
        .children(suffix)
        .filter((other) => other < child)
        .slice(-2)
      const label = before.find((other) => tree.is(other, 'simple_identifier')) ?? -1
      labels.push(label >= 0 ? `${tree.textOf(label)}:` : TRAILING)
    }
  }
  return { count: labels.length, types: labels.length > MOST ? '' : labels.join(',') }
}

function labelsIn(list: NodeIndex, file: FileFactsBuilder): string[] {
  const { tree } = file
  return tree
    .children(list)
    .filter((child) => tree.is(child, 'value_argument'))
    .map((argument) => {
      const label = tree.child(argument, 'name')
      return label < 0 ? '_:' : `${tree.textOf(label)}:`
    })
}

/** Labels of arguments, of parts of a type, of trailing closures are not uses. */
export function skipLabels(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  for (const child of tree.children(node))
    if (tree.is(child, 'simple_identifier') && tree.is(tree.after(child), ':')) file.notAUse(child)
}

/** `(1, label: 2)` */
export function skipTupleLabels(node: NodeIndex, file: FileFactsBuilder): void {
  for (const name of file.tree.childrenIn(node, 'name')) if (file.tree.is(name, 'simple_identifier')) file.notAUse(name)
  const intent = file.intentOf(node)
  if (intent) for (const value of file.tree.childrenIn(node, 'value')) file.intend(value, intent)
}
