/**
 * Finds the last line of a page again. Lines above it may have been added or removed before the next page is requested; a page
 * that began after the old line number would repeat or skip nearby items.
 */
import { hashBytes } from '../base/hash.ts'
import type { QuotedFile } from './quote.ts'

/** The hash of a line's text that a cursor stores. */
export const lineMark = (text: string): string => hashBytes(text.trim()).slice(0, 8)

/** The line nearest to the old number that has the same text; the old number when there is none. */
export function lineAgain({ lines }: Pick<QuotedFile, 'lines'>, line: number, mark: string): number {
  const is = (at: number): boolean => at >= 1 && at <= lines.length && lineMark(lines[at - 1] ?? '') === mark
  for (let away = 0; away <= Math.max(line, lines.length - line); away++) {
    if (is(line - away)) return line - away
    if (is(line + away)) return line + away
  }
  return line
}
