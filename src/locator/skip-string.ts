/** Skips strings, comments and regular expressions: each function returns the offset after it, or -1 when it has no end. */
import type { Lexis } from './lexis.ts'

const BACKSLASH = 92
const NEWLINE = 10

/** `at` is a quote. A short string that does not end on its line is not a string, but an apostrophe in an element's text. */
export function skipString(text: string, at: number, lexis: Lexis): number {
  for (const quote of lexis.longQuotes) {
    if (text.startsWith(quote, at)) return skipLong(text, at + quote.length, quote, lexis.rawLongQuotes)
  }
  const quote = text.charCodeAt(at)
  for (let end = at + 1; end < text.length; end++) {
    const unit = text.charCodeAt(end)
    if (unit === quote) return end + 1
    if (unit === NEWLINE) return at + 1
    if (unit === BACKSLASH) end += text.charCodeAt(end + 1) === 13 ? 2 : 1
  }
  return at + 1
}

function skipLong(text: string, from: number, quote: string, raw: boolean): number {
  for (let end = text.indexOf(quote, from); end >= 0; end = text.indexOf(quote, end + 1)) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH && end - 1 - slashes >= from) slashes++
    if (raw || slashes % 2 === 0) return end + quote.length
  }
  return -1
}

export function skipLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

/** `at` is a slash that may begin a regular expression; returns the same offset when none ends on this line. */
export function skipRegex(text: string, at: number): number {
  let inClass = false
  for (let end = at + 1; end < text.length; end++) {
    const unit = text.charCodeAt(end)
    if (unit === NEWLINE) return at
    if (unit === BACKSLASH) end++
    else if (unit === 91) inClass = true
    else if (unit === 93) inClass = false
    else if (unit === 47 && !inClass) return end + 1
  }
  return at
}
