/** The reader: a few open connections, with one snapshot on each connection in use. */
import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import type { RepoId } from '../../contract/ids.ts'
import { CairnProblem } from '../../contract/problems.ts'
import type { StoreReader, StoreSnapshot } from '../port.ts'
import { Connection } from './connection.ts'
import { assertUnmarked, readMark, storeNow } from './damage-mark.ts'
import { damaged, detailOf, readFailure } from './damaged.ts'
import { guardedCalls, marking } from './guard.ts'
import { homeIsWritable, sameFile, storeFile, strangeStore } from './home.ts'
import { ReaderCaches } from './reader-caches.ts'
import { createTables, isReadable } from './schema.ts'
import { EmbeddedSnapshot } from './snapshot.ts'

/** Connections that wait for the next snapshot. More may be in use. */
const MOST_IDLE = 4

export class EmbeddedReader implements StoreReader {
  private readonly home: string
  private readonly file: string
  private idle: Connection[] = []
  /** A first index looks into the empty store a few times before it writes; making its tables takes milliseconds. */
  private empty: Connection | undefined
  private fileSeen: string | undefined
  private readonly inUse = new Set<Connection>()
  private caches = new ReaderCaches()

  constructor(home: string) {
    this.home = home
    this.file = storeFile(home)
  }

  async snapshot(): Promise<StoreSnapshot> {
    const store = storeNow(this.home)
    return this.guarded(() => {
      assertUnmarked(this.home)
      const connection = this.take()
      const snapshot = new EmbeddedSnapshot({ connection, caches: this.caches, release: () => this.giveBack(connection) })
      return guardedCalls<StoreSnapshot>(snapshot, (call) => this.guarded(call, store))
    }, store)
  }

  async size(): ReturnType<StoreReader['size']> {
    const { storeSize } = await import('./store-size.ts')
    return this.guarded(() => this.reading(async (connection) => storeSize(connection)))
  }

  async check({ repo }: { repo?: RepoId } = {}): Promise<string | undefined> {
    const { checkRepo, checkStore } = await import('./check-store.ts')
    try {
      await this.guarded(() =>
        this.reading(async (connection) => {
          if (repo !== undefined) return checkRepo(connection, repo)
          const found = connection.all<{ integrity_check: string }>('PRAGMA integrity_check(5)')
          const faults = found.map((row) => row.integrity_check).filter((line) => line !== 'ok')
          if (faults.length > 0) throw damaged(faults.join('; '))
          return checkStore(connection)
        }),
      )
      const mark = readMark(this.home)
      return mark && `${this.file} is damaged: ${mark}`
    } catch (cause) {
      if (cause instanceof CairnProblem && cause.code === 'STORE_CORRUPT') return `${this.file} is damaged: ${detailOf(cause)}`
      throw cause
    }
  }

  /** Every read goes through here: whatever fails for no other reason is damage. */
  private guarded<Value>(read: () => Value | Promise<Value>, store = storeNow(this.home)): Promise<Value> {
    return marking(this.home, read, { translate: readFailure, store })
  }

  async close(): Promise<void> {
    for (const connection of [...this.idle, ...this.inUse, ...(this.empty ? [this.empty] : [])]) connection.close()
    this.idle = []
    this.empty = undefined
    this.inUse.clear()
    this.caches = new ReaderCaches()
  }

  private async reading<Value>(work: (connection: Connection) => Promise<Value>): Promise<Value> {
    const connection = this.take()
    try {
      return await work(connection)
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
      // The version may have changed since the file was opened.
      if (!isReadable(connection)) throw damaged('the version of the store')
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
    const isUsable = connection.endReading()
    if (isUsable && this.idle.length < MOST_IDLE && connection.file !== '' && this.fileSeen === sameFile(this.file))
      this.idle.push(connection)
    else if (isUsable && connection.file === '' && !this.empty) this.empty = connection
    else connection.close()
  }

  /** The store file was replaced by a new one: old connections would still read the old file. */
  private noticeOtherFile(): void {
    const seen = sameFile(this.file)
    if (seen === this.fileSeen) return
    this.fileSeen = seen
    for (const connection of this.idle) connection.close()
    this.idle = []
    this.empty?.close()
    this.empty = undefined
    // New ones, because a snapshot of the old file may still be open, and numbers mean something else in the new file.
    this.caches = new ReaderCaches()
  }

  private open(): Connection {
    const strange = strangeStore(this.home)
    if (strange) throw damaged(strange)
    if (!existsSync(this.file) || statSync(this.file).size === 0) return this.takeEmpty()
    const connection = homeIsWritable(this.home) ? new Connection(this.file, { readOnly: true }) : this.openUnwritable()
    try {
      connection.exec('PRAGMA busy_timeout = 2000')
      if (isReadable(connection)) return connection
    } catch (cause) {
      connection.close()
      throw cause
    }
    // Nothing was written yet, or only by an older version, which the next writer converts.
    connection.close()
    return this.takeEmpty()
  }

  private takeEmpty(): Connection {
    const kept = this.empty
    this.empty = undefined
    return kept ?? openEmpty()
  }

  /** SQLite can read a WAL file only in a writable folder, unless it is told that nobody else writes. */
  private openUnwritable(): Connection {
    const wal = `${this.file}-wal`
    if (existsSync(wal) && statSync(wal).size > 0) return new Connection(this.file, { readOnly: true })
    const url = `file:${path.resolve(this.file).split(path.sep).map(encodeURIComponent).join('/')}?immutable=1`
    return new Connection(this.file, { readOnly: true, url })
  }
}

/** Nothing was ever written: an empty store in memory is used. Its name is empty, so it is not kept for what is written later. */
function openEmpty(): Connection {
  const connection = new Connection('', { readOnly: false, url: ':memory:' })
  createTables(connection)
  return connection
}
