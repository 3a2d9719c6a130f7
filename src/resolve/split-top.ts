/** Splits a text at separators outside all brackets: `A[B, C], D` → `A[B, C]`, `D`. `by` is one character. */

export function splitTop(text: string, by: string): string[] {
  const separator = by.charCodeAt(0)
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const change = isOpening(code) ? 1 : isClosing(code) ? -1 : 0
    depth += change
    if (change !== 0 || code !== separator || depth !== 0) continue
    parts.push(text.slice(start, at).trim())
    start = at + 1
  }
  parts.push(text.slice(start).trim())
  return parts
}

/** `[`, `(`, `<` or `{`. */
const isOpening = (code: number): boolean => code === 91 || code === 40 || code === 60 || code === 123
/** `]`, `)`, `>` or `}`. */
const isClosing = (code: number): boolean => code === 93 || code === 41 || code === 62 || code === 125
