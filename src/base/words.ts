/**
 * Text becomes words for ranking: identifiers are split at case changes, digits and underscores, and lower-cased.
 * `parseHTTPHeader2` → parse, http, header, 2. Index and query use the same function, or nothing would match.
 */
import { TextUnits } from './text-units.ts'

const identifierHere = /[\p{L}_$][\p{L}\p{N}_$]*|\p{N}+/uy
const part = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|[\p{Lo}\p{Lt}\p{Lm}]+/gu
/** Anything longer is not a name. */
export const MAX_IDENTIFIER = 128

const OTHER = 0
const LETTER = 1
const DIGIT = 2
/** The kind of each ASCII character. Nearly all of a text is ASCII, and a regular expression takes ten times as long. */
const characterKinds = Uint8Array.from({ length: 128 }, (_, unit) => {
  const character = String.fromCharCode(unit)
  return /[A-Za-z_$]/.test(character) ? LETTER : /[0-9]/.test(character) ? DIGIT : OTHER
})

/** Each identifier and number of a text, in order, case kept, with the offset where it starts; `tooLong` for those left out. */
export function eachIdentifier(
  text: string,
  visit: (identifier: string, start: number) => void,
  tooLong: () => void = () => undefined,
): void {
  eachIdentifierSpan(text, (start, end) => visit(text.slice(start, end), start), tooLong)
}

/** The same as offsets: most identifiers of a text occur again and again, and a string for each takes longer than finding them. */
function eachIdentifierSpan(text: string, visit: (start: number, end: number) => void, tooLong: () => void): void {
  // Not one for all: a visitor may look into another text.
  const read = unused.pop() ?? new TextUnits()
  read.read(text)
  try {
    spansIn(text, read.units, visit, tooLong)
  } finally {
    if (read.units.length <= KEPT_UNITS) unused.push(read)
  }
}

const unused: TextUnits[] = []
const KEPT_UNITS = 1 << 17

/** `units`: those of the text, and maybe more after them. */
export function spansIn(
  text: string,
  units: Uint16Array,
  visit: (start: number, end: number) => void,
  tooLong: () => void,
): void {
  const { length } = text
  for (let at = 0; at < length; ) {
    const start = at
    let unit = units[at] as number
    const first = unit < 128 ? characterKinds[unit] : LETTER
    if (first === OTHER) {
      at++
      continue
    }
    while (unit < 128 && (first === DIGIT ? characterKinds[unit] === DIGIT : characterKinds[unit] !== OTHER)) {
      unit = ++at < length ? (units[at] as number) : 0
    }
    if (unit >= 128) at = endOfUnicode(text, start)
    // A negative result: the character there (a dash, an emoji) begins no identifier and is skipped.
    if (at < 0) at = start - at
    else if (at - start <= MAX_IDENTIFIER) visit(start, at)
    else tooLong()
  }
}

/** Where the identifier at `start` ends; minus the width of the character there when it begins none. */
function endOfUnicode(text: string, start: number): number {
  identifierHere.lastIndex = start
  const found = identifierHere.exec(text)
  return found ? start + found[0].length : (text.codePointAt(start) ?? 0) > 0xffff ? -2 : -1
}

/** Each whole identifier of a text, case kept, with the number of times it occurs. */
export function countIdentifiers(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  eachIdentifier(text, (found) => counts.set(found, (counts.get(found) ?? 0) + 1))
  return counts
}

const splitCache = new Map<string, readonly string[]>()

/**
 * The longest identifier in a text, '' when there is none. `valid?` and `my-func` are names, but the index finds them by the
 * identifiers in them.
 */
export function longestIdentifier(text: string): string {
  let longest = ''
  eachIdentifier(text, (identifier) => {
    if (identifier.length > longest.length) longest = identifier
  })
  return longest
}

/** The words of one identifier; the whole identifier, lower-cased, comes first when it has several parts. */
export function splitIdentifier(name: string): readonly string[] {
  if (isPlainLower(name)) return [name]
  const cached = splitCache.get(name)
  if (cached) return cached
  const parts = partsOf(name)
  const lower = name.toLowerCase()
  const whole = /[_$]/.test(lower) ? lower.replaceAll(/[_$]/g, '') : lower
  const words = parts.length > 1 ? [whole, ...parts] : parts
  if (splitCache.size > 50_000) splitCache.clear()
  splitCache.set(name, words)
  return words
}

const NONE = 0
const LOWER = 1
const UPPER = 2
const NUMBER = 3
const OUTSIDE = 4
const partKinds = Uint8Array.from({ length: 128 }, (_, unit) => {
  const character = String.fromCharCode(unit)
  return /[a-z]/.test(character) ? LOWER : /[A-Z]/.test(character) ? UPPER : /[0-9]/.test(character) ? NUMBER : NONE
})

/** What `part` finds, in lower case; a name in ASCII is read by hand, as in `eachIdentifier`. */
function partsOf(name: string): string[] {
  const parts: string[] = []
  const lower = name.toLowerCase()
  for (let at = 0; at < name.length; ) {
    const start = at
    const first = kindAt(name, at++)
    if (first === OUTSIDE) return (name.match(part) ?? []).map((word) => word.toLowerCase())
    if (first === NONE) continue
    while (kindAt(name, at) === first) at++
    if (first === UPPER && kindAt(name, at) === LOWER) {
      // `HTTPHeader`: the last capital belongs to the word after it.
      if (at > start + 1) at--
      else while (kindAt(name, at) === LOWER) at++
    }
    parts.push(lower.slice(start, at))
  }
  return parts
}

function kindAt(name: string, at: number): number {
  const unit = name.charCodeAt(at)
  if (unit < 128) return partKinds[unit] as number
  // Beyond the end of the name there is no unit.
  return unit >= 128 ? OUTSIDE : NONE
}

/** Only a to z. */
function isPlainLower(name: string): boolean {
  for (let at = 0; at < name.length; at++) {
    const unit = name.charCodeAt(at)
    if (unit < 97 || unit > 122) return false
  }
  return name !== ''
}

/** Adds the words of a text to `into`, `weight` for each time. */
export function addWords(into: Map<string, number>, text: string, weight = 1): void {
  for (const [name, count] of countIdentifiers(text)) {
    for (const word of splitIdentifier(name)) {
      if (word.length <= 64) into.set(word, (into.get(word) ?? 0) + count * weight)
    }
  }
}

export function wordsOf(text: string): Map<string, number> {
  const words = new Map<string, number>()
  addWords(words, text)
  return words
}
