/** A heading as a scanner finds it, and limits of all scanners, so that the cost stays linear however long a line is. */

export type Heading = {
  title: string
  level: number
  /** Where the heading begins (an overline or the first line of a title counts), 1-based. */
  start_line: number
}

/** `body_line`: the first line that is text of the document; front matter precedes it and may describe the document. */
export type HeadingScan = { headings: Heading[]; body_line: number; description?: string }

/** Structure is at the beginning of a line; the rest of a longer one is text, and reading it twice would be quadratic. */
const STRUCTURE_WIDTH = 1000
const TITLE_WIDTH = 160

export const headOf = (line: string): string => (line.length > STRUCTURE_WIDTH ? line.slice(0, STRUCTURE_WIDTH) : line)

export const isBlank = (line: string | undefined): boolean => line === undefined || !/\S/.test(line)

/** One line, single spaces. */
export const flatText = (text: string): string => headOf(text).replaceAll(/\s+/g, ' ').trim()

/** A title fit for a header path: flat and not endless. */
export function shortTitle(text: string): string {
  const flat = flatText(text)
  return flat.length > TITLE_WIDTH ? `${flat.slice(0, TITLE_WIDTH).trimEnd()}…` : flat
}
