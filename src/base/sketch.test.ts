import { describe, expect, it } from 'vitest'
import { MAX_SKETCHED, Sketcher, similarity, sketchedLength } from './sketch.ts'

const sketch = (tokens: readonly number[], first = -1, second = -1): string =>
  new Sketcher(Int32Array.from(tokens), tokens.length).sketch(0, tokens.length, first, second)

/** Numbers that look random and are the same in every run. */
const sequence = (length: number, seed: number): number[] =>
  Array.from({ length }, (_, at) => Math.imul(seed * 7919 + at + 1, 0x9e3779b1) >> 3)

describe('a sketch', () => {
  it('[LO9] is the same for the same sequence and contains its length', () => {
    expect(sketch(sequence(50, 1))).toBe(sketch(sequence(50, 1)))
    expect(sketch(sequence(50, 1))).toMatch(/^[\w-]{34}$/)
    expect([3, 64, 4095, 5000].map((length) => sketchedLength(sketch(sequence(length, 2))))).toEqual([3, 64, 4095, MAX_SKETCHED])
    expect(sketchedLength('')).toBe(0)
  })
  it('[LO9] of a range is the sketch of that range alone', () => {
    const all = sequence(90, 3)
    const sketcher = new Sketcher(Int32Array.from(all), all.length)
    expect(sketcher.sketch(20, 60, all[30] as number, all[20] as number)).toBe(sketch(all.slice(20, 60), all[30], all[20]))
  })
  it('[LO9] treats the given tokens as blanks', () => {
    const named = (name: number) => [1, 2, name, 4, 5, 6, name, name, 9, 10, 11, name]
    expect(sketch(named(77), 77)).toBe(sketch(named(99), 99))
    expect(sketch(named(77), 77, 5)).toBe(sketch(named(5).with(4, 99), 5, 99))
    expect(sketch(named(77))).not.toBe(sketch(named(99)))
  })
})

describe('similarity', () => {
  it('[LO9] follows the share of the sequence that was kept', () => {
    const before = sequence(200, 4)
    const edited = (until: number) => [...sequence(until, 5), ...before.slice(until)]
    const likeness = [0, 20, 60, 120, 200].map((until) => similarity(sketch(before), sketch(edited(until))))
    expect(likeness[0]).toBe(1)
    expect(likeness).toEqual([...likeness].sort((one, other) => other - one))
    expect(likeness[1]).toBeGreaterThan(0.6)
    expect(likeness[4]).toBeLessThan(0.2)
  })
  it('[LO9] is 0 when there is no sketch', () => {
    expect([similarity('', ''), similarity('', sketch(sequence(20, 6))), similarity('AB', 'AB')]).toEqual([0, 0, 0])
  })
})
