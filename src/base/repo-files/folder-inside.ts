/**
 * A folder below a root, held open while something is done in it. On Linux it is entered part by part, never through a link, and what
 * is done there goes through its descriptor: it cannot lead elsewhere, even if the folder is replaced by a link meanwhile. Other
 * systems have no such paths: there the folder is compared before and after.
 */
import { constants } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, realpath } from 'node:fs/promises'
import path from 'node:path'
import { errorCode } from '../error-code.ts'

export type InnerFolder = {
  /** The path of an entry, for calls of the file system. It must not be kept or shown. */
  at(name: string): string
}

export type FolderOptions = {
  /** Creates the folders that are missing. */
  create?: boolean
}

/** `root` must be resolved. Throws ENOENT and the like; ELOOP or ENOTDIR where a link or a file is in place of a folder. */
export function withFolderInside<Value>(
  root: string,
  relative: string,
  work: (folder: InnerFolder) => Promise<Value>,
  options: FolderOptions = {},
): Promise<Value> {
  const names = partsOf(relative)
  return process.platform === 'linux' ? entering(root, names, work, options) : comparing(root, names, work, options)
}

function partsOf(relative: string): string[] {
  const names = relative.split(path.sep === '/' ? '/' : /[\\/]/).filter((name) => name !== '' && name !== '.')
  if (relative.includes('\0') || path.isAbsolute(relative) || names.includes('..')) throw refused(relative)
  return names
}

export class NotInside extends Error {
  readonly code = 'ELOOP'
}
export const refused = (relative: string): NotInside => new NotInside(`${relative} does not lead to a folder inside`)

export const FOLDER_FLAGS =
  constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

async function entering<Value>(
  root: string,
  names: readonly string[],
  work: (folder: InnerFolder) => Promise<Value>,
  { create = false }: FolderOptions,
): Promise<Value> {
  let handle = await open(root, FOLDER_FLAGS)
  try {
    for (const name of names) {
      const inner = through(handle).at(name)
      if (create) await makeFolder(inner)
      const next = await open(inner, FOLDER_FLAGS)
      await handle.close()
      handle = next
    }
    return await work(through(handle))
  } finally {
    await handle.close()
  }
}

const through = ({ fd }: FileHandle): InnerFolder => ({ at: (name) => `/proc/self/fd/${fd}/${name}` })

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder).catch((cause: unknown) => {
    if (errorCode(cause) !== 'EEXIST') throw cause
  })
}

async function comparing<Value>(
  root: string,
  names: readonly string[],
  work: (folder: InnerFolder) => Promise<Value>,
  { create = false }: FolderOptions,
): Promise<Value> {
  let folder = root
  for (const name of names) {
    folder = path.join(folder, name)
    if (create) await makeFolder(folder)
    if (!(await lstat(folder)).isDirectory()) throw refused(folder)
  }
  const before = await identityOf(folder)
  const value = await work({ at: (name) => path.join(folder, name) })
  if ((await identityOf(folder)) !== before) throw refused(folder)
  return value
}

async function identityOf(folder: string): Promise<string> {
  const { dev, ino } = await lstat(folder)
  return `${await realpath(folder)} ${dev}:${ino}`
}
