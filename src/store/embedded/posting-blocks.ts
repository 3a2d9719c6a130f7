/**
 * Terms with their posting lists, sorted and cut into blocks of about a database page. Within a block a term gives only what
 * differs from the term before:
 *
 *   [shared bytes][further bytes][the further bytes][length of list][list] …
 */
import { ByteReader, ByteWriter } from './bytes.ts'

/** A row of this size fills one page of 4,096 bytes and spills nothing. */
const BLOCK_BYTES = 4000

/** `term` is the first of the block, as UTF-8 bytes: a database's idea of text must not come into the order. */
export type Block = { term: Uint8Array; bytes: Uint8Array }
export type BlockEntry = { term: Uint8Array; list: Uint8Array }

/** Collects entries, given in the order of their UTF-8 bytes, into blocks. */
export class BlockWriter {
  private readonly writer = new ByteWriter(BLOCK_BYTES * 2)
  private first: Uint8Array = new Uint8Array(0)
  private previous: Uint8Array = new Uint8Array(0)

  /** Gives the block that this entry did not fit into, if any. */
  add({ term, list }: BlockEntry): Block | undefined {
    const finished = this.writer.length + term.length + list.length + 12 > BLOCK_BYTES ? this.end() : undefined
    if (this.writer.length === 0) {
      this.first = term
      this.previous = new Uint8Array(0)
    }
    const shared = sharedLength(this.previous, term)
    this.writer.varint(shared)
    this.writer.varint(term.length - shared)
    this.writer.raw(term.subarray(shared))
    this.writer.varint(list.length)
    this.writer.raw(list)
    this.previous = term
    return finished
  }

  end(): Block | undefined {
    return this.writer.length === 0 ? undefined : { term: this.first, bytes: this.writer.take() }
  }
}

/**
 * The list of one term, or undefined. Knows by the shared length alone, mostly without comparing, whether a term can still be
 * the one: `matched` bytes of the wanted term are equal to the current one, which sorts before it.
 */
export function findInBlock(block: Uint8Array, wanted: Uint8Array): Uint8Array | undefined {
  const reader = new ByteReader(block)
  let matched = 0
  while (!reader.done) {
    const shared = reader.varint()
    const further = reader.varint()
    const start = reader.at
    reader.at += further
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
    reader.at += length
  }
  return undefined
}

/** All entries of a block, in order. */
export function* readBlock(block: Uint8Array): Generator<BlockEntry> {
  const reader = new ByteReader(block)
  let term: Uint8Array = new Uint8Array(0)
  while (!reader.done) {
    const shared = reader.varint()
    term = Buffer.concat([term.subarray(0, shared), reader.raw(reader.varint())])
    yield { term, list: reader.raw(reader.varint()) }
  }
}

function sharedLength(a: Uint8Array, b: Uint8Array): number {
  const most = Math.min(a.length, b.length)
  let at = 0
  while (at < most && a[at] === b[at]) at++
  return at
}
