/**
 * Finds the last line of a page again. Lines above it may have been added or removed before the next page is requested; a page
 * that began after the old line number would repeat or skip nearby items.
 */
import { hashBytes } from '../base/hash.ts'
import type { RepoView } from '../freshness/scope.ts'
import type { Ground } from './ground.ts'
import type { QuotedFile } from './quote.ts'

/** The hash of a line's text that a cursor stores. */
export const lineMark = (text: string): string => hashBytes(text.trim()).slice(0, 8)

/**
 * The last file of a page. A cursor comes from outside and may contain any path, so the file is read only if the index has it, or it
 * may be shown.
 */
export async function lastFile(repo: RepoView, path: string, { reading, rooms }: Ground): Promise<QuotedFile | undefined> {
  const isKnown = repo.changed.has(path) || (!repo.deleted.has(path) && (await reading.row(repo, path)) !== undefined)
  if (!isKnown && (await rooms.files.admit(repo.root, path)).state !== 'file') return undefined
  return reading.quotes.file(repo.root, path)
}

/** The line nearest to the old number that has the same text; the old number when there is none. */
export function lineAgain({ lines }: Pick<QuotedFile, 'lines'>, line: number, mark: string): number {
  const is = (at: number): boolean => at >= 1 && at <= lines.length && lineMark(lines[at - 1] ?? '') === mark
  // The number comes from a cursor and may be far behind the end of the file.
  const from = Math.min(Math.max(line, 0), lines.length + 1)
  for (let away = 0; away <= Math.max(from, lines.length - from); away++) {
    if (is(from - away)) return from - away
    if (is(from + away)) return from + away
  }
  return line
}
