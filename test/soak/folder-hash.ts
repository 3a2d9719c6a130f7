/** One hash over every file of some folders, to check whether anything was written. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Locks and SQLite's list of readers, which change with every reader. */
const PASSING = /(?:^|\/)locks(?:\/|$)|-shm$/

export function folderHash(folders: readonly string[]): string {
  const hash = createHash('sha256')
  for (const folder of folders) {
    if (!existsSync(folder)) continue
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .filter((file) => !PASSING.test(file))
      .sort()
    for (const file of files) hash.update(`${file}\0`).update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}
