/**
 * Blocks with their own `this`: in `order.apply { close() }` a member of order comes first. A bare name in one has the receiver
 * `order.{}`; of nested blocks the inner one counts.
 */
import type { EdgeKind } from '../../../contract/symbol.ts'
import { type FileFactsBuilder, type GivenArguments, NOT_A_USE } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { innermostCallee, valueText } from './value-type.ts'

/** File → scope of a block → the value of its `this`. */
const subjects = new WeakMap<FileFactsBuilder, Map<number, string>>()

/** Builders of the standard library, and the members that their blocks use. */
const builders: Readonly<Record<string, { type: string; names: RegExp }>> = {
  buildString: { type: 'StringBuilder', names: /^(?:append\w*|insert|length|delete\w*|reverse|setLength|clear|set)$/ },
  buildList: { type: 'MutableList', names: /^(?:add\w*|remove\w*|set|size|clear|get|contains\w*)$/ },
  buildSet: { type: 'MutableSet', names: /^(?:add\w*|remove\w*|size|clear|contains\w*)$/ },
  buildMap: { type: 'MutableMap', names: /^(?:put\w*|remove\w*|set|get\w*|size|clear|contains\w*)$/ },
}

/** Call it when the lambda's scope is open. */
export function declareSubject(lambda: NodeIndex, file: FileFactsBuilder): void {
  const subject = subjectOf(lambda, file)
  if (subject === undefined) return
  const scope = file.scope[lambda] as number
  file.scopes.declare(scope, 'this', { local: true })
  const known = subjects.get(file) ?? new Map<number, string>()
  subjects.set(file, known.set(scope, subject))
}

/** `x` for `x.apply { … }`, `x.run { … }` and `with(x) { … }`; '?' where it is unknown; undefined for any other block. */
function subjectOf(lambda: NodeIndex, file: FileFactsBuilder): string | undefined {
  const { tree } = file
  const call = tree.parent(tree.parent(lambda))
  if (!tree.is(tree.parent(lambda), 'annotated_lambda') || !tree.is(call, 'call_expression')) return undefined
  const callee = innermostCallee(call, file)
  if (tree.is(callee, 'navigation_expression')) {
    const name = file.nameOf(tree.namedChildren(callee).at(-1) ?? -1)
    return name === 'apply' || name === 'run' ? valueText(tree.children(callee)[0] ?? -1, file) || '?' : undefined
  }
  const name = tree.is(callee, 'identifier') ? file.nameOf(callee) : ''
  if (name in builders) return `=${name}`
  if (name !== 'with') return undefined
  const [first = -1] = tree.namedChildren(tree.childOfType(tree.children(call)[0] ?? -1, 'value_arguments'))
  return valueText(tree.namedChildren(first)[0] ?? -1, file) || '?'
}

/** A bare name: inside such a block first a member of the block's `this`. */
export function useBareName(node: NodeIndex, file: FileFactsBuilder, fallback: EdgeKind, given?: GivenArguments): void {
  const subject = subjectAround(node, file)
  const use = file.intentOf(node) ?? fallback
  const name = file.nameOf(node)
  if (
    subject === undefined ||
    file.intents[node] === NOT_A_USE ||
    !/^\p{Ll}/u.test(name) ||
    (use !== 'calls' && use !== 'reads' && use !== 'writes')
  ) {
    file.useName(node, fallback, given)
    return
  }
  // `toString` is a property of every object.
  const builder = Object.hasOwn(builders, subject.slice(1)) ? builders[subject.slice(1)] : undefined
  if (builder && !builder.names.test(name)) file.useName(node, fallback, given)
  else if (!file.scopes.isLocal(file.scope[node] as number, name)) {
    file.use(name, use, node, `${builder ? `${builder.type}()` : subject}.{}`, given)
  }
}

function subjectAround(node: NodeIndex, file: FileFactsBuilder): string | undefined {
  const known = subjects.get(file)
  if (!known) return undefined
  const scope = file.scopes.declaring(file.scope[node] as number, 'this')
  return scope === undefined ? undefined : known.get(scope)
}
