import { describe, expect, it } from 'vitest'
import { Connection } from './connection.ts'
import { BlockWriter } from './posting-blocks.ts'
import { createTables } from './schema.ts'
import { SegmentCache } from './segment-cache.ts'
import { writeBlock, writeLevels } from './segment-rows.ts'

/** Counts what is read; every segment is empty. */
function countingConnection(): { connection: Connection; reads: () => number } {
  const connection = new Connection('', { readOnly: false, url: ':memory:' })
  createTables(connection)
  for (const segment of [1, 12]) {
    for (const block of new BlockWriter({ deflate: false }).end()) writeBlock(connection, segment, block)
    writeLevels(connection, segment, new Map())
  }
  let reads = 0
  const get = connection.get.bind(connection)
  connection.get = (...given) => {
    reads++
    return get(...given)
  }
  return { connection, reads: () => reads }
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
    connection.close()
  })
})
