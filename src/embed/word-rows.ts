/**
 * The rows of the words of a text, looked up by their letters where they are. Only for words in ASCII; the vocabulary is asked for
 * others each time.
 */
import { hashUnits, TextTable } from '../base/text-table.ts'
import type { Vocabulary } from './vocabulary.ts'
import type { WordScan } from './words.ts'

const MOST_WORDS = 20_000
/** In ASCII, the bit in which small letters and capitals differ. All digits have it. */
const SMALL = 32

export class WordRows {
  private readonly vocabulary: Pick<Vocabulary, 'rowsOf'>
  private readonly known = new TextTable<readonly number[]>(SMALL)

  constructor(vocabulary: Pick<Vocabulary, 'rowsOf'>) {
    this.vocabulary = vocabulary
  }

  /** Of the word that `scan` has found. */
  rowsAt(scan: WordScan): readonly number[] {
    const { units, start, end } = scan
    let every = 0
    for (let at = start; at < end; at++) every |= units[at] as number
    if (every >= 128) return this.vocabulary.rowsOf(scan.word())
    const hash = hashUnits(units, start, end, SMALL)
    const known = this.known.find(hash, units, start, end)
    if (known) return known
    const rows = this.vocabulary.rowsOf(scan.word())
    if (this.known.size === MOST_WORDS) this.known.clear()
    this.known.add(hash, units, start, end, rows)
    return rows
  }
}
