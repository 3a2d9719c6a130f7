/** Uses of Dart. An expression is a row of siblings (a name, then selectors), read from the first one. */
import type { EdgeKind } from '../../../contract/symbol.ts'
import { type FileFactsBuilder, NOT_A_USE } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import type { SyntaxTree } from '../../syntax-tree.ts'

/** A chain of a thousand calls has a thousand receivers: their text is cut off. */
const LONGEST = 120

/** A name at the start of a row: called when brackets follow. */
export function useIdentifier(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const start = partBehind(node, tree)
  if (start && file.intentOf(node) === undefined && file.intents[node] !== NOT_A_USE) {
    // A type before a dot is referenced, not read.
    const isType = start.kind === 'name' && /^_?\p{Lu}/u.test(tree.textOf(node))
    file.intend(node, start.kind === 'call' ? 'calls' : isType ? 'references' : 'reads')
  }
  file.useName(node, 'reads')
  followRow(node, tree.textOf(node), file)
}

/** `this.x`, `super.x`, `(a ?? b).x`, `'text'.x`. */
export function useStart(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const text = tree.is(node, 'this', 'super') ? tree.textOf(node) : tree.is(node, 'string_literal') ? '""' : '…'
  followRow(node, text, file)
}

type Part =
  | { kind: 'call' | 'index' | 'other'; next: NodeIndex }
  | { kind: 'name'; name: NodeIndex; next: NodeIndex; cascade: boolean }

/** The part directly after a node in its row. */
function partBehind(node: NodeIndex, tree: SyntaxTree): Part | undefined {
  const next = tree.after(node)
  if (next >= tree.after(tree.parent(node))) return undefined
  const direct = tree.is(next, 'unconditional_assignable_selector', 'conditional_assignable_selector') ? next : -1
  const access =
    direct >= 0 ? direct : tree.childOfType(next, 'unconditional_assignable_selector', 'conditional_assignable_selector')
  if (tree.is(next, 'argument_part')) return { kind: 'call', next }
  if (tree.is(next, 'cascade_section'))
    return { kind: 'name', name: tree.childOfType(tree.childOfType(next, 'cascade_selector'), 'identifier'), next, cascade: true }
  if (!tree.is(next, 'selector') && direct < 0) return undefined
  if (tree.childOfType(next, 'argument_part') >= 0) return { kind: 'call', next }
  if (access < 0) return { kind: 'other', next }
  const name = tree.childOfType(access, 'identifier')
  return name < 0 ? { kind: 'index', next } : { kind: 'name', name, next, cascade: false }
}

function followRow(start: NodeIndex, text: string, file: FileFactsBuilder): void {
  const { tree } = file
  let receiver = text
  for (let part = partBehind(start, tree); part; part = partBehind(part.next, tree)) {
    if (part.kind === 'name') {
      if (part.name >= 0) useMember(part, receiver, file)
      if (!part.cascade) receiver += `.${tree.textOf(part.name)}`
    } else receiver += part.kind === 'call' ? '()' : part.kind === 'index' ? '[]' : ''
    if (receiver.length > LONGEST) receiver = '…'
  }
}

function useMember(part: Extract<Part, { kind: 'name' }>, receiver: string, file: FileFactsBuilder): void {
  const { tree } = file
  if (file.intents[part.name] === NOT_A_USE) return
  file.notAUse(part.name)
  file.use(tree.textOf(part.name), edgeOf(part, tree), part.name, receiver)
}

function edgeOf({ next, cascade }: Extract<Part, { kind: 'name' }>, tree: SyntaxTree): EdgeKind {
  if (cascade)
    return tree.childOfType(next, 'argument_part') >= 0 ? 'calls' : tree.childOfType(next, '=') >= 0 ? 'writes' : 'reads'
  const behind = partBehind(next, tree)
  if (behind) return behind.kind === 'call' ? 'calls' : 'reads'
  return tree.is(tree.parent(next), 'assignable_expression') ? 'writes' : 'reads'
}

/** `x = 1`, `x++`: the last name of the left side is written. */
export function useAssignable(node: NodeIndex, file: FileFactsBuilder): void {
  const [first = -1, second] = file.tree.namedChildren(node)
  if (second === undefined) file.intend(first, 'writes')
}

/** `new Shape.square(1)`, `const Unit()` */
export function useCreation(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const type = tree.childOfType(node, 'type_identifier')
  const named = tree.childOfType(node, 'identifier')
  file.intend(type, named < 0 ? 'calls' : 'references')
  if (named >= 0) {
    file.notAUse(named)
    file.use(tree.textOf(named), 'calls', named, tree.textOf(type))
  }
  followRow(node, `new ${tree.textOf(type)}()`, file)
}

/** `extends`, `with` and `on` inherit members, `implements` does not. */
export function useBases(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const edge = tree.is(node, 'interfaces') ? 'implements' : 'extends'
  for (const child of tree.namedChildren(node)) if (tree.is(child, 'type_identifier')) file.intend(child, edge)
}

/** `Color.red` of a pattern. */
export function useQualified(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const [type = -1, name = -1] = tree.namedChildren(node)
  file.intend(type, 'references')
  if (!tree.is(name, 'identifier')) return
  file.notAUse(name)
  file.use(tree.textOf(name), 'reads', name, tree.textOf(type))
}

export function skipLabel(node: NodeIndex, file: FileFactsBuilder): void {
  file.notAUse(file.tree.childOfType(node, 'identifier'))
}
