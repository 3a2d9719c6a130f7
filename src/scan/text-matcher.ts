/**
 * Finds the lines of a file that contain a text: literal or regular expression, one hit per line. Bytes are checked before they
 * are decoded, because most files have no match. Text is searched in portions, so that a time limit holds inside one file too.
 */
import { isAscii, isUtf8 } from 'node:buffer'
import { escapePattern } from '../base/escape-pattern.ts'
import { decodeText, looksBinary } from '../base/text.ts'
import { badArgument } from '../contract/problems.ts'
import type { TextNeed } from '../contract/text-need.ts'
import { MOST_PARTS, neededByText, partsIn } from './needed-identifiers.ts'

export type TextQuery = { query: string; regex: boolean; case_sensitive: boolean; word: boolean }

/** 1-based; the column in UTF-16 units, of the first match in the line. */
export type LineMatch = { line: number; column: number }

export interface TextMatcher {
  /** What the identifiers of every file with a match hold; undefined when any file may match. */
  readonly needs: TextNeed | undefined
  /** Every line that matches, in order; [] for a binary file. Throws `NotSearched`. */
  find(bytes: Buffer, isLate?: IsLate): LineMatch[]
}

/** Asked between two portions of a text. */
export type IsLate = () => boolean

/** The time was up, or a line is too long for the pattern. */
export class NotSearched extends Error {}

const never: IsLate = () => false

/** A promise, because the engine for regular expressions is loaded only when needed. */
export async function createTextMatcher(query: TextQuery): Promise<TextMatcher> {
  if (query.query === '') throw badArgument('query is empty; give the text to look for.')
  const search = query.regex ? await (await import('./regex-search.ts')).regexSearch(query) : literalSearch(query)
  return {
    needs: search.needs && partsIn(search.needs) <= MOST_PARTS ? search.needs : undefined,
    find(bytes, isLate = never) {
      if (!isWide(bytes) && !search.mayMatch(bytes)) return []
      return looksBinary(bytes) ? [] : search.lines(textOf(bytes), isLate)
    },
  }
}

export type TextSearch = {
  needs: TextNeed | undefined
  /** False only when no line of these bytes can match. Not called for UTF-16. */
  mayMatch(bytes: Buffer): boolean
  lines(text: string, isLate: IsLate): LineMatch[]
}

/** UTF-16, by its byte order mark: a search for UTF-8 bytes would find nothing in it. */
const isWide = (bytes: Buffer): boolean => (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)

/** ASCII needs no decoder, and nearly all source is ASCII. */
export const textOf = (bytes: Buffer): string => (isAscii(bytes) ? bytes.toString('latin1') : decodeText(bytes).text)

function literalSearch({ query, case_sensitive, word }: TextQuery): TextSearch {
  const parts = query.split(/\r?\n/)
  const next = case_sensitive && parts.length === 1 ? plainFinder(query) : patternFinder(parts, case_sensitive)
  const bounded = word ? wholeWords(next) : next
  const longest = parts.reduce((best, part) => (part.length > best.length ? part : best), '')
  return {
    needs: neededByText(query, { any_case: !case_sensitive, word }),
    mayMatch: case_sensitive ? holdsBytes(longest) : holdsAnyCase(longest),
    lines: (text, isLate) => eachLine(text, (whole, from) => bounded(whole, from, isLate)),
  }
}

type Match = { start: number; end: number }
/** The first match at or after `from`. */
type Finder = (text: string, from: number, isLate: IsLate) => Match | undefined

const plainFinder =
  (needle: string): Finder =>
  (text, from) => {
    const start = text.indexOf(needle, from)
    return start < 0 ? undefined : { start, end: start + needle.length }
  }

/**
 * Ignoring case, or over several lines with \n or \r\n. The pattern is literal text, so it cannot backtrack badly. The flag `u` makes
 * it fold case as RE2 and ripgrep do, and keeps half of a surrogate pair from matching.
 */
function patternFinder(parts: readonly string[], case_sensitive: boolean): Finder {
  const pattern = new RegExp(parts.map(escapePattern).join('\\r?\\n'), case_sensitive ? 'gu' : 'giu')
  // At each place the engine may compare the whole needle: `aaa…ab` in a file of a's.
  const needle = parts.reduce((sum, part) => sum + part.length + 2, 0)
  const portion = Math.max(needle, Math.floor(COMPARED_AT_ONCE / needle))
  return (text, from, isLate) => {
    for (let start = from; start < text.length; start = startOfPair(text, start + portion)) {
      const end = start + portion + 2 * needle
      const isLast = end >= text.length
      const part = isLast && start === from ? text : text.slice(0, startOfPair(text, end))
      pattern.lastIndex = start
      const found = pattern.exec(part)
      if (found) return { start: found.index, end: found.index + found[0].length }
      if (isLast) return undefined
      if (isLate()) throw new NotSearched()
    }
    return undefined
  }
}

const COMPARED_AT_ONCE = 30_000_000

/** Not between the two halves of a character. */
const startOfPair = (text: string, at: number): number => {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at
}

/** Skips matches inside a longer word. A side on which the text itself has no word character is not checked. */
function wholeWords(next: Finder): Finder {
  return (text, from, isLate) => {
    for (let found = next(text, from, isLate); found; found = next(text, found.start + widthAt(text, found.start), isLate)) {
      const opens = isWordBefore(text, found.start) && isWordAt(text, found.start)
      const goesOn = isWordAt(text, found.end) && isWordBefore(text, found.end)
      if (!opens && !goesOn) return found
    }
    return undefined
  }
}

/** A pattern that starts inside a surrogate pair finds the whole pair, so the same match again. */
const widthAt = (text: string, at: number): number => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1)

/** `$` is not part of a word here: a search for `total` in PHP or a shell script should find `$total` too. */
const wordCharacter = /[\p{L}\p{N}\p{M}_]/u
const isWordAt = (text: string, at: number): boolean =>
  at < text.length && wordCharacter.test(String.fromCodePoint(text.codePointAt(at) ?? 32))
function isWordBefore(text: string, at: number): boolean {
  if (at === 0) return false
  const low = text.charCodeAt(at - 1)
  return isWordAt(text, low >= 0xdc00 && low <= 0xdfff && at > 1 ? at - 2 : at - 1)
}

/** Lines end in \n or \r\n, as everywhere in Cairn. */
function eachLine(text: string, next: (text: string, from: number) => Match | undefined): LineMatch[] {
  const matches: LineMatch[] = []
  let line = 1
  let lineStart = 0
  for (let found = next(text, 0); found; ) {
    for (let end = text.indexOf('\n', lineStart); end >= 0 && end < found.start; end = text.indexOf('\n', lineStart)) {
      line++
      lineStart = end + 1
    }
    matches.push({ line, column: found.start - lineStart + 1 })
    const end = text.indexOf('\n', found.start)
    if (end < 0) break
    line++
    lineStart = end + 1
    found = next(text, lineStart)
  }
  return matches
}

/** Searches the text as UTF-8; if the file is not UTF-8, its longest ASCII part, which is the same in all encodings. */
function holdsBytes(needle: string): TextSearch['mayMatch'] {
  const utf8 = Buffer.from(needle, 'utf8')
  if (isAscii(utf8)) return (bytes) => bytes.includes(utf8)
  const plain = longestAsciiRun(needle)
  return (bytes) => bytes.includes(utf8) || (!isUtf8(bytes) && bytes.includes(plain, 0, 'latin1'))
}

/** The start of a long text is enough to leave out most files, and is compared at every place of a file. */
const COMPARED_FIRST = 24

function holdsAnyCase(needle: string): TextSearch['mayMatch'] {
  const plain = longestAsciiRun(needle).slice(0, COMPARED_FIRST)
  if (plain === '') return () => true
  const pattern = new RegExp(
    escapePattern(plain).replaceAll(/[sk]/gi, (letter) => otherLetters[letter.toLowerCase()] ?? letter),
    'i',
  )
  return (bytes) => pattern.test(bytes.toString('latin1'))
}

/** The long s and the sign for kelvin, as UTF-8 bytes: the only characters outside ASCII that match an ASCII letter in any case. */
const otherLetters: Record<string, string> = { s: '(?:s|\\xc5\\xbf)', k: '(?:k|\\xe2\\x84\\xaa)' }

const longestAsciiRun = (text: string): string =>
  (text.match(/[\x20-\x7e]+/g) ?? []).reduce((best, run) => (run.length > best.length ? run : best), '')
