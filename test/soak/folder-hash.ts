/** One hash over every file of some folders, to check whether anything was written. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/** Locks and SQLite's list of readers, which change with every reader. */
const PASSING = /(?:^|\/)locks(?:\/|$)|-shm$/

/** A process moves its write-ahead log into the database a moment after it wrote; so long is waited for that. */
const MOST_WAIT_MS = 3_000

export async function folderHash(folders: readonly string[]): Promise<string> {
  for (let waited = 0; waited < MOST_WAIT_MS && folders.some(hasLog); waited += 50)
    await new Promise((resolve) => setTimeout(resolve, 50))
  const hash = createHash('sha256')
  for (const folder of folders) {
    for (const file of filesBelow(folder).filter((one) => !PASSING.test(one)))
      hash.update(`${file}\0`).update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

const hasLog = (folder: string): boolean =>
  filesBelow(folder).some((file) => file.endsWith('-wal') && (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0)

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
}
