/**
 * The rows of the words of a text, looked up by their letters where they are: no string is made for a word that was seen before. Only
 * for words in ASCII; the vocabulary is asked for others each time.
 */
import type { Vocabulary } from './vocabulary.ts'
import type { WordScan } from './words.ts'

const MOST_WORDS = 20_000
const SLOTS = 1 << 16

export class WordRows {
  private readonly vocabulary: Pick<Vocabulary, 'rowsOf'>
  /** The number of a word, and 0 where there is none, at the place that its letters give or the next free one. */
  private readonly slots = new Uint16Array(SLOTS)
  private readonly hashes = new Int32Array(MOST_WORDS + 1)
  private readonly starts = new Uint32Array(MOST_WORDS + 1)
  private readonly lengths = new Uint8Array(MOST_WORDS + 1)
  private readonly rows: (readonly number[])[] = []
  private letters = new Uint8Array(1 << 16)
  private words = 0
  private used = 0

  constructor(vocabulary: Pick<Vocabulary, 'rowsOf'>) {
    this.vocabulary = vocabulary
  }

  /** Of the word that `scan` has found. */
  rowsAt(scan: WordScan): readonly number[] {
    const { units, start, end } = scan
    let hash = 0
    let every = 0
    for (let at = start; at < end; at++) {
      const unit = units[at] as number
      every |= unit
      hash = (Math.imul(hash, 31) + (unit | SMALL)) | 0
    }
    if (every >= 128) return this.vocabulary.rowsOf(scan.word())
    const { slots } = this
    let slot = (hash ^ (hash >>> 16)) & (SLOTS - 1)
    for (let word = slots[slot] as number; word !== 0; word = slots[slot] as number) {
      if (this.hashes[word] === hash && this.isAt(word, units, start, end)) return this.rows[word] as readonly number[]
      slot = (slot + 1) & (SLOTS - 1)
    }
    return this.add(scan, hash, slot)
  }

  private isAt(word: number, units: Uint16Array, start: number, end: number): boolean {
    if (this.lengths[word] !== end - start) return false
    const { letters } = this
    let letter = this.starts[word] as number
    for (let at = start; at < end; at++) if (((units[at] as number) | SMALL) !== letters[letter++]) return false
    return true
  }

  private add(scan: WordScan, hash: number, slot: number): readonly number[] {
    const { units, start, end } = scan
    const rows = this.vocabulary.rowsOf(scan.word())
    if (this.words === MOST_WORDS || this.used + end - start > this.letters.length) {
      this.makeRoom()
      if (this.words === 0) return rows
    }
    const word = ++this.words
    this.slots[slot] = word
    this.hashes[word] = hash
    this.starts[word] = this.used
    this.lengths[word] = end - start
    this.rows[word] = rows
    for (let at = start; at < end; at++) this.letters[this.used++] = (units[at] as number) | SMALL
    return rows
  }

  private makeRoom(): void {
    if (this.words < MOST_WORDS) {
      const letters = new Uint8Array(this.letters.length * 2)
      letters.set(this.letters)
      this.letters = letters
      return
    }
    this.slots.fill(0)
    this.rows.length = 0
    this.words = 0
    this.used = 0
  }
}

/** In ASCII, the bit in which small letters and capitals differ. All digits have it. */
const SMALL = 32
