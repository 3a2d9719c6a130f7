/** The entries of a folder below a root. A folder that became a link is not listed: the names may be of files outside. */
import type { Dirent } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { FOLDER_FLAGS, refused, withFolderInside } from './folder-inside.ts'
import { pathBelow, placeBelow } from './opened-path.ts'

/** `root` must be resolved; `relative` is '' for the root itself. Throws what the file system throws; ELOOP where a link is in the path. */
export async function listFolder(root: string, relative: string): Promise<Dirent[]> {
  if (process.platform !== 'linux' || relative === '') return withFolderInside(root, relative, (folder) => readAll(folder.at('')))
  const wanted = pathBelow(root, relative)
  if (wanted === undefined) throw refused(relative)
  // One call instead of one for each part of the path: a walk lists thousands of folders.
  const handle = await open(wanted, FOLDER_FLAGS)
  try {
    if ((await placeBelow(handle.fd, await handle.stat(), root, wanted)) === undefined) throw refused(relative)
    return await readAll(`/proc/self/fd/${handle.fd}/`)
  } finally {
    await handle.close()
  }
}

const readAll = (folder: string): Promise<Dirent[]> => readdir(folder, { withFileTypes: true })
