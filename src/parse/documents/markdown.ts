/**
 * Headings of Markdown and MDX, one line at a time: a line opens or continues a block (fence, comment, HTML, list), or it may be
 * a heading. Follows CommonMark where a heading depends on it; other structure is ignored.
 */
import { frontMatter } from './front-matter.ts'
import { type Heading, type HeadingScan, headOf, isBlank, shortTitle } from './heading.ts'
import { type Block, fenceAt, htmlBlockAt, mdxBlockAt } from './markdown-block.ts'
import { plainMarkdown } from './markdown-title.ts'

export function markdownHeadings(lines: readonly string[], options: { mdx: boolean }): HeadingScan {
  const front = frontMatter(lines)
  const headings: Heading[] = front.title === '' ? [] : [{ title: shortTitle(front.title), level: 1, start_line: 1 }]
  const state: State = { headings, mdx: options.mdx, block: null, html: null, list: [], paragraph: NONE }
  for (let at = front.lines; at < lines.length; at++) readLine(state, lines, at)
  return { headings, body_line: front.lines + 1, ...(front.description !== '' && { description: front.description }) }
}

type State = {
  headings: Heading[]
  mdx: boolean
  block: Block | null
  /** An `<h1>` whose end tag has not come yet. */
  html: { level: number; start_line: number; text: string } | null
  /** Columns where the text of the open list items begins, outermost first. */
  list: number[]
  /** Index of the line where the open paragraph began; only such a paragraph can be underlined into a heading. */
  paragraph: number
}

const NONE = -1
/** Text inside a list item or a quote, or a continuation of it: an underline below it is a rule, not a heading. */
const LAZY = -2

function readLine(state: State, lines: readonly string[], at: number): void {
  const line = lines[at] ?? ''
  const head = headOf(line)
  const indent = indentOf(head)
  if (isBlank(line)) readBlank(state)
  else if (state.block !== null && indent >= state.block.container) readInBlock(state, line, at)
  else readOutside(state, lines, at, { line, text: head.trim(), indent })
}

function readOutside(
  state: State,
  lines: readonly string[],
  at: number,
  seen: { line: string; text: string; indent: number },
): void {
  const { line, text, indent } = seen
  state.block = null
  leaveItems(state, indent, text)
  const container = state.list.at(-1) ?? 0
  if (indent - container > 3 && !state.mdx) {
    // Indented code, or continued text: no structure starts here.
    if (state.paragraph === NONE) state.paragraph = LAZY
    return
  }
  if (startBlock(state, line, text, container, at)) return
  if (state.list.length === 0 && readHeading(state, lines, at, text)) return
  readText(state, text, indent, at)
}

function readBlank(state: State): void {
  state.paragraph = NONE
  if (state.block?.ends === 'blank') state.block = null
  if (state.block === null) state.html = null
}

function readInBlock(state: State, line: string, at: number): void {
  if (state.block?.html) readHtml(state, line, at)
  if (state.block?.ends !== 'blank' && state.block?.ends(line)) state.block = null
}

/** A line further left than an item's text ends the item, unless it only continues it. */
function leaveItems(state: State, indent: number, text: string): void {
  if (state.list.length === 0) return
  const runsOn = state.paragraph === LAZY && !/^(?:#{1,6}[ \t]|[-*+`~<>=_]|\d)/.test(text)
  if (runsOn) return
  while (state.list.length > 0 && indent < (state.list.at(-1) ?? 0)) state.list.pop()
}

function startBlock(state: State, line: string, text: string, container: number, at: number): boolean {
  const block =
    fenceAt(text, container) ??
    (state.mdx ? mdxBlockAt(line, text) : htmlBlockAt(text, { inParagraph: state.paragraph !== NONE, container }))
  if (!block) return false
  state.paragraph = NONE
  if (block.html) readHtml(state, line, at)
  const endsHere = block.ends !== 'blank' && block.closes_at_once && block.ends(line)
  state.block = endsHere ? null : block
  return true
}

function readHeading(state: State, lines: readonly string[], at: number, text: string): boolean {
  const atx = /^(#{1,6})(?:[ \t]+(?![ \t])(.*))?$/.exec(text)
  if (atx) {
    state.paragraph = NONE
    push(state, (atx[2] ?? '').replace(/(?:^|[ \t])#+$/, ''), atx[1]?.length ?? 1, at)
    return true
  }
  if (!/^(?:=+|-+)$/.test(text)) return false
  if (state.paragraph >= 0) {
    push(state, lines.slice(state.paragraph, at).map(headOf).join(' '), text[0] === '=' ? 1 : 2, state.paragraph)
    state.paragraph = NONE
    return true
  }
  return false
}

/** An empty heading has no title: its text belongs to the section above. */
function push(state: State, text: string, level: number, at: number): void {
  const title = shortTitle(plainMarkdown(text))
  if (title !== '') state.headings.push({ title, level, start_line: at + 1 })
}

function readText(state: State, text: string, indent: number, at: number): void {
  if (/^([-*_])[ \t]*(?:\1[ \t]*){2,}$/.test(text)) {
    state.paragraph = NONE
    return
  }
  const item = /^(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)/.exec(text)
  if (item) {
    const width = indent + Math.min(item[0].length, 5)
    state.list.push(width)
    state.paragraph = LAZY
    state.block = fenceAt(text.slice(item[0].length), width)
    return
  }
  if (text.startsWith('>')) state.paragraph = LAZY
  else if (state.paragraph === NONE && !/^\[[^[\]]+\]:/.test(text)) state.paragraph = state.list.length > 0 ? LAZY : at
}

/** `<h1 align="center">` … `</h1>`, as in many READMEs, on one line or several. */
function readHtml(state: State, line: string, at: number): void {
  const head = headOf(line)
  const open = state.html === null ? /<h([1-6])\b[^<>]*>?/i.exec(head) : null
  if (open) state.html = { level: Number(open[1]), start_line: at + 1, text: '' }
  if (state.html === null) return
  const rest = open ? head.slice(open.index) : head
  const close = rest.search(/<\/h[1-6]/i)
  if (state.html.text.length < 1000) state.html.text += ` ${close < 0 ? rest : rest.slice(0, close)}`
  if (close < 0) return
  push(state, state.html.text, state.html.level, state.html.start_line - 1)
  state.html = null
}

function indentOf(line: string): number {
  let columns = 0
  for (const letter of line) {
    if (letter === ' ') columns++
    else if (letter === '\t') columns += 4 - (columns % 4)
    else break
  }
  return columns
}
