/** Splits a text at separators outside all brackets: `A[B, C], D` → `A[B, C]`, `D`. */

export function splitTop(text: string, by: string): string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? ''
    if ('[(<{'.includes(letter)) depth++
    else if ('])>}'.includes(letter)) depth--
    else if (letter === by && depth === 0) {
      parts.push(text.slice(start, at).trim())
      start = at + 1
    }
  }
  parts.push(text.slice(start).trim())
  return parts
}
