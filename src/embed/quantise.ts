/** Vectors in an eighth of the bits of a double: each row becomes one scale and a number from -127 to 127 for each dimension. */

export type Quantised = { scales: Float32Array; values: Int8Array }

/** `rows`: one vector after the other. The scale of a row is its largest number ÷ 127. A row of zeros stays one. */
export function quantise(rows: Float32Array, dimensions: number): Quantised {
  if (rows.length % dimensions !== 0) throw new Error(`${rows.length} numbers are no rows of ${dimensions}`)
  const scales = new Float32Array(rows.length / dimensions)
  const values = new Int8Array(rows.length)
  for (let row = 0; row < scales.length; row++) {
    const end = (row + 1) * dimensions
    let most = 0
    for (let at = end - dimensions; at < end; at++) {
      const size = Math.abs(rows[at] as number)
      if (!(size < Number.POSITIVE_INFINITY)) throw new Error('a vector has a number that is not finite')
      if (size > most) most = size
    }
    scales[row] = most / 127
    const scale = scales[row] as number
    if (scale === 0) continue
    for (let at = end - dimensions; at < end; at++) {
      const value = Math.round((rows[at] as number) / scale)
      // The scale was rounded to 32 bits, so that the largest number may end slightly above 127.
      values[at] = value > 127 ? 127 : Math.max(value, -127)
    }
  }
  return { scales, values }
}
