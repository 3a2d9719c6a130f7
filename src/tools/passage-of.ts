/** The lines of a document that match the question best, read from disk when the answer is made. */
import type { SymbolFact } from '../contract/facts.ts'
import type { Snippet } from '../contract/items.ts'
import type { FoundDocument } from '../grounding/documents-now.ts'
import type { Ground } from '../grounding/ground.ts'
import { createQuotes, type QuotedFile, quoteLines, snippetAt } from '../grounding/quote.ts'
import { LineFinder } from '../search/passage.ts'
import { readQuery } from '../search/read-query.ts'
import { SMALLEST, withoutBlankEnds } from './part-lines.ts'

export type Passage = { line: number; snippet: Snippet }
type Lines = { start_line?: number; end_line?: number }

/** The best line of a document in a file, and two lines before and after it. Empty for folders and repos: they have no lines. */
export async function passageOf(
  { repo, path }: Pick<FoundDocument, 'repo' | 'path'>,
  { start_line, end_line }: Lines,
  query: string,
  ground: Ground,
): Promise<Partial<Passage>> {
  if (start_line === undefined || end_line === undefined) return {}
  const file = await ground.reading.quotes.file(repo.root, path)
  if (!file) return {}
  const line = new LineFinder(readQuery(query).words).bestLine(file.lines, { start_line, end_line })
  const snippet = line === undefined ? undefined : snippetAt(file, line)
  return line !== undefined && snippet ? { line, snippet } : {}
}

/** At most this many lines of a document are quoted as an answer. A shorter document is quoted whole. */
const PASSAGE_LINES = 12
/** Code is read downwards, so most of a longer passage comes after its best line. */
const LINES_BEFORE = 4

export type LongPassage = Passage & {
  /** Of a file: the qualified name and kind of the symbol that the lines are in. */
  inside?: { name: string; kind: string }
}

/**
 * Up to 12 lines of a document around its best line; in a file, inside the symbol of the best line. Without a best line, the first
 * lines. Undefined when the file cannot be read.
 */
export async function longPassageOf(
  document: Pick<FoundDocument, 'repo' | 'path' | 'level'>,
  lines: Lines,
  query: string,
  ground: Ground,
): Promise<LongPassage | undefined> {
  const { repo, path, level } = document
  const file = await ground.reading.quotes.file(repo.root, path)
  if (!file) return undefined
  const whole = { start_line: lines.start_line ?? 1, end_line: Math.min(lines.end_line ?? file.lines.length, file.lines.length) }
  const symbols = level === 'file' ? ((await ground.reading.current(repo, path))?.facts.outline().symbols ?? []) : []
  const finder = new LineFinder(readQuery(query).words)
  // The comment at the top of a file is its summary already, so a line below it is quoted if one matches.
  const top = symbols.reduce((first, { start_line }) => Math.min(first, start_line), Number.POSITIVE_INFINITY)
  const best =
    (symbols.length > 0 ? finder.bestLine(file.lines, { start_line: top, end_line: whole.end_line }) : undefined) ??
    finder.bestLine(file.lines, whole)
  const symbol = best === undefined ? undefined : symbolAround(symbols, best)
  const snippet = quoteTrimmed(file, windowIn(symbol ?? whole, best))
  if (!snippet) return undefined
  return {
    line: best ?? snippet.location.start_line,
    snippet,
    ...(symbol ? { inside: { name: symbol.qualified_name, kind: symbol.kind } } : {}),
  }
}

/** The innermost symbol that is large enough. */
function symbolAround(symbols: readonly SymbolFact[], line: number): SymbolFact | undefined {
  const lines = ({ start_line, end_line }: SymbolFact): number => end_line - start_line + 1
  return symbols
    .filter((symbol) => symbol.start_line <= line && line <= symbol.end_line && lines(symbol) >= SMALLEST)
    .reduce<SymbolFact | undefined>((inner, each) => (inner && lines(inner) <= lines(each) ? inner : each), undefined)
}

type Window = { start_line: number; end_line: number }

function windowIn({ start_line, end_line }: Window, best: number | undefined): Window {
  const wanted = best === undefined ? start_line : best - LINES_BEFORE
  const first = Math.max(start_line, Math.min(wanted, end_line - PASSAGE_LINES + 1))
  return { start_line: first, end_line: Math.min(end_line, first + PASSAGE_LINES - 1) }
}

/** Without the blank lines at either end. */
export function quoteTrimmed(file: QuotedFile, window: Window): Snippet | undefined {
  const { start_line, end_line } = withoutBlankEnds(file.lines, window)
  return quoteLines(file, start_line, end_line)
}

export type OnDisk = (root: string, snippet: Snippet) => Promise<boolean>

/** Whether lines are in their file as quoted. Reads each file again, once. */
export function createOnDisk(): OnDisk {
  const quotes = createQuotes()
  return async (root, { text, location }) => {
    const file = await quotes.file(root, location.path)
    return file !== undefined && quoteLines(file, location.start_line, location.end_line)?.text === text
  }
}
