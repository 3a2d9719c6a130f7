/**
 * Writes and reads numbers in few bytes, for every blob this engine stores. A varint has seven bits a byte, low ones first; keys
 * of symbols and paths are 48-bit numbers. Reading past the end throws, so that no decoder works without end on damaged bytes.
 */

import { CallerError } from './damaged.ts'

/** Stored numbers are below 2^53: a varint has at most eight bytes. */
const LAST_SCALE = 0x80 ** 7

export class ByteWriter {
  private bytes: Uint8Array
  length = 0
  constructor(capacity = 256) {
    this.bytes = new Uint8Array(capacity)
  }

  varint(value: number): void {
    this.reserve(8)
    let rest = value
    while (rest >= 0x80) {
      this.bytes[this.length++] = (rest & 0x7f) | 0x80
      // Above 31 bits a shift would lose the upper part.
      rest = rest > 0x7fffffff ? Math.floor(rest / 0x80) : rest >>> 7
    }
    this.bytes[this.length++] = rest
  }

  /** Small negative numbers stay small. */
  signed(value: number): void {
    this.varint(value >= 0 ? value * 2 : -value * 2 - 1)
  }

  key(value: number): void {
    this.reserve(6)
    const { bytes, length: at } = this
    const high = Math.floor(value / 0x1000000)
    const low = value % 0x1000000
    bytes[at] = high >>> 16
    bytes[at + 1] = high >>> 8
    bytes[at + 2] = high
    bytes[at + 3] = low >>> 16
    bytes[at + 4] = low >>> 8
    bytes[at + 5] = low
    this.length = at + 6
  }

  raw(bytes: Uint8Array): void {
    this.reserve(bytes.length)
    this.bytes.set(bytes, this.length)
    this.length += bytes.length
  }

  /** Returns a copy of what was written, and empties the writer. */
  take(): Uint8Array {
    const taken = this.bytes.slice(0, this.length)
    this.length = 0
    return taken
  }

  private reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + more))
    larger.set(this.bytes.subarray(0, this.length))
    this.bytes = larger
  }
}

export class ByteReader {
  readonly bytes: Uint8Array
  at: number
  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes
    this.at = at
  }

  get done(): boolean {
    return this.at >= this.bytes.length
  }

  varint(): number {
    const { bytes } = this
    let byte = bytes[this.at++] as number
    if (byte < 0x80) return byte
    let value = byte & 0x7f
    // Past the end a byte is undefined, which is not below 0x80 either: the loop ends by its limit.
    for (let scale = 0x80; scale <= LAST_SCALE; scale *= 0x80) {
      byte = bytes[this.at++] as number
      value += (byte & 0x7f) * scale
      if (byte < 0x80) return value
    }
    throw new Error('a number is too long, or the bytes end inside it')
  }

  signed(): number {
    const value = this.varint()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }

  key(): number {
    const start = this.at
    this.skip(6)
    let value = 0
    for (let at = start; at < this.at; at++) value = value * 0x100 + (this.bytes[at] as number)
    return value
  }

  raw(length: number): Uint8Array {
    this.skip(length)
    return this.bytes.subarray(this.at - length, this.at)
  }

  skip(length: number): void {
    this.at += length
    if (this.at > this.bytes.length) throw new Error(`the bytes end ${this.at - this.bytes.length} too early`)
  }

  /** For the end of a decoder: bytes that are left over mean that some number was wrong. */
  expectEnd(): void {
    if (this.at !== this.bytes.length) throw new Error(`${this.bytes.length - this.at} bytes are left over`)
  }
}

/** The key of a path or symbol as a number; '' (the module itself) is 0, which no hash is expected to be. */
export function keyToNumber(key: string): number {
  if (key === '') return 0
  const bytes = Buffer.from(key, 'base64url')
  if (bytes.length !== 6) throw new CallerError(`not a key of eight characters: ${key}`)
  return bytes.readUIntBE(0, 6)
}

export function numberToKey(value: number): string {
  if (value === 0) return ''
  const bytes = Buffer.allocUnsafe(6)
  bytes.writeUIntBE(value, 0, 6)
  return bytes.toString('base64url')
}
