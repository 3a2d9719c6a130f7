/**
 * A lock between processes, and inside one: an exclusive transaction, kept open, on an empty file. It is a lock of the operating
 * system, so it ends with its process, also if that is killed. A leftover file blocks nobody.
 */
import { truncateSync } from 'node:fs'
import path from 'node:path'
import { makeFolder } from '../../base/make-folder.ts'
import { CairnProblem } from '../../contract/problems.ts'
import { openDatabase, type SqlDatabase } from './driver.ts'
import { isBusy, storeFailure } from './store-failure.ts'

export type ProcessLock = { release(): Promise<void> }

/** Undefined while another has the lock. `what` names what is locked, for the error message if the file cannot be used. */
export function tryProcessLock(file: string, what: string): ProcessLock | undefined {
  const isNoLock = (cause: unknown): boolean => cause instanceof CairnProblem && cause.code === 'STORE_CORRUPT'
  try {
    return tryLock(file, what)
  } catch (cause) {
    if (!isNoLock(cause)) throw cause
    // The file is empty unless something else wrote into it.
    truncateSync(file)
    return tryLock(file, what)
  }
}

function tryLock(file: string, what: string): ProcessLock | undefined {
  let database: SqlDatabase | undefined
  try {
    makeFolder(path.dirname(file))
    database = openDatabase(file, { readOnly: false })
    database.exec('BEGIN EXCLUSIVE')
    return lockOn(database)
  } catch (cause) {
    database?.close()
    if (isBusy(cause)) return undefined
    throw storeFailure(cause, file, what)
  }
}

function lockOn(database: SqlDatabase): ProcessLock {
  let isHeld = true
  return {
    async release() {
      if (isHeld) database.close()
      isHeld = false
    },
  }
}
