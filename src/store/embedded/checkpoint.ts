/** SQLite's write-ahead log: its length, and moving it into the database file. */
import { statSync } from 'node:fs'
import type { Connection } from './connection.ts'

export const logBytes = ({ file }: Connection): number => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0

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
