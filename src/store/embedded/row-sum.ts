/**
 * Checksums of what is stored. A row has the sum of its values, stored bytes end with the sum of themselves and of the key they belong
 * to, and a repo has the total of its rows. So a changed byte, a row that is gone and bytes under another key are all noticed.
 */
import { crc32 } from 'node:zlib'
import { damaged } from './damaged.ts'
import { storedText } from './stored-text.ts'

export type Summed = number | string | null | Uint8Array

/** A number of 32 bits. Whatever one of the values is replaced by, the sum is another one. */
export function sumOf(...values: readonly Summed[]): number {
  let sum = values.length
  for (const value of values) {
    if (typeof value === 'number') sum = sumWithNumber(sum, value)
    else if (value === null) sum = sumWith(sum, NOTHING)
    else if (typeof value === 'string') sum = sumWith(continued(storedText(value), sum), value.length)
    else sum = sumWith(continued(value, sum), value.length)
  }
  return sum
}

const NOTHING = 0x5bd1e995

/** Of no bytes, `crc32` returns 0 or the given sum, depending on where they are in memory. */
const continued = (bytes: string | Uint8Array, sum: number): number => (bytes.length === 0 ? sum : crc32(bytes, sum))

/** Adds a whole number below 2^32. One to one for each of the two, so a single changed number always changes the sum. */
export function sumWith(sum: number, number: number): number {
  const mixed = Math.imul(sum ^ number, 0x01000193)
  return (mixed ^ (mixed >>> 15)) >>> 0
}

const float = new Float64Array(1)
const halves = new Uint32Array(float.buffer)

export function sumWithNumber(sum: number, number: number): number {
  float[0] = number
  return sumWith(sumWith(sum, halves[0] as number), halves[1] as number)
}

/** Totals of rows do not depend on their order. The tables' triggers add in the same way. */
export const addSums = (total: number, sum: number): number => (total + sum) % 0x1_0000_0000

const SUM_BYTES = 4

/** `key`: what the bytes belong to, so that bytes of another row are not taken for these. */
export function seal(bytes: Uint8Array, ...key: readonly Summed[]): Uint8Array {
  const sealed = Buffer.allocUnsafe(bytes.length + SUM_BYTES)
  sealed.set(bytes)
  sealed.writeUInt32LE(continued(bytes, sumOf(...key)), bytes.length)
  return sealed
}

/** `what`: as for `damaged`. Nothing is copied. */
export function unseal(what: string, sealed: Uint8Array | undefined, ...key: readonly Summed[]): Uint8Array {
  const end = (sealed?.length ?? 0) - SUM_BYTES
  if (!sealed || end < 0) throw damaged(what)
  const bytes = sealed.subarray(0, end)
  const sum = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.length).readUInt32LE(end)
  if (continued(bytes, sumOf(...key)) !== sum) throw damaged(what)
  return bytes
}
