/**
 * All vectors of one model in one repo, in memory: one matrix per unit (symbols, sections, passages) with columns beside it. The
 * owner of a row is a file, or a note; owners are in the order of their paths, and the rows of an owner are in order.
 */
import { rowLength } from './dot-products.ts'
import { damagedVectors, type VectorBlob, vectorUnits } from './vector-blob.ts'

export type UnitTable = {
  count: number
  /** Bytes of a row of the matrix: its numbers, then zeros. */
  stride: number
  matrix: Int8Array
  scales: Float32Array
  /** No scale is larger. */
  largestScale: number
  owners: Uint32Array
  ordinals: Uint32Array
  starts: Uint32Array
  /** How many lines follow the first. */
  spans: Uint32Array
  /** The rows of owner n are from `first[n]` to before `first[n + 1]`. */
  first: Uint32Array
}

/** `row`: the row of `vectors` in the store, whose content never changes. */
export type Owner = { id: number; path: string; language: number; test: boolean; row: number }

export type VectorTable = {
  generation: number
  dimensions: number
  owners: readonly Owner[]
  /** In the order of `vectorUnits`. */
  units: readonly UnitTable[]
  /** Kinds of the symbols, row by row; made when a question first needs them. */
  kinds: Uint8Array | undefined
  /** Path → number of the owner; made when a question first asks for a path. */
  byPath: Map<string, number> | undefined
  /** What it takes in memory. */
  bytes: number
}

/** What one owner or several bring: bytes from the store, or a range of owners of an earlier table. */
type Piece = { blob: VectorBlob } | { from: VectorTable; first: number; end: number }

/** An owner takes its object, its path and its entries in `first` and `byPath`; a symbol one byte for its kind. */
const OWNER_BYTES = 250

export class VectorTableBuilder {
  private readonly dimensions: number
  private readonly owners: Owner[] = []
  private readonly pieces: Piece[] = []
  constructor(dimensions: number) {
    this.dimensions = dimensions
  }

  /** Owners must be added in the order of their paths. */
  add(owner: Owner, blob: VectorBlob): void {
    if (blob.count > 0 && blob.dimensions !== this.dimensions) throw damagedVectors(owner.path)
    this.owners.push(owner)
    this.pieces.push({ blob })
  }

  /** The owner has the vectors that owner number `at` had in an earlier table. */
  reuse(owner: Owner, from: VectorTable, at: number): void {
    this.owners.push(owner)
    const last = this.pieces.at(-1)
    // Neighbours that were neighbours before are copied at once.
    if (last && 'from' in last && last.end === at) last.end += 1
    else this.pieces.push({ from, first: at, end: at + 1 })
  }

  build(generation: number): VectorTable {
    const { dimensions, owners } = this
    const units = this.sameUnits() ?? vectorUnits.map((_, unit) => this.unit(unit))
    const own = units.reduce((sum, { count, stride }) => sum + count * (stride + 21), 0)
    const paths = owners.reduce((sum, { path }) => sum + path.length, 0)
    return {
      generation,
      dimensions,
      owners,
      units,
      kinds: undefined,
      byPath: undefined,
      bytes: own + paths + owners.length * OWNER_BYTES,
    }
  }

  /** Most changes of a repo change no vector: then the matrices are those of the earlier table. */
  private sameUnits(): readonly UnitTable[] | undefined {
    const [piece] = this.pieces
    if (!piece || !('from' in piece) || this.pieces.length > 1) return undefined
    return piece.first === 0 && piece.end === piece.from.owners.length ? piece.from.units : undefined
  }

  private unit(unit: number): UnitTable {
    const count = this.pieces.reduce((sum, piece) => sum + rowsOf(piece, unit), 0)
    const table = emptyUnit(count, rowLength(this.dimensions), this.owners.length)
    if (count === 0) return table
    let [owner, row] = [0, 0]
    for (const piece of this.pieces) {
      const rows = rowsOf(piece, unit)
      const owners = 'blob' in piece ? 1 : piece.end - piece.first
      if ('blob' in piece) table.first[owner] = row
      else copyFirst(piece.from.units[unit] as UnitTable, piece.first, owners, table.first, owner, row)
      if (rows > 0 && 'blob' in piece) copyBlob(piece.blob, unit, table, row)
      else if (rows > 0 && 'from' in piece) copyRows(piece.from.units[unit] as UnitTable, piece.first, rows, table, row)
      owner += owners
      row += rows
    }
    table.first[owner] = row
    for (let at = 0; at < owner; at++) table.owners.fill(at, table.first[at], table.first[at + 1])
    return table
  }
}

const emptyUnit = (count: number, stride: number, owners: number): UnitTable => ({
  count,
  stride,
  matrix: new Int8Array(count * stride),
  scales: new Float32Array(count),
  largestScale: 0,
  owners: new Uint32Array(count),
  ordinals: new Uint32Array(count),
  starts: new Uint32Array(count),
  spans: new Uint32Array(count),
  first: new Uint32Array(owners + 1),
})

function rowsOf(piece: Piece, unit: number): number {
  if ('blob' in piece) return piece.blob.counts[unit] as number
  const { first } = piece.from.units[unit] as UnitTable
  return (first[piece.end] as number) - (first[piece.first] as number)
}

function copyFirst(from: UnitTable, at: number, owners: number, to: Uint32Array, owner: number, row: number): void {
  const moved = row - (from.first[at] as number)
  for (let index = 0; index < owners; index++) to[owner + index] = (from.first[at + index] as number) + moved
}

function copyBlob(blob: VectorBlob, unit: number, to: UnitTable, row: number): void {
  const count = blob.counts[unit] as number
  const before = blob.counts.slice(0, unit).reduce((sum, each) => sum + each, 0)
  to.largestScale = Math.max(to.largestScale, blob.largestScale)
  to.scales.set(blob.scales(before, count), row)
  to.ordinals.set(blob.ordinals(before, count), row)
  to.starts.set(blob.startLines(before, count), row)
  to.spans.set(blob.spans(before, count), row)
  const vectors = blob.vectors(before, count)
  const { dimensions } = blob
  if (dimensions === to.stride) to.matrix.set(vectors, row * to.stride)
  else
    for (let at = 0; at < count; at++)
      to.matrix.set(vectors.subarray(at * dimensions, (at + 1) * dimensions), (row + at) * to.stride)
}

function copyRows(from: UnitTable, owner: number, count: number, to: UnitTable, row: number): void {
  const first = from.first[owner] as number
  const end = first + count
  to.largestScale = Math.max(to.largestScale, from.largestScale)
  to.matrix.set(from.matrix.subarray(first * from.stride, end * from.stride), row * to.stride)
  for (const column of ['scales', 'ordinals', 'starts', 'spans'] as const) to[column].set(from[column].subarray(first, end), row)
}

/** The number of the owner with this path; undefined when it has no vectors. */
export function ownerAt(table: VectorTable, path: string): number | undefined {
  table.byPath ??= new Map(table.owners.map((owner, at) => [owner.path, at]))
  return table.byPath.get(path)
}

/** The row of an owner with this ordinal. */
export function rowAt(table: UnitTable, owner: number, ordinal: number): number | undefined {
  let low = table.first[owner] as number
  let high = table.first[owner + 1] as number
  const end = high
  while (low < high) {
    const middle = (low + high) >> 1
    if ((table.ordinals[middle] as number) < ordinal) low = middle + 1
    else high = middle
  }
  return low < end && table.ordinals[low] === ordinal ? low : undefined
}
