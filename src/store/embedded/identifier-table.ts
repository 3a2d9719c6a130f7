/**
 * All identifiers of a segment with their posting lists, decoded, so that identifiers can be found by a part of them. They are one
 * text, one per line, as Latin-1 characters of their UTF-8 bytes: the engine searches such a text at more than 1 GB/s, and bytes
 * of ASCII never occur inside other characters.
 */
import { breather } from '../../base/breathe.ts'
import type { IdentifierPart, PartEdge } from '../../contract/text-need.ts'
import { ByteReader } from './bytes.ts'
import { decoding } from './damaged.ts'
import { contentOf, sharedWith } from './posting-blocks.ts'
import { eachPosting, namespaces, usualValue } from './posting-list.ts'

export class IdentifierTable {
  private readonly text: string
  private lower: string | undefined
  /** Per identifier: where it starts in `text`, and its list in `lists`; one more entry for the end. */
  private readonly starts: Uint32Array
  private readonly listStarts: Uint32Array
  private readonly lists: Uint8Array

  private constructor({ text, lists, starts, listStarts }: ReturnType<Decoder['end']>) {
    this.text = text
    this.starts = starts
    this.listStarts = listStarts
    this.lists = lists
  }

  static async decode(blocks: Iterable<Uint8Array>): Promise<IdentifierTable> {
    const decoder = new Decoder()
    const breathe = breather()
    for (const block of blocks) {
      decoding('the identifiers of a segment', () => decoder.add(contentOf(block)))
      await breathe()
    }
    return new IdentifierTable(decoder.end())
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
    // Every identifier contains it, and the search below would find it at the end again and again.
    if (part === '') return void holds.fill(1)
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
      eachPosting(list, { usual: usualValue('identifier'), limit: holds.length }, mark)
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

/**
 * One pass over the blocks, without an object or a call for each identifier: a large repo has several hundred thousand, and a
 * command that runs once does this before its functions are compiled well.
 */
class Decoder {
  private text = Buffer.allocUnsafe(1 << 20)
  private length = 0
  private lists = Buffer.allocUnsafe(1 << 20)
  private listsLength = 0
  private starts = new Uint32Array(1 << 14)
  private listStarts = new Uint32Array(1 << 14)
  private count = 0

  constructor() {
    // Every identifier has a line end on both sides.
    this.text[this.length++] = LINE_END
  }

  add(block: Uint8Array): void {
    // The term before, with the letter of its namespace: the next one gives only what differs.
    let term = new Uint8Array(LONGEST_TERM)
    let end = 0
    const reader = new ByteReader(block)
    while (reader.at < block.length) {
      const shared = sharedWith(end, reader.varint())
      const further = reader.varint()
      const from = reader.at
      reader.skip(further)
      end = shared + further
      if (end > term.length) term = Buffer.concat([term], end)
      for (let at = 0; at < further; at++) term[shared + at] = block[from + at] as number
      const listLength = reader.varint()
      const list = reader.at
      reader.skip(listLength)
      if (term[0] === LETTER) {
        this.reserve(end, listLength)
        this.starts[this.count] = this.length
        this.listStarts[this.count++] = this.listsLength
        const { text, lists } = this
        for (let at = 1; at < end; at++) text[this.length++] = term[at] as number
        text[this.length++] = LINE_END
        for (let at = 0; at < listLength; at++) lists[this.listsLength++] = block[list + at] as number
      }
    }
  }

  end(): { text: string; lists: Uint8Array; starts: Uint32Array; listStarts: Uint32Array } {
    this.reserve(0, 0)
    this.starts[this.count] = this.length
    this.listStarts[this.count] = this.listsLength
    return {
      text: this.text.toString('latin1', 0, this.length),
      lists: this.lists.slice(0, this.listsLength),
      starts: this.starts.slice(0, this.count + 1),
      listStarts: this.listStarts.slice(0, this.count + 1),
    }
  }

  private reserve(text: number, list: number): void {
    if (this.length + text > this.text.length) this.text = Buffer.concat([this.text], (this.length + text) * 2)
    if (this.listsLength + list > this.lists.length) this.lists = Buffer.concat([this.lists], (this.listsLength + list) * 2)
    if (this.count === this.starts.length) {
      this.starts = doubled(this.starts)
      this.listStarts = doubled(this.listStarts)
    }
  }
}

function doubled(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(numbers.length * 2)
  larger.set(numbers)
  return larger
}

/** `MAX_IDENTIFIER` characters of three bytes each, and the letter; others are possible, and handled. */
const LONGEST_TERM = 400
const LETTER = namespaces.identifier.charCodeAt(0)
