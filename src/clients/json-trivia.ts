/** Spaces and comments between the tokens of JSON. */

/** The offset of the next token. */
export function skipTrivia(text: string, from: number): number {
  let at = from
  for (;;) {
    if (/\s/.test(text[at] ?? '')) at++
    else if (text.startsWith('//', at)) at = lineEnd(text, at)
    else if (text.startsWith('/*', at)) at = endOf(text, '*/', at + 2)
    else return at
  }
}

/** The end of the last comment that begins in the same line as `from`; `from` if there is none. A new line is not included. */
export function commentEnd(text: string, from: number): number {
  let at = from
  let end = from
  for (;;) {
    if (text[at] === ' ' || text[at] === '\t') at++
    else if (text.startsWith('//', at)) return lineEnd(text, at)
    else if (text.startsWith('/*', at)) {
      at = endOf(text, '*/', at + 2)
      end = at
    } else return end
  }
}

export const isBlank = (text: string): boolean => text.trim() === ''

function endOf(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from)
  return found < 0 ? text.length : found + mark.length
}

/** Before the line break, whatever its kind. */
function lineEnd(text: string, from: number): number {
  let at = from
  while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at++
  return at
}
