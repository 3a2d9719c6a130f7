/** The body of a definition: its first lines, and how many follow. Used for shortening and for printing. */
import type { Snippet } from '../contract/items.ts'

type WithBody = { file: string; start_line?: number; source: string; source_left_out?: number }

/** Undefined for an item without a body: its `source` is then its origin. */
export function bodyOf(item: WithBody): { snippet: Snippet; left_out: number } | undefined {
  const { file, start_line, source, source_left_out = 0 } = item
  if (start_line === undefined) return undefined
  const end_line = start_line + source.split('\n').length - 1
  return { snippet: { text: source, location: { path: file, start_line, end_line } }, left_out: source_left_out }
}

/** Keeps the first `count` lines of the body and counts the rest. */
export function keepLines<Item extends WithBody>(item: Item, count: number): Item {
  const lines = item.source.split('\n')
  if (bodyOf(item) === undefined || lines.length <= count) return item
  const left = lines.length - count
  return { ...item, source: lines.slice(0, count).join('\n'), source_left_out: (item.source_left_out ?? 0) + left }
}
