/** The body of a definition: the first lines of it, and how many follow. Shortening and printing both ask here. */
import type { Snippet } from '../contract/items.ts'

type WithBody = { file: string; start_line?: number; source: string; source_left_out?: number }

/** Undefined for an item that carries no body: its `source` then says where it came from. */
export function bodyOf(item: WithBody): { snippet: Snippet; left_out: number } | undefined {
  const { file, start_line, source, source_left_out = 0 } = item
  if (start_line === undefined) return undefined
  const end_line = start_line + source.split('\n').length - 1
  return { snippet: { text: source, location: { path: file, start_line, end_line } }, left_out: source_left_out }
}

/** With so many lines of its body, and the rest counted. */
export function keepLines<Item extends WithBody>(item: Item, count: number): Item {
  const lines = item.source.split('\n')
  if (bodyOf(item) === undefined || lines.length <= count) return item
  const left = lines.length - count
  return { ...item, source: lines.slice(0, count).join('\n'), source_left_out: (item.source_left_out ?? 0) + left }
}
