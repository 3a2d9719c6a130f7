import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DotProducts, dotProducts, largestNumber, plainDotProducts, rowLength, simdDotProducts } from './dot-products.ts'

const sums = (compute: DotProducts, query: Int16Array, rows: Int8Array): Int32Array => {
  const out = new Int32Array(rows.length / query.length)
  compute(query, rows, out)
  return out
}

describe('dot products', () => {
  it('[ST34] SIMD is available here, and gives the sums of plain JavaScript', () => {
    const simd = simdDotProducts()
    if (!simd) throw new Error('this Node has no SIMD')
    const scene = fc.record({
      parts: fc.integer({ min: 1, max: 20 }),
      count: fc.constantFrom(0, 1, 2, 3, 17, 5_000),
      seed: fc.integer(),
    })
    fc.assert(
      fc.property(scene, ({ parts, count, seed }) => {
        let state = seed
        const next = (): number => {
          state = (Math.imul(state, 1103515245) + 12345) | 0
          return state >> 8
        }
        const most = largestNumber(parts * 16)
        const query = Int16Array.from({ length: parts * 16 }, () => next() % (most + 1))
        const rows = Int8Array.from({ length: query.length * count }, next)
        expect(sums(simd, query, rows)).toEqual(sums(plainDotProducts, query, rows))
        expect(sums(dotProducts, query, rows)).toEqual(sums(simd, query, rows))
      }),
      { numRuns: 60 },
    )
  })

  it('[ST34] the largest numbers do not overflow, whatever the length', () => {
    for (const dimensions of [1, 16, 100, 128, 768, 1536, 3072, 4096, 10_000]) {
      const query = new Int16Array(rowLength(dimensions)).fill(largestNumber(dimensions), 0, dimensions)
      const rows = new Int8Array(query.length).fill(-128)
      const expected = -128 * dimensions * largestNumber(dimensions)
      expect([...sums(dotProducts, query, rows)], `${dimensions} numbers`).toEqual([expected])
      expect([...sums(plainDotProducts, query, rows)]).toEqual([expected])
    }
  })
})
