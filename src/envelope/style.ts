/** The styles of the parts of a printed answer. A surface may pass colours; the default is plain text. */
import { visibleLine } from '../contract/visible.ts'

export type Paint = (text: string) => string
export type Style = {
  strong: Paint
  faint: Paint
  place: Paint
  name: Paint
  good: Paint
  warn: Paint
  bad: Paint
  /** A word that was searched for. */
  match: Paint
}

const same: Paint = (text) => text
export const plainStyle: Style = {
  strong: same,
  faint: same,
  place: same,
  name: same,
  good: same,
  warn: same,
  bad: same,
  match: same,
}

/**
 * A line of text from a file, as it is printed. A line of a minified file can be longer than a page: the omitted characters are
 * counted; get_file returns the whole line.
 */
export function shownLine(line: string, most = LONGEST_LINE): string {
  const shown = visibleLine(line)
  if (shown.length <= most) return shown
  const kept = prefixOf(line, most)
  return `${visibleLine(kept)}… (+${line.length - kept.length} characters)`
}
const LONGEST_LINE = 400

/** A line without the first half of its line end, if that was `\r\n`. */
export const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line)

/** The longest beginning that takes at most this many characters as it is shown; no character is cut in two. */
export function prefixOf(line: string, most: number): string {
  let room = most
  let end = 0
  for (const character of line) {
    room -= visibleLine(character).length
    if (room < 0) break
    end += character.length
  }
  return line.slice(0, end)
}
