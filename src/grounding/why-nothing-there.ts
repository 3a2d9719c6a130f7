/** Explains in a sentence why a position has no symbol: the place does not exist, or there is a bracket or a parameter. */
import type { Position } from '../contract/symbol-question.ts'
import type { RepoView } from '../freshness/scope.ts'
import { enclosingAt } from '../graph/at-position.ts'
import type { Ground } from './ground.ts'
import { localNamed } from './local-names.ts'
import type { QuotedFile } from './quote.ts'

/** `known`: the graph's reason, if it has one. */
export async function whyNothingThere(position: Position, ground: Ground, known: string | null): Promise<string> {
  const { path, line, column, text } = position
  const found = await Promise.all(ground.repos.map(async (repo) => ({ repo, file: await quoted(repo, path, ground) })))
  const there = found.flatMap(({ repo, file }) => (file ? [{ repo, file }] : []))
  const [first] = there.sort((a, b) => b.file.lines.length - a.file.lines.length)
  if (!first) return whyNoFile(path, ground)
  const { lines } = first.file
  if (line < 1 || line > lines.length) return `${path} has ${lines.length} lines; there is no line ${line}.`
  const said = lines[line - 1] ?? ''
  if (column === null)
    return known ?? `No known symbol is defined or used at ${text}, and no symbol is around it${await unreadable(first, ground)}.`
  if (column < 1 || column > said.length)
    return `Line ${line} of ${path} has ${said.length} columns; nothing is at column ${column}.`
  const word = wordAt(said, column)
  if (word === undefined) {
    const letter = String.fromCodePoint(said.codePointAt(column - 1) ?? 32)
    return /\s/.test(letter)
      ? `There is white space at ${text}, and no name.`
      : `The character at ${text} is ${letter}, which is not a name.`
  }
  const local = await localAt(first.repo, position, word, ground)
  return local ?? known ?? noSymbol(word, text, await unreadable(first, ground))
}

const noSymbol = (word: string, text: string, because: string): string =>
  `"${word}" at ${text} is not a symbol with a known definition or use: it is a parameter, a local name, a keyword or text${because}.`

/** Reads only files that may be shown. */
async function quoted(repo: RepoView, path: string, { reading, rooms }: Ground): Promise<QuotedFile | undefined> {
  const admission = await rooms.files.admit(repo.root, path)
  return admission.state === 'file' ? reading.quotes.file(repo.root, admission.path) : undefined
}

async function whyNoFile(path: string, { repos, rooms }: Ground): Promise<string> {
  for (const repo of repos) {
    const admission = await rooms.files.admit(repo.root, path)
    if (admission.state === 'withheld') return `${path} is withheld (${admission.reason}), so it was not read.`
    if (admission.state === 'folder') return `${path} is a folder; a position needs a file.`
    if (admission.state === 'file') return `${path} cannot be read as text, so it was not read.`
  }
  return `There is no file ${path} to look into.`
}

async function localAt(repo: RepoView, { path, line }: Position, word: string, { reading }: Ground): Promise<string | undefined> {
  const facts = (await reading.current(repo, path))?.facts.outline()
  const binding = facts && localNamed(facts, word, enclosingAt(facts.symbols, line))
  if (!binding) return undefined
  const owner = facts.symbols[binding.scope]?.qualified_name
  return `"${word}" is a ${binding.role === 'parameter' ? 'parameter' : 'local variable'}${owner === undefined ? '' : ` of ${owner}`}; it is not a symbol.`
}

/** A note for files that could not be parsed, because nothing is known about their names. */
async function unreadable({ repo, file }: { repo: RepoView; file: QuotedFile }, { reading }: Ground): Promise<string> {
  const current = await reading.current(repo, file.path)
  return current ? '' : ' (the file could not be parsed)'
}

/** The word that covers a column, counted from 1. */
function wordAt(line: string, column: number): string | undefined {
  for (const found of line.matchAll(/[\p{L}\p{N}_$]+/gu))
    if (found.index < column && column <= found.index + found[0].length) return found[0]
  return undefined
}
