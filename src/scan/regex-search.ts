/** Regular expressions over lines, by RE2's rules: linear in the text whatever the pattern, no look-around, no back-references. */
import { RE2JS } from 're2js'
import { badArgument } from '../contract/problems.ts'
import { neededByLiterals } from './needed-identifiers.ts'
import { holdsLiterals, requiredLiterals } from './required-literals.ts'
import { type LineMatch, NotSearched, type TextQuery, type TextSearch } from './text-matcher.ts'

/** A letter, digit, mark or underscore: what `word` must not find on either side. */
const wordClass = '\\p{L}\\p{N}\\p{M}_'

export function regexSearch({ query, case_sensitive, word }: TextQuery): TextSearch {
  const flags = case_sensitive ? 0 : RE2JS.CASE_INSENSITIVE
  compile(query, flags)
  const closed = query.lastIndexOf('\\Q') > query.lastIndexOf('\\E') ? `${query}\\E` : query
  const pattern = word ? `(?:^|[^${wordClass}])(${closed})(?:$|[^${wordClass}])` : query
  const perLine = compile(pattern, flags)
  const group = word ? 1 : 0
  // A line that matches alone also matches inside its text, unless the pattern asks for the text's own start or end.
  const whole = /\\[AzZQ]|\(\?[^)]*m/.test(query) ? undefined : compile(pattern, flags | RE2JS.MULTILINE)
  const literals = requiredLiterals(compile(query, 0))
  return {
    // Without case RE2 requires no literals, so the pattern is read as if case mattered: a match differs from one of that pattern
    // only in the case of single characters.
    needs: neededByLiterals(literals, { any_case: !case_sensitive, word: false }),
    mayMatch: case_sensitive ? holdsLiterals(literals) : () => true,
    lines: (text, isLate) => {
      const plain = text.includes('\r') ? text.replaceAll('\r\n', '\n') : text
      const matches: LineMatch[] = []
      for (const portion of portions(plain, sizeOf(perLine))) {
        if (!whole || whole.test(portion.text)) matchLines(portion, perLine, group, matches)
        if (isLate()) throw new NotSearched()
      }
      return matches
    },
  }
}

/** Some lines of a text, and how many are above them. */
type Portion = { text: string; above: number }

/**
 * In the worst case each character costs a step for each instruction of the pattern, 10 to 40 ns. A portion takes about a tenth of a
 * second then, and a line that would take seconds is not searched.
 */
const PORTION_STEPS = 4_000_000
const MOST_LINE_STEPS = 50_000_000
/** A larger pattern is no question about code. */
const MOST_INSTRUCTIONS = 10_000

function* portions(text: string, instructions: number): Iterable<Portion> {
  const size = Math.max(1_000, Math.floor(PORTION_STEPS / instructions))
  const longest = MOST_LINE_STEPS / instructions
  for (let start = 0, above = 0; start < text.length; ) {
    const cut = start + size >= text.length ? text.length : text.lastIndexOf('\n', start + size)
    const next = cut > start ? cut : text.indexOf('\n', start + size)
    const end = next < 0 ? text.length : next
    if (end - start > Math.max(size, longest)) throw new NotSearched()
    const part = text.slice(start, end)
    yield { text: part, above }
    above += countLines(part) + 1
    start = end + 1
  }
}

function countLines(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}

const sizeOf = (pattern: RE2JS): number => {
  const { prog } = pattern.re2() as { prog?: { inst?: readonly unknown[] } }
  return prog?.inst?.length ?? 1
}

function matchLines({ text, above }: Portion, pattern: RE2JS, group: number, matches: LineMatch[]): void {
  for (let line = above + 1, start = 0; start < text.length; line++) {
    const next = text.indexOf('\n', start)
    const end = next < 0 ? text.length : next
    const found = firstMatch(text.slice(start, end), pattern, group)
    if (found >= 0) matches.push({ line, column: found + 1 })
    start = end + 1
  }
}

/** `test` runs on the automaton and is many times faster than finding out where. */
function firstMatch(line: string, pattern: RE2JS, group: number): number {
  if (!pattern.test(line)) return -1
  const matcher = pattern.matcher(line)
  return matcher.find() ? matcher.start(group) : -1
}

function compile(pattern: string, flags: number): RE2JS {
  let compiled: RE2JS
  try {
    compiled = RE2JS.compile(pattern, flags)
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message.replace(/^error parsing regexp: /, '') : String(cause)
    throw badArgument(`query is no regular expression that runs in linear time (RE2 syntax): ${detail}.`)
  }
  if (sizeOf(compiled) > MOST_INSTRUCTIONS)
    throw badArgument(`query is too large a regular expression: ${sizeOf(compiled)} steps, at most ${MOST_INSTRUCTIONS}.`)
  return compiled
}
