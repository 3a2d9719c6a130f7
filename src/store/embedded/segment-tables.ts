/**
 * The documents of a segment as columns of numbers: which files (or notes) it holds, and per level which documents. Built while a
 * segment is written, packed into one blob each, read back into typed arrays.
 */
import type { SearchLevel } from '../../contract/items.ts'
import { ByteReader, ByteWriter } from './bytes.ts'
import { GrowingNumbers } from './growing-numbers.ts'

/** Number of the part in the `part` table; 0 is the list of files. Never renumbered. */
export const partOfLevel = { symbol: 1, file: 2, doc: 3, module: 4, repo: 5 } as const satisfies Record<SearchLevel, number>
export const FILES_PART = 0
/** A document that is of no kind of symbol. */
export const NO_KIND = 255

/** What a segment knows of the file or note in each of its slots. */
export type SlotTable = {
  count: number
  /** `file.id * 2`, or `note.id * 2 + 1`. */
  refs: Uint32Array
  /** `name.id` of the language; 0 for a note. */
  languages: Uint32Array
  /** 1: nothing here but the fact that what older segments say of it no longer holds. */
  empty: Uint8Array
}

export const fileRef = (id: number): number => id * 2
export const noteRef = (id: number): number => id * 2 + 1

export function packSlots(slots: readonly { ref: number; language: number; empty: boolean }[]): Uint8Array {
  const writer = new ByteWriter(slots.length * 4 + 8)
  writer.varint(slots.length)
  let before = 0
  for (const { ref, language, empty } of slots) {
    writer.signed(ref - before)
    writer.varint(language * 2 + (empty ? 1 : 0))
    before = ref
  }
  return writer.take()
}

export function unpackSlots(bytes: Uint8Array): SlotTable {
  const reader = new ByteReader(bytes)
  const count = reader.varint()
  const table: SlotTable = {
    count,
    refs: new Uint32Array(count),
    languages: new Uint32Array(count),
    empty: new Uint8Array(count),
  }
  let ref = 0
  for (let slot = 0; slot < count; slot++) {
    ref += reader.signed()
    table.refs[slot] = ref
    const rest = reader.varint()
    table.languages[slot] = Math.floor(rest / 2)
    table.empty[slot] = rest % 2
  }
  return table
}

/** The documents of one level in one segment; their numbers are the ids in the level's posting lists. */
export type LevelTable = {
  count: number
  slots: Uint32Array
  ordinals: Uint32Array
  /** Counts of all its words together. */
  lengths: Uint32Array
  kinds: Uint8Array
  /** Scratch of one ranking, all zero in between. */
  scores: Float64Array
}

export class LevelTableBuilder {
  private readonly slots = new GrowingNumbers()
  private readonly ordinals = new GrowingNumbers()
  private readonly lengths = new GrowingNumbers()
  private readonly kinds = new GrowingNumbers()

  /** Slots must not fall. Gives the document's number. */
  add(slot: number, ordinal: number, length: number, kind: number): number {
    this.slots.push(slot)
    this.ordinals.push(ordinal)
    this.lengths.push(length)
    return this.kinds.push(kind)
  }

  get count(): number {
    return this.slots.length
  }

  pack(): Uint8Array {
    const writer = new ByteWriter(this.count * 5 + 8)
    writer.varint(this.count)
    let slot = 0
    let ordinal = 0
    for (let at = 0; at < this.count; at++) {
      const step = this.slots.at(at) - slot
      if (step > 0) ordinal = 0
      writer.varint(step)
      writer.signed(this.ordinals.at(at) - ordinal)
      writer.varint(this.lengths.at(at))
      writer.varint(this.kinds.at(at))
      slot = this.slots.at(at)
      ordinal = this.ordinals.at(at)
    }
    return writer.take()
  }
}

export function unpackLevel(bytes: Uint8Array | undefined): LevelTable {
  const reader = new ByteReader(bytes ?? new Uint8Array(1))
  const table = emptyLevel(reader.varint())
  let slot = 0
  let ordinal = 0
  for (let at = 0; at < table.count; at++) {
    const step = reader.varint()
    if (step > 0) ordinal = 0
    slot += step
    ordinal += reader.signed()
    table.slots[at] = slot
    table.ordinals[at] = ordinal
    table.lengths[at] = reader.varint()
    table.kinds[at] = reader.varint()
  }
  return table
}

const emptyLevel = (count: number): LevelTable => ({
  count,
  slots: new Uint32Array(count),
  ordinals: new Uint32Array(count),
  lengths: new Uint32Array(count),
  kinds: new Uint8Array(count),
  scores: new Float64Array(count),
})
