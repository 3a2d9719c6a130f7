/**
 * Opens a plain file below a folder, and makes sure that the opened file is the one at that path. A path that was checked before may
 * have become a link since, itself or a folder above it, and lead anywhere.
 */
import { constants } from 'node:fs'
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises'
import path from 'node:path'

/**
 * `root` must be resolved, and `relative` must have no links in it. Undefined when what is there is not a plain file, or is reached
 * through a link, or lies outside. Throws what `open` throws when there is nothing, or no permission.
 */
export async function openInside(root: string, relative: string): Promise<FileHandle | undefined> {
  const wanted = path.join(root, relative)
  if (!wanted.startsWith(root.endsWith(path.sep) ? root : root + path.sep)) return undefined
  for (let round = 0; round < ROUNDS; round++) {
    const handle = await open(wanted, flags)
    if (await isPlainAt(handle, wanted)) return handle
    await handle.close()
  }
  return undefined
}

/** Elsewhere than on Linux, a file that is replaced at this moment (as editors save) looks like another one. Then it is opened again. */
const ROUNDS = 10

// O_NONBLOCK: opening a pipe nobody writes to would wait for ever.
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)

async function isPlainAt(handle: FileHandle, wanted: string): Promise<boolean> {
  const opened = await handle.stat()
  if (!opened.isFile()) return false
  const known = await pathOf(handle)
  if (known !== undefined) return isSameName(known, wanted) || isSameName(known, `${wanted}${REPLACED}`)
  // Elsewhere than on Linux: the path must have no links in it, and still lead to the opened file.
  if (!isSameName(await realpath(wanted).catch(() => ''), wanted)) return false
  const now = await lstat(wanted).catch(() => undefined)
  return now?.dev === opened.dev && now.ino === opened.ino
}

/** Linux adds this to the path of an open file that has since been deleted or replaced. The path before it is where the file was. */
const REPLACED = ' (deleted)'

/** Linux tells the path of an open file. Resolving the path again would not do: a folder may be replaced twice in between. */
async function pathOf({ fd }: FileHandle): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined
  const known = await readlink(`/proc/self/fd/${fd}`).catch(() => '')
  return known.startsWith('/') ? known : undefined
}

/** Some file systems return a name in another case, or with accents as separate characters. */
const isSameName = (a: string, b: string): boolean => a === b || plain(a) === plain(b)
const plain = (name: string): string => name.normalize('NFC').toLowerCase()
