/**
 * Hash of any range of a text, ignoring line ends and indentation, in constant time per range: lines are hashed once, and a
 * running sum over them gives the hash of any run of whole lines by subtraction. Hashing each symbol's text by itself would read
 * a file as often as its symbols are nested.
 *
 *   running[l + 1] = running[l] · BASE + line hash[l]     run(a, b) = running[b] − running[a] · BASE^(b − a)
 */
import { mix, printHash } from '../base/text-hash.ts'

const BASES = [0x01000193, 0x5bd1e995] as const

export class SpanHasher {
  private readonly text: string
  private readonly lineStarts: Int32Array
  private readonly running: readonly [Int32Array, Int32Array]
  private readonly half: [number, number] = [0, 0]

  constructor(text: string) {
    this.text = text
    this.lineStarts = findLineStarts(text)
    const lines = this.lineStarts.length
    this.running = [new Int32Array(lines + 1), new Int32Array(lines + 1)]
    growPowers(lines)
    for (let line = 0; line < lines; line++) {
      this.hashStretch(this.lineStarts[line] as number, this.lineEnd(line))
      for (const side of [0, 1] as const) {
        const running = this.running[side]
        running[line + 1] = Math.imul(running[line] as number, BASES[side]) + this.half[side]
      }
    }
  }

  get rows(): number {
    return this.lineStarts.length
  }

  /** `startRow` and `endRow` are the 0-based lines of the two offsets. */
  hash(start: number, end: number, startRow: number, endRow: number): string {
    const sums: [number, number] = [0, 0]
    this.hashStretch(start, startRow === endRow ? end : Math.min(end, this.lineEnd(startRow)))
    for (const side of [0, 1] as const) sums[side] = this.half[side]
    if (endRow > startRow) {
      this.hashStretch(this.lineStarts[endRow] ?? end, end)
      for (const side of [0, 1] as const) {
        const between = this.run(side, startRow + 1, endRow)
        sums[side] = mix(sums[side] + Math.imul(between, 0x27d4eb2f)) + this.half[side] + (endRow - startRow)
      }
    }
    return printHash(mix(sums[0]), mix(sums[1] ^ sums[0]))
  }

  private run(side: 0 | 1, from: number, to: number): number {
    const running = this.running[side]
    return ((running[to] as number) - Math.imul(running[from] as number, powers[side][to - from] as number)) | 0
  }

  /** Stores the two halves in `half`; spaces at either end do not count. */
  private hashStretch(from: number, to: number): void {
    const { text } = this
    let start = from
    let end = to
    while (start < end && isSpace(text.charCodeAt(start))) start++
    while (end > start && isSpace(text.charCodeAt(end - 1))) end--
    let high = 0x2f0b4c47
    let low = 0x165667b1
    for (let at = start; at < end; at++) {
      const unit = text.charCodeAt(at)
      high = Math.imul(high ^ unit, 0x01000193)
      low = Math.imul(low ^ unit, 0x5bd1e995) + 1
    }
    this.half[0] = mix(high)
    this.half[1] = mix(low)
  }

  private lineEnd(row: number): number {
    return this.lineStarts[row + 1] ?? this.text.length
  }
}

/** Of a whole text: blank lines at either end do not count. undefined when there is nothing else. */
export function hashWhole(text: string): string | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  const hasher = new SpanHasher(trimmed)
  return hasher.hash(0, trimmed.length, 0, hasher.rows - 1)
}

/** Powers of the bases, the same for every text. */
const powers: [number[], number[]] = [[1], [1]]

function growPowers(count: number): void {
  for (const side of [0, 1] as const) {
    const known = powers[side]
    while (known.length <= count) known.push(Math.imul(known.at(-1) as number, BASES[side]))
  }
}

function findLineStarts(text: string): Int32Array {
  let count = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  const starts = new Int32Array(count)
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts[line++] = at + 1
  return starts
}

/** Space, tab and line ends. */
const isSpace = (unit: number): boolean => unit === 32 || (unit >= 9 && unit <= 13)
