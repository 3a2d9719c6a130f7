/**
 * The vectors of one file, or of one note, as bytes. They are sorted by unit and ordinal and stored as columns; all numbers of a
 * column have as many bytes as its largest needs, in the byte order of the machine.
 *
 *   [u8 format][u8 width of ordinals][u8 of first lines][u8 of line counts][u32 numbers in a vector][u32 symbols][u32 sections][u32 passages]
 *   [ordinals][first lines][lines after the first][8 bytes each: hashes][f32 each: scales][vectors]
 */
import type { CairnProblem } from '../../contract/problems.ts'
import type { VectorEntry } from '../port.ts'
import { damaged } from './damaged.ts'

/** In the order in which they are stored: append only. */
export const vectorUnits = ['symbol', 'section', 'passage'] as const satisfies readonly VectorEntry['unit'][]

const FORMAT = 1
const HEADER_BYTES = 20
const HASH_BYTES = 8

export function packVectors(entries: readonly VectorEntry[]): Uint8Array {
  const sorted = [...entries].sort((a, b) => unitNumber(a) - unitNumber(b) || a.ordinal - b.ordinal)
  const dimensions = checked(sorted)
  const columns = [
    sorted.map(({ ordinal }) => ordinal),
    sorted.map(({ start_line }) => start_line),
    sorted.map(({ start_line, end_line }) => end_line - start_line),
  ].map(narrow)
  const bytes = Buffer.alloc(
    HEADER_BYTES + columns.reduce((sum, { byteLength }) => sum + byteLength, 0) + sorted.length * (HASH_BYTES + 4 + dimensions),
  )
  bytes.set([FORMAT, ...columns.map(({ BYTES_PER_ELEMENT }) => BYTES_PER_ELEMENT)])
  const counts = vectorUnits.map((unit) => sorted.filter((entry) => entry.unit === unit).length)
  for (const [at, number] of [dimensions, ...counts].entries()) bytes.writeUInt32LE(number, 4 + at * 4)
  let at = HEADER_BYTES
  const add = (part: Uint8Array): void => {
    bytes.set(part, at)
    at += part.length
  }
  for (const { buffer, byteOffset, byteLength } of columns) add(new Uint8Array(buffer, byteOffset, byteLength))
  for (const { text_hash } of sorted) add(Buffer.from(text_hash, 'base64url'))
  add(new Uint8Array(Float32Array.from(sorted, ({ scale }) => scale).buffer))
  for (const { vector } of sorted) add(new Uint8Array(vector.buffer, vector.byteOffset, vector.length))
  return bytes
}

const unitNumber = ({ unit }: VectorEntry): number => vectorUnits.indexOf(unit)

/** Returns how many numbers each vector has. What breaks the rules of the port is a mistake of the caller. */
function checked(sorted: readonly VectorEntry[]): number {
  const dimensions = sorted[0]?.vector.length ?? 0
  for (const [at, entry] of sorted.entries()) {
    const { unit, ordinal, start_line, end_line, text_hash, vector, scale } = entry
    const say = (fault: string): Error => new Error(`the vector of ${unit} ${ordinal} ${fault}`)
    if (vector.length === 0 || vector.length !== dimensions) throw say(`has ${vector.length} numbers, another has ${dimensions}`)
    if (![ordinal, start_line, end_line - start_line].every((number) => Number.isInteger(number) && number >= 0))
      throw say(`has no valid place: ordinal ${ordinal}, lines ${start_line} to ${end_line}`)
    if (!Number.isFinite(Math.fround(scale)) || scale < 0) throw say(`has the scale ${scale}`)
    if (Buffer.from(text_hash, 'base64url').length !== HASH_BYTES) throw say(`has no hash of 8 bytes: ${text_hash}`)
    const before = sorted[at - 1]
    if (before?.unit === unit && before.ordinal === ordinal) throw say('was given twice')
  }
  return dimensions
}

function narrow(numbers: readonly number[]): Uint8Array | Uint16Array | Uint32Array {
  const largest = numbers.reduce((most, number) => Math.max(most, number), 0)
  return largest < 0x100 ? Uint8Array.from(numbers) : largest < 0x10000 ? Uint16Array.from(numbers) : Uint32Array.from(numbers)
}

/** Reads in place: nothing is unpacked before it is asked for. Columns are read at once, since a loop over entries takes much longer. */
export class VectorBlob {
  readonly dimensions: number
  readonly count: number
  readonly largestScale: number
  /** How many of each unit, in the order of `vectorUnits`. */
  readonly counts: readonly [number, number, number]
  private readonly bytes: Buffer
  /** Where the columns begin. */
  private readonly starts: { ordinals: number; lines: number; spans: number; hashes: number; scales: number; vectors: number }

  constructor(bytes: Uint8Array, owner: string) {
    const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    if (all.length < HEADER_BYTES || all[0] !== FORMAT) throw damagedVectors(owner)
    this.bytes = all
    this.dimensions = all.readUInt32LE(4)
    this.counts = [all.readUInt32LE(8), all.readUInt32LE(12), all.readUInt32LE(16)]
    const count = this.counts[0] + this.counts[1] + this.counts[2]
    const lines = HEADER_BYTES + count * width(all, 1, owner)
    const spans = lines + count * width(all, 2, owner)
    const hashes = spans + count * width(all, 3, owner)
    const scales = hashes + count * HASH_BYTES
    const vectors = scales + count * 4
    if (vectors + count * this.dimensions !== all.length) throw damagedVectors(owner)
    this.count = count
    this.starts = { ordinals: HEADER_BYTES, lines, spans, hashes, scales, vectors }
    this.largestScale = largest(this.scales(0, count), owner)
  }

  /** Of `count` entries, from `entry` on; so are the other columns. */
  ordinals(entry: number, count: number): Numbers {
    return this.column(1, this.starts.ordinals, entry, count)
  }
  startLines(entry: number, count: number): Numbers {
    return this.column(2, this.starts.lines, entry, count)
  }
  /** How many lines follow the first. */
  spans(entry: number, count: number): Numbers {
    return this.column(3, this.starts.spans, entry, count)
  }
  scales(entry: number, count: number): Float32Array {
    return new Float32Array(this.copy(this.starts.scales + entry * 4, count * 4))
  }
  vectors(entry: number, count: number): Int8Array {
    const { buffer, byteOffset } = this.bytes
    return new Int8Array(buffer, byteOffset + this.starts.vectors + entry * this.dimensions, count * this.dimensions)
  }

  entries(): VectorEntry[] {
    return vectorUnits.flatMap((unit, at) => {
      const first = this.counts.slice(0, at).reduce((sum, count) => sum + count, 0)
      return Array.from({ length: this.counts[at] as number }, (_, index) => this.entry(unit, first + index))
    })
  }

  private entry(unit: VectorEntry['unit'], at: number): VectorEntry {
    const hash = this.starts.hashes + at * HASH_BYTES
    const start_line = this.startLines(at, 1)[0] as number
    return {
      unit,
      ordinal: this.ordinals(at, 1)[0] as number,
      start_line,
      end_line: start_line + (this.spans(at, 1)[0] as number),
      text_hash: this.bytes.toString('base64url', hash, hash + HASH_BYTES),
      vector: this.vectors(at, 1),
      scale: this.scales(at, 1)[0] as number,
    }
  }

  /** `header`: where the header says how many bytes a number of this column has. */
  private column(header: number, start: number, entry: number, count: number): Numbers {
    const bytes = this.bytes[header] as number
    const at = start + entry * bytes
    if (bytes === 1) return this.bytes.subarray(at, at + count)
    const numbers = this.copy(at, count * bytes)
    return bytes === 2 ? new Uint16Array(numbers) : new Uint32Array(numbers)
  }

  /** Columns begin anywhere; numbers of several bytes are read at multiples of their size only. */
  private copy(at: number, length: number): ArrayBuffer {
    const { buffer, byteOffset } = this.bytes
    return buffer.slice(byteOffset + at, byteOffset + at + length) as ArrayBuffer
  }
}

type Numbers = Uint8Array | Uint16Array | Uint32Array

/** A negative scale would be outside the error that the fast comparison allows for. */
function largest(scales: Float32Array, owner: string): number {
  let most = 0
  for (let at = 0; at < scales.length; at++) {
    const scale = scales[at] as number
    if (!(scale >= 0)) throw damagedVectors(owner)
    if (scale > most) most = scale
  }
  if (most === Number.POSITIVE_INFINITY) throw damagedVectors(owner)
  return most
}

function width(bytes: Uint8Array, header: number, owner: string): number {
  const found = bytes[header] as number
  if (found !== 1 && found !== 2 && found !== 4) throw damagedVectors(owner)
  return found
}

export const damagedVectors = (owner: string): CairnProblem => damaged(`the vectors of ${owner}`)
