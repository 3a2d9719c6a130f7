import { expect, it } from 'vitest'
import { writeNumber } from './write-number.ts'

it.each([0, 7, 999, 1_000, 65_536, 100_000, 1_234_567, 1e12, -1, -999, -1_000, -123_456])(
  '%d is written as in English',
  (count) => {
    expect(writeNumber(count)).toBe(count.toLocaleString('en'))
  },
)
