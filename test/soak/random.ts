/** Repeatable random numbers: the same words give the same numbers. */
import { createHash } from 'node:crypto'

export type Random = {
  /** 0 ≤ n < below */
  below(below: number): number
  between(least: number, most: number): number
  chance(part: number): boolean
  pick<Value>(values: readonly Value[]): Value | undefined
  weighted<Value>(values: readonly (readonly [weight: number, value: Value])[]): Value
}

export function createRandom(...words: readonly (string | number)[]): Random {
  let state = createHash('sha256').update(words.join('\0')).digest().readUInt32LE(0)
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number): number => Math.floor(next() * count)
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    chance: (part) => next() < part,
    pick: (values) => values[below(values.length)],
    weighted(values) {
      let left = next() * values.reduce((sum, [weight]) => sum + weight, 0)
      for (const [weight, value] of values) {
        left -= weight
        if (left < 0) return value
      }
      return values[values.length - 1]![1]
    },
  }
}
