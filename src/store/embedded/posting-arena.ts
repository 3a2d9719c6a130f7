/**
 * Many posting lists that grow at once in one piece of memory, already in their stored form. A list is a chain of
 * slices, each twice the one before, so a word that occurs once costs 8 bytes and a frequent one wastes little:
 *
 *   [8 bytes .... →][16 bytes ............ →][32 bytes …
 *
 * The arrow is the address of the next slice in the last four bytes; while a slice is the last, they contain data.
 */
import { postingStep } from './posting-list.ts'

const FIRST_SLICE = 8
const LARGEST_SLICE = 8192
const LINK = 4

/** What is known of a list, in a row of numbers: each posting looks at most of them. */
const HEAD = 0
const TAIL = 1
/** Where the last slice ends. */
const LIMIT = 2
/** Of the last slice. */
const SIZE = 3
const LAST_ID = 4
const ROW = 5

export class PostingArena {
  private bytes = new Uint8Array(1 << 14)
  private used = 0
  private rows = new Uint32Array(ROW * 64)
  private lists = 0
  /** Number of postings in all lists. */
  postings = 0

  /** A new empty list; returns its number. */
  open(): number {
    const start = this.allocate(FIRST_SLICE)
    const row = this.lists * ROW
    if (row === this.rows.length) {
      const larger = new Uint32Array(this.rows.length * 2)
      larger.set(this.rows)
      this.rows = larger
    }
    this.rows[row + HEAD] = start
    this.rows[row + TAIL] = start
    this.rows[row + LIMIT] = start + FIRST_SLICE
    this.rows[row + SIZE] = FIRST_SLICE
    return this.lists++
  }

  /**
   * Ids must not decrease within one list. Most postings have a byte or two and fit into the last slice: they are written here, because
   * a call for each byte would take most of the time.
   */
  add(list: number, id: number, value: number, usual: number): void {
    const { rows, bytes } = this
    const row = list * ROW
    const isUsual = value === usual
    const step = postingStep(id - (rows[row + LAST_ID] as number), isUsual)
    const tail = rows[row + TAIL] as number
    if (step < 0x80 && (isUsual || value < 0x80) && tail + 2 <= (rows[row + LIMIT] as number)) {
      bytes[tail] = step
      if (!isUsual) bytes[tail + 1] = value
      rows[row + TAIL] = isUsual ? tail + 1 : tail + 2
    } else {
      this.varint(row, step)
      if (!isUsual) this.varint(row, value)
    }
    rows[row + LAST_ID] = id
    this.postings += 1
  }

  /** A list as it is stored, mostly in place: valid until something is added. */
  bytesOf(list: number): Uint8Array {
    const tail = this.rows[list * ROW + TAIL] as number
    let start = this.rows[list * ROW + HEAD] as number
    let size = FIRST_SLICE
    if (tail >= start && tail <= start + size) return this.bytes.subarray(start, tail)
    const slices: Uint8Array[] = []
    while (tail < start || tail > start + size) {
      slices.push(this.bytes.subarray(start, start + size - LINK))
      start = this.link(start + size - LINK)
      size = nextSize(size)
    }
    return Buffer.concat([...slices, this.bytes.subarray(start, tail)])
  }

  private varint(row: number, value: number): void {
    let rest = value
    while (rest >= 0x80) {
      this.byte(row, (rest & 0x7f) | 0x80)
      rest = rest > 0x7fffffff ? Math.floor(rest / 0x80) : rest >>> 7
    }
    this.byte(row, rest)
  }

  private byte(row: number, value: number): void {
    const { rows } = this
    let at = rows[row + TAIL] as number
    if (at === rows[row + LIMIT]) at = this.extend(row)
    this.bytes[at] = value
    rows[row + TAIL] = at + 1
  }

  private extend(row: number): number {
    const end = this.rows[row + LIMIT] as number
    const size = nextSize(this.rows[row + SIZE] as number)
    const start = this.allocate(size)
    this.bytes.copyWithin(start, end - LINK, end)
    for (let at = 0; at < LINK; at++) this.bytes[end - LINK + at] = start >>> (8 * at)
    this.rows[row + LIMIT] = start + size
    this.rows[row + SIZE] = size
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
