/** SQLite's write-ahead log: its length, and moving it into the database file. */
import type { Connection } from './connection.ts'
import { bytesOf } from './home.ts'

/** 0 also where it cannot be seen: a log that cannot be reached is not moved, and a timer has nobody to tell. */
function logBytes({ file }: Connection): number {
  try {
    return bytesOf(`${file}-wal`)
  } catch {
    return 0
  }
}

/**
 * Moves as much as possible; while others read, the rest stays in the log and nothing waits. If the log cannot be moved (the disk
 * is full), nothing is lost, it is still read; that error must not hide the one that ended the work before.
 */
export function checkpoint(connection: Connection): void {
  try {
    connection.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch {
    // See above: nothing is lost.
  }
}

/** Reading this much of a log costs a cold start under a millisecond. */
const SHORT_LOG = 512 << 10
/** Longer than this it is moved also while others write. */
const LONG_LOG = 8 << 20
const IDLE_MS = 400

export const isLong = (connection: Connection): boolean => logBytes(connection) > SHORT_LOG

/**
 * Moves the log of a process that runs for weeks, a moment after it has last written. SQLite does so only while a commit meets no
 * reader: in a server that answers questions the log would grow with every edit. Nothing waits: where a reader is in the way, it is
 * tried again.
 */
export class IdleCheckpoint {
  private timer: NodeJS.Timeout | undefined

  /** Call it with every write; it costs nothing while a check is due anyway. */
  plan(connection: Connection): void {
    if (this.timer) return
    // Not a reason for the process to stay.
    this.timer = setTimeout(() => this.run(connection), IDLE_MS).unref()
  }

  cancel(): void {
    clearTimeout(this.timer)
    this.timer = undefined
  }

  private run(connection: Connection): void {
    this.timer = undefined
    const isIdle = performance.now() - connection.wroteAt >= IDLE_MS
    if (isIdle || logBytes(connection) > LONG_LOG) checkpoint(connection)
    if (!isIdle || isLong(connection)) this.plan(connection)
  }
}
