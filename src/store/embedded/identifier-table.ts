/**
 * All identifiers of a segment with their posting lists, decoded, so that identifiers can be found by a part of them. They are one
 * text, one per line, as Latin-1 characters of their UTF-8 bytes: the engine searches such a text at more than 1 GB/s, and bytes
 * of ASCII never occur inside other characters.
 */
import type { IdentifierPart, PartEdge } from '../../contract/text-need.ts'
import { ByteReader } from './bytes.ts'
import { GrowingNumbers } from './growing-numbers.ts'
import { contentOf } from './posting-blocks.ts'
import { eachPosting, namespaces, usualValue } from './posting-list.ts'

export class IdentifierTable {
  private readonly text: string
  private lower: string | undefined
  /** Per identifier: where it starts in `text`, and its list in `lists`; one more entry for the end. */
  private readonly starts: Uint32Array
  private readonly listStarts: Uint32Array
  private readonly lists: Uint8Array

  constructor(blocks: Iterable<Uint8Array>) {
    const decoder = new Decoder()
    for (const block of blocks) decoder.add(contentOf(block))
    const { text, lists, starts, listStarts } = decoder.end()
    this.text = text.toString('latin1')
    this.starts = starts
    this.listStarts = listStarts
    this.lists = lists
  }

  /** What it takes in memory, the lower-cased copy included. */
  get bytes(): number {
    return this.text.length * 2 + this.lists.length + this.starts.length * 8
  }

  /** Sets `holds[slot]` to 1 for each slot that has an identifier with this part. */
  mark({ text, any_case, before, after }: IdentifierPart, holds: Uint8Array): void {
    if (any_case) this.lower ??= this.text.toLowerCase()
    const all = any_case ? (this.lower as string) : this.text
    const part = Buffer.from(text).toString('latin1')
    const mark = (slot: number): void => {
      holds[slot] = 1
    }
    for (let at = all.indexOf(part); at >= 0; ) {
      const end = at + part.length
      if (!fits(all, at - 1, before) || !fits(all, end, after)) {
        at = all.indexOf(part, at + 1)
        continue
      }
      const row = this.rowAt(at)
      const list = this.lists.subarray(this.listStarts[row], this.listStarts[row + 1])
      eachPosting(list, usualValue('identifier'), mark)
      at = all.indexOf(part, this.starts[row + 1])
    }
  }

  /** The identifier at an offset of the text. */
  private rowAt(offset: number): number {
    let low = 0
    let high = this.starts.length - 2
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.starts[middle] as number) <= offset) low = middle
      else high = middle - 1
    }
    return low
  }
}

const LINE_END = 10
const DOLLAR = 36

function fits(text: string, at: number, edge: PartEdge): boolean {
  if (edge === 'anything') return true
  const unit = text.charCodeAt(at)
  return unit === LINE_END || (edge === 'dollar' && unit === DOLLAR)
}

/** One pass over the blocks, without an object for each identifier: a large repo has several hundred thousand. */
class Decoder {
  private readonly text = new GrowingBytes()
  private readonly lists = new GrowingBytes()
  private readonly starts = new GrowingNumbers()
  private readonly listStarts = new GrowingNumbers()
  /** The term before, with the letter of its namespace: the next one gives only what differs. */
  private term = new Uint8Array(1024)

  constructor() {
    // Every identifier has a line end on both sides.
    this.text.put(LINE_END_BYTES, 0, 1)
  }

  add(block: Uint8Array): void {
    const reader = new ByteReader(block)
    while (!reader.done) {
      const shared = reader.varint()
      const further = reader.varint()
      const length = shared + further
      if (length > this.term.length) this.term = Buffer.concat([this.term], length * 2)
      for (let at = 0; at < further; at++) this.term[shared + at] = block[reader.at + at] as number
      reader.at += further
      const listLength = reader.varint()
      if (this.term[0] === LETTER) {
        this.starts.push(this.text.length)
        this.listStarts.push(this.lists.length)
        this.text.put(this.term, 1, length)
        this.text.put(LINE_END_BYTES, 0, 1)
        this.lists.put(block, reader.at, reader.at + listLength)
      }
      reader.at += listLength
    }
  }

  end(): { text: Buffer; lists: Uint8Array; starts: Uint32Array; listStarts: Uint32Array } {
    this.starts.push(this.text.length)
    this.listStarts.push(this.lists.length)
    return { text: this.text.all, lists: this.lists.all, starts: this.starts.all, listStarts: this.listStarts.all }
  }
}

class GrowingBytes {
  private bytes = Buffer.allocUnsafe(1 << 16)
  length = 0

  /** In a loop, because most pieces are a few bytes long and a call of `set` takes longer. */
  put(from: Uint8Array, start: number, end: number): void {
    const needed = this.length + end - start
    if (needed > this.bytes.length) this.bytes = Buffer.concat([this.bytes], needed * 2)
    for (let at = start; at < end; at++) this.bytes[this.length++] = from[at] as number
  }

  get all(): Buffer {
    return Buffer.from(this.bytes.subarray(0, this.length))
  }
}

const LINE_END_BYTES = Uint8Array.of(LINE_END)
const LETTER = namespaces.identifier.charCodeAt(0)
