/** Functions and values of Haskell, top-level and local, and the names that patterns bind. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { type Group, groupClauses, nameOf, namesIn, stateOf } from './clauses.ts'
import { bindersIn, skipTypeVariables } from './patterns.ts'

export function declareDeclarations(node: NodeIndex, file: FileFactsBuilder): void {
  groupClauses(node, file)
  attachDoc(node, file)
}

/** The comment of the first declaration is before all of them, or at the end of the imports. */
function attachDoc(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const before =
    tree
      .children(tree.parent(node))
      .filter((sibling) => sibling < node)
      .at(-1) ?? -1
  const last = tree.is(before, 'imports') ? (tree.children(before).at(-1) ?? -1) : before
  if (tree.is(last, 'haddock', 'comment') && node + 1 < tree.after(node)) file.docs.attach(last, node + 1)
}

/** The first clause of a function makes the symbol; the other clauses belong to it. */
export function declareClause(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  // The grammar uses the same node type for function types.
  if (tree.child(node, 'arrow') >= 0 && !tree.is(node, 'bind')) return
  if (tree.is(node, 'bind') && tree.child(node, 'arrow') >= 0) bindPattern(tree.child(node, 'pattern'), node, file)
  else if (tree.is(node, 'bind') && tree.child(node, 'pattern') >= 0) declarePatternBind(node, file)
  else declareNamed(node, file)
}

function declareNamed(node: NodeIndex, file: FileFactsBuilder): void {
  const state = stateOf(file)
  const group = state.groups.get(node)
  if (!group) return
  const known = state.ordinals.get(group)
  if (known === undefined && isPlainLocal(group, file)) {
    file.bind({ name: group.name, at: node, role: 'variable', type: '' })
    return
  }
  const ordinal = known ?? defineGroup(group, file)
  state.ordinals.set(group, ordinal)
  if (node !== group.first || known !== undefined) file.owner[node] = ordinal
  openClause(node, file)
}

/** `where x = 1` is a local, `where f x = 1` a function. */
const isPlainLocal = (group: Group, file: FileFactsBuilder): boolean =>
  !group.isCallable && file.tree.is(file.tree.parent(group.last), 'local_binds')

export function declareSignature(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  skipTypeVariables(tree.child(node, 'type'), file)
  for (const name of namesIn(node, file)) file.notAUse(name)
  const state = stateOf(file)
  const group = state.groups.get(node)
  if (group && group.first === node) {
    if (!isPlainLocal(group, file)) state.ordinals.set(group, defineGroup(group, file))
  } else if (tree.is(tree.parent(node), 'class_declarations', 'foreign_import') && !state.signed.has(node))
    for (const name of namesIn(node, file)) define(node, name, node, node, node, file)
}

function defineGroup(group: Group, file: FileFactsBuilder): number {
  return define(group.first, group.name, group.first, group.last, group.signature, file)
}

function define(
  node: NodeIndex,
  name: NodeIndex,
  span: NodeIndex,
  until: NodeIndex,
  signature: NodeIndex,
  file: FileFactsBuilder,
): number {
  const { tree } = file
  const instance = tree.ancestor(node, 'instance', 'local_binds')
  const around = tree.is(instance, 'instance') ? instanceOf(instance, file) : undefined
  const type = file.typeText(tree.child(signature, 'type'))
  const isMember = around !== undefined || tree.is(tree.parent(node), 'class_declarations')
  const ordinal = file.define({
    node,
    kind: isMember ? 'method' : 'function',
    name,
    span,
    until,
    body: tree.is(span, 'signature') ? -1 : tree.childOfType(span, 'match'),
    ...(signature >= 0 && { signature: oneLine(tree.textOf(signature)) }),
    type,
    ...(around && { qualifier: around.type, distinct: around.class, parent: -1, binds: false }),
  })
  file.notAUse(nameOf(until, file))
  return ordinal
}

const oneLine = (text: string): string =>
  text
    .replace(/--[^\n]*/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 300)

/** `instance ToJSON (Foo a)`: its definitions belong to Foo. */
export function instanceOf(node: NodeIndex, file: FileFactsBuilder): { class: string; type: string } {
  const { tree } = file
  const name = tree.textOf(tree.child(node, 'name'))
  const patterns = tree.child(node, 'patterns')
  for (let at = patterns; at >= 0 && at < tree.after(patterns); at++)
    if (tree.is(at, 'name')) return { class: `${name} ${oneLine(tree.textOf(patterns))}`, type: tree.textOf(at) }
  return { class: name, type: name }
}

/** Names are known in their own clause only. */
function openClause(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  file.openScope(node, 'function')
  file.notAUse(nameOf(node, file))
  bindPattern(tree.child(node, 'patterns'), node, file)
  const head = tree.childOfType(node, 'infix', 'function_head_parens')
  if (head >= 0) bindPattern(head, node, file)
}

/** `(a, b) = pair` */
function declarePatternBind(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const pattern = tree.child(node, 'pattern')
  if (tree.is(tree.parent(node), 'local_binds')) {
    bindPattern(pattern, node, file)
    return
  }
  for (const name of bindersIn(pattern, file))
    file.define({
      node: name,
      kind: 'constant',
      name,
      span: node,
      opens: 'none',
      owns: false,
      body: tree.childOfType(node, 'match'),
    })
}

function bindPattern(pattern: NodeIndex, at: NodeIndex, file: FileFactsBuilder): void {
  const defined = nameOf(at, file)
  for (const name of bindersIn(pattern, file)) if (name !== defined) file.bind({ name, at, role: 'parameter' })
}

/** A lambda, an alternative of `case`, a guard, a generator: each binds names for its content. */
export function declareScope(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  file.openScope(node, 'block')
  for (const field of ['pattern', 'patterns'])
    for (const pattern of tree.childrenIn(node, field)) bindPattern(pattern, node, file)
}

/** A guard or generator binds names for its following siblings. */
export function declareBeside(node: NodeIndex, file: FileFactsBuilder): void {
  bindPattern(file.tree.child(node, 'pattern'), node, file)
}
