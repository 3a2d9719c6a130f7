/**
 * Fast hashes of text, for telling versions of one thing apart. 64 bits, not for use against an adversary: content that is
 * shared by address is hashed by `hash.ts`.
 */

/** 11 characters, URL-safe. */
export function hashText(text: string): string {
  let high = 0x9e3779b9
  let low = 0x85ebca6b
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    high = Math.imul(high ^ unit, 0x01000193)
    low = Math.imul(low ^ unit, 0x5bd1e995)
    low ^= low >>> 15
  }
  return printHash(mix(high ^ low), mix(low + Math.imul(high, 0x27d4eb2f)))
}

/** Two 32-bit halves as 11 URL-safe characters. */
export function printHash(high: number, low: number): string {
  const bytes = Buffer.allocUnsafe(8)
  bytes.writeInt32LE(high | 0, 0)
  bytes.writeInt32LE(low | 0, 4)
  return bytes.toString('base64url')
}

/** Spreads every input bit over the whole word. */
export function mix(value: number): number {
  let mixed = value | 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b)
  return mixed ^ (mixed >>> 16)
}
