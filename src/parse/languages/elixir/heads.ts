/** The head of a definition: `add(a, b \\ 0) when …` has a name, arguments, and some of them defaults. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'

export type Head = {
  /** The node that is the name: an identifier or the token of an operator. */
  name: NodeIndex
  arguments: readonly NodeIndex[]
  /** Where the head as written ends, guard left out. */
  end: number
}

/** The first argument of `def`, `@callback` …; undefined where the name is computed (`def unquote(name)(x)`). */
export function headOf(written: NodeIndex, file: FileFactsBuilder): Head | undefined {
  const { tree } = file
  const head = isWhen(written, file) ? tree.child(written, 'left') : written
  const end = tree.end(head)
  if (tree.is(head, 'identifier')) return { name: head, arguments: [], end }
  if (tree.is(head, 'call')) {
    const target = tree.child(head, 'target')
    const given = tree.namedChildren(tree.childOfType(head, 'arguments')).filter((one) => !tree.is(one, 'comment'))
    return tree.is(target, 'identifier') ? { name: target, arguments: given, end } : undefined
  }
  if (!tree.is(head, 'binary_operator', 'unary_operator')) return undefined
  const operands = tree.is(head, 'unary_operator') ? ['operand'] : ['left', 'right']
  return { name: tree.child(head, 'operator'), arguments: operands.map((field) => tree.child(head, field)), end }
}

export const isWhen = (node: NodeIndex, file: FileFactsBuilder): boolean => isOperator(node, 'when', file)

export const isOperator = (node: NodeIndex, operator: string, file: FileFactsBuilder): boolean =>
  file.tree.is(node, 'binary_operator') && file.tree.textOf(file.tree.child(node, 'operator')) === operator

/** The arguments of a call, comments left out. */
export const argumentsOf = (call: NodeIndex, file: FileFactsBuilder): NodeIndex[] =>
  file.tree.namedChildren(file.tree.childOfType(call, 'arguments')).filter((one) => !file.tree.is(one, 'comment'))

/** The value of `key:` among the keywords of a call, or -1. */
export function keywordOf(call: NodeIndex, key: string, file: FileFactsBuilder): NodeIndex {
  const { tree } = file
  const keywords = argumentsOf(call, file).at(-1) ?? -1
  if (!tree.is(keywords, 'keywords')) return -1
  const pair = tree.namedChildren(keywords).find((one) => tree.textOf(tree.child(one, 'key')).trim() === `${key}:`)
  return pair === undefined ? -1 : tree.child(pair, 'value')
}

/** `__MODULE__` means the enclosing module. */
export function moduleText(node: NodeIndex, file: FileFactsBuilder): string {
  const text = file.tree.textOf(node).replaceAll(/\s+/g, '').slice(0, 200)
  if (!text.startsWith('__MODULE__')) return text
  return `${moduleAround(node, file)}${text.slice('__MODULE__'.length)}`.replace(/^\./, '')
}

export function moduleAround(node: NodeIndex, file: FileFactsBuilder): string {
  for (let at = file.ownerOf(node); at >= 0; at = file.symbol(at)?.parent ?? -1) {
    const symbol = file.symbol(at)
    if (symbol && (symbol.kind === 'module' || symbol.kind === 'interface')) return symbol.qualified_name
  }
  return ''
}
