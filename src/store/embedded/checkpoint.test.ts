import { existsSync, mkdtempSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { IdleCheckpoint } from './checkpoint.ts'
import { Connection } from './connection.ts'
import { migrate } from './schema.ts'

let folder = ''
let connection: Connection
beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'cairn-checkpoint-'))
  connection = new Connection(path.join(folder, 'store.db'), { readOnly: false })
  await migrate(connection)
})
afterEach(() => {
  connection.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('the log of an idle process', () => {
  it('[ST45] is moved a moment after the last write', async () => {
    const log = `${connection.file}-wal`
    await connection.transaction('repo', () => connection.exec('CREATE TABLE big AS SELECT zeroblob(3000000) AS bytes'))
    expect(statSync(log).size).toBeGreaterThan(1_000_000)
    new IdleCheckpoint().plan(connection)
    while (statSync(log).size > 0) await sleep(20)
  })

  it('[ST45] that cannot be seen ends nothing', async () => {
    const log = `${connection.file}-wal`
    const unexpected: unknown[] = []
    const hear = (error: unknown) => unexpected.push(error)
    process.on('uncaughtException', hear)
    if (existsSync(log)) renameSync(log, `${log}.away`)
    symlinkSync(log, log)
    expect(() => statSync(log)).toThrow('ELOOP')
    const idle = new IdleCheckpoint()
    idle.plan(connection)
    await sleep(700)
    idle.cancel()
    process.off('uncaughtException', hear)
    expect(unexpected).toEqual([])
  })
})
