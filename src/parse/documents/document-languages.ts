/** A document becomes sections, by format. Line scanners without a grammar: they cannot fail and take linear time. */
import { splitLines } from '../../base/text.ts'
import type { DocumentFacts, DocumentLanguage } from '../language.ts'
import { asciidocHeadings, plainAsciidoc } from './asciidoc.ts'
import { firstParagraph } from './first-paragraph.ts'
import { type HeadingScan, shortTitle } from './heading.ts'
import { markdownHeadings } from './markdown.ts'
import { plainMarkdown } from './markdown-title.ts'
import { nestSections } from './nest-sections.ts'
import { readNotebook } from './notebook.ts'
import { plainTextHeadings } from './plain-text.ts'
import { plainRestructuredText, restructuredTextHeadings } from './restructured-text.ts'

export const documentLanguages = {
  markdown: byLines((lines) => markdownHeadings(lines, { mdx: false }), plainMarkdown),
  mdx: byLines((lines) => markdownHeadings(lines, { mdx: true }), plainMarkdown),
  rst: byLines(restructuredTextHeadings, plainRestructuredText),
  asciidoc: byLines(asciidocHeadings, plainAsciidoc),
  text: byLines(plainTextHeadings, shortTitle),
  notebook: { kind: 'document', read: readNotebook },
} as const satisfies Record<string, DocumentLanguage>

function byLines(scan: (lines: readonly string[]) => HeadingScan, plain: (line: string) => string): DocumentLanguage {
  const read = (text: string): DocumentFacts => {
    const lines = splitLines(text)
    const { headings, body_line, description } = scan(lines)
    const sections = nestSections(headings, lines, { body_line, plain })
    return { sections, doc: description ?? firstParagraph(sections, lines, plain) }
  }
  return { kind: 'document', read }
}
