/**
 * Words of the documents of one file as numbers of a common vocabulary: a map for each symbol takes several times as long to fill and
 * to pack. Plain data, because results of a parser travel between processes.
 */

/** All documents of a file, one after the other. */
export type WordTable = {
  vocabulary: string[]
  /** Numbers of words, ascending within a document, and how often each occurs there. */
  ids: Int32Array
  counts: Int32Array
}

/** One document: a range of the table. */
export type NumberedWords = { table: WordTable; from: number; until: number }

export type WordCounts = ReadonlyMap<string, number> | NumberedWords

export const isNumbered = (words: WordCounts): words is NumberedWords => 'table' in words

export function wordMap(words: WordCounts): ReadonlyMap<string, number> {
  if (!isNumbered(words)) return words
  const { table, from, until } = words
  const map = new Map<string, number>()
  for (let at = from; at < until; at++) map.set(table.vocabulary[table.ids[at] as number] as string, table.counts[at] as number)
  return map
}

/** Counts the words of one document after the other. Words get numbers in the order in which they are first seen. */
export class WordCounter {
  private readonly table: WordTable = { vocabulary: [], ids: new Int32Array(256), counts: new Int32Array(0) }
  private readonly numbers = new Map<string, number>()
  /** Of the document under way, by number. */
  private counts = new Int32Array(256)
  private from = 0
  private length = 0

  numberOf(word: string): number {
    const known = this.numbers.get(word)
    if (known !== undefined) return known
    const number = this.table.vocabulary.push(word) - 1
    this.numbers.set(word, number)
    if (number === this.counts.length) this.counts = grown(this.counts)
    return number
  }

  /** `times` is above 0. */
  add(number: number, times: number): void {
    const known = this.counts[number] as number
    this.counts[number] = known + times
    if (known === 0) this.put(number)
  }

  /** Ends the document. */
  take(): NumberedWords {
    const { table, from, length } = this
    if (length - from > 1) table.ids.subarray(from, length).sort()
    if (table.counts.length < table.ids.length) table.counts = grown(table.counts, table.ids.length)
    for (let at = from; at < length; at++) {
      const number = table.ids[at] as number
      table.counts[at] = this.counts[number] as number
      this.counts[number] = 0
    }
    this.from = length
    return { table, from, until: length }
  }

  /** A whole document whose words are all different; a count may be 0. */
  takeMap(words: ReadonlyMap<string, number>): NumberedWords {
    for (const [word, count] of words) {
      const number = this.numberOf(word)
      this.counts[number] = count
      this.put(number)
    }
    return this.take()
  }

  private put(number: number): void {
    const { table } = this
    if (this.length === table.ids.length) table.ids = grown(table.ids)
    table.ids[this.length++] = number
  }
}

function grown(column: Int32Array, length = column.length * 2): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length)
  larger.set(column)
  return larger
}
