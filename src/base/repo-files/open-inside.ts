/**
 * Opens a plain file below a folder for reading, and makes sure that the opened file is the one at that path. Nothing is followed:
 * neither a link in place of the file nor one in place of a folder above it. Never waits, whatever is at the path.
 */
import { closeSync, fstatSync, openSync, type Stats } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { pathBelow, placeBelow, placeBelowSync, READ_FLAGS } from './opened-path.ts'

export type InsideOptions = {
  /** The rules of the caller: whether this file may be read. Asked with the path of the file that was really opened. */
  may?: (relative: string) => boolean
}

/**
 * `root` must be resolved. Undefined when what is there is not a plain file, is reached through a link, lies outside, or may not be
 * read. Throws what `open` throws when there is nothing, or no permission; ELOOP for a link in place of the file.
 */
export async function openInside(root: string, relative: string, options: InsideOptions = {}): Promise<FileHandle | undefined> {
  const wanted = pathBelow(root, relative)
  if (wanted === undefined) return undefined
  for (let round = 0; round < ROUNDS; round++) {
    const handle = await open(wanted, READ_FLAGS)
    let verdict: Verdict = 'no'
    try {
      const opened = await handle.stat()
      verdict = judge(opened, opened.isFile() ? await placeBelow(handle.fd, opened, root, wanted) : undefined, options)
    } finally {
      if (verdict !== 'yes') await handle.close()
    }
    if (verdict !== 'again') return verdict === 'yes' ? handle : undefined
  }
  return undefined
}

/** For callers that have nothing else to do: several times faster for a small file. The caller closes the descriptor. */
export function openInsideSync(root: string, relative: string, options: InsideOptions = {}): number | undefined {
  const wanted = pathBelow(root, relative)
  if (wanted === undefined) return undefined
  for (let round = 0; round < ROUNDS; round++) {
    const fd = openSync(wanted, READ_FLAGS)
    let verdict: Verdict = 'no'
    try {
      const opened = fstatSync(fd)
      verdict = judge(opened, opened.isFile() ? placeBelowSync(fd, opened, root, wanted) : undefined, options)
    } finally {
      if (verdict !== 'yes') closeSync(fd)
    }
    if (verdict !== 'again') return verdict === 'yes' ? fd : undefined
  }
  return undefined
}

/** A file that is replaced at this moment, as editors save, may look like another one: it is opened again. */
const ROUNDS = 10

type Verdict = 'yes' | 'no' | 'again'

function judge(opened: Stats, openedAt: string | undefined, { may }: InsideOptions): Verdict {
  if (!opened.isFile()) return 'no'
  if (openedAt === undefined) return 'again'
  return may === undefined || may(openedAt) ? 'yes' : 'no'
}
