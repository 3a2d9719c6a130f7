/** Prints the items of an answer as lines of text, with one function for each kind of item. */
import type {
  BestPart,
  ChildDocument,
  DefinitionItem,
  FileContent,
  NavigationItem,
  OutlineEntry,
  QuotedItem,
  RepoInfo,
  SearchResult,
  Snippet,
  StructureInfo,
} from '../contract/items.ts'
import { named, visible, visibleJson, visibleLine } from '../contract/visible.ts'
import { authorWords } from './author-words.ts'
import { shapeOf } from './item-shape.ts'
import { renderAnswer } from './render-answer.ts'
import { type Style, shownLine, withoutReturn } from './style.ts'

export type ItemOptions = {
  contentLines?: number
  startAt?: (line: number) => string
  /** The symbol named in the cover: uses of it do not repeat it. */
  told?: string | undefined
  /** How many repos were asked; if several, each item names its repo. */
  asked?: number
}

export function renderItems(items: readonly unknown[], style: Style, options: ItemOptions = {}): string[] {
  const { contentLines = Number.POSITIVE_INFINITY, startAt = (line) => `start_line ${line}` } = options
  const shown: ShownLines = { file: '', last: 0 }
  const severalRepos = new Set(items.map(repoOf)).size > 1 || (options.asked ?? 0) > 1
  const most = items.length > 1 ? contentLines : Number.POSITIVE_INFINITY
  return items.flatMap((item, index) =>
    renderItem(item, { style, shown, severalRepos, number: index + 1, most, startAt, told: options.told }),
  )
}

/** The repo of hits that do not print it themselves, when they all have the same. */
export function onlyRepoOf(items: readonly unknown[]): string | undefined {
  const hits = new Set(items.map((item) => (hitShapes.has(shapeOf(item).shape) ? repoOf(item) : '')))
  const [repo] = hits
  return hits.size === 1 && typeof repo === 'string' && repo !== '' ? repo : undefined
}

const hitShapes: ReadonlySet<string> = new Set(['navigation', 'definition', 'search'])

type Context = {
  style: Style
  shown: ShownLines
  severalRepos: boolean
  number: number
  most: number
  startAt: (line: number) => string
  told: string | undefined
}

function renderItem(item: unknown, context: Context): string[] {
  const shaped = shapeOf(item)
  switch (shaped.shape) {
    case 'navigation':
      return renderNavigation(shaped.item, context)
    case 'definition':
      return renderDefinition(shaped.item, context)
    case 'search':
      return renderSearchResult(shaped.item, context)
    case 'repo':
      return renderRepo(shaped.item, context)
    case 'structure':
      return renderStructure(shaped.item, context)
    case 'file':
      return renderFile(shaped.item, context)
    case 'answer':
      return renderAnswer(shaped.item, context.style)
    case 'other':
      return [`| ${visibleJson(shaped.item)}`]
    default:
      return shaped satisfies never
  }
}

const repoOf = (item: unknown): unknown => (typeof item === 'object' && item !== null && 'repo_id' in item ? item.repo_id : '')

/** The file quoted last and the last line printed of it, so that hits close to each other share their context. */
type ShownLines = { file: string; last: number }

function renderNavigation(item: NavigationItem, context: Context): string[] {
  return ['', navigationHead(item, context), ...viaLines(item, context), ...snippetLines(item, context)]
}

function navigationHead(item: QuotedItem, { style, severalRepos, told }: Context): string {
  const place = `${named(item.file)}:${item.line}${item.column === undefined ? '' : `:${item.column}`}`
  const marks = [item.use, item.kind, item.tier, item.depth === undefined ? undefined : `depth ${item.depth}`]
  const words = marks
    .filter((mark) => mark !== undefined)
    .map(visible)
    .join(' ')
  const parts = [style.place(severalRepos ? `${named(item.repo_id)} ${place}` : place)]
  if (words !== '') parts.push(words)
  if (item.symbol && !(item.use !== undefined && item.symbol === told)) parts.push(style.name(named(item.symbol)))
  if (item.enclosing) parts.push(`in ${style.name(named(item.enclosing))}`)
  if (item.document_id) parts.push(style.faint(`id=${named(item.document_id)}`))
  if (item.binding !== 'indexed') parts.push(style.warn(`[${item.binding}]`))
  return parts.join('  ')
}

function viaLines(item: NavigationItem, { style }: Context): string[] {
  if (!item.via || item.via.length === 0) return []
  const steps = item.via.map(
    (edge) => `${named(edge.src)} ${visible(edge.edge)} ${named(edge.dst)} (${named(edge.path)}:${edge.line})`,
  )
  return [style.faint(`  via ${steps.join(' → ')}`)]
}

function snippetLines(item: QuotedItem, { style, shown }: Context, quoted: Snippet = item.snippet): string[] {
  const { location } = quoted
  const file = `${item.repo_id}\0${item.file}`
  const lines = quotedLines(quoted, item.line, style, file === shown.file ? shown.last + 1 : 0)
  shown.last = file === shown.file ? Math.max(shown.last, location.end_line) : location.end_line
  shown.file = file
  const summary = item.enrichment?.summary
  return summary
    ? [...lines, style.faint(`${item.enrichment?.state === 'STALE' ? '  (stale) ' : ''}| ${visible(summary)}`)]
    : lines
}

/** The lines of a snippet from line `from` on; the hit itself is always shown. */
function quotedLines({ text, location }: Snippet, hit: number | undefined, style: Style, from = 0): string[] {
  const width = String(location.end_line).length
  return text.split('\n').flatMap((line, index) => {
    const number = location.start_line + index
    if ((number < from && number !== hit) || number > location.end_line) return []
    return [numbered(shownLine(withoutReturn(line)), number, { width, mark: number === hit ? '>' : ' ', style })]
  })
}

/** The bar marks text of a file. No line of Cairn's own has one before its first word. */
function numbered(line: string, number: number, look: { width: number; mark: string; style: Style }): string {
  const head = `${look.mark} ${String(number).padStart(look.width)}|`
  return look.mark === '>' ? `${look.style.strong(head)}${look.style.strong(line)}` : `${look.style.faint(head)}${line}`
}

function renderDefinition(item: DefinitionItem, context: Context): string[] {
  const lines = [
    '',
    navigationHead(item, context),
    `  lines ${item.start_line}-${item.end_line}  | ${context.style.strong(visible(item.signature))}`,
  ]
  if (item.doc !== '') lines.push(...indented(item.doc, '  '))
  const { start_line, source, source_left_out = 0 } = item
  const end_line = start_line + source.split('\n').length - 1
  lines.push(...snippetLines(item, context, { text: source, location: { path: item.file, start_line, end_line } }))
  if (source_left_out > 0) lines.push(context.style.faint(`  … ${source_left_out} more lines, ${context.startAt(end_line + 1)}`))
  return lines
}

/** When the number of lines is limited, the quoted lines come before the summary. */
const SNIPPET_LINES = 3

function renderSearchResult(item: SearchResult, { style, severalRepos, number, most }: Context): string[] {
  const range = item.start_line === undefined ? '' : `:${item.start_line}-${item.end_line ?? item.start_line}`
  const where = `${named(item.file_path || (item.doc_type === 'repo_summary' ? item.repo_id : '.'))}${range}`
  const head = [
    `${number}.`,
    style.place(severalRepos && item.doc_type !== 'repo_summary' ? `${named(item.repo_id)} ${where}` : where),
  ]
  if (item.symbol_name) head.push(style.name(named(item.symbol_name)))
  head.push(visible(item.kind ?? item.doc_type), style.faint(`score ${item.score.toFixed(2)}`))
  if (item.binding !== 'indexed') head.push(style.warn(`[${item.binding}]`))
  const ids = [`id=${named(item.document_id)}`]
  if (item.symbol) ids.push(`symbol=${named(item.symbol)}`)
  if (item.parent_id) ids.push(`parent=${named(item.parent_id)}`)
  if (item.children_ids.length > 0) ids.push(`children=${item.children_ids.length}${item.children_truncated ? '+' : ''}`)
  const why = (item.why ?? []).map((reason) => style.faint(`   why: ${visible(reason)}`))
  const by = authorWords(item.summary_by).map((words) => style.faint(`   ${words}`))
  const text = [...contentOf(item, most, style), ...by, ...childLines(item.children ?? [], style)]
  return ['', head.join('  '), style.faint(`   ${ids.join('  ')}`), ...text, ...why]
}

/** `     4-7 function refund id=s.…` */
function childLines(children: readonly ChildDocument[], style: Style): string[] {
  if (children.length === 0) return []
  const lines = children.map(({ document_id, doc_type, name, kind, start_line, end_line }) => {
    const range = start_line === undefined ? [] : [`${start_line}-${end_line ?? start_line}`]
    const what = doc_type === 'document' ? ['section'] : kind === undefined ? [] : [visible(kind)]
    return `     ${[...range, ...what, style.name(named(name))].join(' ')} ${style.faint(`id=${named(document_id)}`)}`
  })
  return ['   children:', ...lines]
}

/** The content of a document is its own text, so a line in it is not quoted a second time. */
function holdsQuote({ doc_type, content, line }: SearchResult, { text, location }: Snippet): boolean {
  const hit = text.split('\n')[(line ?? location.start_line) - location.start_line] ?? text
  return doc_type === 'document' && content.includes(hit)
}

/** `   17-40 function retryDelay`, and the quoted lines below. The signature is printed unless it is quoted. */
function bestLines(part: BestPart, style: Style): string[] {
  const { symbol_name, kind, signature, start_line, end_line, snippet } = part
  const isQuoted =
    signature === undefined || snippet.text.replaceAll(/\s+/g, '').includes(signature.replaceAll(/\s+/g, '').slice(0, 40))
  const name = isQuoted ? (symbol_name === undefined ? '' : named(symbol_name)) : `| ${shownLine(signature)}`
  const range = name === '' ? `lines ${start_line}-${end_line}` : `${start_line}-${end_line}`
  const head = [range, visible(kind ?? ''), style.name(name)].filter((word) => word !== '').join(' ')
  return [`   ${head}`, ...quotedLines(snippet, undefined, style).map((line) => `   ${line}`)]
}

/** The text of a hit, then the lines quoted for it. */
function contentOf(item: SearchResult, most: number, style: Style): string[] {
  if (item.source_offset !== undefined) {
    const text = item.content.slice(item.source_offset)
    const start_line = item.start_line ?? 1
    const location = { path: item.file_path ?? '', start_line, end_line: start_line + text.split('\n').length - 1 }
    const about = item.content.slice(0, item.source_offset).trimEnd()
    return [...indented(about, '   '), ...quotedLines({ text, location }, undefined, style).map((line) => `   ${line}`)]
  }
  if (item.best) return [...indented(item.content, '   '), ...item.best.flatMap((part) => bestLines(part, style))]
  const quoted = item.snippet && !holdsQuote(item, item.snippet) ? quotedLines(item.snippet, item.line, style) : []
  const content = item.content === '' ? [] : indented(item.content, '   ')
  return [
    ...shortened(content, item.snippet ? Math.min(most, most - SNIPPET_LINES) : most, style),
    ...quoted.map((line) => `   ${line}`),
  ]
}

function renderRepo(item: RepoInfo, { style }: Context): string[] {
  const state = item.freshness_state === 'FRESH' ? style.good : style.warn
  const counts = Object.entries(item.counts).map(([level, count]) => `${count} ${level}`)
  return [
    '',
    `${style.name(named(item.repo_id))}  ${state(item.missing ? 'folder is gone' : item.freshness_state)}  ${item.languages.map(visible).join(', ') || 'no code yet'}`,
    `  ${style.place(named(item.path))}`,
    `  ${item.doc_count} documents: ${counts.join(', ')}`,
    style.faint(`  ${item.last_indexed_at ? `indexed ${visible(item.last_indexed_at)}` : 'not indexed yet'}`),
  ]
}

function renderStructure(item: StructureInfo, { style }: Context): string[] {
  const lines = ['', `${style.name(named(item.repo_id))}  ${style.place(named(item.path === '' ? '.' : item.path))}`]
  if (item.summary) lines.push(...indented(item.summary, '  '))
  lines.push(...authorWords(item.summary_by).map((words) => style.faint(`  ${words}`)))
  const keys = Object.entries(item.key_files).map(([role, path]) => `${visible(role)}=${named(path)}`)
  if (keys.length > 0) lines.push(`  key files: ${keys.join('  ')}`)
  for (const folder of item.directories) lines.push(`  ${style.place(named(folder))}`)
  for (const file of item.files) {
    const about = [visible(file.language), plural(file.line_count, 'line'), file.has_summary ? '' : 'no summary'].filter(
      (word) => word !== '',
    )
    lines.push(`  ${style.place(named(file.path))}  ${style.faint(about.join(', '))}`)
  }
  return [...lines, ...outlineLines(item.outline ?? [], '  ', style)]
}

function outlineLines(entries: readonly OutlineEntry[], indent: string, style: Style): string[] {
  return entries.flatMap((entry) => {
    const signature = visible(entry.signature || entry.name)
    const kind = signature.startsWith(`${entry.kind} `) ? '' : `${visible(entry.kind)} `
    const ids = style.faint(`${named(entry.symbol)}  id=${named(entry.document_id)}`)
    const line = `${indent}${entry.start_line}-${entry.end_line}  ${kind}${ids}  | ${style.strong(signature)}`
    return [line, ...outlineLines(entry.children, `${indent}  `, style)]
  })
}

function renderFile(item: FileContent, { style, startAt }: Context): string[] {
  const head = `${style.name(named(item.repo_id))}  ${style.place(named(item.file_path))}  lines ${item.start_line}-${item.end_line} of ${item.total_lines}  ${visible(item.language)}`
  const width = String(item.end_line).length
  const code = item.code === '' ? [] : item.code.replace(/\n$/, '').split('\n')
  const lines = code.map((line, index) =>
    numbered(visibleLine(withoutReturn(line)), item.start_line + index, { width, mark: ' ', style }),
  )
  if (item.truncated && item.next_start_line !== undefined)
    lines.push(style.warn(`… ${item.total_lines - item.end_line} more lines: ${startAt(item.next_start_line)}`))
  return ['', head, ...lines]
}

/** Says how many lines are left out; get_document with the printed id returns all. */
function shortened(lines: string[], most: number, style: Style): string[] {
  if (lines.length <= most + 1) return lines
  return [...lines.slice(0, most), style.faint(`   … ${lines.length - most} more lines in the document`)]
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** `| Gives money back.`: text of a repo without a line number. */
const indented = (text: string, indent: string): string[] =>
  text === '' ? [] : text.split('\n').map((line) => `${indent.slice(2)}| ${shownLine(withoutReturn(line))}`)
