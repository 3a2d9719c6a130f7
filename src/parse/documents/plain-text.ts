/**
 * Headings of plain text: a single line of words, underlined to about its own length. Looser rules would split tables and logs.
 */
import { type Heading, type HeadingScan, headOf, isBlank, shortTitle } from './heading.ts'

export function plainTextHeadings(lines: readonly string[]): HeadingScan {
  const headings: Heading[] = []
  for (let at = 0; at + 1 < lines.length; at++) {
    const under = headOf(lines[at + 1] ?? '').trimEnd()
    if (!/^(?:={3,}|-{3,}|~{3,})$/.test(under) || !isBlank(lines[at - 1])) continue
    const line = headOf(lines[at] ?? '').trimEnd()
    if (!/^[\p{L}\p{N}]/u.test(line) || Math.abs(line.length - under.length) > 2) continue
    headings.push({ title: shortTitle(line), level: '=-~'.indexOf(under.slice(0, 1)) + 1, start_line: at + 1 })
    at++
  }
  return { headings, body_line: 1 }
}
