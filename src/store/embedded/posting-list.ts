/**
 * A posting list: ascending ids with a value each, as bytes. One varint contains the step from the id before and a bit that says
 * whether the value is the usual one; any other value follows.
 */
import { ByteReader } from './bytes.ts'
import { damaged, decoding } from './damaged.ts'

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

const byLetter = new Map(Object.entries(namespaces).map(([name, letter]) => [letter.charCodeAt(0), name as Namespace]))

/** The namespace of a stored term. */
export function namespaceOf(term: Uint8Array): Namespace {
  const namespace = byLetter.get(term[0] ?? 0)
  if (!namespace) throw damaged('a part of the word index')
  return namespace
}

/** The value that takes no byte: one occurrence. Ordinals of names have no usual value; 2^31 never occurs. */
export const usualValue = (namespace: Namespace): number => (namespace === 'name' ? 0x7fffffff : 1)

export type PostingList = { ids: Uint32Array; values: Uint32Array }

/** `limit`: how many documents or files there are; every id is below it. */
export type PostingRules = { usual: number; limit: number }

export function readPostings(bytes: Uint8Array, rules: PostingRules): PostingList {
  // No posting is shorter than a byte.
  const ids = new Uint32Array(bytes.length)
  const values = new Uint32Array(bytes.length)
  let count = 0
  eachPosting(bytes, rules, (id, value) => {
    ids[count] = id
    values[count++] = value
  })
  return { ids: ids.slice(0, count), values: values.slice(0, count) }
}

type TakePosting = (id: number, value: number) => void

export const eachPosting = (bytes: Uint8Array, rules: PostingRules, take: TakePosting): void =>
  decoding('a list of the word index', () => takePostings(bytes, rules, take))

function takePostings(bytes: Uint8Array, { usual, limit }: PostingRules, take: TakePosting): void {
  const reader = new ByteReader(bytes)
  let id = 0
  while (!reader.done) {
    const step = reader.varint()
    id += step >>> 1
    if (id >= limit) throw new Error(`there is no document ${id} among ${limit}`)
    take(id, (step & 1) === 1 ? usual : reader.varint())
  }
}

/** The varint that opens a posting. */
export const postingStep = (step: number, isUsual: boolean): number => step * 2 + (isUsual ? 1 : 0)
