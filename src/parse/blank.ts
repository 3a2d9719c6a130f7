/**
 * Overwrites text that a grammar must not see, character by character, so that everything else keeps its position. Every
 * language's `mask` and `mend` uses it. The text is read once: a file may be hostile, and rebuilding a megabyte for every match
 * would hang.
 */

/** As long as the text, with the same line ends. */
export const blank = (text: string): string => fill(text, ' ')
export const fill = (text: string, letter: string): string => text.replaceAll(/[^\r\n]/g, letter)

/** For `replaceAll` with a pattern of two groups: the first stays, the second is blanked. */
export const blankSecond = (_: string, before: string, hidden: string): string => before + blank(hidden)

/** Replaces `start` to `end` by `put`, cut or padded to the same length; '': blanks. */
export type Edit = { start: number; end: number; put: string }

/** In any order; of two that overlap the first one wins. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = []
  let from = 0
  for (const { start, end, put } of [...edits].sort((one, other) => one.start - other.start)) {
    if (start < from) continue
    parts.push(text.slice(from, start))
    parts.push(put === '' ? blank(text.slice(start, end)) : put.slice(0, end - start).padEnd(end - start))
    from = end
  }
  return parts.join('') + text.slice(from)
}

export type Span = readonly [from: number, to: number]

/** Spans may overlap and come in any order. */
export function fillSpans(text: string, spans: readonly Span[], letter = ' '): string {
  const parts: string[] = []
  let at = 0
  for (const [from, to] of [...spans].sort(([one], [other]) => one - other)) {
    if (to <= at) continue
    const start = Math.max(from, at)
    parts.push(text.slice(at, start), fill(text.slice(start, to), letter))
    at = to
  }
  return parts.join('') + text.slice(at)
}

/**
 * Where each brace is closed, by where it is opened. `token` matches braces and what hides some (strings, comments); if it
 * matches a line end, the braces open there are dropped as unclosed.
 */
export function bracePairs(text: string, token: RegExp): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>()
  const open: number[] = []
  for (const { 0: sign, index } of text.matchAll(token)) {
    if (sign === '{') open.push(index)
    else if (sign === '\n') open.length = 0
    else if (sign === '}') {
      const start = open.pop()
      if (start !== undefined) pairs.set(start, index)
    }
  }
  return pairs
}
