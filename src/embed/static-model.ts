/**
 * The vector of a text is a weighted sum of the vectors of its words. Only +, ×, ÷ and Math.sqrt on doubles, in a fixed order, so
 * that every platform and every version of Node gives the same bits.
 */
import type { EmbedDocument } from './port.ts'
import type { Model } from './read-model.ts'
import { unitVector } from './unit-vector.ts'
import { eachWord } from './words.ts'

export type StaticModel = {
  embedDocument(parts: EmbedDocument): Float32Array | undefined
  embedQuery(text: string): Float32Array | undefined
}

/** The rest of a longer part of a document, or of a longer query, is not read. About 500 lines of code. */
export const MOST_CHARACTERS = 20_000

/** The words of a query, or of a part of a document, that are read. */
export function eachReadWord(text: string, visit: (word: string) => void): void {
  eachWord(text.length > MOST_CHARACTERS ? text.slice(0, MOST_CHARACTERS) : text, visit)
}

/** `dimensions`: the vectors are made of the first so many numbers of the model's. */
export function createStaticModel({ header, vocabulary, scales, values }: Model, dimensions: number): StaticModel {
  const sum = new Float64Array(dimensions)
  const partSum = new Float64Array(dimensions)
  const counted = createRowCounts(header.rows)
  const countWord = (word: string): void => {
    for (const row of vocabulary.rowsOf(word)) counted.add(row)
  }
  const countSurely = (word: string): void => {
    for (const row of vocabulary.surelyOf(word)) counted.add(row)
  }
  const addText = (text: string, weight: number, count = countWord): void => {
    eachReadWord(text, count)
    partSum.fill(0)
    // The tenth time a word occurs says less than the first.
    counted.drain((row, count) => {
      addRow(partSum, values, row * header.dimensions, Math.sqrt(count) * (scales[row] as number))
    })
    addPart(sum, partSum, weight)
  }
  return {
    embedDocument(parts) {
      sum.fill(0)
      for (const { kind, text } of parts) addText(text, header.parts[kind])
      return unitVector(sum)
    },
    embedQuery(text) {
      sum.fill(0)
      addText(text, 1, countSurely)
      return unitVector(sum)
    },
  }
}

/** A part's sum grows with its words, so a body would outweigh a name. It is shortened: a sum 256 times as long counts 8 times. */
function addPart(sum: Float64Array, part: Float64Array, weight: number): void {
  let squares = 0
  for (const number of part) squares += number * number
  if (!(squares > 0)) return
  const length = Math.sqrt(squares)
  // The length to the power 5/8: only square roots are the same to the last bit everywhere.
  const times = weight / (Math.sqrt(length) * Math.sqrt(Math.sqrt(Math.sqrt(length))))
  for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] as number) + times * (part[at] as number)
}

function addRow(sum: Float64Array, values: Int8Array, start: number, times: number): void {
  for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] as number) + times * (values[start + at] as number)
}

type RowCounts = {
  add(row: number): void
  /** Visits each row once, in the order in which they were added first, and forgets them. */
  drain(visit: (row: number, count: number) => void): void
}

/** Arrays that are used again for every text, because a Map for each text takes longer than the arithmetic. */
function createRowCounts(rows: number): RowCounts {
  const counts = new Uint32Array(rows)
  const order = new Uint32Array(rows)
  let distinct = 0
  return {
    add(row) {
      const count = counts[row] as number
      if (count === 0) order[distinct++] = row
      counts[row] = count + 1
    },
    drain(visit) {
      for (let at = 0; at < distinct; at++) {
        const row = order[at] as number
        visit(row, counts[row] as number)
        counts[row] = 0
      }
      distinct = 0
    },
  }
}
