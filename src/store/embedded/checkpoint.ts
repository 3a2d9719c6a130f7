/** The log beside the store's file: how long it is, and its way into the file. */
import { statSync } from 'node:fs'
import type { Connection } from './connection.ts'

export const logBytes = ({ file }: Connection): number => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0

/** Moves what it can; while others read, the rest stays where it is and nothing waits. */
export function checkpoint(connection: Connection): void {
  connection.all('PRAGMA wal_checkpoint(TRUNCATE)')
}
