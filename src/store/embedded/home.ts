/** Where the store is in Cairn's home. */
import { accessSync, constants, existsSync, lstatSync, renameSync, type Stats, statSync } from 'node:fs'
import path from 'node:path'
import { errorCode } from '../../base/error-code.ts'

export const storeFile = (home: string): string => path.join(home, 'store.db')

/** A home that does not exist yet can be written if the nearest existing folder above it can. */
export function homeIsWritable(home: string): boolean {
  const parent = path.dirname(home)
  if (!existsSync(home) && parent !== home) return homeIsWritable(parent)
  try {
    accessSync(home, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Identifies the file, so that another file that later has the same name is recognised; undefined while there is none. */
export function sameFile(file: string): string | undefined {
  try {
    const { dev, ino } = statSync(file)
    return `${dev}:${ino}`
  } catch {
    // Also where the home cannot be used, as when it is a file: then questions are answered without an index.
    return undefined
  }
}

/** How long a file of the home is; 0 without one. */
export const bytesOf = (file: string): number => seen(() => statSync(file))?.size ?? 0

/** Undefined where nothing is, and where the home has become a file: that is no damage of the store. */
function seen(look: () => Stats): Stats | undefined {
  try {
    return look()
  } catch (cause) {
    const code = errorCode(cause)
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw cause
  }
}

/** The two files that SQLite keeps beside a database. */
const beside = ['', '-wal', '-shm']

/**
 * Why the store cannot even be opened: something else is in its place. SQLite would follow a link that leads nowhere, and wait for ever
 * for somebody to write into a pipe.
 */
export const strangeStore = (home: string): string | undefined => strangeDatabase(storeFile(home))

export function strangeDatabase(database: string): string | undefined {
  for (const suffix of beside) {
    const file = database + suffix
    const entry = seen(() => lstatSync(file))
    const found = entry?.isSymbolicLink() ? seen(() => statSync(file)) : entry
    if (entry && !found?.isFile()) return `${file} is not a file`
  }
  return undefined
}

/**
 * Renames a damaged store, so that a new one can be built; deletes nothing. Returns the new name, or undefined without a store.
 */
export function setAsideCorrupt(home: string, now: Date): string | undefined {
  const file = storeFile(home)
  const aside = `${file}.damaged-${now.toISOString().replaceAll(/[:.]/g, '-')}`
  let found = false
  for (const suffix of beside) {
    if (!seen(() => lstatSync(file + suffix))) continue
    renameSync(file + suffix, aside + suffix)
    found = true
  }
  return found ? aside : undefined
}
