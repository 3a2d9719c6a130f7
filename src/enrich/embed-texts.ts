/**
 * The texts of a file whose meaning is searched: one for each definition and each section of a document, one for the file as a
 * whole, and passages for all other lines and for those of long definitions, so that the later lines of a long function are found
 * too. Each text is given in parts, because a model weighs them; the shipped model was trained on such parts (training/README.md).
 */
import type { SymbolFact } from '../contract/facts.ts'
import type { Outline } from '../contract/facts-codec.ts'
import { withoutDocString } from './doc-string.ts'

/** Fits `EmbedPart` of the embedder's port. */
export type TextPart = { kind: 'path' | 'name' | 'doc' | 'body'; text: string }
export type TextUnit = 'symbol' | 'section' | 'passage'
export type FileText = {
  unit: TextUnit
  /** Ordinal in the file's symbols or sections; passages are numbered. */
  ordinal: number
  start_line: number
  end_line: number
  parts: TextPart[]
}

/** A definition of up to this many lines is one text. Lines of longer ones are also in passages. */
const SHORT_DEFINITION = 60
const PASSAGE_LINES = 40
const MOST_BODY = 3_000
const MOST_DOC = 2_000
/** Characters of a text, in whole lines. What does not fit is in passages. */
const MOST_READ = 2_000
/** Of a class with members: its head, then the names of the members, which have texts of their own. */
const HEAD_OF_CLASS = 500
const FEW_MEMBERS = 2
/** Only a file that a program wrote has more. The lines of further definitions are in passages. */
const MOST_DEFINITIONS = 10_000
const MOST_PASSAGES = 2_000
const MOST_NAME = 1_000
const callable = new Set(['function', 'method', 'constructor', 'macro'])
/** One line, which is also in the text around it. Only with a doc comment it gets a text of its own. */
const plainData = new Set(['property', 'variable'])

export type FileTextInput = {
  path: string
  language: string
  outline: Pick<Outline, 'doc' | 'symbols' | 'sections'>
  lines: readonly string[]
  /** What a person or model wrote about the symbols, by ordinal; about the file itself, under `WHOLE_FILE`. */
  summaries?: ReadonlyMap<number, string>
}
export const WHOLE_FILE = -1

/** `covered`: 1 for each line (counted from 1) that is in the text of a short definition or section. */
type Read = { covered: Uint8Array }

export function textsOfFile(input: FileTextInput): FileText[] {
  const path: TextPart = { kind: 'path', text: pathText(input.path) }
  const read: Read = { covered: new Uint8Array(input.lines.length + 2) }
  return [...symbolTexts(input, path, read), ...sectionTexts(input, path, read), ...passageTexts(input, path, read)]
}

/** The note about a folder or a repo: after the first line comes its purpose, if it has one, then lists of what it contains. */
export function textOfNote(level: 'module' | 'repo', path: string, content: string): TextPart[] {
  const [head = '', ...rest] = content.split('\n')
  const listed = rest.findIndex((line) => listing.test(line))
  const purpose = rest.slice(0, listed < 0 ? rest.length : listed).join('\n')
  const items = listed < 0 ? '' : rest.slice(listed).join('\n')
  const name: TextPart = { kind: 'name', text: head.slice('Repo '.length, head.lastIndexOf(': ')).slice(0, MOST_NAME) }
  return [
    { kind: 'path', text: pathText(path) },
    ...(level === 'repo' ? [name] : []),
    ...docOf(purpose),
    { kind: 'body', text: items.slice(0, MOST_NOTE) },
  ]
}

/** As `moduleNote` and `repoNote` write them. */
const listing = /^(?:Subfolders|Key files|Files|Languages by files|Folders|Entry points):/
const MOST_NOTE = 4_000

/** The last folders and the file name: folders near the root are the same for most files. */
const pathText = (path: string): string => path.split('/').slice(-4).join('/')

function symbolTexts(input: FileTextInput, path: TextPart, read: Read): FileText[] {
  const { language, lines, summaries } = input
  const { symbols } = input.outline
  const members = membersOf(symbols)
  return symbols.slice(0, MOST_DEFINITIONS).flatMap((symbol, ordinal): FileText[] => {
    const { kind, start_line, end_line } = symbol
    const doc = explained(summaries?.get(ordinal), symbol.doc)
    if (symbol.hidden || (plainData.has(kind) && doc === '')) return []
    const below = callable.has(kind) ? [] : (members.get(ordinal) ?? [])
    const isHead = below.length > FEW_MEMBERS
    const { text, last } = textBetween(lines, start_line, end_line, isHead ? HEAD_OF_CLASS : MOST_READ)
    cover(read, symbol, last)
    const code = language === 'python' ? withoutDocString(text) : text
    const shown = isHead ? `${code}\n${below.join('\n')}` : code
    return [{ unit: 'symbol', ordinal, start_line, end_line, parts: [path, named(symbol), ...docOf(doc), body(shown)] }]
  })
}

function cover({ covered }: Read, { start_line, end_line }: Pick<SymbolFact, 'start_line' | 'end_line'>, last: number): void {
  if (end_line - start_line < SHORT_DEFINITION) covered.fill(1, start_line, last + 1)
}

function membersOf(symbols: readonly SymbolFact[]): Map<number, string[]> {
  const members = new Map<number, string[]>()
  for (const { parent, name } of symbols) {
    const known = members.get(parent)
    if (known) known.push(name)
    else members.set(parent, [name])
  }
  return members
}

function sectionTexts({ outline: { sections }, lines }: FileTextInput, path: TextPart, read: Read): FileText[] {
  return sections.slice(0, MOST_DEFINITIONS).map((section, ordinal): FileText => {
    const { title, header_path, start_line, end_line } = section
    const headings =
      title === ''
        ? ''
        : header_path
            .slice(-2 * MOST_NAME)
            .split(' > ')
            .slice(-2)
            .join(' ')
    const name: TextPart = { kind: 'name', text: headings.slice(0, MOST_NAME) }
    const { text, last } = textBetween(lines, title === '' ? start_line : start_line + 1, end_line)
    cover(read, section, last)
    return { unit: 'section', ordinal, start_line, end_line, parts: [path, name, ...docOf(text)] }
  })
}

/** The first stands for the whole file: its doc comment and the first line of each definition. */
function passageTexts(input: FileTextInput, path: TextPart, { covered }: Read): FileText[] {
  const { lines, summaries } = input
  const { doc, symbols } = input.outline
  const parts = [path, ...docOf(explained(summaries?.get(WHOLE_FILE), doc)), body(firstLines(symbols, lines))]
  const passages: FileText[] = [{ unit: 'passage', ordinal: 0, start_line: 1, end_line: Math.max(1, lines.length), parts }]
  const isOpen = (line: number): boolean => covered[line] !== 1 && /[\p{L}\p{N}]{2}/u.test(lines[line - 1] ?? '')
  for (let start = 1; start <= lines.length && passages.length < MOST_PASSAGES; start++) {
    if (!isOpen(start)) continue
    let end = lastFitting(lines, start, Math.min(start + PASSAGE_LINES - 1, lines.length), MOST_READ)
    while (!isOpen(end)) end--
    const parts = [path, body(textOf(lines, start, end))]
    passages.push({ unit: 'passage', ordinal: passages.length, start_line: start, end_line: end, parts })
    start = end
  }
  return passages
}

function firstLines(symbols: readonly SymbolFact[], lines: readonly string[]): string {
  const taken: string[] = []
  let length = 0
  for (const { kind, hidden, start_line } of symbols) {
    if (length > MOST_BODY) break
    if (hidden || plainData.has(kind)) continue
    const line = (lines[start_line - 1] ?? '').slice(0, 200)
    taken.push(line)
    length += line.length + 1
  }
  return taken.join('\n')
}

const named = ({ qualified_name }: SymbolFact): TextPart => ({ kind: 'name', text: qualified_name.slice(0, MOST_NAME) })
const explained = (summary: string | undefined, doc: string): string => [summary, doc].filter(Boolean).join('\n')
const docOf = (doc: string): TextPart[] => (doc === '' ? [] : [{ kind: 'doc', text: doc.slice(0, MOST_DOC) }])
const body = (text: string): TextPart => ({ kind: 'body', text: text.slice(0, MOST_BODY) })

/** Whole lines, as many as fit into `most` characters; the first in any case, but not more of it than `MOST_READ`. */
function textBetween(lines: readonly string[], start: number, end: number, most = MOST_READ): { text: string; last: number } {
  const last = lastFitting(lines, start, end, most)
  return { text: textOf(lines, start, last), last }
}

function lastFitting(lines: readonly string[], start: number, end: number, most: number): number {
  const until = Math.min(end, lines.length)
  let length = 0
  let line = start
  for (; line <= until; line++) {
    const added = Math.min(lines[line - 1]?.length ?? 0, MOST_READ)
    if (line > start && length + added > most) break
    length += added + 1
  }
  return line - 1
}

function textOf(lines: readonly string[], start: number, last: number): string {
  const taken = lines.slice(Math.max(0, start - 1), Math.max(0, last))
  for (let at = 0; at < taken.length; at++) {
    const line = taken[at] as string
    if (line.length > MOST_READ) taken[at] = line.slice(0, MOST_READ)
  }
  return taken.join('\n')
}
