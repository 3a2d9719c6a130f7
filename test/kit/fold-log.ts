/**
 * Moves SQLite's log into the store file. The last process that closes the store may do that, even a reader, so tests do it
 * before they compare bytes to check that nothing was written.
 */
import path from 'node:path'
import { openDatabase } from '../../src/store/embedded/driver.ts'

export function foldLog(home: string): void {
  const store = openDatabase(path.join(home, 'store.db'), { readOnly: false })
  store.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  store.close()
}
