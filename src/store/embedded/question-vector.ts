/**
 * The question's vector in two forms: as 16-bit numbers, for a fast scan whose error has a known bound, and as given, for the exact
 * similarity of the few rows that may be among the best.
 */
import { CallerError } from './damaged.ts'
import { dotProducts, largestNumber, rowLength } from './dot-products.ts'
import type { UnitTable } from './vector-table.ts'

export class QuestionVector {
  readonly dimensions: number
  private readonly given: Float32Array
  private readonly rounded: Int16Array
  /** `rounded[i] * scale` differs from `given[i]` by at most half of it. */
  private readonly scale: number

  constructor(vector: Float32Array) {
    if (vector.length === 0 || !vector.every(Number.isFinite))
      throw new CallerError('the vector of a question must have finite numbers')
    this.dimensions = vector.length
    this.given = vector
    this.rounded = new Int16Array(rowLength(vector.length))
    this.scale = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / largestNumber(vector.length)
    if (this.scale > 0) for (const [at, value] of vector.entries()) this.rounded[at] = Math.round(value / this.scale)
  }

  /** For each row a sum that `similarity` makes a similarity of, up to the error that `error` says. */
  scan(table: UnitTable): Int32Array {
    const sums = new Int32Array(table.count)
    dotProducts(this.rounded, table.matrix, sums)
    return sums
  }

  similarity(table: UnitTable, sums: Int32Array, row: number): number {
    return (sums[row] as number) * (table.scales[row] as number) * this.scale
  }

  /** Raises each owner's similarity to that of its nearest row. One loop without calls: it is run once for each row of a repo. */
  raiseOwners({ scales, first }: UnitTable, sums: Int32Array, similarities: Float64Array): void {
    for (let owner = 0, row = 0; owner < similarities.length; owner++) {
      const end = first[owner + 1] as number
      if (row === end) continue
      let most = Number.NEGATIVE_INFINITY
      for (; row < end; row++) {
        const product = (sums[row] as number) * (scales[row] as number)
        if (product > most) most = product
      }
      const similarity = most * this.scale
      if (similarity > (similarities[owner] as number)) similarities[owner] = similarity
    }
  }

  /** How far `scan` can be off: half of `scale` for each number; the last factor allows for the rounding of doubles. */
  error(table: UnitTable): number {
    return table.largestScale * 128 * this.dimensions * (this.scale / 2) * 1.000001
  }

  exact(table: UnitTable, row: number): number {
    const { matrix, stride } = table
    const from = row * stride
    let sum = 0
    for (let at = 0; at < this.dimensions; at++) sum += (this.given[at] as number) * (matrix[from + at] as number)
    return sum * (table.scales[row] as number)
  }
}
