/**
 * What is at a path, without reading it. An answer may be outdated at once: what is read afterwards is checked when it is opened.
 * What cannot be seen is not there.
 */
import { constants, lstatSync, realpathSync, type Stats, statSync } from 'node:fs'
import { access, lstat, readlink, realpath, stat, statfs } from 'node:fs/promises'
import { errorCode } from '../error-code.ts'

export type Kind = 'file' | 'folder' | 'link' | 'other'

/** What is at the path itself: a link is `link`, wherever it leads. */
export async function kindAt(absolutePath: string): Promise<Kind | undefined> {
  const seen = await seeAt(absolutePath)
  return seen && kindOf(seen)
}

const kindOf = (seen: Stats): Kind =>
  seen.isFile() ? 'file' : seen.isSymbolicLink() ? 'link' : seen.isDirectory() ? 'folder' : 'other'

/** Size, times and identity of what is at the path itself. */
export const seeAt = (absolutePath: string): Promise<Stats | undefined> => lstat(absolutePath).catch(() => undefined)

/** The same of what a link leads to. */
export const seeTarget = (absolutePath: string): Promise<Stats | undefined> => stat(absolutePath).catch(() => undefined)

/** True only if certainly nothing is there: what cannot be seen, for want of permission or by an error of the disk, may be there. */
export const isMissing = (absolutePath: string): Promise<boolean> =>
  stat(absolutePath).then(
    () => false,
    (cause: unknown) => ['ENOENT', 'ENOTDIR'].includes(errorCode(cause) ?? ''),
  )

/** Links are followed. */
export const isFolder = async (absolutePath: string): Promise<boolean> => (await seeTarget(absolutePath))?.isDirectory() ?? false

/** The path with all links followed; undefined when it leads to nothing. */
export const realPath = (absolutePath: string): Promise<string | undefined> => realpath(absolutePath).catch(() => undefined)

export function realPathSync(absolutePath: string): string | undefined {
  try {
    return realpathSync.native(absolutePath)
  } catch {
    return undefined
  }
}

/** Where a link leads, as it is written; undefined when it is not a link. */
export const linkTarget = (absolutePath: string): Promise<string | undefined> => readlink(absolutePath).catch(() => undefined)

/** Without promises: the call takes two microseconds, and a promise for it would take ten. `follow`: what a link leads to. */
export function seeSync(absolutePath: string, options: { follow: boolean }): Stats | undefined {
  try {
    return (options.follow ? statSync : lstatSync)(absolutePath, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** The type number of the file system, as Linux counts them; undefined elsewhere. Throws if the folder is gone. */
export async function fileSystemType(folder: string): Promise<number | undefined> {
  return process.platform === 'linux' ? (await statfs(folder)).type >>> 0 : undefined
}

/** True also when nothing is there. */
export const mayRead = (absolutePath: string): Promise<boolean> =>
  access(absolutePath, constants.R_OK).then(
    () => true,
    (cause: unknown) => errorCode(cause) === 'ENOENT',
  )

export const mayWrite = (absolutePath: string): Promise<boolean> =>
  access(absolutePath, constants.W_OK).then(
    () => true,
    () => false,
  )
