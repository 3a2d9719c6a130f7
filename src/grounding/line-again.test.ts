import { describe, expect, it } from 'vitest'
import { lineAgain, lineMark } from './line-again.ts'

const file = { lines: ['a', 'b', 'a', 'c'] }

describe('the last line of a page', () => {
  it('[TO25] is the nearest line with its text, else the old number', () => {
    expect(lineAgain(file, 2, lineMark('b'))).toBe(2)
    expect(lineAgain(file, 4, lineMark('a'))).toBe(3)
    expect(lineAgain(file, 1, lineMark('c'))).toBe(4)
    expect(lineAgain(file, 2, lineMark('x'))).toBe(2)
  })
  it('[TO36] ends for any number that a forged cursor contains', () => {
    for (const line of [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 0, -1]) {
      expect(lineAgain(file, line, lineMark('x'))).toBe(line)
      expect(lineAgain(file, line, lineMark('b'))).toBe(2)
    }
  })
})
