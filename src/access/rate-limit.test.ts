/** Promise AC11 of docs/spec/access.md. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRateLimit } from './rate-limit.ts'

describe('the rate limit', () => {
  it('[AC11] allows a burst, then as many as are refilled, and says when to try again', () => {
    let time = 0
    const limit = createRateLimit({ per_minute: 6, burst: 3, now: () => time })
    const take = (): number => {
      const taken = limit.take('a')
      return taken.ok ? 0 : taken.retry_after_s
    }
    expect([take(), take(), take(), take()]).toEqual([0, 0, 0, 10])
    time = 4_000
    expect(take()).toBe(6)
    time = 10_000
    expect([take(), take()]).toEqual([0, 10])
    time = 3_600_000
    expect([take(), take(), take(), take()]).toEqual([0, 0, 0, 10])
  })

  it('[AC11] counts each key apart', () => {
    const limit = createRateLimit({ per_minute: 1, burst: 1, now: () => 0 })
    expect([limit.take('a').ok, limit.take('a').ok, limit.take('b').ok]).toEqual([true, false, true])
  })

  it('[AC11] never allows more than the burst and what was refilled, and a refused caller who waits is served', () => {
    const steps = fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 60 })
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 10 }), (pauses, per_minute, burst) => {
        let time = 0
        let allowed = 0
        const limit = createRateLimit({ per_minute, burst, now: () => time })
        for (const pause of pauses) {
          time += pause
          const taken = limit.take('key')
          if (taken.ok) allowed++
          else {
            time += taken.retry_after_s * 1000
            expect(limit.take('key').ok).toBe(true)
            allowed++
          }
          expect(allowed).toBeLessThanOrEqual(burst + (time * per_minute) / 60_000 + 1e-6)
        }
      }),
    )
  })

  it('[AC11] remembers a bounded number of keys, the recently used ones', () => {
    const limit = createRateLimit({ per_minute: 1, burst: 1, now: () => 0, keys: 2 })
    for (const key of ['a', 'b', 'a', 'c']) limit.take(key)
    // `a` was used after `b`, so `b` was forgotten and starts with a full bucket.
    expect([limit.take('a').ok, limit.take('b').ok]).toEqual([false, true])
  })
})
