/** The identifiers of a text with their offsets, in one pass: as numbers, so that a part of the text is a range. */
import { eachIdentifier } from '../base/words.ts'

export class Tokens {
  /** Each different identifier, case kept, by first appearance. */
  readonly names: string[] = []
  /** How often each occurs in the text. */
  readonly counts: number[] = []
  /** Per occurrence: the identifier's number, and where it starts. */
  ids: Int32Array
  starts: Int32Array
  length = 0
  /** Some identifiers are too long to be names, and are left out. */
  hasLong = false

  constructor(text: string) {
    // About one identifier in eight characters of code.
    const guess = Math.max(64, text.length >> 3)
    this.ids = new Int32Array(guess)
    this.starts = new Int32Array(guess)
    const known = new Map<string, number>()
    const visit = (name: string, start: number): void => {
      let id = known.get(name)
      if (id === undefined) {
        id = this.names.push(name) - 1
        this.counts.push(0)
        known.set(name, id)
      }
      this.counts[id] = (this.counts[id] as number) + 1
      this.put(id, start)
    }
    eachIdentifier(text, visit, () => {
      this.hasLong = true
    })
  }

  private put(id: number, start: number): void {
    if (this.length === this.ids.length) {
      this.ids = grown(this.ids)
      this.starts = grown(this.starts)
    }
    this.ids[this.length] = id
    this.starts[this.length++] = start
  }
}

function grown(column: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(column.length * 2)
  larger.set(column)
  return larger
}
