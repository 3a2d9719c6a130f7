/** The reader: a few open connections, with one snapshot on each connection in use. */
import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { Lru } from '../../base/lru.ts'
import { CairnProblem } from '../../contract/problems.ts'
import type { FileRow, StoreReader, StoreSnapshot } from '../port.ts'
import { Connection } from './connection.ts'
import { filesOf } from './file-rows.ts'
import { homeIsWritable, sameFile, storeFile } from './home.ts'
import type { RepoHead } from './repo-rows.ts'
import { RepoSegments } from './repo-segments.ts'
import { assertReadable, createTables, schemaVersion } from './schema.ts'
import { SegmentCache } from './segment-cache.ts'
import { EmbeddedSnapshot } from './snapshot.ts'
import { VectorCache } from './vector-cache.ts'
import { type Coverage, readCoverage } from './vector-rows.ts'

/** Connections that wait for the next snapshot. More may be in use. */
const MOST_IDLE = 4

/** Versions of the data are counted per connection. */
type KeptFiles = { connection: Connection; version: number; rows: readonly FileRow[] }

export class EmbeddedReader implements StoreReader {
  private readonly home: string
  private readonly file: string
  private idle: Connection[] = []
  private fileSeen: string | undefined
  private readonly inUse = new Set<Connection>()
  private readonly cache = new SegmentCache()
  private readonly repos = new Lru<number, RepoSegments>(64)
  private readonly files = new Lru<number, KeptFiles>(4)
  private readonly vectors = new VectorCache()
  private readonly coverages = new Lru<number, { generation: number; coverage: Coverage }>(512)

  constructor(home: string) {
    this.home = home
    this.file = storeFile(home)
  }

  async snapshot(): Promise<StoreSnapshot> {
    const connection = this.take()
    return new EmbeddedSnapshot({
      connection,
      segmentsOf: (through, head) => this.segmentsOf(through, head),
      filesOf: (through, repo) => this.filesOf(through, repo),
      coverageOf: (through, head) => this.coverageOf(through, head),
      vectors: this.vectors,
      release: () => this.giveBack(connection),
    })
  }

  async size(): ReturnType<StoreReader['size']> {
    const { storeSize } = await import('./store-size.ts')
    return this.reading((connection) => storeSize(connection))
  }

  async check(): Promise<string | undefined> {
    try {
      const found = this.reading((connection) => connection.all<{ integrity_check: string }>('PRAGMA integrity_check(5)'))
      const faults = found.map((row) => row.integrity_check).filter((line) => line !== 'ok')
      return faults.length === 0 ? undefined : `${this.file} is damaged: ${faults.join('; ')}`
    } catch (cause) {
      if (cause instanceof CairnProblem && cause.code === 'STORE_CORRUPT') return `${this.file} is damaged: ${cause.message}`
      throw cause
    }
  }

  async close(): Promise<void> {
    for (const connection of [...this.idle, ...this.inUse]) connection.close()
    this.idle = []
    this.inUse.clear()
    this.files.clear()
    this.vectors.clear()
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
    this.repos.clear()
    this.files.clear()
    this.vectors.clear()
    this.coverages.clear()
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

  /** Unpacking the rows of a large repo takes as long as the rest of a question; while nobody writes, the rows are reused. */
  private filesOf(connection: Connection, repo: number): readonly FileRow[] {
    const known = this.files.get(repo)
    const version = connection.dataVersion()
    if (known?.connection === connection && known.version === version) return known.rows
    const rows = filesOf(connection, repo)
    this.files.set(repo, { connection, version, rows })
    return rows
  }

  /** Counting joins every file with its content; while nothing changes, the counts are reused. */
  private coverageOf(connection: Connection, head: RepoHead): Coverage {
    const known = this.coverages.get(head.id)
    if (known?.generation === head.generation) return known.coverage
    const coverage = readCoverage(connection, head.id)
    this.coverages.set(head.id, { generation: head.generation, coverage })
    return coverage
  }

  private segmentsOf(connection: Connection, head: RepoHead): RepoSegments {
    const known = this.repos.get(head.id)
    if (known?.layout === head.layout) return known
    const segments = new RepoSegments(connection, this.cache, head)
    // An older snapshot must not replace the cached rows of a newer state.
    if (known && known.layout >= head.layout) return segments
    this.repos.set(head.id, segments)
    if (known) this.cache.forget(goneSince(known, segments))
    return segments
  }
}

function goneSince(before: RepoSegments, after: RepoSegments): Set<number> {
  const gone = new Set(before.segments.map(({ id }) => id))
  for (const { id } of after.segments) gone.delete(id)
  return gone
}

/** Nothing was ever written: an empty store in memory is used. Its name is empty, so it is not kept. */
function openEmpty(): Connection {
  const connection = new Connection('', { readOnly: false, url: ':memory:' })
  createTables(connection)
  return connection
}
