/** Splits a document into sections, by format. Line scanners without a grammar: they cannot fail and take linear time. */
import { splitLines } from '../../base/text.ts'
import type { DocumentLanguage, DocumentReading } from '../language.ts'
import { asciidocHeadings, plainAsciidoc } from './asciidoc.ts'
import { firstParagraph } from './first-paragraph.ts'
import { flatText, type HeadingScan } from './heading.ts'
import { markdownHeadings } from './markdown.ts'
import { plainMarkdown } from './markdown-title.ts'
import { nestSections } from './nest-sections.ts'
import { plainTextHeadings } from './plain-text.ts'
import { plainRestructuredText, restructuredTextHeadings } from './restructured-text.ts'

export const documentLanguages = {
  markdown: byLines((lines) => markdownHeadings(lines, { mdx: false }), plainMarkdown),
  mdx: byLines((lines) => markdownHeadings(lines, { mdx: true }), plainMarkdown),
  rst: byLines(restructuredTextHeadings, plainRestructuredText),
  asciidoc: byLines(asciidocHeadings, plainAsciidoc),
  text: byLines(plainTextHeadings, flatText),
} as const satisfies Record<string, DocumentLanguage>

function byLines(scan: (lines: readonly string[]) => HeadingScan, plain: (line: string) => string): DocumentLanguage {
  const read = (text: string): DocumentReading => {
    const lines = splitLines(text)
    const { headings, body_line, description } = scan(lines)
    const sections = nestSections(headings, lines, { body_line, plain })
    const bodies = sections.map((section) => lines.slice(section.start_line - 1, section.end_line).join('\n'))
    return { sections, bodies, doc: description ?? firstParagraph(sections, lines, plain) }
  }
  return { kind: 'document', read }
}
