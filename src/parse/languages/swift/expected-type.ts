/** The type whose member `.large` is, where the surrounding text shows it; else an unknown receiver. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { nameOfType, receiverOf } from './value-type.ts'

const UNKNOWN = '…'

/** A member of a type can also be reached through a value, so the text of the compared value is enough. */
export function expectedType(node: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  let at = node
  let parent = tree.parent(at)
  // `.failed(1)` is inside a call.
  if (tree.is(parent, 'call_expression')) {
    at = parent
    parent = tree.parent(at)
  }
  switch (tree.typeOf(parent)) {
    case 'property_declaration':
      return known(annotationBefore(at, file))
    case 'infix_expression':
      return tree.textOf(tree.child(parent, 'op')) === '!=' ? known(receiverOf(other(parent, at, file), file)) : UNKNOWN
    case 'equality_expression':
      return known(receiverOf(other(parent, at, file), file))
    case 'function_declaration':
    case 'init_declaration':
      return known(typeOfParameterBefore(at, file))
    case 'statements':
      // The only expression of a body is its result.
      return tree.namedChildren(parent).length === 1 ? resultAround(parent, file) : UNKNOWN
    case 'control_transfer_statement':
      return tree.is(parent + 1, 'return') ? resultAround(parent, file) : UNKNOWN
    case 'assignment':
      return known(receiverOf(tree.child(parent, 'target'), file))
    case 'pattern':
      return tree.is(tree.parent(parent), 'switch_pattern') ? subjectOf(parent, file) : UNKNOWN
    case 'if_statement':
    case 'guard_statement':
    case 'while_statement':
      return known(receiverOf(matchedBy(at, parent, file), file))
    default:
      return UNKNOWN
  }
}

const known = (text: string): string => (text === '' || text.includes('…') ? UNKNOWN : text)

function annotationBefore(value: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  const before = tree
    .children(tree.parent(value))
    .filter((child) => child < value && tree.is(child, 'type_annotation', 'pattern'))
  const last = before.at(-1) ?? -1
  const type = tree.is(last, 'type_annotation') ? tree.child(last, 'name') : -1
  return nameOfType(tree.is(type, 'optional_type') ? tree.child(type, 'wrapped') : type, file)
}

/** `init(queue: Queue = .main)`: a default is a sibling of its parameter. */
function typeOfParameterBefore(value: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  const parameter =
    tree
      .children(tree.parent(value))
      .filter((child) => child < value && tree.is(child, 'parameter'))
      .at(-1) ?? -1
  return nameOfType(tree.childrenIn(parameter, 'name')[1] ?? -1, file)
}

/** The result type of the enclosing function or property, unless a closure is between. */
function resultAround(node: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  const around = tree.ancestor(node, 'lambda_literal', 'function_body', 'computed_property', 'if_statement', 'switch_statement')
  if (tree.is(node, 'statements') && around !== tree.parent(node) && !tree.is(tree.parent(node), 'computed_getter'))
    return UNKNOWN
  if (tree.ancestor(node, 'lambda_literal') > tree.ancestor(node, 'function_body', 'computed_property')) return UNKNOWN
  const type = file.symbol(file.ownerOf(node))?.type ?? ''
  return /^[\p{L}_][\p{L}\p{N}_.]*[?!]?$/u.test(type) ? type.replace(/[?!]$/, '') : UNKNOWN
}

const other = (node: NodeIndex, one: NodeIndex, { tree }: FileFactsBuilder): NodeIndex => {
  const [left, right] = [tree.child(node, 'lhs'), tree.child(node, 'rhs')]
  return one === left ? right : left
}

/** `switch x { case .a: }` */
function subjectOf(pattern: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  const statement = tree.ancestor(pattern, 'switch_statement', 'function_body', 'lambda_literal')
  return tree.is(statement, 'switch_statement') ? known(receiverOf(tree.child(statement, 'expr'), file)) : UNKNOWN
}

/** `if case .a = x` */
function matchedBy(name: NodeIndex, statement: NodeIndex, { tree }: FileFactsBuilder): NodeIndex {
  let afterEquals = false
  for (const child of tree.children(statement)) {
    if (child <= name) continue
    if (tree.is(child, ',', '{', 'statements')) break
    if (afterEquals) return child
    afterEquals = tree.is(child, '=')
  }
  return -1
}
