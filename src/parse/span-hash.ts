/**
 * Hash of any range of a text, ignoring line ends and indentation, in constant time per range: lines are hashed once, and a
 * running sum over them gives the hash of any run of whole lines by subtraction. Hashing each symbol's text by itself would read
 * a file as often as its symbols are nested.
 *
 *   running[l + 1] = running[l] · BASE + line hash[l]     run(a, b) = running[b] − running[a] · BASE^(b − a)
 */
import { mix, printHash } from '../base/text-hash.ts'
import { TextUnits } from '../base/text-units.ts'

const HIGH_BASE = 0x01000193
const LOW_BASE = 0x5bd1e995

export class SpanHasher {
  private readonly length: number
  private readonly units: Uint16Array
  private readonly lineStarts: Int32Array
  private readonly runningHigh: Int32Array
  private readonly runningLow: Int32Array
  /** The two halves of the stretch that was hashed last. */
  private high = 0
  private low = 0

  constructor(text: string) {
    const read = new TextUnits(text.length)
    read.read(text)
    this.units = read.units
    this.length = text.length
    this.lineStarts = findLineStarts(text)
    const lines = this.lineStarts.length
    const [runningHigh, runningLow] = [new Int32Array(lines + 1), new Int32Array(lines + 1)]
    growPowers(lines)
    for (let line = 0; line < lines; line++) {
      this.hashStretch(this.lineStarts[line] as number, this.lineEnd(line))
      runningHigh[line + 1] = Math.imul(runningHigh[line] as number, HIGH_BASE) + this.high
      runningLow[line + 1] = Math.imul(runningLow[line] as number, LOW_BASE) + this.low
    }
    this.runningHigh = runningHigh
    this.runningLow = runningLow
  }

  /** `startRow` and `endRow` are the 0-based lines of the two offsets. */
  hash(start: number, end: number, startRow: number, endRow: number): string {
    this.hashStretch(start, startRow === endRow ? end : Math.min(end, this.lineEnd(startRow)))
    let { high, low } = this
    if (endRow > startRow) {
      this.hashStretch(this.lineStarts[endRow] ?? end, end)
      const rows = endRow - startRow
      high = joined(high, run(this.runningHigh, highPowers, startRow + 1, endRow), this.high, rows)
      low = joined(low, run(this.runningLow, lowPowers, startRow + 1, endRow), this.low, rows)
    }
    return printHash(mix(high), mix(low ^ high))
  }

  /** The 0-based line of an offset. */
  rowOf(offset: number): number {
    let low = 0
    let high = this.lineStarts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.lineStarts[middle] as number) <= offset) low = middle
      else high = middle - 1
    }
    return low
  }

  /** Stores the two halves in `high` and `low`; spaces at either end do not count. */
  private hashStretch(from: number, to: number): void {
    const { units } = this
    let start = from
    let end = to
    while (start < end && isSpace(units[start] as number)) start++
    while (end > start && isSpace(units[end - 1] as number)) end--
    let high = 0x2f0b4c47
    let low = 0x165667b1
    for (let at = start; at < end; at++) {
      const unit = units[at] as number
      high = Math.imul(high ^ unit, HIGH_BASE)
      low = (Math.imul(low ^ unit, LOW_BASE) + 1) | 0
    }
    this.high = mix(high)
    this.low = mix(low)
  }

  private lineEnd(row: number): number {
    return this.lineStarts[row + 1] ?? this.length
  }
}

function run(running: Int32Array, powers: readonly number[], from: number, to: number): number {
  return ((running[to] as number) - Math.imul(running[from] as number, powers[to - from] as number)) | 0
}

const joined = (first: number, between: number, last: number, rows: number): number =>
  mix(first + Math.imul(between, 0x27d4eb2f)) + last + rows

/** Symbols and the whole text are hashed one after the other: the lines of the last text are kept, until its whole is hashed. */
let last: { text: string; hasher: SpanHasher } | undefined

export function spanHasherOf(text: string): SpanHasher {
  if (last?.text !== text) last = { text, hasher: new SpanHasher(text) }
  return last.hasher
}

/** Of a whole text: blank lines at either end do not count. undefined when there is nothing else. */
export function hashWhole(text: string): string | undefined {
  const { length } = text.trim()
  if (length === 0) return undefined
  const start = text.length - text.trimStart().length
  const end = start + length
  const hasher = spanHasherOf(text)
  last = undefined
  return hasher.hash(start, end, hasher.rowOf(start), hasher.rowOf(end - 1))
}

/** Powers of the bases, the same for every text. */
const highPowers = [1]
const lowPowers = [1]

function growPowers(count: number): void {
  while (highPowers.length <= count) {
    highPowers.push(Math.imul(highPowers.at(-1) as number, HIGH_BASE))
    lowPowers.push(Math.imul(lowPowers.at(-1) as number, LOW_BASE))
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
