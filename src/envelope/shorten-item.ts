/**
 * The shorter forms of an item. `briefItem` leaves out what can be asked for again (context lines, reasons, long summaries);
 * `cutItem` gives a part of what is left, in whole lines and entries, and says what is missing.
 */
import type { FileContent, NavigationItem, OutlineEntry, SearchResult, StructureInfo } from '../contract/items.ts'
import { shapeOf } from './item-shape.ts'

const briefText = 200

export function briefItem(item: unknown): unknown {
  const shaped = shapeOf(item)
  switch (shaped.shape) {
    case 'navigation':
      return hitLineOnly(shaped.item)
    case 'definition':
      return { ...hitLineOnly(shaped.item), doc: clip(shaped.item.doc, briefText) }
    case 'search':
      return briefSearchResult(shaped.item)
    case 'structure':
      return briefStructure(shaped.item)
    default:
      return item
  }
}

export type CutItem = { item: unknown; left_out: string }

/** About the given part of the item (0 to 1); undefined where there is nothing that could be cut. */
export function cutItem(item: unknown, part: number): CutItem | undefined {
  const shaped = shapeOf(item)
  switch (shaped.shape) {
    case 'file':
      return cutFile(shaped.item, part)
    case 'structure':
      return cutStructure(shaped.item, part)
    case 'search':
      return cutText(shaped.item.content, part, 'get_document has the whole text', (content) => ({ ...shaped.item, content }))
    case 'navigation':
    case 'definition':
      return cutText(shaped.item.snippet.text, part, 'get_file has the whole line', (text) => ({
        ...shaped.item,
        snippet: { ...shaped.item.snippet, text },
      }))
    default:
      return undefined
  }
}

function hitLineOnly<Item extends NavigationItem>(item: Item): Omit<Item, 'enrichment'> {
  const { enrichment: _, ...rest } = item
  const { text, location } = item.snippet
  const line = text.split('\n')[item.line - location.start_line] ?? ''
  return { ...rest, snippet: { text: line, location: { ...location, start_line: item.line, end_line: item.line } } }
}

function briefSearchResult(item: SearchResult): SearchResult {
  const { why: _why, snippet: _snippet, ...rest } = item
  const brief: SearchResult = { ...rest, content: clip(item.content, briefText), children_ids: [] }
  if (item.children_ids.length > 0) brief.children_truncated = true
  return brief
}

function briefStructure(item: StructureInfo): StructureInfo {
  const brief: StructureInfo = { ...item }
  if (item.summary !== undefined) brief.summary = clip(item.summary, briefText)
  if (item.outline) brief.outline = item.outline.map((entry) => ({ ...entry, children: entry.children.map(childless) }))
  return brief
}

const childless = (entry: OutlineEntry): OutlineEntry => ({ ...entry, children: [] })

/** Whole lines as long as there is more than one; the caller goes on at `next_start_line`. */
function cutFile(item: FileContent, part: number): CutItem {
  const lines = item.code.split('\n')
  const kept = Math.max(1, Math.floor(lines.length * part))
  if (kept < lines.length) {
    const end_line = item.start_line + kept - 1
    const code = `${lines.slice(0, kept).join('\n')}\n`
    return {
      item: { ...item, code, end_line, truncated: true, next_start_line: end_line + 1 },
      left_out: `lines from ${end_line + 1} on; continue with start_line ${end_line + 1}`,
    }
  }
  const code = item.code.slice(0, Math.floor(item.code.length * part))
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
  return { item: cut, left_out: `${named.join(', ') || 'details'}; narrow it with path or pattern` }
}

const share = <Entry>(list: readonly Entry[], part: number): Entry[] => list.slice(0, Math.ceil(list.length * part))

function cutText(text: string, part: number, how: string, rebuild: (text: string) => unknown): CutItem {
  const kept = Math.floor(text.length * part)
  return { item: rebuild(clip(text, kept)), left_out: `${text.length - kept} characters of text; ${how}` }
}

/** Never ends inside a surrogate pair. */
function clip(text: string, length: number): string {
  if (text.length <= length) return text
  const end = /[\ud800-\udbff]/.test(text[length - 1] ?? '') ? length - 1 : length
  return `${text.slice(0, Math.max(0, end)).trimEnd()}…`
}
