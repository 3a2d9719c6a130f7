import { describe, expect, it } from 'vitest'
import { retryDelay } from './retry-delay.ts'

const now_ms = Date.parse('2026-11-15T12:00:00Z')
const asked = (retry_after: string) => retryDelay({ failures: 0, first_ms: 500, retry_after, now_ms })

describe('the delay before a repetition', () => {
  it('[EM13] doubles, up to eight seconds', () => {
    const delays = [0, 1, 2, 3, 4, 5, 60].map((failures) => retryDelay({ failures, first_ms: 500, now_ms }))
    expect(delays).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000])
  })

  it('[EM13] is what the server asks for, in seconds or as a date, up to half a minute', () => {
    expect(['0', '2', '1.5', '3600'].map(asked)).toEqual([0, 2000, 1500, 30_000])
    expect(asked('Sun, 15 Nov 2026 12:00:03 GMT')).toBe(3000)
    expect(asked('Sun, 15 Nov 2026 13:00:00 GMT')).toBe(30_000)
    expect(asked('Sun, 15 Nov 2026 11:00:00 GMT')).toBe(0)
  })

  it('[EM13] ignores a header that is neither', () => {
    expect(['', 'soon', '-1x'].map(asked)).toEqual([500, 500, 500])
  })
})
