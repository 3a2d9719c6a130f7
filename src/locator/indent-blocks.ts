/**
 * The bodies of definitions in a text with blocks by indentation (Python), found without a parse. Returns null when brackets or
 * strings do not end: then code cannot be told from the inside of one.
 */
import type { Blocks, Cut, Span } from './blocks.ts'
import type { Lexis } from './lexis.ts'
import { skipLine, skipString } from './skip-string.ts'

/** Where a statement begins, after its indentation, and where it ends. `opens`: it defines something. */
type Statement = { start: number; end: number; indent: number; opens: boolean }

export function findIndentBlocks(text: string, lexis: Lexis): Blocks | null {
  const reader = new StatementReader(text, lexis)
  const lines = reader.read()
  if (!lines) return null
  const blocks: Blocks = { heads: [], starts: [], ends: [], lasts: [], fill: 'pass', quiet: reader.quiet, idle: reader.texts }
  const around: number[] = []
  for (const [at, line] of lines.entries()) {
    const first = lines[at + 1]
    if (!line.opens || !first || first.indent <= line.indent) continue
    let last = at + 1
    while ((lines[last + 1]?.indent ?? -1) > line.indent) last++
    const end = (lines[last] as Statement).end
    while (around.length > 0 && (blocks.ends[around.at(-1) as number] as number) <= line.start) around.pop()
    const outer = around.at(-1) ?? -1
    blocks.lasts.push(blocks.ends[outer] === end ? outer : -1)
    around.push(blocks.starts.length)
    blocks.heads.push(line.start)
    blocks.starts.push(first.start)
    blocks.ends.push(end)
  }
  return blocks
}

const definition = /^(?:async\s+def|def|class)\b/
const [NEWLINE, RETURN, HASH, BACKSLASH, NONE] = [10, 13, 35, 92, 0]

class StatementReader {
  readonly quiet: Span[] = []
  /** Without comments: the end of a body may depend on one. */
  readonly texts: Cut[] = []
  private readonly text: string
  private readonly lexis: Lexis

  constructor(text: string, lexis: Lexis) {
    this.text = text
    this.lexis = lexis
  }

  read(): Statement[] | null {
    const { text } = this
    const statements: Statement[] = []
    for (let at = 0; at < text.length; ) {
      const start = skipSpace(text, at)
      const unit = text.charCodeAt(start)
      if (start >= text.length || unit === NEWLINE || unit === RETURN) at = skipLine(text, start) + 1
      else if (unit === HASH) at = this.skipComment(start) + 1
      else {
        const end = this.endOf(start)
        if (end < 0) return null
        const opens = (unit === 97 || unit === 99 || unit === 100) && definition.test(text.slice(start, start + 40))
        statements.push({ start, end, indent: widthOf(text, at, start), opens })
        at = text.charCodeAt(end) === HASH ? this.skipComment(end) + 1 : end + 1
      }
    }
    return statements
  }

  private skipComment(from: number): number {
    const to = skipLine(this.text, from)
    this.quiet.push({ from, to })
    return to
  }

  /** Where the statement that begins at `start` ends, without its comment; -1 when something is not closed. */
  private endOf(start: number): number {
    const { text } = this
    const closers: number[] = []
    for (let at = start; at < text.length; at++) {
      const unit = text.charCodeAt(at)
      if (unit > 93 && unit !== 123 && unit !== 125) continue
      const closer = closerOf(unit)
      if (closer !== NONE) closers.push(closer)
      else if (unit === 41 || unit === 93 || unit === 125) {
        if (closers.pop() !== unit) return -1
      } else if (unit === 34 || unit === 39) {
        at = this.skipText(at) - 1
        if (at < start) return -1
      } else if (unit === BACKSLASH) at += text.charCodeAt(at + 1) === RETURN ? 2 : 1
      else if (unit === NEWLINE || unit === HASH) {
        if (closers.length === 0) return at
        if (unit === HASH) at = this.skipComment(at)
      }
    }
    return closers.length === 0 ? text.length : -1
  }

  /** -1 when the string does not end. */
  private skipText(at: number): number {
    const end = skipString(this.text, at, this.lexis)
    if (end - at > 5 && this.text.charCodeAt(at + 1) === this.text.charCodeAt(at)) {
      this.quiet.push({ from: at, to: end })
      this.texts.push({ from: at + 3, to: end - 3, fill: '' })
    }
    return end === at + 1 ? -1 : end
  }
}

const closerOf = (unit: number): number => (unit === 40 ? 41 : unit === 91 ? 93 : unit === 123 ? 125 : NONE)

function skipSpace(text: string, from: number): number {
  let at = from
  for (let unit = text.charCodeAt(at); unit === 32 || unit === 9 || unit === 12; unit = text.charCodeAt(at)) at++
  return at
}

function widthOf(text: string, from: number, to: number): number {
  let width = 0
  for (let at = from; at < to; at++) width = text.charCodeAt(at) === 9 ? (width | 7) + 1 : width + 1
  return width
}
