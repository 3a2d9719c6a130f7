/**
 * Limits how often each caller may ask: a bucket of `burst` requests for each key, refilled with `per_minute` a minute. The number of
 * keys is bounded, so that callers who change their key cannot fill the memory.
 */
import { Lru } from '../base/lru.ts'

export type RateLimitOptions = {
  /** Requests per minute that a key may make in the long run; more than 0. */
  per_minute: number
  /** Requests that it may make at once; at least 1. */
  burst: number
  /** Milliseconds of a clock that does not go back; `performance.now` unless set. */
  now?: () => number
  /** Keys that are remembered, the least recently used are forgotten first; 10,000 unless set. */
  keys?: number
}

export interface RateLimit {
  /** Counts one request of a key. `retry_after_s`: whole seconds, at least 1, until the next one would be allowed. */
  take(key: string): { ok: true } | { ok: false; retry_after_s: number }
}

export function createRateLimit({
  per_minute,
  burst,
  now = () => performance.now(),
  keys = 10_000,
}: RateLimitOptions): RateLimit {
  const buckets = new Lru<string, { left: number; at: number }>(keys)
  const per_ms = per_minute / 60_000
  const size = Math.max(1, burst)
  return {
    take(key) {
      const time = now()
      const bucket = buckets.get(key) ?? { left: size, at: time }
      bucket.left = Math.min(size, bucket.left + Math.max(0, time - bucket.at) * per_ms)
      bucket.at = time
      buckets.set(key, bucket)
      if (bucket.left < 1) return { ok: false, retry_after_s: Math.max(1, Math.ceil((1 - bucket.left) / per_ms / 1000)) }
      bucket.left -= 1
      return { ok: true }
    },
  }
}
