/** Turns SQLite's errors into problems that the user can act on; other errors are not changed. */
import { accessSync, constants, statfsSync } from 'node:fs'
import path from 'node:path'
import { CairnProblem } from '../../contract/problems.ts'

const PERM = 3
const BUSY = 5
const LOCKED = 6
const NOMEM = 7
const READONLY = 8
const IOERR = 10
const CORRUPT = 11
const FULL = 13
const CANTOPEN = 14
const PROTOCOL = 15
const NOTADB = 26

/**
 * Our statements are fixed and tested, so an error that the machine does not explain means that the file is not what we wrote: a table
 * that is not there, a row that breaks a rule, a number too large for any that we store.
 */
export function storeFailure(cause: unknown, file: string, repo: string): unknown {
  const code = sqliteCode(cause)
  if (code === undefined || cause instanceof CairnProblem) return cause
  const detail = cause instanceof Error ? cause.message : String(cause)
  const home = path.dirname(file)
  if (code === BUSY || code === LOCKED || code === PROTOCOL) return new CairnProblem('INDEX_LOCKED', { repo }, { cause })
  if (code === FULL || (code === IOERR && isFull(home))) return new CairnProblem('DISK_FULL', { where: home }, { cause })
  if (refused.has(code) || (code === READONLY && !mayWrite(file)) || (code === IOERR && !isShortRead(cause)))
    return new CairnProblem('RAG_UNAVAILABLE', { detail: `${file}: ${detail}` }, { cause })
  return new CairnProblem('STORE_CORRUPT', { detail }, { cause })
}

/** The machine refuses: no permission, no memory, too many open files. */
const refused = new Set([PERM, NOMEM, CANTOPEN])

/** If so, only what is in the file can make it read-only. */
function mayWrite(file: string): boolean {
  try {
    for (const each of [file, path.dirname(file)]) accessSync(each, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** The file is shorter than it says. Other errors of reading are those of the disk. */
const isShortRead = (cause: unknown): boolean => cause instanceof Error && 'errcode' in cause && cause.errcode === SHORT_READ
const SHORT_READ = 522

export const isBusy = (cause: unknown): boolean => sqliteCode(cause) === BUSY

export const readOnlyHome = (home: string): CairnProblem =>
  new CairnProblem('RAG_UNAVAILABLE', { detail: `the index in ${home} cannot be written, the folder is read-only` })

/** The primary code; extended codes have more in their upper bits. */
function sqliteCode(cause: unknown): number | undefined {
  if (!(cause instanceof Error)) return undefined
  if ('errcode' in cause && typeof cause.errcode === 'number') return cause.errcode & 0xff
  if (!('code' in cause)) return undefined
  // One of the two drivers leaves the number out when a query fails while its rows are read.
  if (cause.code === 'ERR_SQLITE_ERROR') return codesByMessage.get(cause.message) ?? UNNAMED
  return cause.code === 'ERR_OUT_OF_RANGE' ? UNNAMED : undefined
}

const UNNAMED = 1

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
