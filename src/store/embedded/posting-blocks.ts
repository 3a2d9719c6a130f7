/**
 * Terms with their posting lists, sorted and cut into blocks of a database page. Within a block a term gives only what differs
 * from the term before:
 *
 *   [shared bytes][further bytes][the further bytes][length of list][list] …
 *
 * A first byte says whether the rest is deflated: that saves a third, and is done for what a build writes.
 */
import { deflateRawSync } from 'node:zlib'
import { inflate } from '../../contract/inflate.ts'
import { ByteReader, ByteWriter } from './bytes.ts'
import { damaged, decoding } from './damaged.ts'
import { seal, unseal } from './row-sum.ts'

/** A row of this size fills one page of 4,096 bytes and spills nothing. */
const BLOCK_BYTES = 3970
const PLAIN = 0
const DEFLATED = 1

/**
 * Every term from `term` to before `next` is in this block or nowhere. Both are UTF-8 bytes: the order must not depend on how a database
 * compares text. The blocks of a segment cover all terms, so a block that is gone, or another one, is noticed.
 */
export type Block = { term: Uint8Array; next: Uint8Array; bytes: Uint8Array }
/** Before and after every term, which begins with a letter. */
export const FIRST_TERM = Uint8Array.of(0)
export const LAST_TERM = Uint8Array.of(0xff)

export const sealBlock = (segment: number, { term, next, bytes }: Block): Uint8Array => seal(bytes, segment, term, next)

export const unsealBlock = (segment: number, { term, next, bytes }: Block): Uint8Array =>
  unseal(POSTINGS, bytes, segment, term, next)

/** Checks that the block read for a term is the one that has it. */
export function assertCovers({ term, next }: Block, wanted: Uint8Array): void {
  if (Buffer.compare(term, wanted) > 0 || Buffer.compare(wanted, next) >= 0) throw damaged(POSTINGS)
}
export type BlockEntry = { term: Uint8Array; list: Uint8Array }

/** Collects entries, given in the order of their UTF-8 bytes, into blocks. */
export class BlockWriter {
  private entries: BlockEntry[] = []
  private size = 0
  /** Size of a full block: grows with the compression ratio. */
  private limit = BLOCK_BYTES
  private from: Uint8Array = FIRST_TERM
  private readonly deflates: boolean
  constructor(options: { deflate: boolean }) {
    this.deflates = options.deflate
  }

  /** Returns the block that is now full, if any. */
  add(entry: BlockEntry): Block | undefined {
    const size = entrySize(this.entries.at(-1), entry)
    const full = this.entries.length > 0 && this.size + size > this.limit ? this.cut(entry) : undefined
    this.entries.push(entry)
    this.size += size
    return full
  }

  /** At least one block, which may be empty. */
  *end(): Generator<Block> {
    do yield this.cut()
    while (this.entries.length > 0)
  }

  /** As many of the waiting entries as fill a page; one alone may take more than that. */
  private cut(following?: BlockEntry): Block {
    for (let count = this.entries.length; ; ) {
      const plain = packEntries(this.entries.slice(0, count))
      const bytes = this.deflates ? deflated(plain) : Buffer.concat([Uint8Array.of(PLAIN), plain])
      if (bytes.length <= BLOCK_BYTES || count <= 1) {
        const term = this.from
        const next = (this.entries[count] ?? following)?.term ?? LAST_TERM
        this.from = next
        this.entries = this.entries.slice(count)
        this.size = this.entries.reduce((sum, entry, at) => sum + entrySize(this.entries[at - 1], entry), 0)
        if (count > 1) this.limit = Math.max(BLOCK_BYTES, BLOCK_BYTES * (plain.length / bytes.length) * 0.97)
        return { term, next, bytes }
      }
      count = Math.max(1, Math.min(count - 1, Math.floor((count * BLOCK_BYTES * 0.98) / bytes.length)))
    }
  }
}

/** The entries of a block as they were packed. */
export function contentOf(block: Uint8Array): Uint8Array {
  if (block[0] === PLAIN) return block.subarray(1)
  if (block[0] !== DEFLATED) throw damaged(POSTINGS)
  return decoding(POSTINGS, () => inflate(block.subarray(1)))
}

const POSTINGS = 'a part of the word index'

function packEntries(entries: readonly BlockEntry[]): Uint8Array {
  const writer = new ByteWriter(BLOCK_BYTES * 2)
  let previous: Uint8Array = new Uint8Array(0)
  for (const { term, list } of entries) {
    const shared = sharedLength(previous, term)
    writer.varint(shared)
    writer.varint(term.length - shared)
    writer.raw(term.subarray(shared))
    writer.varint(list.length)
    writer.raw(list)
    previous = term
  }
  return writer.take()
}

/** A small window: blocks are small, and zlib clears the whole window for each. */
const deflated = (plain: Uint8Array): Uint8Array =>
  Buffer.concat([Uint8Array.of(DEFLATED), deflateRawSync(plain, { level: 1, windowBits: 13, memLevel: 7 })])

const entrySize = (before: BlockEntry | undefined, { term, list }: BlockEntry): number =>
  term.length - (before ? sharedLength(before.term, term) : 0) + list.length + (list.length < 0x80 ? 3 : 4)

/**
 * The list of one term in the content of a block, or undefined. Mostly the shared length alone shows whether a term can still match: `matched` bytes of the
 * wanted term equal the current one, which sorts before it.
 */
export const findInBlock = (block: Uint8Array, wanted: Uint8Array): Uint8Array | undefined =>
  decoding(POSTINGS, () => findTerm(block, wanted))

function findTerm(block: Uint8Array, wanted: Uint8Array): Uint8Array | undefined {
  const reader = new ByteReader(block)
  let matched = 0
  while (!reader.done) {
    const shared = reader.varint()
    const further = reader.varint()
    const start = reader.at
    reader.skip(further)
    const length = reader.varint()
    if (shared < matched) return undefined
    if (shared === matched) {
      let at = 0
      while (at < further && matched < wanted.length && block[start + at] === wanted[matched]) {
        at++
        matched++
      }
      if (at === further && matched === wanted.length) return reader.raw(length)
      if (at < further && (matched === wanted.length || (block[start + at] as number) > (wanted[matched] as number)))
        return undefined
    }
    reader.skip(length)
  }
  return undefined
}

/** All entries of a block, in order. */
export function* readBlock(bytes: Uint8Array): Generator<BlockEntry> {
  const reader = new ByteReader(contentOf(bytes))
  let before: Uint8Array = new Uint8Array(0)
  try {
    while (!reader.done) {
      const entry = readEntry(reader, before)
      yield entry
      before = entry.term
    }
  } catch (cause) {
    throw damaged(POSTINGS, cause)
  }
}

function readEntry(reader: ByteReader, before: Uint8Array): BlockEntry {
  const shared = sharedWith(before.length, reader.varint())
  const further = reader.raw(reader.varint())
  const term = new Uint8Array(shared + further.length)
  term.set(before.subarray(0, shared))
  term.set(further, shared)
  return { term, list: reader.raw(reader.varint()) }
}

/** Checks how many bytes a term shares with the one before. */
export function sharedWith(before: number, shared: number): number {
  if (shared > before) throw new Error(`a term shares ${shared} bytes with one of ${before}`)
  return shared
}

function sharedLength(a: Uint8Array, b: Uint8Array): number {
  const most = Math.min(a.length, b.length)
  let at = 0
  while (at < most && a[at] === b[at]) at++
  return at
}
