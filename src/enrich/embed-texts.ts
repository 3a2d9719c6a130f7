/**
 * The texts of a file whose meaning is searched: one for each definition and each section of a document, one for the file as a
 * whole, and passages for the lines that no short definition covers. So no line is invisible, however long its function is. Each
 * text is given in parts, because a model weighs them; they are cut as they were for the shipped model (training/README.md).
 */
import type { SymbolFact } from '../contract/facts.ts'
import type { Outline } from '../contract/facts-codec.ts'

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
/** A passage is made where at least this part of its lines is in no short definition. */
const UNCOVERED = 0.5
const MOST_BODY = 1_600
const MOST_DOC = 2_000
/** Of a class with members: its head, then the names of the members, which have texts of their own. */
const HEAD_OF_CLASS = 500
const FEW_MEMBERS = 2
const MOST_PASSAGES = 2_000
const callable = new Set(['function', 'method', 'constructor', 'macro'])
/** Their texts are one line, which is part of the text around it; with a doc comment they say more. */
const plainData = new Set(['property', 'variable'])

export type FileTextInput = {
  path: string
  language: string
  outline: Pick<Outline, 'doc' | 'symbols' | 'sections'>
  lines: readonly string[]
}

export function textsOfFile(input: FileTextInput): FileText[] {
  const path: TextPart = { kind: 'path', text: pathText(input.path) }
  return [...symbolTexts(input, path), ...sectionTexts(input, path), ...passageTexts(input, path)]
}

/** The last folders and the file name: folders near the root are the same for most files. */
export const pathText = (path: string): string => path.split('/').slice(-4).join('/')

function symbolTexts({ language, outline: { symbols }, lines }: FileTextInput, path: TextPart): FileText[] {
  const members = new Map<number, string[]>()
  for (const { parent, name } of symbols) members.set(parent, [...(members.get(parent) ?? []), name])
  return symbols.flatMap((symbol, ordinal): FileText[] => {
    if (symbol.hidden || (plainData.has(symbol.kind) && symbol.doc === '')) return []
    const { start_line, end_line } = symbol
    const parts = [path, named(symbol), ...docOf(symbol.doc), body(bodyOf(symbol, lines, language, members.get(ordinal) ?? []))]
    return [{ unit: 'symbol', ordinal, start_line, end_line, parts }]
  })
}

function bodyOf(symbol: SymbolFact, lines: readonly string[], language: string, members: readonly string[]): string {
  const code = withoutDocString(textBetween(lines, symbol.start_line, symbol.end_line), language)
  if (members.length <= FEW_MEMBERS || callable.has(symbol.kind)) return code
  return `${code.slice(0, HEAD_OF_CLASS)}\n${members.join('\n')}`
}

/** The doc comment is a part of its own. Only Python writes it inside the definition. */
function withoutDocString(code: string, language: string): string {
  return language === 'python' ? code.replace(docString, '$1') : code
}
const docString =
  /^((?:\s*@.*\n)*\s*(?:async\s+)?(?:def|class)\b[^\n]*(?:\n[^\n"']*)*?:\s*(?:#.*)?\n)\s*[rRuU]?("""|''')[\s\S]*?\2[ \t]*\n?/

function sectionTexts({ outline: { sections }, lines }: FileTextInput, path: TextPart): FileText[] {
  return sections.map(({ title, header_path, start_line, end_line }, ordinal): FileText => {
    const name: TextPart = { kind: 'name', text: title === '' ? '' : header_path.split(' > ').slice(-2).join(' ') }
    const text = textBetween(lines, title === '' ? start_line : start_line + 1, end_line)
    return { unit: 'section', ordinal, start_line, end_line, parts: [path, name, ...docOf(text)] }
  })
}

/** The first stands for the whole file: its doc comment and the first line of each definition. */
function passageTexts({ outline: { doc, symbols, sections }, lines }: FileTextInput, path: TextPart): FileText[] {
  const shown = symbols.filter(({ kind, hidden }) => !hidden && !plainData.has(kind))
  const heads = shown.map(({ start_line }) => (lines[start_line - 1] ?? '').slice(0, 200)).join('\n')
  const whole: FileText = {
    unit: 'passage',
    ordinal: 0,
    start_line: 1,
    end_line: lines.length,
    parts: [path, ...docOf(doc), body(heads)],
  }
  const passages = [whole]
  const covered = coveredLines(symbols, sections, lines.length)
  for (let start = 1; start <= lines.length && passages.length < MOST_PASSAGES; start += PASSAGE_LINES) {
    const end = Math.min(start + PASSAGE_LINES - 1, lines.length)
    let bare = 0
    for (let line = start; line <= end; line++) bare += covered[line] === 1 ? 0 : 1
    if (bare < UNCOVERED * (end - start + 1)) continue
    const text = textBetween(lines, start, end)
    if (text.trim() === '') continue
    passages.push({
      unit: 'passage',
      ordinal: passages.length,
      start_line: start,
      end_line: end,
      parts: [path, body(text)],
    })
  }
  return passages
}

/** 1 for each line (counted from 1) that is in a definition of few lines, or in a section of few lines. */
function coveredLines(symbols: readonly SymbolFact[], sections: Outline['sections'], count: number): Uint8Array {
  const covered = new Uint8Array(count + 2)
  for (const { start_line, end_line } of [...symbols.filter(({ hidden }) => !hidden), ...sections])
    if (end_line - start_line < SHORT_DEFINITION) covered.fill(1, start_line, Math.min(end_line, count) + 1)
  return covered
}

const named = ({ qualified_name }: SymbolFact): TextPart => ({ kind: 'name', text: qualified_name })
const docOf = (doc: string): TextPart[] => (doc === '' ? [] : [{ kind: 'doc', text: doc.slice(0, MOST_DOC) }])
const body = (text: string): TextPart => ({ kind: 'body', text: text.slice(0, MOST_BODY) })

/** Stops reading lines when the text is longer than any part may be. */
function textBetween(lines: readonly string[], start: number, end: number): string {
  const taken: string[] = []
  let length = 0
  for (let line = start; line <= end && length <= MOST_DOC; line++) {
    const text = lines[line - 1] ?? ''
    taken.push(text)
    length += text.length + 1
  }
  return taken.join('\n')
}
