/**
 * The words of a model as a hash table in a file beside it, made when Cairn is built. A question looks up a few words; a Map of all words
 * would take longer than the rest of the question's embedding. All numbers are little endian.
 *
 *     64 bytes  the model's hash
 *     uint32    length of its longest word
 *     uint32    slots in the table: a power of two
 *     slots     a uint32 each: the row of a word plus one, or 0
 *     starts    a uint32 for each word and one more: where it begins among the words of the model; each but the last is followed by a line feed
 */
import type { KnownWords } from './vocabulary.ts'

/** `words` in the order of their rows. */
export function packWordIndex(hash: string, words: readonly string[]): Uint8Array {
  const slots = slotsFor(words)
  const tableEnd = HEAD_BYTES + slots.length * 4
  const bytes = Buffer.alloc(tableEnd + (words.length + 1) * 4)
  bytes.write(hash, 'latin1')
  bytes.writeUInt32LE(
    words.reduce((most, { length }) => Math.max(most, length), 0),
    HASH_BYTES,
  )
  bytes.writeUInt32LE(slots.length, HASH_BYTES + 4)
  for (const [at, slot] of slots.entries()) bytes.writeUInt32LE(slot, HEAD_BYTES + at * 4)
  let start = 0
  for (const [row, word] of words.entries()) {
    bytes.writeUInt32LE(start, tableEnd + row * 4)
    start += Buffer.byteLength(word) + 1
  }
  bytes.writeUInt32LE(start, tableEnd + words.length * 4)
  return bytes
}

const HASH_BYTES = 64
const HEAD_BYTES = HASH_BYTES + 8

/** At most three quarters are taken, so that a search for an unknown word is short. */
function slotsFor(words: readonly string[]): Uint32Array {
  let count = 16
  while (count * 3 < words.length * 4) count *= 2
  const slots = new Uint32Array(count)
  for (const [row, word] of words.entries()) {
    let slot = hashOf(word) & (count - 1)
    while (slots[slot] !== 0) slot = (slot + 1) & (count - 1)
    slots[slot] = row + 1
  }
  return slots
}

/** FNV-1a of UTF-16 units, with the upper bits mixed into the lower ones. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
  return hash ^ (hash >>> 15)
}

/** Reads `length` bytes at a place of a file. */
export type ReadAt = (at: number, length: number) => Buffer

/** undefined: the index is that of another model. */
export function openWordIndex(index: ReadAt, words: ReadAt, model: { hash: string; rows: number }): KnownWords | undefined {
  const head = index(0, HEAD_BYTES)
  if (head.toString('latin1', 0, HASH_BYTES) !== model.hash) return undefined
  const [longest, slots] = [head.readUInt32LE(HASH_BYTES), head.readUInt32LE(HASH_BYTES + 4)]
  const starts = HEAD_BYTES + slots * 4
  const wordOf = (row: number): string => {
    const places = index(starts + row * 4, 8)
    const start = places.readUInt32LE(0)
    return words(start, places.readUInt32LE(4) - start - 1).toString()
  }
  return {
    longest,
    lengthOf: (row) => wordOf(row).length,
    rowOf(word) {
      for (let slot = hashOf(word) & (slots - 1), looked = 0; looked < slots; slot = (slot + 1) & (slots - 1), looked++) {
        const entry = index(HEAD_BYTES + slot * 4, 4).readUInt32LE(0)
        if (entry === 0 || entry > model.rows) return undefined
        if (wordOf(entry - 1) === word) return entry - 1
      }
      return undefined
    },
  }
}
