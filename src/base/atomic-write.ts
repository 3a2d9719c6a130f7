/** Replaces a file completely or not at all. Neither a reader nor a crash sees half of it. */
import { randomBytes } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { makeFolder } from './make-folder.ts'

/**
 * Writes a temporary file in the same folder and renames it; creates missing folders. With `durable` the bytes are on disk before
 * the rename, so that a power cut leaves the old file or the new one, never an empty one.
 */
export async function atomicWrite(
  file: string,
  content: string | Uint8Array,
  options: { durable?: boolean; mode?: number } = {},
): Promise<void> {
  const folder = path.dirname(file)
  makeFolder(folder)
  const beside = path.join(folder, `.${path.basename(file)}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`)
  try {
    const handle = await open(beside, 'wx', options.mode ?? 0o666)
    try {
      await handle.writeFile(content)
      if (options.durable) await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(beside, file)
  } catch (cause) {
    await rm(beside, { force: true })
    throw cause
  }
}
