/** Helpers for summaries: first paragraph, first sentence, a list that says how much it leaves out. */

const PARAGRAPH_LIMIT = 600
const SENTENCE_LIMIT = 160

/** The first paragraph of a doc comment on one line; tags (`@param`, `:param x:`, `Args:`) end it. */
export function firstParagraph(doc: string): string {
  const lines: string[] = []
  for (const line of doc.split('\n').map((text) => text.trim())) {
    if (line === '' && lines.length === 0) continue
    if (line === '' || isTag(line)) break
    lines.push(line)
  }
  return shorten(lines.join(' ').replace(/\s+/g, ' '), PARAGRAPH_LIMIT)
}

/** The first sentence of a doc comment, for lists with one line per item. */
export function firstSentence(doc: string): string {
  const paragraph = firstParagraph(doc)
  // A full stop ends a sentence only before a capital, a bracket or the end: not in `e.g. this` or `v1.2`.
  const end = /[.!?](?=\s+[\p{Lu}\p{Lo}([`"']|$)/u.exec(paragraph)
  return shorten(end ? paragraph.slice(0, end.index + 1) : paragraph, SENTENCE_LIMIT)
}

/** `a, b, c and 12 more`: the number of omitted items is always given. */
export function listSome(names: readonly string[], most: number, separator = ', '): string {
  if (names.length <= most) return names.join(separator)
  return `${names.slice(0, most).join(separator)}${separator === ', ' ? ' ' : separator}and ${names.length - most} more`
}

/** `1 file`, `3 files`. */
export const count = (amount: number, noun: string): string => `${amount} ${noun}${amount === 1 ? '' : 's'}`

export function shorten(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most - 1)
  const space = cut.lastIndexOf(' ')
  return `${(space > most / 2 ? cut.slice(0, space) : cut).trimEnd()}…`
}

/** The last part of a path. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

function isTag(line: string): boolean {
  return /^(?:[@\\]\w+|:\w+[^:]*:|(?:Args|Arguments|Parameters|Params|Returns?|Raises|Yields|Examples?|Throws|Notes?)\s*:\s*$)/.test(
    line,
  )
}
