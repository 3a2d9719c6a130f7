/**
 * Shortens an item in steps. What answers the question (the line of a hit, quoted source, a document's own text) is shortened
 * last: `briefItem` removes descriptions; `cutItem` keeps part of a single item and says what is missing.
 */
import { callWord } from '../contract/call-words.ts'
import type {
  DefinitionItem,
  FileContent,
  OutlineEntry,
  QuotedItem,
  SearchResult,
  Snippet,
  StructureInfo,
} from '../contract/items.ts'
import { bodyOf, keepLines } from './definition-body.ts'
import { shapeOf } from './item-shape.ts'

/** What each step removes, in addition to the step before. */
export const degrees = [
  'long summaries and outlines are shortened',
  'summaries are left out',
  'summaries and the lines around the hits are left out',
] as const
type Degree = 0 | 1 | 2
/** Of files with quoted parts, the second step removes lines too. */
const degreesOfParts = [
  degrees[0],
  'summaries and some of the quoted lines are left out',
  'summaries and most of the quoted lines are left out',
] as const
export const degreeNumbers: readonly Degree[] = [0, 1, 2]

export const degreeWords = (degree: Degree, items: readonly unknown[]): string =>
  (items.some(hasParts) ? degreesOfParts : degrees)[degree]

function hasParts(item: unknown): boolean {
  const shaped = shapeOf(item)
  return shaped.shape === 'search' && shaped.item.best !== undefined
}

const briefText = 200

export function briefItem(item: unknown, degree: Degree): unknown {
  const shaped = shapeOf(item)
  switch (shaped.shape) {
    case 'navigation':
      return briefNavigation(shaped.item, degree)
    case 'definition':
      return {
        ...briefNavigation(degree === 2 ? keepLines(shaped.item, BODY_LINES) : shaped.item, degree),
        doc: summary(shaped.item.doc, degree),
      }
    case 'search':
      return briefSearchResult(shaped.item, degree)
    case 'structure':
      return briefStructure(shaped.item, degree)
    default:
      return item
  }
}

/** Lines of a body that must be short. */
const BODY_LINES = 5

const summary = (text: string, degree: Degree): string => (degree === 0 ? clip(text, briefText) : '')

function briefNavigation<Item extends QuotedItem>(item: Item, degree: Degree): Omit<Item, 'enrichment'> {
  const { enrichment: _, ...rest } = item
  return degree < 2 ? rest : { ...rest, snippet: oneLine(item.snippet, item.line) }
}

/** Only the line of the hit. */
function oneLine({ text, location }: Snippet, line: number): Snippet {
  const only = text.split('\n')[line - location.start_line] ?? ''
  return { text: only, location: { ...location, start_line: line, end_line: line } }
}

/** If lines are quoted, `content` only describes them. Otherwise it is the answer itself and stays. */
function briefSearchResult(item: SearchResult, degree: Degree): SearchResult {
  const { why: _, enrichment: _all, ...rest } = item
  const brief: SearchResult = { ...rest }
  // `get_document` pages its children itself, so they stay: the cursor would skip those left out here.
  if (!item.children) brief.children_ids = []
  if (!item.children && item.children_ids.length > 0) brief.children_truncated = true
  if (item.source_offset !== undefined) Object.assign(brief, briefSource(item.content, item.source_offset, degree))
  else if (item.snippet || item.best) brief.content = summary(item.content, degree)
  else if (item.doc_type !== 'document') brief.content = clip(item.content, briefText)
  if (item.best && degree > 0)
    brief.best = item.best
      .slice(0, degree === 1 ? 2 : 1)
      .map((part) => ({ ...part, snippet: firstLines(part.snippet, degree === 1 ? 6 : 2) }))
  if (item.snippet && item.line !== undefined && degree === 2) brief.snippet = oneLine(item.snippet, item.line)
  return brief
}

function firstLines({ text, location }: Snippet, most: number): Snippet {
  const lines = text.split('\n')
  if (lines.length <= most) return { text, location }
  return { text: lines.slice(0, most).join('\n'), location: { ...location, end_line: location.start_line + most - 1 } }
}

function briefSource(content: string, offset: number, degree: Degree): Pick<SearchResult, 'content' | 'source_offset'> {
  const about = summary(content.slice(0, offset).trimEnd(), degree)
  const source = content.slice(offset)
  return about === ''
    ? { content: source, source_offset: 0 }
    : { content: `${about}\n\n${source}`, source_offset: about.length + 2 }
}

function briefStructure(item: StructureInfo, degree: Degree): StructureInfo {
  const { summary: about, summary_by, ...brief } = { ...item }
  if (item.outline) brief.outline = item.outline.map((entry) => withoutInner(entry, degree === 0 ? 1 : 0))
  if (about === undefined || degree > 0) return brief
  return { ...brief, summary: clip(about, briefText), ...(summary_by ? { summary_by } : {}) }
}

const withoutInner = (entry: OutlineEntry, depth: number): OutlineEntry => ({
  ...entry,
  children: depth === 0 ? [] : entry.children.map((child) => withoutInner(child, depth - 1)),
})

export type CutItem = { item: unknown; left_out: string }

/** Keeps about the given part of the item (0 to 1); undefined when nothing can be cut. */
export function cutItem(item: unknown, part: number): CutItem | undefined {
  const shaped = shapeOf(item)
  switch (shaped.shape) {
    case 'file':
      return cutFile(shaped.item, part)
    case 'structure':
      return cutStructure(shaped.item, part)
    case 'search':
      return cutSearchResult(shaped.item, part)
    case 'navigation':
      return cutHitLine(shaped.item, part)
    case 'definition':
      return cutDefinition(shaped.item, part)
    default:
      return undefined
  }
}

/** Removes quoted lines from the end; if there are none, cuts the text itself. */
function cutSearchResult(item: SearchResult, part: number): CutItem {
  if (item.source_offset !== undefined) return cutSource(item, item.source_offset, part)
  const [best] = item.best ?? []
  if (best) {
    // `briefItem` has left no other part.
    const { snippet, left_out } = cutSnippet(item, best.snippet, part)
    return { item: { ...item, best: [{ ...best, snippet }] }, left_out }
  }
  if (!item.snippet) {
    const content = clip(item.content, Math.floor(item.content.length * part))
    return {
      item: { ...item, content },
      left_out: `${item.content.length - content.length} characters of text; ${restOf(item, item.start_line)}`,
    }
  }
  const { snippet, left_out } = cutSnippet(item, item.snippet, part)
  return { item: { ...item, snippet }, left_out }
}

/** Removes lines from the end; cuts a single long line. */
function cutSnippet(item: SearchResult, snippet: Snippet, part: number): { snippet: Snippet; left_out: string } {
  const { text, location } = snippet
  const lines = text.split('\n')
  const kept = Math.max(1, Math.floor(lines.length * part))
  if (kept < lines.length) {
    const left_out = `${lines.length - kept} of ${lines.length} quoted lines; ${restOf(item, location.start_line + kept)}`
    return { snippet: firstLines(snippet, kept), left_out }
  }
  const line = clip(text, Math.floor(text.length * part))
  const left_out = `${text.length - line.length} characters of a long line; ${restOf(item, location.start_line)}`
  return { snippet: { ...snippet, text: line }, left_out }
}

/** Removes lines of the file from the end; cuts a single long line. */
function cutSource(item: SearchResult, offset: number, part: number): CutItem {
  const lines = item.content.slice(offset).split('\n')
  const kept = Math.max(1, Math.floor(lines.length * part))
  const about = item.content.slice(0, offset)
  if (kept === lines.length) {
    const line = clip(lines.join('\n'), Math.floor((item.content.length - offset) * part))
    const left_out = `${item.content.length - offset - line.length} characters of a long line; ${restOf(item, item.start_line)}`
    return { item: { ...item, content: about + line }, left_out }
  }
  const left_out = `${lines.length - kept} of ${lines.length} lines; ${restOf(item, (item.start_line ?? 1) + kept)}`
  return { item: { ...item, content: about + lines.slice(0, kept).join('\n') }, left_out }
}

const restOf = (item: SearchResult, line: number | undefined): string =>
  item.file_path === undefined
    ? '`get_document` with its id has the rest'
    : `the rest: \`get_file ${item.repo_id} ${callWord(item.file_path)}${line === undefined ? '' : ` start_line=${line}`}\``

/** Removes lines of the body from the end; without a body cuts the line of the hit. */
function cutDefinition(item: DefinitionItem, part: number): CutItem {
  const lines = bodyOf(item)?.snippet.text.split('\n') ?? []
  const kept = Math.max(1, Math.floor(lines.length * part))
  if (lines.length < 2 || kept === lines.length) return cutHitLine(item, part)
  return { item: keepLines(item, kept), left_out: `${lines.length - kept} of ${lines.length} lines of the body` }
}

/** Keeps the part around the hit of a line that is too long. */
function cutHitLine(item: QuotedItem, part: number): CutItem {
  const { text } = item.snippet
  const kept = Math.floor(text.length * part)
  const around = clipAround(text, kept, (item.column ?? 1) - 1)
  const left_out = `${text.length - kept} characters of a long line; the whole line: \`get_file ${item.repo_id} ${callWord(item.file)} start_line=${item.line} end_line=${item.line}\``
  return { item: { ...item, snippet: { ...item.snippet, text: around } }, left_out }
}

/** Keeps whole lines, at least one; the caller continues at `next_start_line`. */
function cutFile(item: FileContent, part: number): CutItem {
  const lines = item.code.split('\n')
  const kept = Math.max(1, Math.floor(lines.length * part))
  if (kept < lines.length) {
    const end_line = item.start_line + kept - 1
    const code = `${lines.slice(0, kept).join('\n')}\n`
    return {
      item: { ...item, code, end_line, truncated: true, next_start_line: end_line + 1 },
      left_out: `lines from ${end_line + 1} on; continue with \`start_line=${end_line + 1}\``,
    }
  }
  const code = clip(item.code, Math.floor(item.code.length * part))
  return { item: { ...item, code, truncated: true }, left_out: `${item.code.length - code.length} characters of a long line` }
}

function cutStructure(item: StructureInfo, part: number): CutItem {
  const directories = share(item.directories, part)
  const files = share(item.files, part)
  const cut: StructureInfo = { ...item, directories, files }
  if (item.outline) cut.outline = share(item.outline, part)
  const missing = [
    [item.directories.length - directories.length, 'folders'],
    [item.files.length - files.length, 'files'],
    [(item.outline?.length ?? 0) - (cut.outline?.length ?? 0), 'symbols of the outline'],
  ] as const
  const named = missing.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`)
  return { item: cut, left_out: `${named.join(', ') || 'details'}; narrow it with \`path=\` or \`pattern=\`` }
}

const share = <Entry>(list: readonly Entry[], part: number): Entry[] => list.slice(0, Math.ceil(list.length * part))

/** Never ends inside a surrogate pair. */
function clip(text: string, length: number): string {
  if (text.length <= length) return text
  const end = /[\ud800-\udbff]/.test(text[length - 1] ?? '') ? length - 1 : length
  return `${text.slice(0, Math.max(0, end)).trimEnd()}…`
}

/** `length` characters of a line, including the one at `at`. */
function clipAround(text: string, length: number, at: number): string {
  if (text.length <= length) return text
  let start = Math.max(0, Math.min(at - (length >> 2), text.length - length))
  if (/[\udc00-\udfff]/.test(text[start] ?? '')) start++
  return `${start > 0 ? '…' : ''}${clip(text.slice(start), length)}`
}
