/** Turns SQLite's errors into problems that the user can act on; other errors are not changed. */
import { statfsSync } from 'node:fs'
import path from 'node:path'
import { CairnProblem } from '../../contract/problems.ts'

const BUSY = 5
const LOCKED = 6
const READONLY = 8
const IOERR = 10
const CORRUPT = 11
const FULL = 13
const CANTOPEN = 14
const NOTADB = 26

export function storeFailure(cause: unknown, file: string, repo: string): unknown {
  const code = sqliteCode(cause)
  if (code === undefined || cause instanceof CairnProblem) return cause
  const detail = cause instanceof Error ? cause.message : String(cause)
  const home = path.dirname(file)
  if (code === BUSY || code === LOCKED) return new CairnProblem('INDEX_LOCKED', { repo }, { cause })
  if (code === CORRUPT || code === NOTADB) return new CairnProblem('STORE_CORRUPT', { detail }, { cause })
  if (code === FULL || (code === IOERR && isFull(home))) return new CairnProblem('DISK_FULL', { where: home }, { cause })
  if (code === READONLY || code === CANTOPEN)
    return new CairnProblem('RAG_UNAVAILABLE', { detail: `${file}: ${detail}` }, { cause })
  return cause
}

export const isBusy = (cause: unknown): boolean => sqliteCode(cause) === BUSY

export const readOnlyHome = (home: string): CairnProblem =>
  new CairnProblem('RAG_UNAVAILABLE', { detail: `the index in ${home} cannot be written, the folder is read-only` })

/** The primary code; extended codes have more in their upper bits. */
function sqliteCode(cause: unknown): number | undefined {
  if (!(cause instanceof Error)) return undefined
  if ('errcode' in cause && typeof cause.errcode === 'number') return cause.errcode & 0xff
  // One of the two drivers leaves the number out when a query fails while its rows are read.
  return 'code' in cause && cause.code === 'ERR_SQLITE_ERROR' ? codesByMessage.get(cause.message) : undefined
}

/** SQLite's own messages; they have not changed in a decade. */
const codesByMessage = new Map([
  ['database is locked', BUSY],
  ['database table is locked', LOCKED],
  ['attempt to write a readonly database', READONLY],
  ['disk I/O error', IOERR],
  ['database disk image is malformed', CORRUPT],
  ['database or disk is full', FULL],
  ['unable to open database file', CANTOPEN],
  ['file is not a database', NOTADB],
])

/** A full disk appears as a plain I/O error where the shared-memory file cannot grow. */
function isFull(home: string): boolean {
  try {
    return statfsSync(home).bavail < 64
  } catch {
    return false
  }
}
