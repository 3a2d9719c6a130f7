/** The names in a pattern of Scala: lowercase ones bind, capitals and backticks refer. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'

export type PatternName = { name: NodeIndex; type: NodeIndex }

/** Patterns of a thousand levels are hostile. */
const DEEPEST = 64

export function namesIn(pattern: NodeIndex, file: FileFactsBuilder, type: NodeIndex = -1, depth = 0): PatternName[] {
  const { tree } = file
  if (pattern < 0 || depth > DEEPEST) return []
  switch (tree.typeOf(pattern)) {
    case 'identifier':
      return /^[\p{Ll}_]/u.test(tree.textOf(pattern)) ? [{ name: pattern, type }] : []
    case 'typed_pattern':
      return namesIn(tree.child(pattern, 'pattern'), file, tree.child(pattern, 'type'), depth + 1)
    case 'capture_pattern': {
      const inner = tree.child(pattern, 'pattern')
      const captured = tree.is(inner, 'typed_pattern')
        ? tree.child(inner, 'type')
        : tree.is(inner, 'case_class_pattern')
          ? tree.child(inner, 'type')
          : -1
      return [...namesIn(tree.child(pattern, 'name'), file, captured, depth + 1), ...namesIn(inner, file, -1, depth + 1)]
    }
    case 'tuple_pattern':
    case 'named_tuple_pattern':
    case 'repeat_pattern':
    case 'given_pattern':
      return tree.namedChildren(pattern).flatMap((part) => namesIn(part, file, -1, depth + 1))
    case 'named_pattern':
      return namesIn(tree.namedChildren(pattern).at(-1) ?? -1, file, -1, depth + 1)
    case 'case_class_pattern':
      return tree.childrenIn(pattern, 'pattern').flatMap((part) => namesIn(part, file, -1, depth + 1))
    case 'infix_pattern':
      return [tree.child(pattern, 'left'), tree.child(pattern, 'right')].flatMap((part) => namesIn(part, file, -1, depth + 1))
    case 'interpolated_string_expression':
      return interpolated(pattern, file)
    default:
      return []
  }
}

/** `case s"$a-$b"` */
function interpolated(pattern: NodeIndex, file: FileFactsBuilder): PatternName[] {
  const { tree } = file
  const found: PatternName[] = []
  for (let at = pattern + 1; at < tree.after(pattern); at++) {
    if (tree.is(at, 'identifier') && tree.is(tree.parent(at), 'interpolation')) found.push({ name: at, type: -1 })
  }
  return found
}
