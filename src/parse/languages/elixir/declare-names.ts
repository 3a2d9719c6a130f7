/** Names that patterns bind: arguments, `=`, `<-`, the clauses of `case` and `fn`. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { isOperator, isWhen } from './heads.ts'

/** Every variable of a pattern. Pinned ones (`^x`), sizes, defaults and calls in it are reads. */
export function bindPattern(pattern: NodeIndex, at: NodeIndex, role: 'parameter' | 'variable', file: FileFactsBuilder): void {
  const { tree } = file
  // Nested patterns are searched once for each: nobody writes long ones by hand.
  const end = Math.min(tree.after(pattern), pattern + MAX_NODES)
  for (let node = pattern; node < end; ) {
    const around = tree.parent(node)
    const isRead = node > pattern && isReadOnRight(around, file) && tree.child(around, 'right') === node
    if (isRead || tree.is(node, 'unary_operator', 'call', 'interpolation')) {
      node = tree.after(node)
      continue
    }
    if (tree.is(node, 'identifier')) bindName(node, at, role, file)
    node++
  }
}

const MAX_NODES = 2000

/** `x :: size(8)`, `b \\ 0`, `v when v > 0` */
const isReadOnRight = (node: NodeIndex, file: FileFactsBuilder): boolean =>
  isOperator(node, '::', file) || isOperator(node, '\\\\', file) || isWhen(node, file)

function bindName(name: NodeIndex, at: NodeIndex, role: 'parameter' | 'variable', file: FileFactsBuilder): void {
  const text = file.tree.textOf(name)
  if (/^(?:_|__\w+__)$/.test(text)) return
  if (file.isLocalScope(at)) file.bind({ name, at, role })
  // `for {name, code} <- codes do def …`: known in the body of the module, but not a function of it.
  else file.bindLocal(name, at)
}

/** `{:ok, user} = find(id)`, `{:ok, user} <- find(id)`; `e in Error` in a rescue. */
export function declareMatch(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const operator = tree.textOf(tree.child(node, 'operator'))
  const isRescue = operator === 'in' && tree.is(tree.parent(tree.parent(node)), 'stab_clause')
  if (operator === '=' || operator === '<-' || isRescue) bindPattern(tree.child(node, 'left'), node, 'variable', file)
}

/** `{:ok, v} when v > 0 -> …` */
export function declareStab(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  file.openScope(node, 'block')
  const left = tree.child(node, 'left')
  const given = isWhen(left, file) ? tree.child(left, 'left') : left
  // In `cond` the left side is a condition.
  const call = tree.parent(tree.parent(node))
  if (given < 0 || tree.textOf(tree.child(call, 'target')) === 'cond') return
  bindPattern(given, node, 'variable', file)
}
