import { describe, expect, it } from 'vitest'
import { Lru } from './lru.ts'
import { WeightedLru } from './weighted-lru.ts'

/** The plainest form of the same: a list, the most recently used last. */
class Reference {
  readonly entries: { key: number; value: number; weight: number }[] = []
  readonly capacity: number
  constructor(capacity: number) {
    this.capacity = capacity
  }
  get(key: number): number | undefined {
    const at = this.entries.findIndex((entry) => entry.key === key)
    if (at < 0) return undefined
    this.entries.push(...this.entries.splice(at, 1))
    return this.entries.at(-1)?.value
  }
  set(key: number, value: number, weight: number): void {
    this.drop((other) => other === key)
    this.entries.push({ key, value, weight })
    const sum = (): number => this.entries.reduce((all, entry) => all + entry.weight, 0)
    while (sum() > this.capacity && this.entries.length > 1) this.entries.shift()
  }
  drop(fits: (key: number) => boolean): void {
    for (let at = this.entries.length - 1; at >= 0; at--) if (fits(this.entries[at]?.key ?? -1)) this.entries.splice(at, 1)
  }
}

/** The same numbers in every run. */
function* numbers(): Generator<number> {
  for (let state = 7; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    yield state / 2_147_483_648
  }
}

it('keeps and forgets the same entries as a plain list, whatever is asked and dropped between', () => {
  const random = numbers()
  const next = (below: number): number => Math.floor((random.next().value as number) * below)
  const weighted = new WeightedLru<number, number>(40)
  const counted = new Lru<number, number>(12)
  const byWeight = new Reference(40)
  const byCount = new Reference(12)
  for (let step = 0; step < 20_000; step++) {
    const key = next(30)
    const what = next(10)
    if (what < 5) expect([weighted.get(key), counted.get(key)]).toEqual([byWeight.get(key), byCount.get(key)])
    else if (what < 9) {
      const weight = next(9)
      weighted.set(key, step, weight)
      byWeight.set(key, step, weight)
      counted.set(key, step)
      byCount.set(key, step, 1)
    } else if (what === 9) {
      weighted.drop((other) => other % 7 === key % 7)
      byWeight.drop((other) => other % 7 === key % 7)
      if (next(50) === 0) {
        counted.clear()
        byCount.drop(() => true)
      }
    }
  }
})

describe('WeightedLru', () => {
  it('drops the least recently used entries until the weight fits', () => {
    const cache = new WeightedLru<string, number>(10)
    cache.set('a', 1, 4)
    cache.set('b', 2, 4)
    expect(cache.get('a')).toBe(1)
    cache.set('c', 3, 4)
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3])
  })
  it('counts a value that is set again once', () => {
    const cache = new WeightedLru<string, number>(10)
    for (let at = 0; at < 5; at++) cache.set('a', at, 6)
    cache.set('b', 9, 4)
    expect([cache.get('a'), cache.get('b')]).toEqual([4, 9])
  })
  it('keeps the entry that was just set, however heavy', () => {
    const cache = new WeightedLru<string, number>(10)
    cache.set('a', 1, 3)
    cache.set('b', 2, 50)
    expect([cache.get('a'), cache.get('b')]).toEqual([undefined, 2])
  })
  it('drops entries on request, with their weight', () => {
    const cache = new WeightedLru<string, number>(10)
    cache.set('a1', 1, 4)
    cache.set('b1', 2, 4)
    cache.drop((key) => key.startsWith('a'))
    cache.set('c1', 3, 6)
    expect([cache.get('a1'), cache.get('b1'), cache.get('c1')]).toEqual([undefined, 2, 3])
  })
})
