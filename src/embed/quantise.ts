/** Vectors in an eighth of the bits of a double: each row becomes one scale and a number from -127 to 127 for each dimension. */

export type Quantised = { scales: Float32Array; values: Int8Array }

/** `rows`: one vector after the other. The scale of a row is its largest number ÷ 127. A row of zeros stays one. */
export function quantise(rows: Float32Array, dimensions: number): Quantised {
  if (rows.length % dimensions !== 0) throw new Error(`${rows.length} numbers are no rows of ${dimensions}`)
  if (!rows.every(Number.isFinite)) throw new Error('a vector has a number that is not finite')
  const scales = new Float32Array(rows.length / dimensions)
  const values = new Int8Array(rows.length)
  for (let row = 0; row < scales.length; row++) {
    const start = row * dimensions
    const vector = rows.subarray(start, start + dimensions)
    scales[row] = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 127
    values.set(wholeNumbers(vector, scales[row] as number), start)
  }
  return { scales, values }
}

/** The scale was rounded to 32 bits, so that the largest number may end slightly above 127. */
function wholeNumbers(vector: Float32Array, scale: number): Float32Array {
  return vector.map((value) => (scale === 0 ? 0 : Math.max(-127, Math.min(127, Math.round(value / scale)))))
}
