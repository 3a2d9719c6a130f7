/** The identifiers of a text with their offsets, in one pass: as numbers, so that a part of the text is a range. */
import { eachIdentifierSpan } from '../base/words.ts'

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
  private readonly text: string
  /** Hash table with open addressing: the number of an identifier plus one, 0 where there is none. A power of two. */
  private slots = borrowSlots(MIN_SLOTS)

  constructor(text: string) {
    this.text = text
    // About one identifier in eight characters of code.
    const guess = Math.max(64, text.length >> 3)
    this.ids = new Int32Array(guess)
    this.starts = new Int32Array(guess)
    const visit = (start: number, end: number): void => {
      const id = this.numberOf(start, end)
      this.counts[id] = (this.counts[id] as number) + 1
      this.put(id, start)
    }
    eachIdentifierSpan(text, visit, () => {
      this.hasLong = true
    })
  }

  private numberOf(start: number, end: number): number {
    const { names, slots } = this
    const mask = slots.length - 1
    let slot = hashOf(this.text, start, end) & mask
    for (let entry = slots[slot] as number; entry !== 0; entry = slots[slot] as number) {
      if (isAt(this.text, start, end, names[entry - 1] as string)) return entry - 1
      slot = (slot + 1) & mask
    }
    const id = names.push(this.text.slice(start, end)) - 1
    this.counts.push(0)
    slots[slot] = id + 1
    if (names.length * 2 > slots.length) this.growSlots()
    return id
  }

  private growSlots(): void {
    const slots = borrowSlots(this.slots.length * 4)
    const mask = slots.length - 1
    for (const [id, name] of this.names.entries()) {
      let slot = hashOf(name, 0, name.length) & mask
      while (slots[slot] !== 0) slot = (slot + 1) & mask
      slots[slot] = id + 1
    }
    this.slots = slots
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

const MIN_SLOTS = 1024

/** A small table is enough for most files, and is used again: one text is read at a time. */
const smallSlots = new Int32Array(MIN_SLOTS)

function borrowSlots(count: number): Int32Array {
  return count === MIN_SLOTS ? smallSlots.fill(0) : new Int32Array(count)
}

/** A fresh start for each process, so that nobody can write a text whose identifiers all fall into one slot. */
const seed = (Math.random() * 0x7fffffff) | 0

function hashOf(text: string, start: number, end: number): number {
  let hash = seed
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d)
  return hash ^ (hash >>> 15)
}

function isAt(text: string, start: number, end: number, name: string): boolean {
  if (name.length !== end - start) return false
  for (let at = start; at < end; at++) if (text.charCodeAt(at) !== name.charCodeAt(at - start)) return false
  return true
}

function grown(column: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(column.length * 2)
  larger.set(column)
  return larger
}
