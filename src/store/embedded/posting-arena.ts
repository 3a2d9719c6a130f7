/**
 * Many posting lists that grow at once in one piece of memory, already in their stored form. A list is a chain of
 * slices, each twice the one before, so a word that occurs once costs 8 bytes and a frequent one wastes little:
 *
 *   [8 bytes .... →][16 bytes ............ →][32 bytes …
 *
 * The arrow is the address of the next slice in the last four bytes; while a slice is the last, they contain data.
 */
import { GrowingNumbers } from './growing-numbers.ts'
import { postingStep } from './posting-list.ts'

const FIRST_SLICE = 8
const LARGEST_SLICE = 8192
const LINK = 4

export class PostingArena {
  private bytes = new Uint8Array(1 << 14)
  private used = 0
  private readonly heads = new GrowingNumbers()
  private readonly tails = new GrowingNumbers()
  private readonly limits = new GrowingNumbers()
  private readonly sizes = new GrowingNumbers()
  private readonly lastIds = new GrowingNumbers()
  /** Number of postings in all lists. */
  postings = 0

  /** A new empty list; returns its number. */
  open(): number {
    const start = this.allocate(FIRST_SLICE)
    this.heads.push(start)
    this.tails.push(start)
    this.limits.push(start + FIRST_SLICE)
    this.sizes.push(FIRST_SLICE)
    return this.lastIds.push(0)
  }

  /** Ids must not decrease within one list. */
  add(list: number, id: number, value: number, usual: number): void {
    const isUsual = value === usual
    this.varint(list, postingStep(id - this.lastIds.at(list), isUsual))
    if (!isUsual) this.varint(list, value)
    this.lastIds.set(list, id)
    this.postings += 1
  }

  /** A list as it is stored. */
  bytesOf(list: number): Uint8Array {
    const tail = this.tails.at(list)
    let start = this.heads.at(list)
    let size = FIRST_SLICE
    if (tail >= start && tail <= start + size) return this.bytes.slice(start, tail)
    const slices: Uint8Array[] = []
    while (tail < start || tail > start + size) {
      slices.push(this.bytes.subarray(start, start + size - LINK))
      start = this.link(start + size - LINK)
      size = nextSize(size)
    }
    return Buffer.concat([...slices, this.bytes.subarray(start, tail)])
  }

  private varint(list: number, value: number): void {
    let rest = value
    while (rest >= 0x80) {
      this.byte(list, (rest & 0x7f) | 0x80)
      rest = rest > 0x7fffffff ? Math.floor(rest / 0x80) : rest >>> 7
    }
    this.byte(list, rest)
  }

  private byte(list: number, value: number): void {
    let at = this.tails.at(list)
    if (at === this.limits.at(list)) at = this.extend(list)
    this.bytes[at] = value
    this.tails.set(list, at + 1)
  }

  private extend(list: number): number {
    const end = this.limits.at(list)
    const size = nextSize(this.sizes.at(list))
    const start = this.allocate(size)
    this.bytes.copyWithin(start, end - LINK, end)
    for (let at = 0; at < LINK; at++) this.bytes[end - LINK + at] = start >>> (8 * at)
    this.limits.set(list, start + size)
    this.sizes.set(list, size)
    return start + LINK
  }

  private link(at: number): number {
    const [a = 0, b = 0, c = 0, d = 0] = this.bytes.subarray(at, at + LINK)
    return (a | (b << 8) | (c << 16) | (d << 24)) >>> 0
  }

  private allocate(size: number): number {
    if (this.used + size > this.bytes.length) {
      const larger = new Uint8Array(this.bytes.length * 2)
      larger.set(this.bytes)
      this.bytes = larger
    }
    this.used += size
    return this.used - size
  }
}

const nextSize = (size: number): number => Math.min(size * 2, LARGEST_SLICE)
