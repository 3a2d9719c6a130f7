/**
 * The part of a file's facts that the notes about its folder and repo need. Small, because a build keeps one for every file
 * of a folder, and memory has to stay flat with 20,000 files.
 */
import type { Outline } from '../contract/facts-codec.ts'
import type { SymbolKind } from '../contract/symbol.ts'
import { firstParagraph } from './prose.ts'

export type FileDigest = {
  path: string
  language: string
  role: string
  line_count: number
  /** First paragraph of the module's doc, or of a document; '' when there is none. */
  doc: string
  /** At most 20, exported ones first. */
  symbols: { name: string; kind: SymbolKind; exported: boolean }[]
  /** First heading of a document. */
  title: string
}

const MOST_SYMBOLS = 20

/** `outline` undefined: a file without facts (too large, binary), known by its name only. */
export function digestOf(path: string, language: string, role: string, outline: Outline | undefined): FileDigest {
  if (!outline) return { path, language, role, line_count: 0, doc: '', symbols: [], title: '' }
  const top = outline.symbols.filter((symbol) => symbol.parent === -1 && !symbol.test)
  const chosen = [...top.filter((symbol) => symbol.exported), ...top.filter((symbol) => !symbol.exported)]
  return {
    path,
    language,
    role,
    line_count: outline.line_count,
    doc: firstParagraph(outline.doc),
    symbols: chosen.slice(0, MOST_SYMBOLS).map(({ name, kind, exported }) => ({ name, kind, exported })),
    title: outline.sections.find((section) => section.title !== '')?.title ?? '',
  }
}
