/** SQLite's write-ahead log: its length, and moving it into the database file. */
import { statSync } from 'node:fs'
import type { Connection } from './connection.ts'

export const logBytes = ({ file }: Connection): number => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0

/**
 * Moves what it can; while others read, the rest stays where it is and nothing waits. A log that cannot be moved (the disk is full)
 * is no loss, it is read as it is, and must not hide the problem that the work before it ended with.
 */
export function checkpoint(connection: Connection): void {
  try {
    connection.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch {
    // See above: nothing is lost.
  }
}
