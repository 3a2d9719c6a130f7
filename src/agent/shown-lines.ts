/**
 * The lines of files that a model was shown. A citation is checked against them: if the file says something else there by now, the
 * lines that the model meant are looked for.
 */
import type { Snippet } from '../contract/items.ts'
import { visibleLine } from '../contract/visible.ts'

/** Of one file: line → text, as the model was shown it. */
type Lines = Map<number, string>

export interface ShownLines {
  /** Remembers what the items of any tool quote. */
  add(items: readonly unknown[]): void
  of(repo_id: string, path: string): ReadonlyMap<number, string>
  /** The repos in which this path was shown. */
  reposWith(path: string): string[]
  /** Every file, in the order in which they were shown. */
  files(): { repo_id: string; path: string }[]
}

export function createShownLines(): ShownLines {
  const files = new Map<string, { repo_id: string; path: string; lines: Lines }>()
  const remember = (repo_id: string, path: string, start: number, text: string): void => {
    const key = `${repo_id}\0${path}`
    const file = files.get(key) ?? { repo_id, path, lines: new Map() }
    files.set(key, file)
    for (const [at, line] of text.split('\n').entries()) file.lines.set(start + at, visibleLine(line))
  }
  return {
    add: (items) => {
      for (const item of items) for (const { repo_id, path, start, text } of quotesIn(item)) remember(repo_id, path, start, text)
    },
    of: (repo_id, path) => files.get(`${repo_id}\0${path}`)?.lines ?? new Map(),
    reposWith: (path) => [...files.values()].filter((file) => file.path === path).map(({ repo_id }) => repo_id),
    files: () => [...files.values()].map(({ repo_id, path }) => ({ repo_id, path })),
  }
}

type Quote = { repo_id: string; path: string; start: number; text: string }

/** The fields of items in which tools quote lines. */
type Quoting = {
  repo_id?: string
  file_path?: string
  file?: string
  code?: string
  start_line?: number
  snippet?: Snippet
  best?: readonly { snippet: Snippet }[]
  signature?: string
  source?: string
}

function quotesIn(item: unknown): Quote[] {
  if (typeof item !== 'object' || item === null) return []
  const { repo_id, file_path, file, code, start_line = 1, snippet, best = [], signature, source } = item as Quoting
  if (repo_id === undefined) return []
  const snippets = [...(snippet ? [snippet] : []), ...best.map((part) => part.snippet)]
  return [
    ...snippets.map(({ text, location }) => ({ repo_id, path: location.path, start: location.start_line, text })),
    ...(code !== undefined && file_path !== undefined ? [{ repo_id, path: file_path, start: start_line, text: code }] : []),
    // The `source` of a definition is its body; that of other items says where they come from.
    ...(signature !== undefined && source !== undefined && file !== undefined
      ? [{ repo_id, path: file, start: start_line, text: source }]
      : []),
  ]
}
