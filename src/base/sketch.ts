/**
 * A short sketch of a long sequence. Two sketches can be compared without the sequences: of all runs of three tokens
 * ("shingles") each falls by its hash into one of 32 buckets, and a bucket keeps its smallest. Two sequences that share most
 * runs share most buckets. Printed as two characters for the length and one a bucket.
 */
import { mix } from './text-hash.ts'

const SHINGLE = 3
const BUCKETS = 32
/** 64 URL-safe characters; the first means an empty bucket. */
const ALPHABET = '-ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_'
const EMPTY = ALPHABET.charCodeAt(0)
const HEAD = 2
/** As many as two characters can count. */
export const MAX_SKETCHED = 64 * 64 - 1

const CODES = Uint8Array.from(ALPHABET, (letter) => letter.charCodeAt(0))

/** Sketches of ranges of one sequence. Each shingle is hashed once, however many ranges it belongs to. */
export class Sketcher {
  private readonly tokens: Int32Array
  private readonly shingles: Int32Array
  private readonly smallest = new Uint32Array(BUCKETS)
  private readonly printed = Buffer.alloc(HEAD + BUCKETS)

  /** `shingles` is a buffer with one number for each token. */
  constructor(tokens: Int32Array, count: number, shingles = new Int32Array(count)) {
    this.tokens = tokens
    this.shingles = shingles
    for (let at = 0; at + SHINGLE <= count; at++) {
      shingles[at] = shingle(tokens[at] as number, tokens[at + 1] as number, tokens[at + 2] as number)
    }
  }

  /** Of the tokens `from` … `until` - 1, at most MAX_SKETCHED of them. Tokens equal to `first` or `second` count as blanks. */
  sketch(from: number, until: number, first: number, second: number): string {
    const { tokens, shingles, smallest, printed } = this
    const count = Math.min(until - from, MAX_SKETCHED)
    const last = from + count - SHINGLE
    smallest.fill(0xffffffff)
    let blankAt = -1
    for (let at = from - 2; at <= last; at++) {
      const token = tokens[at + 2]
      if (token === first || token === second) blankAt = at + 2
      if (at < from) continue
      const hash = (blankAt >= at ? this.blankedShingle(at, first, second) : (shingles[at] as number)) >>> 0
      const bucket = hash >>> 27
      const rest = (hash << 5) >>> 0
      if (rest < (smallest[bucket] as number)) smallest[bucket] = rest
    }
    printed[0] = CODES[count >> 6] as number
    printed[1] = CODES[count & 63] as number
    for (let bucket = 0; bucket < BUCKETS; bucket++) printed[HEAD + bucket] = letterOf(smallest[bucket] as number)
    return printed.toString('latin1')
  }

  private blankedShingle(at: number, first: number, second: number): number {
    const blanked = (index: number): number => {
      const token = this.tokens[index] as number
      return token === first ? 1 : token === second ? 2 : token
    }
    return shingle(blanked(at), blanked(at + 1), blanked(at + 2))
  }
}

/** How many tokens were sketched. */
export function sketchedLength(sketch: string): number {
  return sketch === '' ? 0 : ALPHABET.indexOf(sketch.charAt(0)) * 64 + ALPHABET.indexOf(sketch.charAt(1))
}

/** 0 … 1: the estimated share of shingles that two sequences have in common, ±0.1. 0 when one of them has no sketch. */
export function similarity(one: string, other: string): number {
  if (one.length !== HEAD + BUCKETS || other.length !== one.length) return 0
  let filled = 0
  let same = 0
  for (let at = HEAD; at < one.length; at++) {
    const letter = one.charCodeAt(at)
    const isSame = letter === other.charCodeAt(at)
    if (isSame && letter === EMPTY) continue
    filled++
    if (isSame) same++
  }
  return filled === 0 ? 0 : same / filled
}

function shingle(a: number, b: number, c: number): number {
  return mix(Math.imul(Math.imul(a, 0x01000193) ^ b, 0x27d4eb2f) + c)
}

/**
 * The smallest of many hashes is small, so the letter is taken from its low bits; the lowest five are zero because of the
 * shift.
 */
function letterOf(smallest: number): number {
  return smallest === 0xffffffff ? EMPTY : (CODES[1 + ((smallest >>> 5) % 63)] as number)
}
