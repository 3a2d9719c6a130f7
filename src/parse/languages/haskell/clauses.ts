/** A function of Haskell is a signature and all its clauses, one below the other: they are one symbol. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'

/** `first`: where the symbol begins (its signature, else its first clause). */
export type Group = { name: NodeIndex; first: NodeIndex; last: NodeIndex; signature: NodeIndex; isCallable: boolean }

/** `signed`: signatures that some clause follows. */
type State = { groups: Map<NodeIndex, Group>; ordinals: Map<Group, number>; signed: Set<NodeIndex> }
const states = new WeakMap<FileFactsBuilder, State>()

export function stateOf(file: FileFactsBuilder): State {
  let state = states.get(file)
  if (!state) {
    state = { groups: new Map(), ordinals: new Map(), signed: new Set() }
    states.set(file, state)
  }
  return state
}

/** Called for every node that contains declarations, before they are visited. */
export function groupClauses(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const { groups, signed } = stateOf(file)
  const signatures = new Map<string, NodeIndex>()
  let open: Group | undefined
  let openName = ''
  let before: NodeIndex = -1
  for (const child of tree.children(node)) {
    if (tree.is(child, 'signature')) {
      for (const name of namesIn(child, file)) signatures.set(tree.textOf(name), child)
      open = undefined
    } else if (tree.is(child, 'function', 'bind')) {
      const name = nameOf(child, file)
      const text = tree.textOf(name)
      if (!open || openName !== text || name < 0) {
        const said = signatures.get(text)
        // A signature for several names belongs only to the first, directly below it.
        const isOwn = said !== undefined && (namesIn(said, file).length === 1 || isBelow(text, said, before, file))
        open = {
          name,
          first: isOwn ? said : child,
          last: child,
          signature: said ?? -1,
          isCallable: tree.is(child, 'function'),
        }
        openName = text
        if (said !== undefined) signed.add(said)
        groups.set(open.first, open)
      }
      open.last = child
      groups.set(child, open)
    } else if (!tree.is(child, 'comment', 'haddock', 'pragma', 'fixity', 'cpp')) open = undefined
    if (!tree.is(child, 'comment', 'haddock')) before = child
  }
}

const isBelow = (name: string, signature: NodeIndex, before: NodeIndex, file: FileFactsBuilder): boolean =>
  before === signature && file.tree.textOf(namesIn(signature, file)[0] ?? -1) === name

/** The name a clause defines: `f x`, `a <+> b`, `(f . g) x`; -1 for a pattern. */
export function nameOf(clause: NodeIndex, { tree }: FileFactsBuilder): NodeIndex {
  const named = tree.child(clause, 'name')
  if (named >= 0) return operatorIn(named, tree)
  let head = tree.childOfType(clause, 'infix', 'function_head_parens', 'parens')
  for (let step = 0; step < 4 && tree.is(head, 'function_head_parens', 'parens'); step++)
    head = tree.childOfType(head, 'infix', 'function_head_parens', 'parens', 'apply')
  if (!tree.is(head, 'infix')) return -1
  const operator = tree.child(head, 'operator')
  return tree.is(operator, 'infix_id') ? tree.childOfType(operator, 'variable') : operator
}

/** The name of `(<+>)` is <+>. */
const operatorIn = (name: NodeIndex, tree: FileFactsBuilder['tree']): NodeIndex =>
  tree.is(name, 'prefix_id') ? tree.childOfType(name, 'operator', 'constructor_operator') : name

/** The names of a signature: `x, y :: Int` has two. */
export function namesIn(signature: NodeIndex, file: FileFactsBuilder): NodeIndex[] {
  const { tree } = file
  const list = tree.child(signature, 'names')
  const names = list >= 0 ? tree.childrenIn(list, 'name') : [tree.child(signature, 'name')]
  return names.filter((name) => name >= 0).map((name) => operatorIn(name, tree))
}
