/**
 * Moves what SQLite keeps in its log into the store file. Whoever closes the store last may do that, even a reader: before bytes are
 * compared to see whether anything was written, it is done here.
 */
import path from 'node:path'
import { openDatabase } from '../../src/store/embedded/driver.ts'

export function foldLog(home: string): void {
  const store = openDatabase(path.join(home, 'store.db'), { readOnly: false })
  store.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  store.close()
}
