/** Functions, macros, guards and delegates: all clauses of one name and arity are one definition; fields of structs. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { bindPattern } from './declare-names.ts'
import { pendingFor, stateOf } from './file-state.ts'
import { argumentsOf, type Head, headOf } from './heads.ts'

/** Word → kind of what it defines. */
export const functionWords: ReadonlyMap<string, 'function' | 'macro'> = new Map([
  ['def', 'function'],
  ['defp', 'function'],
  ['defdelegate', 'function'],
  ['defn', 'function'],
  ['defnp', 'function'],
  ['defmacro', 'macro'],
  ['defmacrop', 'macro'],
  ['defguard', 'macro'],
  ['defguardp', 'macro'],
])

export function defineFunction(node: NodeIndex, word: string, file: FileFactsBuilder): void {
  const { tree } = file
  const [written = -1] = argumentsOf(node, file)
  const head = headOf(written, file)
  const first = stateOf(file).clauses.get(node)
  if (first === undefined && head) defineFirst(node, word, head, file)
  else {
    if (first !== undefined) file.owner[node] = first
    file.openScope(node, 'function')
  }
  if (!head) return
  file.notAUse(head.name)
  file.notAUse(tree.parent(head.name))
  for (const argument of head.arguments) bindPattern(argument, node, 'parameter', file)
}

function defineFirst(node: NodeIndex, word: string, head: Head, file: FileFactsBuilder): void {
  const { tree } = file
  const state = stateOf(file)
  const rest = furtherClauses(node, word, head, file)
  const pending = pendingFor(node, file)
  const name = tree.textOf(head.name)
  const arity = head.arguments.length
  const ordinal = file.define({
    node,
    kind: functionWords.get(word) ?? 'function',
    name: head.name,
    ...(pending && pending.first >= 0 && { span: pending.first }),
    until: rest.at(-1) ?? node,
    arity,
    signature: signatureOf(node, head, rest.length + 1, file),
    type: pending?.results.get(name) ?? '',
    exported: !word.endsWith('p'),
    binds: false,
  })
  for (const clause of rest) state.clauses.set(clause, ordinal)
  const symbol = file.symbol(ordinal)
  if (symbol && pending?.doc !== undefined) symbol.doc = pending.doc
}

/** As written, with its Elixir name: `def add(a, b \\ 0) # add/2, 3 clauses` */
function signatureOf(node: NodeIndex, head: Head, clauses: number, file: FileFactsBuilder): string {
  const { tree } = file
  const text = tree.text.slice(tree.start(node), Math.min(head.end, tree.start(node) + 240)).replaceAll(/\s+/g, ' ')
  const name = `${tree.textOf(head.name)}/${head.arguments.length}`
  return clauses > 1 ? `${text} # ${name}, ${clauses} clauses` : `${text} # ${name}`
}

/** The clauses directly after the first; only comments and attributes may be between them. */
function furtherClauses(node: NodeIndex, word: string, head: Head, file: FileFactsBuilder): NodeIndex[] {
  const { tree } = file
  const found: NodeIndex[] = []
  const end = tree.after(tree.parent(node))
  for (let at = tree.after(node); at < end; at = tree.after(at)) {
    if (tree.is(at, 'comment') || (tree.is(at, 'unary_operator') && tree.text.startsWith('@', tree.start(at)))) continue
    if (!tree.is(at, 'call')) {
      if (tree.isNamed(at)) break
      continue
    }
    if (tree.textOf(tree.child(at, 'target')) !== word) break
    const other = headOf(argumentsOf(at, file)[0] ?? -1, file)
    const isSame = other && tree.textOf(other.name) === tree.textOf(head.name) && other.arguments.length === head.arguments.length
    if (!isSame) break
    found.push(at)
  }
  return found
}

/** `defstruct [:id, name: ""]`: fields of every value of the module. */
export function defineFields(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const parent = file.ownerAround(node)
  if (parent < 0 || file.isInFunction(node)) return
  const given = argumentsOf(node, file).flatMap((one) => (tree.is(one, 'list') ? tree.namedChildren(one) : [one]))
  const fields = given.flatMap((one) => (tree.is(one, 'keywords') ? tree.namedChildren(one) : [one]))
  for (const field of fields) {
    const key = tree.is(field, 'pair') ? tree.child(field, 'key') : field
    const text = tree.textOf(key)
    const name = /^:?([\p{L}_][\p{L}\p{N}_]*[?!]?):?\s*$/u.exec(text)?.[1]
    if (!tree.is(key, 'atom', 'keyword') || name === undefined) continue
    const ordinal = file.define({
      node: key,
      kind: 'property',
      name: key,
      nameText: name,
      span: field,
      parent,
      signature: tree.textOf(field).slice(0, 120).replaceAll(/\s+/g, ' '),
      exported: true,
      opens: 'none',
      owns: false,
      binds: false,
    })
    const symbol = file.symbol(ordinal)
    if (symbol && text.startsWith(':')) symbol.name_column++
  }
}
