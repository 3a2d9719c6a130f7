/**
 * One connection: prepared statements kept by their text, whole transactions, failures translated. Reads and writes inside are
 * synchronous; only waiting for another writer is not.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { CallerError } from './damaged.ts'
import { openDatabase, type SqlDatabase, type SqlStatement, type SqlValue } from './driver.ts'
import { Names } from './names.ts'
import { assertWritable } from './schema.ts'
import { isBusy, storeFailure } from './store-failure.ts'
import { storedText } from './stored-text.ts'

/** How long a writer waits for writers of other processes. Theirs last 50 ms at most (ST18). */
const WAIT_MS = 10_000

type Prepared = { statement: SqlStatement; parameters: number }

export class Connection {
  readonly file: string
  private readonly database: SqlDatabase
  private readonly prepared = new Map<string, Prepared>()
  private readonly preparedForRows = new Map<string, Prepared>()
  private isOpen = true
  /** When it last began to write. */
  wroteAt = 0
  readonly names = new Names(this)

  constructor(file: string, options: { readOnly: boolean; url?: string }) {
    this.file = file
    try {
      this.database = openDatabase(options.url ?? file, options)
    } catch (cause) {
      throw this.failure(cause)
    }
  }

  // A build runs tens of thousands of statements: these four make no function for each.
  get<Row>(sql: string, ...values: SqlValue[]): Row | undefined {
    try {
      return this.statement(sql, values).get(...stored(values)) as Row | undefined
    } catch (cause) {
      throw this.failure(cause)
    }
  }

  all<Row>(sql: string, ...values: SqlValue[]): Row[] {
    try {
      return this.statement(sql, values).all(...stored(values)) as Row[]
    } catch (cause) {
      throw this.failure(cause)
    }
  }

  /** Rows as arrays, for reads of thousands: three times as fast as objects. */
  rows<Row extends SqlValue[]>(sql: string, ...values: SqlValue[]): Row[] {
    try {
      const statement = this.statement(sql, values, this.preparedForRows)
      if (!statement.setReturnArrays)
        return this.all<Record<string, SqlValue>>(sql, ...values).map((row) => Object.values(row) as Row)
      statement.setReturnArrays(true)
      return statement.all(...stored(values)) as Row[]
    } catch (cause) {
      throw this.failure(cause)
    }
  }

  /** Returns the number of rows changed. */
  run(sql: string, ...values: SqlValue[]): number {
    try {
      return Number(this.statement(sql, values).run(...stored(values)).changes)
    } catch (cause) {
      throw this.failure(cause)
    }
  }

  exec(sql: string): void {
    try {
      this.assertOpen()
      this.database.exec(sql)
    } catch (cause) {
      throw this.failure(cause)
    }
  }

  /** Changes whenever another connection has committed. Compare it only with earlier values of this connection. */
  dataVersion(): number {
    return this.get<{ data_version: number }>('PRAGMA data_version')?.data_version ?? 0
  }

  /** Several reads of one state. Writers of other processes may commit between two reads otherwise. */
  reading<Value>(work: () => Value): Value {
    this.exec('BEGIN')
    try {
      return work()
    } finally {
      this.endReading()
    }
  }

  /** False when SQLite ended the transaction itself, after an error: the connection is of no more use. */
  endReading(): boolean {
    try {
      this.database.exec('COMMIT')
      return true
    } catch {
      return false
    }
  }

  /** Begin, check the schema's version, work, commit. `work` is synchronous, so nothing of this process comes in between. */
  async transaction<Value>(
    repo: string,
    work: () => Value,
    check: (connection: Connection) => unknown = assertWritable,
    waitMs = WAIT_MS,
  ): Promise<Value> {
    const until = performance.now() + waitMs
    // SQLite's own waiting would block the whole process, and its pauses are too long to hit the gaps between the
    // transactions of a build.
    while (!this.tryBegin(repo, until)) await sleep(1)
    this.wroteAt = performance.now()
    try {
      check(this)
      const value = work()
      this.database.exec('COMMIT')
      return value
    } catch (cause) {
      this.rollback()
      throw storeFailure(cause, this.file, repo)
    }
  }

  close(): void {
    this.isOpen = false
    this.prepared.clear()
    this.preparedForRows.clear()
    this.database.close()
  }

  private tryBegin(repo: string, until: number): boolean {
    try {
      this.database.exec('BEGIN IMMEDIATE')
      return true
    } catch (cause) {
      if (isBusy(cause) && performance.now() < until) return false
      throw storeFailure(cause, this.file, repo)
    }
  }

  private rollback(): void {
    try {
      this.database.exec('ROLLBACK')
    } catch {
      // SQLite has already rolled back by itself (full disk).
    }
    // A name that was added inside the transaction has no number any more.
    this.names.forget()
  }

  /** Drivers bind a missing parameter silently as NULL, so the parameters are counted here. */
  private statement(sql: string, values: readonly SqlValue[], prepared = this.prepared): SqlStatement {
    this.assertOpen()
    let found = prepared.get(sql)
    if (!found) {
      found = { statement: this.database.prepare(sql), parameters: sql.split('?').length - 1 }
      prepared.set(sql, found)
    }
    if (found.parameters !== values.length) throw new Error(`${values.length} values for ${found.parameters} parameters: ${sql}`)
    return found.statement
  }

  private assertOpen(): void {
    // Somebody closed the store while a question was asked.
    if (!this.isOpen) throw new CallerError('the store is closed')
  }

  private failure(cause: unknown): unknown {
    return storeFailure(cause, this.file, 'another repo')
  }
}

/** A transaction of a build must not last longer (ST18 allows 50 ms); shorter ones make the build slower. */
const SHORT_MS = 20

/** Works through `items` in as many short transactions as it takes, letting other writers in between. */
export async function inShortTransactions<Item>(
  connection: Connection,
  repo: string,
  items: Iterable<Item>,
  work: (item: Item) => void,
): Promise<void> {
  const iterator = items[Symbol.iterator]()
  let next = iterator.next()
  while (!next.done) {
    await connection.transaction(repo, () => {
      const until = performance.now() + SHORT_MS
      for (; !next.done; next = iterator.next()) {
        work(next.value)
        if (performance.now() > until) {
          next = iterator.next()
          return
        }
      }
    })
    if (!next.done) await sleep(1)
  }
}

const isCut = (value: SqlValue): boolean => typeof value === 'string' && value.includes('\0')
function stored(values: readonly SqlValue[]): readonly SqlValue[] {
  for (let at = 0; at < values.length; at++)
    if (isCut(values[at] as SqlValue)) return values.map((value) => (typeof value === 'string' ? storedText(value) : value))
  return values
}
