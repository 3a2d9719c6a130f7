/** A heading as a scanner finds it, and the limits every scanner keeps so that no line, however long, costs more than it holds. */

export type Heading = {
  title: string
  level: number
  /** Where the heading begins (an overline or the first line of a title counts), 1-based. */
  start_line: number
}

/** `body_line`: the first line that is text of the document; front matter stands before it and may describe it. */
export type HeadingScan = { headings: Heading[]; body_line: number; description?: string }

/** Structure stands at the beginning of a line; what follows on a longer one is text, and reading it twice would be quadratic. */
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
