/** The reader: a few open connections, with one snapshot on each connection in use. */
import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { CairnProblem } from '../../contract/problems.ts'
import type { StoreReader, StoreSnapshot } from '../port.ts'
import { Connection } from './connection.ts'
import { homeIsWritable, sameFile, storeFile } from './home.ts'
import { ReaderCaches } from './reader-caches.ts'
import { assertReadable, createTables, schemaVersion } from './schema.ts'
import { EmbeddedSnapshot } from './snapshot.ts'

/** Connections that wait for the next snapshot. More may be in use. */
const MOST_IDLE = 4

export class EmbeddedReader implements StoreReader {
  private readonly home: string
  private readonly file: string
  private idle: Connection[] = []
  private fileSeen: string | undefined
  private readonly inUse = new Set<Connection>()
  private caches = new ReaderCaches()

  constructor(home: string) {
    this.home = home
    this.file = storeFile(home)
  }

  async snapshot(): Promise<StoreSnapshot> {
    const connection = this.take()
    return new EmbeddedSnapshot({ connection, caches: this.caches, release: () => this.giveBack(connection) })
  }

  async size(): ReturnType<StoreReader['size']> {
    const { storeSize } = await import('./store-size.ts')
    return this.reading((connection) => storeSize(connection))
  }

  async check(): Promise<string | undefined> {
    try {
      const found = this.reading((connection) => connection.all<{ integrity_check: string }>('PRAGMA integrity_check(5)'))
      const faults = found.map((row) => row.integrity_check).filter((line) => line !== 'ok')
      if (faults.length > 0) return `${this.file} is damaged: ${faults.join('; ')}`
      await this.checkContent()
      return undefined
    } catch (cause) {
      if (cause instanceof CairnProblem && cause.code === 'STORE_CORRUPT') return `${this.file} is damaged: ${cause.message}`
      throw cause
    }
  }

  private async checkContent(): Promise<void> {
    const { checkBlobs } = await import('./check-blobs.ts')
    const connection = this.take()
    try {
      await checkBlobs(connection)
    } finally {
      this.giveBack(connection)
    }
  }

  async close(): Promise<void> {
    for (const connection of [...this.idle, ...this.inUse]) connection.close()
    this.idle = []
    this.inUse.clear()
    this.caches = new ReaderCaches()
  }

  private reading<Value>(work: (connection: Connection) => Value): Value {
    const connection = this.take()
    try {
      return work(connection)
    } finally {
      this.giveBack(connection)
    }
  }

  /** A connection whose view is fixed by its first read, which also checks the version. */
  private take(): Connection {
    this.noticeOtherFile()
    const connection = this.idle.pop() ?? this.open()
    this.inUse.add(connection)
    try {
      connection.exec('BEGIN')
      assertReadable(connection)
    } catch (cause) {
      this.inUse.delete(connection)
      connection.close()
      throw cause
    }
    return connection
  }

  private giveBack(connection: Connection): void {
    // Closed together with the reader already.
    if (!this.inUse.delete(connection)) return
    connection.exec('COMMIT')
    if (this.idle.length < MOST_IDLE && connection.file !== '' && this.fileSeen === sameFile(this.file))
      this.idle.push(connection)
    else connection.close()
  }

  /** The store file was replaced by a new one: old connections would still read the old file. */
  private noticeOtherFile(): void {
    const seen = sameFile(this.file)
    if (seen === this.fileSeen) return
    this.fileSeen = seen
    for (const connection of this.idle) connection.close()
    this.idle = []
    // New ones, because a snapshot of the old file may still be open, and numbers mean something else in the new file.
    this.caches = new ReaderCaches()
  }

  private open(): Connection {
    if (!existsSync(this.file) || statSync(this.file).size === 0) return openEmpty()
    const connection = homeIsWritable(this.home) ? new Connection(this.file, { readOnly: true }) : this.openUnwritable()
    connection.exec('PRAGMA busy_timeout = 2000')
    if (schemaVersion(connection) !== 0) return connection
    connection.close()
    return openEmpty()
  }

  /** SQLite can read a WAL file only in a writable folder, unless it is told that nobody else writes. */
  private openUnwritable(): Connection {
    const wal = `${this.file}-wal`
    if (existsSync(wal) && statSync(wal).size > 0) return new Connection(this.file, { readOnly: true })
    const url = `file:${path.resolve(this.file).split(path.sep).map(encodeURIComponent).join('/')}?immutable=1`
    return new Connection(this.file, { readOnly: true, url })
  }
}

/** Nothing was ever written: an empty store in memory is used. Its name is empty, so it is not kept. */
function openEmpty(): Connection {
  const connection = new Connection('', { readOnly: false, url: ':memory:' })
  createTables(connection)
  return connection
}
