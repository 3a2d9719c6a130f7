/**
 * The only file that knows which SQLite we run on: Node's own where it has one, else a package with the same interface. Both
 * write the same file format and may work on one file at the same time.
 */
import { createRequire } from 'node:module'

export type SqlValue = null | number | string | Uint8Array

export interface SqlStatement {
  run(...values: SqlValue[]): { changes: number | bigint }
  get(...values: SqlValue[]): unknown
  all(...values: SqlValue[]): unknown[]
  /** Missing before Node 22.16. */
  setReturnArrays?(enabled: boolean): void
}

export interface SqlDatabase {
  exec(sql: string): void
  prepare(sql: string): SqlStatement
  close(): void
}

type SqliteModule = { DatabaseSync: new (file: string, options?: { readOnly?: boolean }) => SqlDatabase }

let loaded: SqliteModule | undefined

export function openDatabase(file: string, options: { readOnly: boolean }): SqlDatabase {
  loaded ??= loadBuiltIn() ?? loadPackage()
  return new loaded.DatabaseSync(file, { readOnly: options.readOnly })
}

/** Node 22 warns that its SQLite is experimental; only that warning is suppressed. */
function loadBuiltIn(): SqliteModule | undefined {
  const warn = process.emitWarning
  const quiet = (warning: string | Error, ...rest: unknown[]): void => {
    if (!String(warning).includes('SQLite')) Reflect.apply(warn, process, [warning, ...rest])
  }
  process.emitWarning = quiet as typeof process.emitWarning
  try {
    const found = process.getBuiltinModule('node:sqlite')
    return found && 'DatabaseSync' in found ? (found as SqliteModule) : undefined
  } finally {
    process.emitWarning = warn
  }
}

/** `require`, because importing the same package as a module costs 2 ms more of a cold start (7 against 9). */
const loadPackage = (): SqliteModule => createRequire(import.meta.url)('@photostructure/sqlite') as SqliteModule
