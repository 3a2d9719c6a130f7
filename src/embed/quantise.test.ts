import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quantise } from './quantise.ts'

describe('quantise', () => {
  it('[EM8] gives each row its own scale', () => {
    const { scales, values } = quantise(Float32Array.of(127, -63.5, 0, 0, 0, 0, -2, 1, 0.5), 3)
    expect([...values]).toEqual([127, -63, 0, 0, 0, 0, -127, 64, 32])
    expect([...scales]).toEqual([1, 0, Math.fround(2 / 127)])
  })

  it('[EM8] changes no number by more than half a scale', () => {
    const number = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((value) => value / 1024)
    fc.assert(
      fc.property(fc.array(number, { minLength: 1, maxLength: 20 }), (numbers) => {
        const { scales, values } = quantise(Float32Array.from(numbers), numbers.length)
        const scale = scales[0] ?? 0
        for (const [at, value] of values.entries()) {
          expect(Math.abs(value * scale - (numbers[at] ?? 0))).toBeLessThanOrEqual(scale * 0.50001)
        }
      }),
    )
  })

  it('[EM8] refuses numbers that are not finite, and incomplete rows', () => {
    expect(() => quantise(Float32Array.of(1, Number.NaN), 2)).toThrow('not finite')
    expect(() => quantise(Float32Array.of(1, Number.POSITIVE_INFINITY), 1)).toThrow('not finite')
    expect(() => quantise(Float32Array.of(1, 2, 3), 2)).toThrow('no rows of 2')
  })
})
