/**
 * The documents of a segment as columns of numbers: which files (or notes) it contains, and per level which documents. Built
 * while a segment is written, packed into one blob each. All numbers of a column have as many bytes as its largest needs, so that
 * a cold process reads it without a loop: unpacking 50,000 documents number by number took 30 ms of a first question.
 */
import type { SearchLevel } from '../../contract/items.ts'
import { ByteReader, ByteWriter } from './bytes.ts'
import { decoding } from './damaged.ts'
import { GrowingNumbers } from './growing-numbers.ts'

/** Number of the part in the `part` table; 0 is the list of files. Never renumbered. */
export const partOfLevel = { symbol: 1, file: 2, doc: 3, module: 4, repo: 5 } as const satisfies Record<SearchLevel, number>
export const FILES_PART = 0
/** A document that is of no kind of symbol. */
export const NO_KIND = 255

/** What a segment records about the file or note in each of its slots. */
export type SlotTable = {
  count: number
  /** `file.id * 2`, or `note.id * 2 + 1`. */
  refs: Uint32Array
  /** `name.id` of the language; 0 for a note. */
  languages: Uint32Array
  /** 1: the slot is empty and only marks the content of older segments as out of date. */
  empty: Uint32Array
  /** The slots in the order of their refs; made when a question first looks for a ref. */
  byRef?: Uint32Array
}

export const fileRef = (id: number): number => id * 2
export const noteRef = (id: number): number => id * 2 + 1
/** The ref in a copy, whose files and notes have other numbers. */
export const refWith = (ref: number, offsets: { file: number; note: number }): number =>
  ref + 2 * (ref % 2 === 1 ? offsets.note : offsets.file)

/** The slot that holds a ref; undefined when none does. */
export function slotOf(table: SlotTable, ref: number): number | undefined {
  const { refs, count } = table
  table.byRef ??= Uint32Array.from({ length: count }, (_, slot) => slot).sort(
    (a, b) => (refs[a] as number) - (refs[b] as number) || a - b,
  )
  const { byRef } = table
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if ((refs[byRef[middle] as number] as number) < ref) low = middle + 1
    else high = middle
  }
  const slot = byRef[low]
  return slot !== undefined && refs[slot] === ref ? slot : undefined
}

export function packSlots(slots: readonly { ref: number; language: number; empty: boolean }[]): Uint8Array {
  const writer = new ByteWriter(slots.length * 6 + 16)
  writer.varint(slots.length)
  writeColumn(
    writer,
    Uint32Array.from(slots, ({ ref }) => ref),
  )
  writeColumn(
    writer,
    Uint32Array.from(slots, ({ language }) => language),
  )
  writeColumn(
    writer,
    Uint32Array.from(slots, ({ empty }) => (empty ? 1 : 0)),
  )
  return writer.take()
}

export const unpackSlots = (bytes: Uint8Array): SlotTable => decoding('the list of files of a segment', () => readSlots(bytes))

function readSlots(bytes: Uint8Array): SlotTable {
  const reader = new ByteReader(bytes)
  const count = reader.varint()
  const [refs, languages, empty] = [readColumn(reader, count), readColumn(reader, count), readColumn(reader, count)]
  reader.expectEnd()
  return { count, refs, languages, empty }
}

/** The documents of one level in one segment; their numbers are the ids in the level's posting lists. */
export type LevelTable = {
  count: number
  /** Sum of all lengths. */
  length: number
  slots: Uint32Array
  ordinals: Uint32Array
  /** Sum of the counts of all its words. */
  lengths: Uint32Array
  kinds: Uint32Array
  /** Scratch space of one ranking, which is never interrupted: scores, all zero in between, and the documents that have one. */
  scores: Float64Array
  touched: Uint32Array
}

/** The documents of a slot, from the first number to before the second. The slots of documents do not decrease. */
export function documentsOf({ slots, count }: LevelTable, slot: number): [from: number, end: number] {
  const from = firstAt(slots, count, slot)
  let end = from
  while (end < count && slots[end] === slot) end++
  return [from, end]
}

function firstAt(slots: Uint32Array, count: number, slot: number): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if ((slots[middle] as number) < slot) low = middle + 1
    else high = middle
  }
  return low
}

export class LevelTableBuilder {
  private readonly slots = new GrowingNumbers()
  private readonly ordinals = new GrowingNumbers()
  private readonly lengths = new GrowingNumbers()
  private readonly kinds = new GrowingNumbers()

  /** Slots must not decrease. Returns the document's number. */
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
    const writer = new ByteWriter(this.count * 6 + 32)
    writer.varint(this.count)
    writer.varint(this.lengths.all.reduce((sum, length) => sum + length, 0))
    for (const column of [this.slots, this.ordinals, this.lengths, this.kinds]) writeColumn(writer, column.all)
    return writer.take()
  }
}

export const unpackLevel = (bytes: Uint8Array): LevelTable =>
  decoding('the list of documents of a segment', () => readLevel(bytes))

function readLevel(bytes: Uint8Array): LevelTable {
  const reader = new ByteReader(bytes)
  const count = reader.varint()
  const length = reader.varint()
  const [slots, ordinals] = [readColumn(reader, count), readColumn(reader, count)]
  const [lengths, kinds] = [readColumn(reader, count), readColumn(reader, count)]
  reader.expectEnd()
  // Only now is it known that the count is right: a wrong one could ask for more memory than there is.
  return { count, length, slots, ordinals, lengths, kinds, scores: new Float64Array(count), touched: new Uint32Array(count) }
}

export const emptyLevel = new LevelTableBuilder().pack()

function writeColumn(writer: ByteWriter, numbers: Uint32Array): void {
  let largest = 0
  for (const number of numbers) if (number > largest) largest = number
  const packed = largest < 0x100 ? new Uint8Array(numbers) : largest < 0x10000 ? new Uint16Array(numbers) : numbers
  writer.varint(packed.BYTES_PER_ELEMENT)
  writer.raw(new Uint8Array(packed.buffer, packed.byteOffset, packed.byteLength))
}

function readColumn(reader: ByteReader, count: number): Uint32Array {
  const width = reader.varint()
  if (width !== 1 && width !== 2 && width !== 4) throw new Error(`a column has numbers of ${width} bytes`)
  // A copy, because wider numbers can only be read from an aligned address.
  const bytes = new Uint8Array(reader.raw(count * width))
  if (width === 1) return new Uint32Array(bytes)
  return width === 2 ? new Uint32Array(new Uint16Array(bytes.buffer)) : new Uint32Array(bytes.buffer)
}
