/**
 * A posting list: ascending ids with a value each, as bytes. One varint contains the step from the id before and a bit that says
 * whether the value is the usual one; any other value follows.
 */
import { ByteReader } from './bytes.ts'

/**
 * Terms belong to namespaces, marked by their first letter: words of each level, names of symbols, whole identifiers. Ids are
 * documents of that level in the first five, indexes in the segment's list of files in the last two.
 */
export const namespaces = {
  doc: 'd',
  file: 'f',
  identifier: 'i',
  module: 'm',
  name: 'n',
  repo: 'r',
  symbol: 's',
} as const
export type Namespace = keyof typeof namespaces

/** A term as it is stored and looked up. */
export const termBytes = (namespace: Namespace, term: string): Uint8Array => Buffer.from(namespaces[namespace] + term)

/** The value that takes no byte: one occurrence. Ordinals of names have no usual value; 2^31 never occurs. */
export const usualValue = (namespace: Namespace): number => (namespace === 'name' ? 0x7fffffff : 1)

export type PostingList = { ids: Uint32Array; values: Uint32Array }

export function readPostings(bytes: Uint8Array, usual: number): PostingList {
  // No posting is shorter than a byte.
  const ids = new Uint32Array(bytes.length)
  const values = new Uint32Array(bytes.length)
  let count = 0
  eachPosting(bytes, usual, (id, value) => {
    ids[count] = id
    values[count++] = value
  })
  return { ids: ids.slice(0, count), values: values.slice(0, count) }
}

export function eachPosting(bytes: Uint8Array, usual: number, take: (id: number, value: number) => void): void {
  const reader = new ByteReader(bytes)
  let id = 0
  while (!reader.done) {
    const step = reader.varint()
    id += step >>> 1
    take(id, (step & 1) === 1 ? usual : reader.varint())
  }
}

/** The varint that opens a posting. */
export const postingStep = (step: number, isUsual: boolean): number => step * 2 + (isUsual ? 1 : 0)
