import { describe, expect, it } from 'vitest'
import type { Connection } from './connection.ts'
import { SegmentCache } from './segment-cache.ts'

/** Counts what is read; every segment is empty. */
function countingConnection(): { connection: Connection; reads: () => number } {
  let reads = 0
  const get = (): undefined => {
    reads++
    return undefined
  }
  return { connection: { get } as unknown as Connection, reads: () => reads }
}

describe('cached pieces of segments', () => {
  it('[ST26] are read once, and again only when their segment was forgotten', () => {
    const { connection, reads } = countingConnection()
    const cache = new SegmentCache()
    const ask = (segment: number): number => {
      cache.list(connection, segment, 'name', 'refund')
      cache.levelTable(connection, segment, 'symbol')
      return reads()
    }
    expect([ask(1), ask(1), ask(12), ask(12)]).toEqual([2, 2, 4, 4])
    cache.forget(new Set([1]))
    expect([ask(12), ask(1)]).toEqual([4, 6])
  })
})
