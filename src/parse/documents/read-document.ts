/** A document becomes sections with their text, by format. Line scanners without a grammar: they cannot fail and take linear time. */
import { splitLines } from '../../base/text.ts'
import type { SectionFact } from '../../contract/facts.ts'
import { asciidocHeadings, plainAsciidoc } from './asciidoc.ts'
import { type HeadingScan, shortTitle } from './heading.ts'
import { markdownHeadings } from './markdown.ts'
import { plainMarkdown } from './markdown-title.ts'
import { nestSections } from './nest-sections.ts'
import { notebookSections } from './notebook.ts'
import { plainTextHeadings } from './plain-text.ts'
import { plainRestructuredText, restructuredTextHeadings } from './restructured-text.ts'

type Format = { headings: (lines: readonly string[]) => HeadingScan; plain: (line: string) => string }

const formats: Record<string, Format> = {
  markdown: { headings: (lines) => markdownHeadings(lines, { mdx: false }), plain: plainMarkdown },
  mdx: { headings: (lines) => markdownHeadings(lines, { mdx: true }), plain: plainMarkdown },
  rst: { headings: restructuredTextHeadings, plain: plainRestructuredText },
  asciidoc: { headings: asciidocHeadings, plain: plainAsciidoc },
  text: { headings: plainTextHeadings, plain: shortTitle },
}
const NOTEBOOK = 'notebook'

export const isDocumentLanguage = (language: string): boolean => language === NOTEBOOK || Object.hasOwn(formats, language)

/** `bodies[i]` is the text of `sections[i]` as a reader sees it: of a notebook the cells, not the JSON around them. */
export type DocumentReading = { sections: SectionFact[]; bodies: string[]; line_count: number }

/** `language` is one that `isDocumentLanguage` knows; any other is read as plain text. */
export function readDocument(text: string, language: string): DocumentReading {
  const lines = splitLines(text)
  if (language === NOTEBOOK) return { ...notebookSections(text, lines.length), line_count: lines.length }
  const format = formats[language] ?? { headings: plainTextHeadings, plain: shortTitle }
  const { headings, body_line } = format.headings(lines)
  const sections = nestSections(headings, lines, { body_line, plain: format.plain })
  const bodies = sections.map((section) => lines.slice(section.start_line - 1, section.end_line).join('\n'))
  return { sections, bodies, line_count: lines.length }
}
