/**
 * Text becomes the words that have vectors. Identifiers are split at case changes, digits and every other character, and lower-cased:
 * `parseHTTPHeader2` → parse, http, header, 2. Not the words of the text index (`base/words.ts`): those include whole identifiers. The shipped
 * vectors were trained on exactly these words, so a change here needs new weights.
 */
import { TextUnits } from '../base/text-units.ts'

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
  const words = new WordScan()
  words.read(text)
  while (words.next()) visit(words.word())
}

/**
 * Finds the words of a text one after the other, as places in it: most words occur again and again, and a string for each takes longer
 * than finding them. It can be used for one text after the other.
 */
export class WordScan {
  /** The characters of the text, and maybe more after them. */
  units = new Uint16Array(0)
  /** The place of the word that `next` has found. */
  start = 0
  end = 0
  private readonly characters = new TextUnits()
  private text = ''
  private length = 0
  private kind = OTHER

  read(text: string): void {
    this.characters.read(text)
    this.units = this.characters.units
    this.text = text
    this.length = text.length
    this.start = 0
    this.end = 0
  }

  /** False when there is none left. */
  next(): boolean {
    const { length } = this
    for (let at = this.end; at < length; ) {
      const kind = this.kindAt(at)
      if (kind === OTHER) {
        at++
        continue
      }
      const start = at
      at = kind === DIGIT ? this.endOfNumber(start) : this.endOfWord(start, kind)
      if (at - start > (kind === DIGIT ? LONGEST_NUMBER : LONGEST)) continue
      this.kind = kind
      this.start = start
      this.end = at
      return true
    }
    return false
  }

  /** The word that `next` has found. */
  word(): string {
    const word = this.text.slice(this.start, this.end)
    return this.kind === UPPER || this.kind === BEYOND ? word.toLowerCase() : word
  }

  private kindAt(at: number): number {
    const unit = this.units[at] as number
    return unit < 128 ? (kinds[unit] as number) : kindBeyond(unit)
  }

  private endOfNumber(start: number): number {
    let at = start + 1
    while (at < this.length && this.kindAt(at) === DIGIT) at++
    return at
  }

  /** `HTTPServer`: a run of capitals ends before the capital that begins the next word. */
  private endOfWord(start: number, first: number): number {
    const { length } = this
    let at = start + 1
    if (first === UPPER) {
      while (at < length && this.kindAt(at) === UPPER) at++
      const next = at < length ? this.kindAt(at) : OTHER
      const goesOn = next === LOWER || next === BEYOND
      if (at - start > 1) return goesOn ? at - 1 : at
      if (!goesOn) return at
    }
    while (at < length && isSmall(this.kindAt(at))) at++
    return at
  }
}

function kindBeyond(unit: number): number {
  const character = String.fromCharCode(unit)
  return !letter.test(character) ? OTHER : upper.test(character) ? UPPER : BEYOND
}

const isSmall = (kind: number): boolean => kind === LOWER || kind === BEYOND
