/**
 * Text becomes the words that have vectors. Identifiers are split at case changes, digits and every other character, and lower-cased:
 * `parseHTTPHeader2` → parse, http, header, 2. Not the words of the text index (`base/words.ts`): those include whole identifiers. The shipped
 * vectors were trained on exactly these words, so a change here needs new weights.
 */

const OTHER = 0
const LOWER = 1
const UPPER = 2
const DIGIT = 3
/** A character beyond ASCII: looked at one by one. */
const BEYOND = 4
const kinds = Uint8Array.from({ length: 128 }, (_, unit) => {
  const character = String.fromCharCode(unit)
  return /[a-z]/.test(character) ? LOWER : /[A-Z]/.test(character) ? UPPER : /[0-9]/.test(character) ? DIGIT : OTHER
})
const letter = /\p{L}/u
const upper = /\p{Lu}/u
/** Longer runs of letters are data, not words. */
const LONGEST = 40
const LONGEST_NUMBER = 4

/** Calls `visit` with each word of a text, in order. */
export function eachWord(text: string, visit: (word: string) => void): void {
  for (let at = 0; at < text.length; ) {
    const kind = kindAt(text, at)
    if (kind === OTHER) {
      at++
      continue
    }
    const end = kind === DIGIT ? endOfNumber(text, at) : endOfWord(text, at, kind)
    const longest = kind === DIGIT ? LONGEST_NUMBER : LONGEST
    if (end - at <= longest) {
      const word = text.slice(at, end)
      visit(kind === UPPER || kind === BEYOND ? word.toLowerCase() : word)
    }
    at = end
  }
}

function kindAt(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  if (unit < 128) return kinds[unit] as number
  const character = text.charAt(at)
  return !letter.test(character) ? OTHER : upper.test(character) ? UPPER : BEYOND
}

function endOfNumber(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && kindAt(text, at) === DIGIT) at++
  return at
}

/** `HTTPServer`: a run of capitals ends before the capital that begins the next word. */
function endOfWord(text: string, start: number, first: number): number {
  let at = start + 1
  if (first === UPPER) {
    while (at < text.length && kindAt(text, at) === UPPER) at++
    const next = at < text.length ? kindAt(text, at) : OTHER
    const goesOn = next === LOWER || next === BEYOND
    if (at - start > 1) return goesOn ? at - 1 : at
    if (!goesOn) return at
  }
  while (at < text.length && isSmall(kindAt(text, at))) at++
  return at
}

const isSmall = (kind: number): boolean => kind === LOWER || kind === BEYOND
