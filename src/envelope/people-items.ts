/** Prints the items of an answer for people: the place first, names instead of anchors, the matching line. */

import { writeNumber } from '../base/write-number.ts'
import { callWord } from '../contract/call-words.ts'
import type { RagResult } from '../contract/envelope.ts'
import type {
  BestPart,
  ChildDocument,
  DefinitionItem,
  FileContent,
  NavigationItem,
  OutlineEntry,
  RepoInfo,
  SearchResult,
  Snippet,
  StructureInfo,
} from '../contract/items.ts'
import { fromVisible, named, visible, visibleJson, visibleLine } from '../contract/visible.ts'
import { aboutLines } from './about-lines.ts'
import { authorWords } from './author-words.ts'
import { bodyOf } from './definition-body.ts'
import { shapeOf } from './item-shape.ts'
import { answerLines } from './people-answer.ts'
import { prefixOf, type Style, shownLine, withoutReturn } from './style.ts'
import type { SymbolNames } from './symbol-names.ts'

export type PeopleContext = {
  style: Style
  matched: RegExp | undefined
  width: number
  around: boolean
  severalRepos: boolean
  names: SymbolNames
  startAt: (line: number) => string
  writeCall: (call: string) => string
}

export function itemLines({ items, meta }: RagResult<unknown>, context: PeopleContext): string[] {
  const groups = new Map((meta.definitions ?? []).map((group) => [group.symbol, group]))
  let open: string | undefined
  const [first] = items
  const plain = shapeOf(first).shape === 'navigation' && !context.around && (meta.definitions === undefined || hasDepth(first))
  const lines = items.flatMap((item, at) => {
    const head: string[] = []
    const { symbol, use, depth } = item as { symbol?: string; use?: string; depth?: number }
    if (use !== undefined && depth === undefined && symbol !== undefined && symbol !== open) {
      open = symbol
      const group = groups.get(symbol)
      head.push('', groupHead(symbol, group, context))
    }
    return [...head, ...oneItem(item, at, context)]
  })
  return [...(plain ? [''] : []), ...lines, ...otherDefinitions(items, meta.definitions ?? [], context)]
}

const OTHERS_LISTED = 8

/** Definitions of the same name that have no use on this page. */
function otherDefinitions(items: readonly unknown[], groups: readonly Group[], context: PeopleContext): string[] {
  const shown = new Set(items.map((item) => (item as { symbol?: string }).symbol))
  const others = groups.filter(({ symbol }) => !shown.has(symbol))
  if (others.length === 0) return []
  const rest = others.length > OTHERS_LISTED ? [`  … and ${others.length - OTHERS_LISTED} more`] : []
  const title = items.length === 0 ? 'Defined at:' : 'Also defined:'
  return ['', title, ...others.slice(0, OTHERS_LISTED).map((group) => `  ${groupHead(group.symbol, group, context)}`), ...rest]
}

const hasDepth = (item: unknown): boolean => typeof item === 'object' && item !== null && 'depth' in item

type Group = NonNullable<RagResult<unknown>['meta']['definitions']>[number]

function groupHead(symbol: string, group: Group | undefined, { style, names, severalRepos }: PeopleContext): string {
  if (!group) return style.name(named(names(symbol)))
  const repo = severalRepos && group.repo_id !== undefined ? `${named(group.repo_id)}  ` : ''
  const count = `${writeNumber(group.count)} use${group.count === 1 ? '' : 's'}`
  return `${style.name(style.strong(named(names(symbol, group.path))))}  ${repo}${style.place(`${named(group.path)}:${group.line}`)}  ${count}`
}

function oneItem(item: unknown, at: number, context: PeopleContext): string[] {
  const shaped = shapeOf(item)
  switch (shaped.shape) {
    case 'navigation':
      return shaped.item.depth === undefined ? hit(shaped.item, context) : step(shaped.item, context)
    case 'definition':
      return definition(shaped.item, context)
    case 'search':
      return searchResult(shaped.item, at + 1, context)
    case 'repo':
      return repo(shaped.item, context)
    case 'structure':
      return structure(shaped.item, context)
    case 'file':
      return file(shaped.item, context)
    case 'answer':
      return answerLines(shaped.item, {
        style: context.style,
        // The lines of an answer are visible already.
        quoted: (line, used) => marked(fitted(fromVisible(line), used, context), context),
      })
    case 'other':
      return [visibleJson(shaped.item)]
    default:
      return shaped satisfies never
  }
}

const placeOf = (item: NavigationItem, { severalRepos, style }: PeopleContext): string => {
  const column = item.column === undefined ? '' : `:${item.column}`
  return style.place(`${severalRepos ? `${named(item.repo_id)}  ` : ''}${named(item.file)}:${item.line}${column}`)
}

/** A line of text, or a use of a symbol: `src/a.ts:106:39  calls  in catchUp`, and the line below. */
function hit(item: NavigationItem, context: PeopleContext): string[] {
  const { style, names, around } = context
  const head = [placeOf(item, context)]
  if (item.use !== undefined) head.push(visible(item.use))
  else if (item.symbol !== undefined) head.push(`defines ${style.name(named(names(item.symbol, item.file)))}`)
  const inside = item.enclosing === undefined ? undefined : names(item.enclosing, item.file)
  // Outside functions the enclosing symbol is the file itself, which is already printed.
  if (inside !== undefined && !item.file.endsWith(inside)) head.push(`in ${style.name(named(inside))}`)
  head.push(...doubts(item, context))
  const indent = item.use === undefined ? '' : '  '
  return [...(around ? [''] : []), `${indent}${head.join('  ')}`, ...hitLines(item, `${indent}    `, context)]
}

function doubts(item: Pick<NavigationItem, 'tier' | 'binding'>, { style }: PeopleContext): string[] {
  const words: string[] = []
  if (item.tier === 'possible') words.push('shares the name')
  if (item.binding === 'rebound') words.push('found again in an edited file')
  if (item.binding === 'live') words.push('read from the file')
  return words.length > 0 ? [style.warn(`(${words.join('; ')})`)] : []
}

function hitLines(item: NavigationItem, indent: string, context: PeopleContext): string[] {
  if (context.around) return quoted(item.snippet, item.line, indent, context)
  const line = item.snippet.text.split('\n')[item.line - item.snippet.location.start_line] ?? ''
  return [`${indent}${marked(fitted(line.trim(), indent.length, context), context)}`]
}

/** One step of a lineage, indented by its distance. */
function step(item: NavigationItem, context: PeopleContext): string[] {
  const { style, names } = context
  const last = item.via?.at(-1)
  const name = item.symbol === undefined ? '' : style.name(style.strong(named(names(item.symbol, item.file))))
  const how =
    last === undefined
      ? ''
      : style.faint(`${visible(last.edge)} ${named(names(other(last, item.symbol)))} at ${named(last.path)}:${last.line}`)
  const parts = [name, visible(item.kind ?? ''), placeOf(item, context), how, ...doubts(item, context)]
  const indent = '  '.repeat(item.depth ?? 1)
  const line = `${indent}${parts.filter((part) => part !== '').join('  ')}`
  return context.around ? [line, ...quoted(item.snippet, item.line, `${indent}    `, context)] : [line]
}

const other = ({ src, dst }: { src: string; dst: string }, symbol: string | undefined): string => (src === symbol ? dst : src)

function definition(item: DefinitionItem, context: PeopleContext): string[] {
  const { style, names } = context
  const name = item.symbol === undefined ? '' : style.name(style.strong(named(names(item.symbol, item.file))))
  const place = `${context.severalRepos ? `${named(item.repo_id)}  ` : ''}${named(item.file)}:${item.line}-${item.end_line}`
  const head = [name, visible(item.kind ?? ''), style.place(place), ...doubts(item, context)].filter((part) => part !== '')
  const lines = ['', head.join('  ')]
  if (item.doc !== '') lines.push(...indented(item.doc, '  '))
  const body = bodyOf(item)
  lines.push(...quoted(body?.snippet ?? item.snippet, item.line, '  ', context))
  const end = body?.snippet.location.end_line ?? 0
  if (body && body.left_out > 0)
    lines.push(
      style.faint(
        `  … ${count(body.left_out, 'more line')}: ${context.writeCall(`get_file ${callWord(item.repo_id)} ${callWord(item.file)} start_line=${end + 1}`)}`,
      ),
    )
  return lines
}

const SUMMARY_LINES = 2

function searchResult(item: SearchResult, number: number, context: PeopleContext): string[] {
  const { style, severalRepos } = context
  const isRepo = item.doc_type === 'repo_summary'
  const range =
    item.start_line === undefined || item.doc_type === 'file_index'
      ? ''
      : `:${item.start_line}-${item.end_line ?? item.start_line}`
  const where = isRepo
    ? named(item.repo_id)
    : `${named(item.file_path || '.')}${item.doc_type === 'module_summary' ? '/' : range}`
  const head = [style.place(severalRepos && !isRepo ? `${named(item.repo_id)}  ${where}` : where)]
  if (item.symbol_name) head.push(style.name(named(item.symbol_name)))
  if (item.kind) head.push(visible(item.kind))
  head.push(...doubts(item, context))
  const why = (item.why ?? []).map((reason) => style.faint(`     why: ${visible(reason)}`))
  const score = item.why ? [style.faint(`     score ${item.score.toFixed(2)}`)] : []
  const by = authorWords(item.summary_by).map((words) => style.faint(`   ${words}`))
  const text = [...contentLines(item, context), ...by, ...childLines(item.children ?? [], style)]
  return ['', `${style.faint(`${number}.`)} ${head.join('  ')}`, ...text, ...score, ...why]
}

function childLines(children: readonly ChildDocument[], style: Style): string[] {
  if (children.length === 0) return []
  const lines = children.map(({ name, kind, start_line, end_line }) => {
    const range = start_line === undefined ? '' : `${start_line}-${end_line ?? start_line}`
    return `     ${style.faint(range.padEnd(9))}  ${[visible(kind ?? ''), style.name(named(name))].filter(Boolean).join(' ')}`
  })
  return ['', '   contains', ...lines]
}

function contentLines(item: SearchResult, context: PeopleContext): string[] {
  const { style } = context
  if (item.source_offset !== undefined) {
    const text = item.content.slice(item.source_offset)
    const start_line = item.start_line ?? 1
    const location = { path: item.file_path ?? '', start_line, end_line: start_line + text.split('\n').length - 1 }
    return [
      ...indented(item.content.slice(0, item.source_offset).trimEnd(), '   '),
      ...quoted({ text, location }, undefined, '   ', context),
    ]
  }
  if (item.best) {
    const about = aboutLines(item, 1).map((line) => `   ${style.faint(fitted(line, 3, context))}`)
    return [...about, ...item.best.flatMap((part) => bestPart(part, context))]
  }
  if (item.doc_type === 'document') return sectionLines(item, context)
  if (!item.snippet) return indented(item.content, '   ')
  return [
    ...aboutLines(item, SUMMARY_LINES).map((line) => `   ${style.faint(fitted(line, 3, context))}`),
    ...quoted(item.snippet, item.line, '   ', context),
  ]
}

const SECTION_LINES = 14

/** The text of a section from its heading on, because the heading alone would answer nothing; and its best line, if that comes later. */
function sectionLines(item: SearchResult, context: PeopleContext): string[] {
  const { content, repo_id, file_path = '', start_line = 1, snippet, line } = item
  const lines = content.trimEnd().split('\n')
  const shown = lines.slice(0, SECTION_LINES)
  const best = line === undefined ? undefined : snippet?.text.split('\n')[line - snippet.location.start_line]
  const later = snippet && best !== undefined && !shown.includes(best) ? quoted(snippet, line, '   ', context) : []
  const rest = `… more: ${context.writeCall(`get_file ${callWord(repo_id)} ${callWord(file_path)} start_line=${start_line}`)}`
  return [
    ...indented(shown.join('\n'), '   '),
    ...later,
    ...(lines.length > shown.length ? [context.style.faint(`   ${rest}`)] : []),
  ]
}

function bestPart({ symbol_name, kind, start_line, end_line, snippet }: BestPart, context: PeopleContext): string[] {
  const { style } = context
  const name = symbol_name === undefined ? '' : style.name(named(symbol_name))
  const range = name === '' ? `lines ${start_line}-${end_line}` : `${start_line}-${end_line}`
  const head = [style.faint(range), visible(kind ?? ''), name].filter((word) => word !== '').join('  ')
  return [`   ${head}`, ...quoted(snippet, undefined, '   ', context)]
}

const routes = { FRESH: 'up to date at its commit', STALE: 'HEAD is not the indexed commit', UNKNOWN: 'not indexed' } as const

function repo(item: RepoInfo, { style }: PeopleContext): string[] {
  const { file, symbol, doc, module } = item.counts
  const indexed = item.last_indexed_at !== null
  const state = item.missing
    ? style.bad('its folder is gone')
    : item.freshness_state === 'FRESH'
      ? style.good(routes.FRESH)
      : style.warn(indexed ? routes[item.freshness_state] : 'not indexed yet')
  const holds = `${count(file, 'file')}, ${count(symbol, 'symbol')}, ${count(doc, 'document section')}, ${count(module, 'folder')}`
  return [
    '',
    `${style.name(style.strong(named(item.repo_id)))}  ${style.place(named(item.path))}`,
    `  ${state}${indexed ? `, indexed ${visible(item.last_indexed_at?.replace('T', ' ').replace(/\..*/s, '') ?? '')} UTC` : ''}`,
    ...(indexed
      ? [`  ${holds}${item.languages.length > 0 ? `: ${item.languages.slice(0, 8).map(visible).join(', ')}` : ''}`]
      : []),
  ]
}

const count = (many: number, noun: string): string => `${writeNumber(many)} ${noun}${many === 1 ? '' : 's'}`

function structure(item: StructureInfo, context: PeopleContext): string[] {
  const { style } = context
  const lines = [`${style.name(style.strong(named(item.repo_id)))}  ${style.place(named(item.path === '' ? '.' : item.path))}`]
  if (item.summary) lines.push(...indented(item.summary, '  '))
  lines.push(...authorWords(item.summary_by).map((words) => style.faint(`  ${words}`)))
  const keys = Object.entries(item.key_files).map(([role, file]) => `${visible(role.replaceAll('_', ' '))} ${named(file)}`)
  if (keys.length > 0) lines.push(style.faint(`  ${keys.join(', ')}`))
  for (const folder of item.directories) lines.push(`  ${style.place(named(folder))}`)
  const widest = Math.min(60, Math.max(0, ...item.files.map((each) => named(each.path).length)))
  for (const each of item.files)
    lines.push(
      `  ${named(each.path).padEnd(widest)}  ${style.faint(`${count(each.line_count, 'line')}  ${visible(each.language)}`)}`,
    )
  return [...lines, ...outline(item.outline ?? [], '  ', style)]
}

function outline(entries: readonly OutlineEntry[], indent: string, style: Style): string[] {
  return entries.flatMap((entry) => {
    const signature = shownLine(entry.signature || entry.name)
    const kind = signature.startsWith(`${entry.kind} `) ? '' : `${visible(entry.kind)} `
    const lines = `${entry.start_line}-${entry.end_line}`.padEnd(9)
    return [`${indent}${style.faint(lines)}  ${kind}${style.strong(signature)}`, ...outline(entry.children, `${indent}  `, style)]
  })
}

function file(item: FileContent, context: PeopleContext): string[] {
  const { style, startAt } = context
  const range =
    item.start_line === 1 && item.end_line === item.total_lines
      ? count(item.total_lines, 'line')
      : `lines ${item.start_line}-${item.end_line} of ${item.total_lines}`
  const head = `${style.name(style.strong(named(item.repo_id)))}  ${style.place(named(item.file_path))}  ${range}  ${visible(item.language)}`
  const code = item.code === '' ? [] : item.code.replace(/\n$/, '').split('\n')
  const width = String(item.end_line).length
  const lines = code.map((line, index) =>
    numbered(visibleLine(withoutReturn(line)), item.start_line + index, { width, isHit: false }, context),
  )
  if (item.truncated && item.next_start_line !== undefined)
    lines.push(style.warn(`… ${item.total_lines - item.end_line} more lines: add ${startAt(item.next_start_line)}`))
  return [head, ...lines]
}

function quoted({ text, location }: Snippet, line: number | undefined, indent: string, context: PeopleContext): string[] {
  const width = String(location.end_line).length
  return text.split('\n').flatMap((each, index) => {
    const number = location.start_line + index
    if (number > location.end_line) return []
    const shown = fitted(each, indent.length + width + 4, context)
    return [`${indent}${numbered(shown, number, { width, isHit: number === line }, context)}`]
  })
}

/** `line` is visible already. */
function numbered(
  line: string,
  number: number,
  { width, isHit }: { width: number; isHit: boolean },
  context: PeopleContext,
): string {
  const head = `${isHit ? '>' : ' '} ${String(number).padStart(width)} `
  return `${isHit ? context.style.strong(head) : context.style.faint(head)}${marked(line, context)}`
}

/**
 * Makes a line visible, cuts it to the screen's width and appends the number of omitted characters. Only quoted lines are cut, never
 * files.
 */
function fitted(line: string, used: number, { width }: PeopleContext): string {
  const room = Math.max(20, Math.min(400, width - used))
  const text = withoutReturn(line)
  const shown = visibleLine(text)
  if (shown.length <= room) return shown
  const kept = prefixOf(text, Math.max(10, room - String(text.length).length - 4))
  return `${visibleLine(kept)}… +${text.length - kept.length}`
}

const marked = (line: string, { matched, style }: PeopleContext): string =>
  matched ? line.replace(matched, (word) => (word === '' ? word : style.match(word))) : line

const indented = (text: string, indent: string): string[] =>
  text.split('\n').map((line) => `${indent}${shownLine(withoutReturn(line))}`)
