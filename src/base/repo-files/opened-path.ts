/**
 * Where an open file really is. A path that was checked before it is opened may have become a link since, itself or a folder above it,
 * and lead anywhere. So the check comes after the opening, and asks about the opened file.
 */
import { constants, lstatSync, readlinkSync, realpathSync, type Stats } from 'node:fs'
import { lstat, readlink, realpath } from 'node:fs/promises'
import path from 'node:path'

/**
 * O_NONBLOCK: opening a pipe nobody writes to would wait for ever. O_NOFOLLOW: the last part of the path may not be a link.
 * O_NOCTTY: a terminal does not become ours.
 */
export const READ_FLAGS =
  constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0) | (constants.O_NOCTTY ?? 0)

/** The path of `relative` below `root`; undefined for one that is not written as a path below it. */
export function pathBelow(root: string, relative: string): string | undefined {
  if (relative.includes('\0')) return undefined
  // Most paths need no work: joining them as text takes a tenth of the time, which shows with 20,000 files.
  if (isPlainPath.test(relative) && !root.endsWith('/')) return `${root}/${relative}`
  const wanted = path.join(root, relative)
  return isBelow(root, wanted) ? wanted : undefined
}

/** No part is empty, `.` or `..`, or begins with a dot. */
const isPlainPath = /^[^./\\][^/\\]*(?:\/[^./\\][^/\\]*)*$/

export const isBelow = (folder: string, file: string): boolean =>
  file.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep)

/**
 * Where the opened file is below `root`, with forward slashes: `wanted`, perhaps in the spelling of the file system. Undefined when it
 * is elsewhere, or when a part of `wanted` below `root` is a link.
 */
export async function placeBelow(fd: number, opened: Stats, root: string, wanted: string): Promise<string | undefined> {
  const known = await pathOf(fd)
  if (known !== undefined && isExactly(known, wanted)) return relativeTo(root, wanted)
  const real = known?.replace(REPLACED_END, '') ?? (await realpath(wanted).catch(() => ''))
  if (!isSpelledOtherwise(real, wanted) || !isBelow(root, real)) return undefined
  // `src` may be, or have been, a link to a folder called `SRC`: the names alone would look like one name in two spellings.
  if (!(await hasNoLinks(root, wanted))) return undefined
  if (!isSame(await lstat(wanted).catch(() => undefined), opened)) return undefined
  return (await hasNoLinks(root, wanted)) ? relativeTo(root, real) : undefined
}

async function hasNoLinks(root: string, wanted: string): Promise<boolean> {
  for (const part of partsBelow(root, wanted))
    if ((await lstat(part).catch(() => undefined))?.isSymbolicLink() !== false) return false
  return true
}

export function placeBelowSync(fd: number, opened: Stats, root: string, wanted: string): string | undefined {
  const known = pathOfSync(fd)
  if (known !== undefined && isExactly(known, wanted)) return relativeTo(root, wanted)
  const real = known?.replace(REPLACED_END, '') ?? orUndefined(() => realpathSync(wanted)) ?? ''
  if (!isSpelledOtherwise(real, wanted) || !isBelow(root, real)) return undefined
  if (!hasNoLinksSync(root, wanted)) return undefined
  const now = orUndefined(() => lstatSync(wanted))
  return isSame(now, opened) && hasNoLinksSync(root, wanted) ? relativeTo(root, real) : undefined
}

const hasNoLinksSync = (root: string, wanted: string): boolean =>
  partsBelow(root, wanted).every((part) => orUndefined(() => lstatSync(part))?.isSymbolicLink() === false)

const isSame = (one: Stats | undefined, other: Stats): boolean => one?.dev === other.dev && one.ino === other.ino

const relativeTo = (root: string, file: string): string =>
  (path.sep === '/' ? file : file.split(path.sep).join('/')).slice(root.endsWith(path.sep) ? root.length : root.length + 1)

/** Linux adds this to the path of an open file that has since been deleted or replaced. The path before it is where the file was. */
const REPLACED = ' (deleted)'
const REPLACED_END = / \(deleted\)$/

const isExactly = (known: string, wanted: string): boolean => known === wanted || known === wanted + REPLACED

/** Some file systems return a name in another case, or with accents as separate characters. */
const isSpelledOtherwise = (known: string, wanted: string): boolean => plain(known) === plain(wanted)
const plain = (name: string): string => name.normalize('NFC').toLowerCase()

/** Linux tells the path of an open file. Resolving the path again would not do: a folder may be replaced twice in between. */
async function pathOf(fd: number): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined
  const known = await readlink(`/proc/self/fd/${fd}`).catch(() => '')
  return known.startsWith('/') ? known : undefined
}

function pathOfSync(fd: number): string | undefined {
  if (process.platform !== 'linux') return undefined
  const known = orUndefined(() => readlinkSync(`/proc/self/fd/${fd}`))
  return known?.startsWith('/') ? known : undefined
}

function partsBelow(root: string, wanted: string): string[] {
  const names = path.relative(root, wanted).split(path.sep)
  return names.map((_, at) => path.join(root, ...names.slice(0, at + 1)))
}

function orUndefined<Value>(look: () => Value): Value | undefined {
  try {
    return look()
  } catch {
    return undefined
  }
}
