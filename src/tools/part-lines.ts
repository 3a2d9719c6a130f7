/** Which lines of a part of a file are quoted: as many as fit a number of bytes, around those that match the question best. */
import type { LineFinder, Lines } from '../search/passage.ts'

/** A definition of fewer lines, such as a constant, is quoted with the lines around it. */
export const SMALLEST = 3
/** Numbers and indentation before each line. */
const BYTES_OF_MARGIN = 10

/** About so many bytes, but not fewer than `least` and not more than `most` lines. */
export type Room = { bytes: number; least: number; most: number }

/** The best lines of a part, without blank lines at either end. */
export function bestLinesOf(lines: readonly string[], part: Lines, room: Room, finder: LineFinder): Lines {
  const whole = withContext(part, lines.length)
  return withoutBlankEnds(lines, finder.window(lines, whole, linesFor(lines, whole, room)))
}

/** `count`: the number of lines of the file. */
function withContext({ start_line, end_line }: Lines, count: number): Lines {
  const missing = Math.max(0, SMALLEST - (end_line - start_line + 1))
  return { start_line: Math.max(1, start_line - missing), end_line: Math.min(count, end_line + missing) }
}

/** How many lines of a part fit, estimated from the length of its first 60 lines. */
function linesFor(lines: readonly string[], { start_line, end_line }: Lines, { bytes, least, most }: Room): number {
  const own = lines.slice(start_line - 1, Math.min(end_line, start_line + 59))
  const mean = own.reduce((sum, line) => sum + Math.min(line.length, 200) + BYTES_OF_MARGIN, 0) / Math.max(1, own.length)
  return Math.max(least, Math.min(most, Math.floor(bytes / Math.max(1, mean))))
}

/** A passage of blank lines keeps the last one. */
export function withoutBlankEnds(lines: readonly string[], { start_line, end_line }: Lines): Lines {
  const isBlank = (line: number): boolean => (lines[line - 1] ?? '').trim() === ''
  let start = start_line
  let end = end_line
  while (start < end && isBlank(start)) start++
  while (end > start && isBlank(end)) end--
  return { start_line: start, end_line: end }
}
