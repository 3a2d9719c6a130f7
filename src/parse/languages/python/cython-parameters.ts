/** The types of Cython's parameters: `int64_t[:] values, bint skipna=True, void *func`. */

export type Span = { from: number; to: number }

/** The spans to remove, so that only names and their defaults stay. */
export function parameterEdits(text: string, from: number, to: number): Span[] {
  const found: Span[] = []
  let start = from
  let depth = 0
  for (let at = from; at <= to; at++) {
    const sign = text.charAt(at)
    if (sign === '#') {
      const end = text.indexOf('\n', at)
      if (end < 0 || end > to) break
      if (text.slice(start, at).trim() === '') start = end
      at = end
    } else if ('([{'.includes(sign)) depth++
    else if (at < to && ')]}'.includes(sign)) depth--
    else if ((sign === ',' && depth === 0) || at === to) {
      for (const edit of editsOf(text, start, at)) found.push(edit)
      start = at + 1
    }
  }
  return found
}

/** One parameter: everything before its name, and `not None` after it. */
function editsOf(text: string, from: number, to: number): Span[] {
  const written = text.slice(from, to)
  // `name`, `*args`, `name: type = 3`
  if (/^\s*(?!\s)(?:\*{0,2}\w*|\/)\s*(?:[:=]|$)/.test(written)) return written.endsWith('=*') ? [{ from: to - 2, to }] : []
  const [, head = '', behind = ''] =
    /^((?:[^=[(]|\[[^\]]*\]|\([^)]*\))*?\w)(\s+(?:not|or)\s+None)?\s*(?:=.*)?$/s.exec(written) ?? []
  const name = /(?<!\w)\w+$/.exec(head)?.[0] ?? ''
  const first = from + written.length - written.trimStart().length
  const edits = name === '' ? [] : [{ from: first, to: from + head.length - name.length }]
  if (behind !== '') edits.push({ from: from + head.length, to: from + head.length + behind.length })
  return written.endsWith('=*') ? [...edits, { from: to - 2, to }] : edits
}
