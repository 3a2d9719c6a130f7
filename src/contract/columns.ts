/** Encodes columns of small numbers and short texts as bytes. Stored facts use this format. */

/** Texts as they are packed, with NUL between them: many are looked up without becoming strings of their own. */
export type JoinedTexts = { count: number; joined: string }

/** Numbers as 7 bits a byte, low first; texts as one UTF-8 run with NUL between them. */
export class ColumnWriter {
  private bytes = new Uint8Array(1 << 12)
  private length = 0

  /** 0 or more, below 2^31. */
  number(value: number): void {
    if (this.length + 5 > this.bytes.length) this.grow(5)
    let rest = value
    while (rest > 127) {
      this.bytes[this.length++] = (rest & 127) | 128
      rest >>>= 7
    }
    this.bytes[this.length++] = rest
  }
  /** Any whole number: small ones of either sign stay small. */
  signed(value: number): void {
    this.number(value < 0 ? -2 * value - 1 : 2 * value)
  }
  /** NUL characters in the texts are removed. */
  texts(values: readonly string[]): void {
    const joined = values.join('\0')
    const text = Buffer.from(countSeparators(joined) >= values.length ? values.map(withoutNul).join('\0') : joined, 'utf8')
    this.number(values.length)
    this.number(text.length)
    if (this.length + text.length > this.bytes.length) this.grow(text.length)
    this.bytes.set(text, this.length)
    this.length += text.length
  }
  finish(): Uint8Array {
    return this.bytes.subarray(0, this.length)
  }

  private grow(atLeast: number): void {
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + atLeast))
    larger.set(this.bytes)
    this.bytes = larger
  }
}

/** Throws where the bytes end too early or a number cannot be one that was written. */
export class ColumnReader {
  private readonly bytes: Uint8Array
  private at = 0
  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }
  number(): number {
    let byte = this.bytes[this.at++] as number
    if (byte < 128) return byte
    let value = byte & 127
    // Past the end a byte is undefined, which is not below 128 either: the loop ends by its limit.
    for (let shift = 7; shift <= 28; shift += 7) {
      byte = this.bytes[this.at++] as number
      value |= (byte & 127) << shift
      if (byte < 128 && value >= 0) return value
    }
    throw new Error('a number is too long, or the bytes end inside it')
  }
  signed(): number {
    const value = this.number()
    return value & 1 ? -((value + 1) >>> 1) : value >>> 1
  }
  /** Most numbers have one byte, which is read here: a call for each would take most of the time. */
  numbers(count: number): Int32Array {
    this.expectBytes(count)
    const values = new Int32Array(count)
    const { bytes } = this
    let { at } = this
    for (let index = 0; index < count; index++) {
      const byte = bytes[at] as number
      if (byte < 128) {
        values[index] = byte
        at++
      } else {
        this.at = at
        values[index] = this.number()
        at = this.at
      }
    }
    this.at = at
    return values
  }
  /** Numbers that ascend, stored as what lies between them. Returns the last, or -1 where there is none. */
  ascending(values: Int32Array, from: number, until: number): number {
    const { bytes } = this
    let { at } = this
    let last = -1
    for (let index = from; index < until; index++) {
      const byte = bytes[at] as number
      if (byte < 128) {
        last += byte + 1
        at++
      } else {
        this.at = at
        last += this.number() + 1
        at = this.at
      }
      values[index] = last
    }
    this.at = at
    return last
  }
  get left(): number {
    return this.bytes.length - this.at
  }
  texts(): string[] {
    const { count, joined } = this.joinedTexts()
    return count === 0 ? [] : joined.split('\0')
  }
  joinedTexts(): JoinedTexts {
    const count = this.number()
    const length = this.number()
    this.expectBytes(length)
    const joined = Buffer.from(this.bytes.buffer, this.bytes.byteOffset + this.at, length).toString('utf8')
    this.at += length
    const found = count === 0 ? 0 : countSeparators(joined) + 1
    if (found !== count) throw new Error(`${found} texts instead of ${count}`)
    return { count, joined }
  }
  /** For the end of a decoder: bytes that are left over mean that some number was wrong. */
  expectEnd(): void {
    if (this.at !== this.bytes.length) throw new Error(`${this.bytes.length - this.at} bytes are left over`)
  }
  /** Each number takes at least one byte: a wrong count must not ask for more memory than there is. */
  private expectBytes(count: number): void {
    if (count > this.bytes.length - this.at) throw new Error(`the bytes end before ${count} more`)
  }
}

function countSeparators(text: string): number {
  let count = 0
  for (let at = text.indexOf('\0'); at >= 0; at = text.indexOf('\0', at + 1)) count++
  return count
}

const withoutNul = (text: string): string => text.replaceAll('\0', '')
