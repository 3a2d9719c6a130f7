import { describe, expect, it } from 'vitest'
import { WeightedLru } from './weighted-lru.ts'

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
