/** Return types of Ruby methods: from a comment or a signature, or evident from their last line. */
import type { SymbolFact } from '../../../contract/facts.ts'
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { unknownType, type ValueType } from '../../value-type.ts'
import { typesOf } from './file-state.ts'
import { evidentType, outside } from './text.ts'

const methods = ['method', 'singleton_method']

/** After the whole file, when it is known which names are variables. */
export function setResults(file: FileFactsBuilder): void {
  for (const [ordinal, symbol] of file.facts.symbols.entries()) {
    const node = file.definitionNode(ordinal)
    if (symbol.kind !== 'constructor' && file.tree.is(node, ...methods)) setResult(symbol, ordinal, node, file)
  }
}

function setResult(symbol: SymbolFact, ordinal: number, node: NodeIndex, file: FileFactsBuilder): void {
  symbol.type = typesOf(ordinal, file).returns.slice(0, 200)
  if (symbol.type !== '') return
  const { type, from_call } = evidentResult(node, symbol.static, file)
  symbol.type = type
  // The result is recorded as that of a value of its name.
  if (from_call !== '' && from_call !== symbol.name)
    file.bind({ name: symbol.name, at: node, role: 'field', scope: symbol.parent, from_call })
}

/** The return type of a method when its last line shows it and it has no `return`. */
function evidentResult(node: NodeIndex, isStatic: boolean, file: FileFactsBuilder): ValueType {
  const { tree } = file
  const body = tree.child(node, 'body')
  // Nested methods are skipped: their code is their own, and would be read once for each enclosing method.
  for (let at = body; at >= 0 && at < tree.after(body); at = tree.is(at, ...methods) ? tree.after(at) : at + 1)
    if (tree.is(at, 'return', 'rescue', 'rescue_modifier')) return unknownType
  const statements = tree.namedChildren(body).filter((child) => !tree.is(child, 'comment', 'heredoc_body'))
  let last = tree.is(body, 'body_statement') ? (statements.at(-1) ?? -1) : body
  if (tree.is(last, 'operator_assignment', 'assignment')) last = tree.child(last, 'right')
  const isOwnNew =
    isStatic && /^new\b/.test(tree.textOf(last)) && tree.is(last, 'call', 'identifier') && tree.child(last, 'receiver') < 0
  if (tree.is(last, 'self') || isOwnNew) return { type: 'self', from_call: '' }
  return isFollowed(last, file) ? outside(evidentType(last, file)) : unknownType
}

/** Literals are not followed; of the rest only what is known outside the method. */
const isFollowed = (last: NodeIndex, file: FileFactsBuilder): boolean =>
  file.tree.is(last, 'call', 'identifier', 'instance_variable', 'constant', 'scope_resolution')
