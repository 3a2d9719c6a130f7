/** The description of a document: its first paragraph of prose, without markup. */
import type { SectionFact } from '../../contract/facts.ts'
import { headOf, isBlank, shortTitle } from './heading.ts'

const ENOUGH = 400
/** How many lines to search: a long table of badges or contents is not worth reading. */
const LINES_READ = 200

export function firstParagraph(
  sections: readonly SectionFact[],
  lines: readonly string[],
  plain: (line: string) => string,
): string {
  const headings = sections.slice(0, LINES_READ).filter((section) => section.level > 0)
  const titles = new Set(headings.map((section) => section.title))
  const start = (sections[0]?.start_line ?? 1) - 1
  let words = ''
  for (let at = start; at < Math.min(lines.length, start + LINES_READ) && words.length < ENOUGH; at++) {
    const said = isProse(lines[at]) ? plain(lines[at] ?? '') : ''
    if (said !== '' && !titles.has(shortTitle(said)) && /[\p{L}\p{N}]/u.test(said)) words += `${words === '' ? '' : ' '}${said}`
    else if (words !== '') break
  }
  return words
}

/** Not markup of its own: headings, rules, tables, fences, directives, lists, tags, badges, attribute lines. */
const isProse = (line: string | undefined): boolean =>
  !isBlank(line) &&
  !/^\s*(?:#|=|[-*+] |\d+[.)] |<|\||:[\w-]+:|```|~~~|---|\.\. |\[!|!\[|import\s|export\s|\{)/.test(headOf(line ?? ''))
