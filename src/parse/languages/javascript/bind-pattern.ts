/** Names bound by a pattern: `a`, `{ a, b: [c = 1], ...rest }`. Iterative, because patterns may be nested to any depth. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'

/** One name of a pattern. `key` is the property it is read from (`b` in `{ b: c }`), '' when that is not one plain key. */
export type PatternName = { node: NodeIndex; key: string }

export function patternNames(pattern: NodeIndex, file: FileFactsBuilder): PatternName[] {
  const { tree } = file
  const found: PatternName[] = []
  const todo: { node: NodeIndex; key: string }[] = [{ node: pattern, key: '' }]
  for (let item = todo.pop(); item !== undefined; item = todo.pop()) {
    const { node, key } = item
    switch (tree.typeOf(node)) {
      case 'identifier':
        found.push({ node, key })
        break
      case 'shorthand_property_identifier_pattern':
        found.push({ node, key: tree.textOf(node) })
        break
      case 'pair_pattern':
        todo.push({ node: tree.child(node, 'value'), key: plainKey(tree.child(node, 'key'), file) })
        break
      case 'assignment_pattern':
      case 'object_assignment_pattern':
        todo.push({ node: tree.child(node, 'left'), key })
        break
      case 'required_parameter':
      case 'optional_parameter':
        todo.push({ node: tree.child(node, 'pattern'), key: '' })
        break
      case 'object_pattern':
      case 'array_pattern':
      case 'rest_pattern':
        for (const child of tree.namedChildren(node).toReversed()) todo.push({ node: child, key: '' })
        break
    }
  }
  return found
}

/** `a` or `'a'`; '' when computed. */
export function plainKey(key: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  if (tree.is(key, 'string')) return tree.textOf(key).slice(1, -1)
  return tree.is(key, 'computed_property_name') ? '' : tree.textOf(key)
}

/** The name of a member by its key, and the node to point at; undefined when computed by more than a path of names. */
export function memberName(key: NodeIndex, file: FileFactsBuilder): { name: NodeIndex; nameText: string } | undefined {
  const { tree } = file
  const nameText = plainKey(key, file) || computedName(key, file)
  if (nameText === '') return undefined
  const inner = tree.childOfType(key, 'string_fragment')
  return { name: inner >= 0 ? inner : key, nameText }
}

/** `[Symbol.iterator]`, `[inspect]`: nobody calls it so, but an outline needs a name for it. */
function computedName(key: NodeIndex, file: FileFactsBuilder): string {
  const text = file.tree.is(key, 'computed_property_name') ? file.tree.textOf(key).replaceAll(/\s+/g, '') : ''
  return /^\[[\w$]+(?:\.[\w$]+)*\]$/.test(text) ? text : ''
}
