/**
 * The line a page ended with, found again: lines above it may have been added or taken away before the next page is asked for, and a
 * page that began behind the old number would repeat or skip what is close to it.
 */
import { hashBytes } from '../base/hash.ts'
import type { QuotedFile } from './quote.ts'

/** What a cursor keeps of a line's text. */
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
