/** Where a `{…}` of JavaScript ends, ignoring strings, templates, comments and regular expressions in it. */

/** Templates nested deeper are hostile: the rest counts as part of them. */
const DEEPEST = 50
/** Longer than any handwritten regular expression. */
const LONGEST_REGEX = 1000

/** `open` is the offset of a `{`. Returns the offset after its `}`, or `end` when it is never closed. */
export function skipBraces(text: string, open: number, end: number, nested = 0): number {
  if (nested > DEEPEST) return end
  let depth = 0
  let at = open
  /** Can a value end here? Then a `/` divides; else it opens a regular expression. */
  let afterValue = false
  while (at < end) {
    const letter = text[at] as string
    if (letter === '{') depth++
    else if (letter === '}' && --depth === 0) return at + 1
    const behind = skipQuiet(text, at, end, { afterValue, nested })
    if (behind > at) {
      afterValue = letter !== '/' || text[behind - 1] !== '\n'
      at = behind
      continue
    }
    if (!/\s/.test(letter)) afterValue = /[\w$)\]}]/.test(letter)
    at++
  }
  return end
}

/** After the string, template, comment or regular expression that opens here; else `at` itself. */
function skipQuiet(text: string, at: number, end: number, around: { afterValue: boolean; nested: number }): number {
  const letter = text[at]
  if (letter === '"' || letter === "'") return skipString(text, at, end)
  if (letter === '`') return skipTemplate(text, at, end, around.nested)
  if (letter !== '/') return at
  if (text[at + 1] === '*') return found(text.indexOf('*/', at + 2), 2, end)
  if (text[at + 1] === '/') return found(text.indexOf('\n', at), 1, end)
  return around.afterValue ? at : skipRegex(text, at, end)
}

const found = (at: number, length: number, end: number): number => (at < 0 || at + length > end ? end : at + length)

/** A string ends with its line: an apostrophe in prose must not swallow the file. */
function skipString(text: string, open: number, end: number): number {
  for (let at = open + 1; at < end && text[at] !== '\n'; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === text[open]) return at + 1
  }
  return open + 1
}

function skipTemplate(text: string, open: number, end: number, nested: number): number {
  let at = open + 1
  while (at < end) {
    if (text[at] === '`') return at + 1
    if (text[at] === '$' && text[at + 1] === '{') at = skipBraces(text, at + 1, end, nested + 1)
    else at += text[at] === '\\' ? 2 : 1
  }
  return end
}

function skipRegex(text: string, open: number, end: number): number {
  let inClass = false
  for (let at = open + 1; at < Math.min(end, open + LONGEST_REGEX) && text[at] !== '\n'; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '[') inClass = true
    else if (text[at] === ']') inClass = false
    else if (text[at] === '/' && !inClass) return at + 1
  }
  return open + 1
}
