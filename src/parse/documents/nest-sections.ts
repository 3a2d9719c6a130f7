/** Turns headings into sections: each ends at the next heading of any level; levels give the nesting and the header path. */
import type { SectionFact } from '../../contract/facts.ts'
import { type Heading, isBlank, shortTitle } from './heading.ts'

export type NestOptions = {
  /** First line that is text; what precedes it (front matter) belongs to no section. */
  body_line: number
  /** Removes the format's markup from a line; for titles taken from plain lines. */
  plain: (line: string) => string
}

export function nestSections(headings: readonly Heading[], lines: readonly string[], options: NestOptions): SectionFact[] {
  const opening = openingSection(headings, lines, options)
  const sections: SectionFact[] = opening ? [opening] : []
  const open: number[] = []
  for (const [at, heading] of headings.entries()) {
    while (open.length > 0 && (sections[open.at(-1) ?? 0]?.level ?? 0) >= heading.level) open.pop()
    const parent = open.at(-1) ?? -1
    const above = sections[parent]?.header_path
    const next = headings[at + 1]?.start_line ?? lines.length + 1
    open.push(sections.length)
    sections.push({
      title: heading.title,
      header_path: above === undefined ? heading.title : `${above} > ${heading.title}`,
      level: heading.level,
      parent,
      start_line: heading.start_line,
      end_line: Math.max(next - 1, heading.start_line),
    })
  }
  return sections
}

/** Text before the first heading, or a whole document without headings: its title is its first line with text. */
function openingSection(
  headings: readonly Heading[],
  lines: readonly string[],
  { body_line, plain }: NestOptions,
): SectionFact | undefined {
  const end = (headings[0]?.start_line ?? lines.length + 1) - 1
  let start = body_line
  while (start <= end && isBlank(lines[start - 1])) start++
  if (start > end) return undefined
  let title = ''
  for (let line = start; line <= end && title === ''; line++) title = shortTitle(plain(lines[line - 1] ?? ''))
  // Badges and a logo above the first heading contain nothing to search for.
  if (title === '' && headings.length > 0) return undefined
  return { title, header_path: title, level: 0, parent: -1, start_line: start, end_line: end }
}
