/** The identifiers of a text with their offsets, in one pass: as numbers, so that a part of the text is a range. */
import { hashUnits } from '../base/text-table.ts'
import { TextUnits } from '../base/text-units.ts'
import { spansIn } from '../base/words.ts'

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
  /** Per identifier: where it was found first, and where it ends there. */
  private readonly firsts: number[] = []
  private readonly ends: number[] = []
  /** Hash table with open addressing: the number of an identifier plus one, 0 where there is none. A power of two. */
  private slots = borrowSlots(MIN_SLOTS)

  constructor(text: string) {
    // About one identifier in eight characters of code.
    const guess = Math.max(64, text.length >> 3)
    this.ids = new Int32Array(guess)
    this.starts = new Int32Array(guess)
    shared.read(text)
    const { units } = shared
    const visit = (start: number, end: number): void => {
      const id = this.numberOf(text, units, start, end)
      this.counts[id] = (this.counts[id] as number) + 1
      this.put(id, start)
    }
    spansIn(text, units, visit, () => {
      this.hasLong = true
    })
  }

  private numberOf(text: string, units: Uint16Array, start: number, end: number): number {
    const { names, slots, firsts, ends } = this
    const mask = slots.length - 1
    let slot = hashUnits(units, start, end) & mask
    for (let entry = slots[slot] as number; entry !== 0; entry = slots[slot] as number) {
      const first = firsts[entry - 1] as number
      if ((ends[entry - 1] as number) - first === end - start && isSame(units, start, end, first)) return entry - 1
      slot = (slot + 1) & mask
    }
    const id = names.push(text.slice(start, end)) - 1
    this.counts.push(0)
    firsts.push(start)
    ends.push(end)
    slots[slot] = id + 1
    if (names.length * 2 > slots.length) this.growSlots(units)
    return id
  }

  private growSlots(units: Uint16Array): void {
    const slots = borrowSlots(this.slots.length * 4)
    const mask = slots.length - 1
    for (let id = 0; id < this.names.length; id++) {
      let slot = hashUnits(units, this.firsts[id] as number, this.ends[id] as number) & mask
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

/** One text is read at a time, and only while its identifiers are found. */
const shared = new TextUnits()

const MIN_SLOTS = 1024

/** A small table is enough for most files, and is used again: one text is read at a time. */
const smallSlots = new Int32Array(MIN_SLOTS)

function borrowSlots(count: number): Int32Array {
  return count === MIN_SLOTS ? smallSlots.fill(0) : new Int32Array(count)
}

function isSame(units: Uint16Array, start: number, end: number, other: number): boolean {
  for (let at = start; at < end; at++) if (units[at] !== units[other + at - start]) return false
  return true
}

function grown(column: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(column.length * 2)
  larger.set(column)
  return larger
}
