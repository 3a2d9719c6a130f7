import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Connection, inShortTransactions } from './connection.ts'
import { migrate } from './schema.ts'

let folder = ''
let connection: Connection
beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'cairn-connection-'))
  connection = new Connection(path.join(folder, 'store.db'), { readOnly: false })
  await migrate(connection)
})
afterEach(() => {
  connection.close()
  rmSync(folder, { recursive: true, force: true })
})

const spin = (ms: number): void => {
  const until = performance.now() + ms
  while (performance.now() < until);
}

describe('a connection', () => {
  it('[ST18] long work is cut into transactions of about 20 ms, and others write in between', async () => {
    const other = new Connection(connection.file, { readOnly: false })
    const seen: number[] = []
    const work = inShortTransactions(connection, 'repo', [1, 2, 3, 4, 5, 6, 7, 8], (item) => {
      connection.names.intern(`item ${item}`)
      spin(12)
    })
    while (seen.at(-1) !== 8) {
      seen.push(
        await other.transaction('other', () => other.get<{ count: number }>('SELECT count(*) AS count FROM name')?.count ?? 0),
      )
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    await work
    other.close()
    // On a quiet machine two items make one transaction; on a busy one it may be one, never all eight.
    const between = [...new Set(seen)].filter((count) => count > 0 && count < 8)
    expect(between.length).toBeGreaterThanOrEqual(2)
  })

  it('[ST19] a transaction that fails changes nothing', async () => {
    const failing = connection.transaction('repo', () => {
      connection.names.intern('never')
      throw new Error('stop')
    })
    await expect(failing).rejects.toThrow('stop')
    expect(connection.names.find('never')).toBeUndefined()
  })

  it('[ST19] a writer that waits too long reports that the index is locked, without blocking the process', async () => {
    const other = new Connection(connection.file, { readOnly: false })
    other.exec('BEGIN IMMEDIATE')
    let ticks = 0
    const clock = setInterval(() => ticks++, 5)
    await expect(connection.transaction('acme/shop', () => 1, undefined, 120)).rejects.toMatchObject({
      code: 'INDEX_LOCKED',
      message: /acme\/shop/,
    })
    clearInterval(clock)
    expect(ticks).toBeGreaterThan(5)
    other.exec('ROLLBACK')
    other.close()
  })

  it('[ST19] a missing parameter is an error, not NULL', () => {
    expect(() => connection.get('SELECT ?, ?', 1)).toThrow(/1 values for 2 parameters/)
  })
})
