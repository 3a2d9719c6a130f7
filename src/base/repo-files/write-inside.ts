/**
 * Writes files below a folder, so that nothing outside can be changed: under a new random name in the real folder of the target, then
 * renamed. A link in place of the target is replaced, not written through. Neither a reader nor a crash sees half a file.
 */
import { createHash, randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, lstat, open, readdir, rename, rmdir, unlink } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type InnerFolder, withFolderInside } from './folder-inside.ts'

/** A file that is being written, for content that comes in pieces. */
export type NewFile = Pick<FileHandle, 'appendFile'>

export type WriteOptions = {
  /** The bytes are on disk before the rename: a power cut leaves the old file or the new one, never an empty one. */
  durable?: boolean
  /** The permissions; those that the file had unless set. */
  mode?: number
}

/** Creates missing folders. `root` must be resolved. Throws what the file system throws; ELOOP where a folder is a link. */
export function replaceInside(
  root: string,
  relative: string,
  content: string | Uint8Array,
  options: WriteOptions = {},
): Promise<void> {
  return replaceInsideWith(root, relative, (file) => file.appendFile(content), options)
}

/** For content that is written in pieces. */
export function replaceInsideWith<Value>(
  root: string,
  relative: string,
  write: (file: NewFile) => Promise<Value>,
  options: WriteOptions = {},
): Promise<Value> {
  const name = path.basename(relative)
  const work = (folder: InnerFolder): Promise<Value> => replaceIn(folder, name, write, options)
  return withFolderInside(root, path.dirname(relative), work, { create: true })
}

async function replaceIn<Value>(
  folder: InnerFolder,
  name: string,
  write: (handle: FileHandle) => Promise<Value>,
  { durable = false, mode }: WriteOptions,
): Promise<Value> {
  await removeLeftOvers(folder, name)
  const beside = folder.at(temporaryName(name))
  const before = mode ?? (await modeOf(folder.at(name)))
  const handle = await open(beside, NEW_FILE, before ?? 0o666)
  try {
    let value: Value
    try {
      value = await write(handle)
      // The mode of a new file passes through the umask.
      if (before !== undefined) await handle.chmod(before)
      if (durable) await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(beside, folder.at(name))
    return value
  } catch (cause) {
    await unlink(beside).catch(() => undefined)
    throw cause
  }
}

/** A file keeps its permissions. */
async function modeOf(file: string): Promise<number | undefined> {
  const seen = await lstat(file).catch(() => undefined)
  return seen?.isFile() ? seen.mode & 0o777 : undefined
}

const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0)

/** It names the machine and the process, so that the file of a killed process can be told from one that is being written. */
const temporaryName = (name: string): string => `.${name}.${machine()}-${process.pid}-${randomBytes(6).toString('hex')}.tmp`
const machine = (): string => createHash('sha256').update(os.hostname()).digest('hex').slice(0, 8)

/** Removes entries, whatever they are: a link is removed, not followed. A folder is kept. */
async function removeLeftOvers(folder: InnerFolder, name: string): Promise<void> {
  for (const entry of await readdir(folder.at('')).catch(() => [])) {
    if (!entry.startsWith(`.${name}.`)) continue
    const found = /^([0-9a-f]{8})-([0-9]{1,10})-[0-9a-f]{12}\.tmp$/.exec(entry.slice(name.length + 2))
    if (found && (await isLeftOver(folder.at(entry), found[1] ?? '', Number(found[2]))))
      await unlink(folder.at(entry)).catch(() => undefined)
  }
}

/** Of another machine it cannot be known whether the process runs. No file takes a day to write. */
async function isLeftOver(file: string, host: string, pid: number): Promise<boolean> {
  if (host === machine()) return pid !== process.pid && !isAlive(pid)
  const seen = await lstat(file).catch(() => undefined)
  return seen !== undefined && Date.now() - seen.mtimeMs > DAY_MS
}
const DAY_MS = 86_400_000

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

/** Creates the folder and those above it. Throws ELOOP or ENOTDIR where something else is in place of one. */
export const makeFolderInside = (root: string, relative: string): Promise<void> =>
  withFolderInside(root, relative, async () => undefined, { create: true })

/** Removes a plain file; true when it did. Anything else stays. */
export async function removeFileInside(root: string, relative: string): Promise<boolean> {
  const name = path.basename(relative)
  return withFolderInside(root, path.dirname(relative), async (folder) => {
    await removeLeftOvers(folder, name)
    if (!(await lstat(folder.at(name))).isFile()) return false
    await unlink(folder.at(name))
    return true
  }).catch(() => false)
}

/** Removes an empty folder; one that is not empty stays. */
export async function removeFolderInside(root: string, relative: string): Promise<void> {
  const name = path.basename(relative)
  await withFolderInside(root, path.dirname(relative), (folder) => rmdir(folder.at(name))).catch(() => undefined)
}
