/**
 * The statements of a TOML text with their places: table headers and pairs of key and value. It does not check the text: `smol-toml`
 * does, before and after every edit.
 */
import { parse } from 'smol-toml'

export type Statement = {
  kind: 'table' | 'pair'
  start: number
  /** After the last character of the statement; a comment behind it is not included. */
  end: number
  /** The keys from the root of the document. */
  path: readonly string[]
}

export function tomlStatements(text: string): Statement[] {
  const found: Statement[] = []
  let table: readonly string[] = []
  let at = skipBlank(text, 0)
  while (at < text.length) {
    const statement = text[at] === '[' ? header(text, at) : pair(text, at, table)
    if (statement.kind === 'table') table = statement.path
    found.push(statement)
    at = skipBlank(text, Math.max(statement.end, at + 1))
  }
  return found
}

function header(text: string, start: number): Statement {
  const end = endOfStatement(text, start)
  return { kind: 'table', start, end, path: keysOf(text.slice(start, end)) }
}

function pair(text: string, start: number, table: readonly string[]): Statement {
  const equals = endOfKey(text, start)
  const end = endOfStatement(text, equals + 1)
  return { kind: 'pair', start, end, path: [...table, ...keysOf(`${text.slice(start, equals)} = 0`)] }
}

/** `[a."b.c"]` or `a."b.c" = 0` → a, b.c */
function keysOf(statement: string): string[] {
  const keys: string[] = []
  let value: unknown = parse(statement)
  while (typeof value === 'object' && value !== null) {
    const [first] = Object.entries(Array.isArray(value) ? {} : value)
    if (!first) break
    keys.push(first[0])
    value = first[1]
  }
  return keys
}

function skipBlank(text: string, from: number): number {
  let at = from
  for (;;) {
    if (/\s/.test(text[at] ?? '')) at++
    else if (text[at] === '#') at = endOfLine(text, at)
    else return at
  }
}

function endOfKey(text: string, from: number): number {
  let at = from
  while (at < text.length && text[at] !== '=') at = isQuote(text[at]) ? endOfString(text, at) : at + 1
  return at
}

/** Brackets and strings may contain line breaks and `#`. */
function endOfStatement(text: string, from: number): number {
  let depth = 0
  let at = from
  let end = from
  while (at < text.length) {
    const letter = text[at] ?? ''
    if (depth === 0 && (letter === '\n' || letter === '#')) break
    if (letter === '#') at = endOfLine(text, at)
    else if (isQuote(letter)) at = endOfString(text, at)
    else {
      if (letter === '[' || letter === '{') depth++
      if (letter === ']' || letter === '}') depth--
      at++
    }
    if (!/\s/.test(letter)) end = at
  }
  return end
}

const isQuote = (letter: string | undefined): boolean => letter === '"' || letter === "'"

/** `"…"`, `'…'`, and both with three quotes, which may end with up to two more. */
function endOfString(text: string, from: number): number {
  const quote = text[from] ?? ''
  const mark = text.startsWith(quote.repeat(3), from) ? quote.repeat(3) : quote
  let at = from + mark.length
  while (at < text.length && !text.startsWith(mark, at)) at += quote === '"' && text[at] === '\\' ? 2 : 1
  at += mark.length
  while (mark.length === 3 && text[at] === quote) at++
  return Math.min(at, text.length)
}

function endOfLine(text: string, from: number): number {
  const found = text.indexOf('\n', from)
  return found < 0 ? text.length : found
}
