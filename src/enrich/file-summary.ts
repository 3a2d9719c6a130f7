/** A summary of one file in a few lines, made from facts alone: purpose, exports, imports, size. */
import type { SymbolFact } from '../contract/facts.ts'
import type { Outline } from '../contract/facts-codec.ts'
import { count, firstParagraph, firstSentence, listSome } from './prose.ts'

export type FileSummaryInput = {
  path: string
  language: string
  outline: Pick<Outline, 'doc' | 'symbols' | 'imports' | 'exports' | 'sections' | 'line_count' | 'partial'>
}

const MOST_SYMBOLS = 24
const MOST_IMPORTS = 16
const MOST_SECTIONS = 24

/** For a hit with quoted lines of the file: on two lines, what they are part of. */
export function briefFileSummary({ language, outline }: FileSummaryInput): string {
  const about = firstSentence(outline.doc) || (outline.sections[0]?.title ?? '')
  const size = `${language}, ${count(outline.line_count, 'line')}${outline.partial ? ', parsed in part' : ''}`
  const top = outline.symbols.filter((symbol) => symbol.parent === -1)
  const shown = [...top.filter(({ exported }) => exported), ...top.filter(({ exported }) => !exported)].map(({ name }) => name)
  const names = listSome([...new Set(shown)], MOST_BRIEF)
  return [about === '' ? size : `${size}: ${about}`, names === '' ? '' : `Defines ${names}`]
    .filter((line) => line !== '')
    .join('\n')
}
const MOST_BRIEF = 6

export function fileSummary({ path, language, outline }: FileSummaryInput): string {
  return [
    `${path} (${language}, ${count(outline.line_count, 'line')}${outline.partial ? ', parsed in part' : ''})`,
    purpose(outline),
    ...sectionLines(outline),
    ...symbolLines(outline),
    ...importLines(outline),
  ]
    .filter((line) => line !== '')
    .join('\n')
}

/** The module's doc comment, else the first heading of a document, else nothing: a guess would look like a fact. */
function purpose(outline: FileSummaryInput['outline']): string {
  return firstParagraph(outline.doc) || (outline.sections[0]?.title ?? '')
}

function sectionLines({ sections }: FileSummaryInput['outline']): string[] {
  const titles = sections.filter((section) => section.title !== '').map((section) => section.title)
  return titles.length < 2 ? [] : [`Sections: ${listSome(titles, MOST_SECTIONS, '; ')}`]
}

function symbolLines({ symbols, exports }: FileSummaryInput['outline']): string[] {
  const top = symbols.filter((symbol) => symbol.parent === -1)
  const shown = top.filter((symbol) => symbol.exported)
  const own = top.filter((symbol) => !symbol.exported).map((symbol) => symbol.name)
  const passedOn = exports.filter((entry) => entry.module !== '').map((entry) => `${entry.name} from ${entry.module}`)
  const lines = listSome(shown.map(symbolLine), MOST_SYMBOLS, '\n')
  return [
    shown.length > 0 ? `Exports:\n${lines}` : '',
    own.length > 0 ? `Internal: ${listSome([...new Set(own)], MOST_SYMBOLS)}` : '',
    passedOn.length > 0 ? `Re-exports: ${listSome(passedOn, MOST_IMPORTS)}` : '',
  ]
}

function symbolLine(symbol: SymbolFact): string {
  const doc = firstSentence(symbol.doc)
  return `- ${symbol.kind} ${symbol.name}${doc === '' ? '' : `: ${doc}`}`
}

/** Only a relative import certainly belongs to this repo; the others are listed as written. */
function importLines({ imports }: FileSummaryInput['outline']): string[] {
  const modules = [...new Set(imports.filter((entry) => entry.kind !== 'reexport').map((entry) => entry.module))]
  const near = modules.filter((module) => module.startsWith('.'))
  const far = modules.filter((module) => !module.startsWith('.'))
  return [
    near.length > 0 ? `Relative imports: ${listSome(near, MOST_IMPORTS)}` : '',
    far.length > 0 ? `Imports: ${listSome(far, MOST_IMPORTS)}` : '',
  ]
}
