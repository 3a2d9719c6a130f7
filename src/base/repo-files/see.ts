/**
 * What is at a path, without reading it. An answer may be outdated at once: what is read afterwards is checked when it is opened.
 * None of these throws; what cannot be seen is not there.
 */
import { constants, type Stats } from 'node:fs'
import { access, lstat, readlink, realpath, stat } from 'node:fs/promises'

export type Kind = 'file' | 'folder' | 'link' | 'other'

/** What is at the path itself: a link is `link`, wherever it leads. */
export async function kindAt(absolutePath: string): Promise<Kind | undefined> {
  const seen = await seeAt(absolutePath)
  return seen && kindOf(seen)
}

export const kindOf = (seen: Stats): Kind =>
  seen.isFile() ? 'file' : seen.isSymbolicLink() ? 'link' : seen.isDirectory() ? 'folder' : 'other'

/** Size, times and identity of what is at the path itself. */
export const seeAt = (absolutePath: string): Promise<Stats | undefined> => lstat(absolutePath).catch(() => undefined)

/** The same of what a link leads to. */
export const seeTarget = (absolutePath: string): Promise<Stats | undefined> => stat(absolutePath).catch(() => undefined)

/** Links are followed. */
export const isFolder = async (absolutePath: string): Promise<boolean> => (await seeTarget(absolutePath))?.isDirectory() ?? false

/** The path with all links followed; undefined when it leads to nothing. */
export const realPath = (absolutePath: string): Promise<string | undefined> => realpath(absolutePath).catch(() => undefined)

/** Where a link leads, as it is written; undefined when it is not a link. */
export const linkTarget = (absolutePath: string): Promise<string | undefined> => readlink(absolutePath).catch(() => undefined)

export const mayWrite = (absolutePath: string): Promise<boolean> =>
  access(absolutePath, constants.W_OK).then(
    () => true,
    () => false,
  )
