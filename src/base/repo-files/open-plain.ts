/**
 * Opens a plain file wherever it is, links followed: a file that the user named, or one of git's own. Never waits: a pipe or a device in
 * its place is refused.
 */
import { constants } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'

/** Throws what the file system throws; EISDIR for a folder, ENXIO for anything else that is not a plain file. */
export async function openPlain(file: string): Promise<FileHandle> {
  // A device is not even opened: that alone may do something.
  check(await stat(file))
  const handle = await open(file, FLAGS)
  try {
    check(await handle.stat())
    return handle
  } catch (cause) {
    await handle.close()
    throw cause
  }
}

const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0)

function check(seen: { isFile(): boolean; isDirectory(): boolean }): void {
  if (!seen.isFile()) throw new NotPlain(seen.isDirectory() ? 'EISDIR' : 'ENXIO')
}

class NotPlain extends Error {
  readonly code: string
  constructor(code: string) {
    super('not a plain file')
    this.code = code
  }
}
