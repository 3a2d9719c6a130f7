/** Names inside a longer text: the last part of `A::B::c`, the words of `qw(a b)`, text in quotes. */
import type { SymbolFact, UseFact } from '../../../contract/facts.ts'
import type { EdgeKind } from '../../../contract/symbol.ts'
import type { Definition, FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'

export type Word = { text: string; node: NodeIndex; line: number; column: number }

/** Lists of thousands of words are data, not lists of names. */
const MAX_WORDS = 500

/** `A::B::c` → `A::B` and `c`; a `::` at either end is ignored. */
export function splitName(text: string): { owner: string; name: string } {
  const path = text.replace(/^::|::$/g, '')
  const at = path.lastIndexOf('::')
  return at < 0 ? { owner: '', name: path } : { owner: path.slice(0, at), name: path.slice(at + 2) }
}

/** Every word in quotes at or below the node, and of `qw(…)` each one. */
export function quotedWords(node: NodeIndex, file: FileFactsBuilder): Word[] {
  const { tree } = file
  const found: Word[] = []
  if (node < 0) return found
  for (let at = node; at < tree.after(node) && found.length < MAX_WORDS; at++) {
    if (!tree.is(at, 'string_content') || !tree.isLeaf(at)) continue
    const isList = tree.is(tree.parent(at), 'quoted_word_list')
    // One by one: a call cannot have 100,000 arguments.
    for (const word of isList ? wordsOf(at, file) : [{ ...placeOf(at, file), text: tree.textOf(at), node: at }]) found.push(word)
  }
  return found
}

function wordsOf(node: NodeIndex, file: FileFactsBuilder): Word[] {
  const text = file.tree.textOf(node)
  const start = placeOf(node, file)
  let { line, column } = start
  const found: Word[] = []
  for (const [part] of text.matchAll(/\n|[^\S\n]+|\S+/g)) {
    if (part.trim() !== '') found.push({ text: part, node, line, column })
    line += part === '\n' ? 1 : 0
    column = part === '\n' ? 1 : column + part.length
  }
  return found
}

export function wordAt(node: NodeIndex, file: FileFactsBuilder): Word {
  return { ...placeOf(node, file), text: file.tree.textOf(node), node }
}

const placeOf = (node: NodeIndex, { tree }: FileFactsBuilder) => ({ line: tree.line(node), column: tree.column(node) })

/** Like `file.define`, for a name that is only a part of its node, or is in another package (`sub A::b`). */
export function defineWord(word: Word, definition: Omit<Definition, 'name'>, file: FileFactsBuilder): number {
  const { owner, name } = splitName(word.text)
  file.notAUse(word.node)
  const qualifier = owner === '' ? {} : { qualifier: owner.replaceAll('::', '.') }
  const ordinal = file.define({ ...qualifier, ...definition, name: word.node, nameText: name })
  const symbol = file.symbol(ordinal) as SymbolFact
  symbol.name_line = word.line
  symbol.name_column = word.column + word.text.lastIndexOf(name)
  return ordinal
}

/** Like `file.use`, for `A::B::c`: the name is `c`, the text before it its receiver. */
export function useWord(word: Word, use: EdgeKind, file: FileFactsBuilder, receiver?: string): void {
  const { owner, name } = splitName(word.text)
  if (name === '') return
  file.use(name, use, word.node, receiver ?? owner)
  const fact = file.facts.uses.at(-1) as UseFact
  fact.line = word.line
  fact.column = word.column + word.text.lastIndexOf(name)
}
