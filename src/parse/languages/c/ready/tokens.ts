/** The tokens of C and C++ without comments, as far as `ready.ts` needs them; a directive is one token with all its lines. */

export const WORD = 1
const SIGN = 2
export const TEXT = 3
export const NUMBER = 4
export const DIRECTIVE = 5

export class Tokens {
  readonly text: string
  readonly kind: number[] = []
  readonly start: number[] = []
  readonly end: number[] = []
  private readonly texts: string[] = []

  constructor(text: string) {
    this.text = text
    this.read()
  }

  get count(): number {
    return this.kind.length
  }
  at(token: number): string {
    return this.texts[token] ?? ''
  }
  isWord(token: number): boolean {
    return this.kind[token] === WORD
  }
  isDirective(token: number): boolean {
    return this.kind[token] === DIRECTIVE
  }
  /** Is there a line end between this token and the one before it? */
  startsLine(token: number): boolean {
    if (token === 0) return true
    const end = this.text.indexOf('\n', this.end[token - 1])
    return end >= 0 && end < (this.start[token] ?? this.text.length)
  }

  private read(): void {
    const { text } = this
    let at = 0
    let isLineStart = true
    while (at < text.length) {
      const unit = text.charCodeAt(at)
      if (unit === 10) isLineStart = true
      if (unit <= 32 || unit === 0xfeff || (unit === 92 && isLineEnd(text, at + 1))) {
        at++
        continue
      }
      const comment = unit === 47 ? endOfComment(text, at) : at
      if (comment > at) {
        at = comment
        continue
      }
      const end = unit === 35 && isLineStart ? endOfDirective(text, at) : this.endOfToken(at)
      this.add(unit === 35 && isLineStart ? DIRECTIVE : this.found, at, end)
      isLineStart = false
      at = end
    }
  }

  private found = 0

  private endOfToken(at: number): number {
    const { text } = this
    const end = endOfWord(text, at)
    if (end > at) {
      this.found = WORD
      const raw = text.charCodeAt(end) === 34 && /^(?:u8|u|U|L)?R$/.test(text.slice(at, end)) ? endOfRaw(text, end) : 0
      if (raw > 0) this.found = TEXT
      return raw > 0 ? raw : end
    }
    const unit = text.charCodeAt(at)
    if (unit === 46 || isDigit(unit)) {
      number.lastIndex = at
      if (number.test(text)) {
        this.found = NUMBER
        return number.lastIndex
      }
    }
    this.found = unit === 34 || unit === 39 ? TEXT : SIGN
    if (this.found === TEXT) return endOfQuoted(text, at, unit)
    const next = text.charCodeAt(at + 1)
    // `::`, `->`, `&&` are one token; other operators are read character by character.
    const isPair = (unit === 58 && next === 58) || (unit === 45 && next === 62) || (unit === 38 && next === 38)
    return isPair ? at + 2 : at + 1
  }

  private add(kind: number, start: number, end: number): void {
    this.kind.push(kind)
    this.start.push(start)
    this.end.push(end)
    // Avoids a new string for a single character.
    this.texts.push(end === start + 1 ? this.text.charAt(start) : this.text.slice(start, end))
  }
}

/** A header is read twice: for its language, and for the grammar. */
let last: Tokens | undefined

export function tokensOf(text: string): Tokens {
  if (last?.text !== text) last = new Tokens(text)
  return last
}

const word = /[\p{L}_$][\p{L}\p{N}_$]*/uy
const number = /\.?\d(?:[eEpP][+-]|'(?=\w)|[\w.])*/y

/** Characters that are part of a word: letters, digits, `$` and `_`. */
const inWord = Uint8Array.from({ length: 128 }, (_, unit) => (/[\w$]/.test(String.fromCharCode(unit)) ? 1 : 0))

const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57

/** The offset itself when no word begins there. Nearly all are in ASCII, and a regular expression takes several times as long. */
function endOfWord(text: string, at: number): number {
  let unit = text.charCodeAt(at)
  if (isDigit(unit)) return at
  let end = at
  while (unit < 128 && inWord[unit] === 1) unit = text.charCodeAt(++end)
  // Also false past the end of the text.
  if (!(unit >= 128)) return end
  word.lastIndex = at
  return word.test(text) ? word.lastIndex : at
}

function isLineEnd(text: string, at: number): boolean {
  return text.charCodeAt(at) === 10 || (text.charCodeAt(at) === 13 && text.charCodeAt(at + 1) === 10)
}

/** The offset itself when no comment begins there. */
function endOfComment(text: string, at: number): number {
  const next = text.charCodeAt(at + 1)
  if (next === 42) {
    const end = text.indexOf('*/', at + 2)
    return end < 0 ? text.length : end + 2
  }
  if (next !== 47) return at
  let end = text.indexOf('\n', at)
  while (end > 0 && /\\\r?$/.test(text.slice(Math.max(at, end - 2), end))) end = text.indexOf('\n', end + 1)
  return end < 0 ? text.length : end
}

function endOfQuoted(text: string, at: number, quote: number): number {
  for (let end = at + 1; end < text.length; end++) {
    const unit = text.charCodeAt(end)
    if (unit === 92) end++
    else if (unit === quote) return end + 1
    // An apostrophe in prose that is never compiled.
    else if (unit === 10) return at + 1
  }
  return at + 1
}

function endOfRaw(text: string, quote: number): number {
  const open = text.indexOf('(', quote)
  if (open < 0 || open - quote > 20) return 0
  const end = text.indexOf(`)${text.slice(quote + 1, open)}"`, open)
  return end < 0 ? 0 : end + open - quote + 1
}

/** To the end of the line; a backslash at its end, or a comment over several lines, continues it. */
function endOfDirective(text: string, at: number): number {
  for (let end = at; end < text.length; end++) {
    const unit = text.charCodeAt(end)
    if (unit === 10) return end
    if (unit === 92 && isLineEnd(text, end + 1)) end = text.indexOf('\n', end)
    else if (unit === 47 && text.charCodeAt(end + 1) === 42) {
      const close = text.indexOf('*/', end + 2)
      if (close < 0) return text.length
      end = close + 1
    } else if (unit === 47 && text.charCodeAt(end + 1) === 47) return endOfComment(text, end)
    else if (unit === 34) end = endOfQuoted(text, end, 34) - 1
  }
  return text.length
}
