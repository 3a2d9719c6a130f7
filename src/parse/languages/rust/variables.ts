/**
 * Variables of Rust are often bound again under the same name (`let x = x?;`, arms of a match). Of a function's variables that
 * share a name, each further one is recorded as `x@12`, by its line, in bindings and receivers alike: so none is mistaken for
 * another.
 */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import type { ValueType } from '../../value-type.ts'

type Bound = { from: number; known: string }

/** `names`: function and name → known type of a value → recorded name. `byHolder`: node that contains names → name → in order. */
type Variables = { names: Map<string, Map<string, string>>; byHolder: Map<NodeIndex, Map<string, Bound[]>> }

const variables = new WeakMap<FileFactsBuilder, Variables>()

const holders = [
  'block',
  'function_item',
  'function_signature_item',
  'closure_expression',
  'for_expression',
  'match_arm',
  'if_expression',
  'while_expression',
] as const

/** Deeper code is generated or hostile, and walking up from it for every name would take quadratic time. */
const DEEPEST = 128

/** Binds the name and records where it becomes valid: after a `let`, in the body of a loop, otherwise at once. */
export function bindVariable(
  name: NodeIndex,
  value: ValueType,
  at: NodeIndex,
  role: 'variable' | 'parameter',
  file: FileFactsBuilder,
): void {
  const { tree } = file
  const text = tree.textOf(name)
  const known = knownAs(
    `${file.ownerOf(at)} ${text}`,
    `${value.type} ${value.from_call}`,
    `${text}@${tree.line(name)}`,
    text,
    file,
  )
  file.bind({ name, known, at, role, ...value })
  const isLet = tree.is(at, 'let_declaration', 'let_condition')
  const from = isLet ? tree.end(at) : tree.start(tree.is(at, 'for_expression') ? tree.child(at, 'body') : name)
  const { byHolder } = stateOf(file)
  const holder = holderOf(at, file)
  const names = byHolder.get(holder) ?? new Map<string, Bound[]>()
  const bound = names.get(text) ?? []
  bound.push({ from, known })
  byHolder.set(holder, names.set(text, bound))
}

function knownAs(key: string, value: string, further: string, first: string, file: FileFactsBuilder): string {
  const { names } = stateOf(file)
  const values = names.get(key) ?? new Map<string, string>()
  const known = values.get(value) ?? (values.size === 0 ? first : further)
  names.set(key, values.set(value, known))
  return known
}

/** The recorded name of the variable of this name at `node`; the name itself where there is none. */
export function variableAt(node: NodeIndex, name: string, file: FileFactsBuilder): string {
  const { tree } = file
  const { byHolder } = stateOf(file)
  const start = tree.start(node)
  let at = node
  for (let depth = 0; depth < DEEPEST && at >= 0; depth++) {
    const bound = lastBefore(byHolder.get(at)?.get(name) ?? [], start)
    if (bound) return bound.known
    at = tree.parent(at)
  }
  return name
}

/** They are in text order; a generated function may have thousands. */
function lastBefore(bound: readonly Bound[], start: number): Bound | undefined {
  let low = 0
  let high = bound.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((bound[middle]?.from ?? 0) <= start) low = middle + 1
    else high = middle
  }
  return bound[low - 1]
}

function holderOf(at: NodeIndex, file: FileFactsBuilder): NodeIndex {
  let holder = at
  while (holder > 0 && !file.tree.is(holder, ...holders)) holder = file.tree.parent(holder)
  return holder
}

function stateOf(file: FileFactsBuilder): Variables {
  const known = variables.get(file) ?? { names: new Map(), byHolder: new Map() }
  variables.set(file, known)
  return known
}
