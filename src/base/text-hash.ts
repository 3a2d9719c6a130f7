/**
 * Fast hashes of text, for telling versions of one thing apart. 64 bits, not for use against an adversary: content that is
 * shared by address is hashed by `hash.ts`.
 */
import { TextUnits } from './text-units.ts'

const read = new TextUnits()

/** 11 characters, URL-safe. */
export function hashText(text: string): string {
  read.read(text)
  const { units } = read
  const { length } = text
  let high = 0x9e3779b9
  let low = 0x85ebca6b
  for (let at = 0; at < length; at++) {
    const unit = units[at] as number
    high = Math.imul(high ^ unit, 0x01000193)
    low = Math.imul(low ^ unit, 0x5bd1e995)
    low ^= low >>> 15
  }
  return printHash(mix(high ^ low), mix(low + Math.imul(high, 0x27d4eb2f)))
}

/** Two 32-bit halves, lowest byte first, as 11 URL-safe characters. By hand: a buffer for each hash takes several times as long. */
export function printHash(high: number, low: number): string {
  const [a, b, c, d] = [high & 255, (high >>> 8) & 255, (high >>> 16) & 255, high >>> 24]
  const [e, f, g, h] = [low & 255, (low >>> 8) & 255, (low >>> 16) & 255, low >>> 24]
  return String.fromCharCode(
    LETTERS[a >> 2] as number,
    LETTERS[((a & 3) << 4) | (b >> 4)] as number,
    LETTERS[((b & 15) << 2) | (c >> 6)] as number,
    LETTERS[c & 63] as number,
    LETTERS[d >> 2] as number,
    LETTERS[((d & 3) << 4) | (e >> 4)] as number,
    LETTERS[((e & 15) << 2) | (f >> 6)] as number,
    LETTERS[f & 63] as number,
    LETTERS[g >> 2] as number,
    LETTERS[((g & 3) << 4) | (h >> 4)] as number,
    LETTERS[(h & 15) << 2] as number,
  )
}

const LETTERS = Uint8Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_', (letter) =>
  letter.charCodeAt(0),
)

/** Spreads every input bit over the whole word. */
export function mix(value: number): number {
  let mixed = value | 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b)
  return mixed ^ (mixed >>> 16)
}
