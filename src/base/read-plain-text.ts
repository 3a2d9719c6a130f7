/** Reads a small text file by its path. Never waits: a pipe in its place is not opened for reading. */
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

const MOST_BYTES = 1_000_000

/** Undefined when it is missing, unreadable, not a plain file, or over 1 MB. */
export async function readPlainText(file: string): Promise<string | undefined> {
  let handle: FileHandle | undefined
  try {
    handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    const seen = await handle.stat()
    return seen.isFile() && seen.size <= MOST_BYTES ? await handle.readFile('utf8') : undefined
  } catch {
    return undefined
  } finally {
    await handle?.close()
  }
}
