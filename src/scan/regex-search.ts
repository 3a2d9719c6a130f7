/** Regular expressions over lines, by RE2's rules: linear in the text whatever the pattern, no look-around, no back-references. */
import { RE2JS } from 're2js'
import { badArgument } from '../contract/problems.ts'
import { neededByLiterals } from './needed-identifiers.ts'
import { holdsLiterals, requiredLiterals } from './required-literals.ts'
import type { LineMatch, TextQuery, TextSearch } from './text-matcher.ts'

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
    lines: (text) => {
      const plain = text.includes('\r') ? text.replaceAll('\r\n', '\n') : text
      return whole && !whole.test(plain) ? [] : matchLines(plain, perLine, group)
    },
  }
}

function matchLines(text: string, pattern: RE2JS, group: number): LineMatch[] {
  const matches: LineMatch[] = []
  for (let line = 1, start = 0; start < text.length; line++) {
    const next = text.indexOf('\n', start)
    const end = next < 0 ? text.length : next
    const found = firstMatch(text.slice(start, end), pattern, group)
    if (found >= 0) matches.push({ line, column: found + 1 })
    start = end + 1
  }
  return matches
}

/** `test` runs on the automaton and is many times faster than finding out where. */
function firstMatch(line: string, pattern: RE2JS, group: number): number {
  if (!pattern.test(line)) return -1
  const matcher = pattern.matcher(line)
  return matcher.find() ? matcher.start(group) : -1
}

function compile(pattern: string, flags: number): RE2JS {
  try {
    return RE2JS.compile(pattern, flags)
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message.replace(/^error parsing regexp: /, '') : String(cause)
    throw badArgument(`query is no regular expression that runs in linear time (RE2 syntax): ${detail}.`)
  }
}
