/**
 * The vector of a text is a weighted sum of the vectors of its words. Only +, ×, ÷ and Math.sqrt on doubles, in a fixed order, so
 * that every platform and every version of Node gives the same bits.
 */
import type { EmbedDocument } from './port.ts'
import type { Model } from './read-model.ts'
import { unitVector } from './unit-vector.ts'
import { WordRows } from './word-rows.ts'
import { eachWord, WordScan } from './words.ts'

export type StaticModel = {
  embedDocument(parts: EmbedDocument): Float32Array | undefined
  embedQuery(text: string): Float32Array | undefined
}

/** The rest of a longer part of a document, or of a longer query, is not read. About 500 lines of code. */
export const MOST_CHARACTERS = 20_000

const readPart = (text: string): string => (text.length > MOST_CHARACTERS ? text.slice(0, MOST_CHARACTERS) : text)

/** The words of a query that are read. */
export function eachReadWord(text: string, visit: (word: string) => void): void {
  eachWord(readPart(text), visit)
}

/** `dimensions`: the vectors are made of the first so many numbers of the model's. */
export function createStaticModel({ header, vocabulary, scales, values }: Model, dimensions: number): StaticModel {
  const sum = new Float64Array(dimensions)
  const partSum = new Float64Array(dimensions)
  const counted = new RowCounts(header.rows)
  const words = new WordScan()
  const wordRows = new WordRows(vocabulary)
  const addCounted = (weight: number): void => {
    partSum.fill(0)
    counted.drainInto(partSum, { scales, values, dimensions: header.dimensions })
    addPart(sum, partSum, weight)
  }
  return {
    embedDocument(parts) {
      sum.fill(0)
      for (const { kind, text } of parts) {
        words.read(readPart(text))
        while (words.next()) counted.add(wordRows.rowsAt(words))
        addCounted(header.parts[kind])
      }
      return unitVector(sum)
    },
    embedQuery(text) {
      sum.fill(0)
      eachReadWord(text, (word) => counted.add(vocabulary.surelyOf(word)))
      addCounted(1)
      return unitVector(sum)
    },
  }
}

/** A part's sum grows with its words, so a body would outweigh a name. It is shortened: a sum 256 times as long counts 8 times. */
function addPart(sum: Float64Array, part: Float64Array, weight: number): void {
  let squares = 0
  for (let at = 0; at < part.length; at++) {
    const number = part[at] as number
    squares += number * number
  }
  if (!(squares > 0)) return
  const length = Math.sqrt(squares)
  // The length to the power 5/8: only square roots are the same to the last bit everywhere.
  const times = weight / (Math.sqrt(length) * Math.sqrt(Math.sqrt(Math.sqrt(length))))
  for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] as number) + times * (part[at] as number)
}

type Rows = Pick<Model, 'scales' | 'values'> & { dimensions: number }

/** How often each row was named. Its arrays are used again for every text, because a Map for each takes longer than the arithmetic. */
class RowCounts {
  private readonly counts: Uint32Array
  private readonly order: Uint32Array
  private distinct = 0

  constructor(rows: number) {
    this.counts = new Uint32Array(rows)
    this.order = new Uint32Array(rows)
  }

  add(rows: readonly number[]): void {
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] as number
      const count = this.counts[row] as number
      if (count === 0) this.order[this.distinct++] = row
      this.counts[row] = count + 1
    }
  }

  /** Adds each row once, in the order in which they were named first, and forgets them. */
  drainInto(sum: Float64Array, rows: Rows): void {
    const { values, dimensions } = rows
    const { length } = sum
    let at = 0
    // Where fewer than four are left, the others are a row of zeros: it changes no bit of a sum.
    for (; at + 1 < this.distinct; at += 4) {
      const a = this.startOf(at, dimensions)
      const b = this.startOf(at + 1, dimensions)
      const c = this.startOf(at + 2, dimensions)
      const d = this.startOf(at + 3, dimensions)
      const timesA = this.timesOf(at, rows)
      const timesB = this.timesOf(at + 1, rows)
      const timesC = this.timesOf(at + 2, rows)
      const timesD = this.timesOf(at + 3, rows)
      for (let i = 0; i < length; i++) {
        sum[i] =
          (sum[i] as number) +
          timesA * (values[a + i] as number) +
          timesB * (values[b + i] as number) +
          timesC * (values[c + i] as number) +
          timesD * (values[d + i] as number)
      }
    }
    if (at < this.distinct) {
      const start = this.startOf(at, dimensions)
      const times = this.timesOf(at, rows)
      for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] as number) + times * (values[start + i] as number)
    }
    for (let nth = 0; nth < this.distinct; nth++) this.counts[this.order[nth] as number] = 0
    this.distinct = 0
  }

  private startOf(nth: number, dimensions: number): number {
    return nth < this.distinct ? (this.order[nth] as number) * dimensions : 0
  }

  /** The tenth time a word occurs says less than the first. */
  private timesOf(nth: number, { scales }: Rows): number {
    if (nth >= this.distinct) return 0
    const row = this.order[nth] as number
    return Math.sqrt(this.counts[row] as number) * (scales[row] as number)
  }
}
