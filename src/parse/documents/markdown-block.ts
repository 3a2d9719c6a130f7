/** Blocks of Markdown whose lines are never headings: fences, comments, raw HTML, and the code and tags of MDX. */

export type Block = {
  /** Column where the text of the enclosing list item begins; a line further left ends the block. */
  container: number
  /** Says whether a line is the last one; 'blank': the block lasts until an empty line. */
  ends: 'blank' | ((line: string) => boolean)
  /** The opening line may be the last one too. */
  closes_at_once: boolean
  /** `<h1>` elements inside are headings. */
  html: boolean
}

export function fenceAt(text: string, container: number): Block | null {
  const fence = /^(?:(`{3,})[^`]*$|(~{3,}))/.exec(text)
  if (!fence) return null
  const mark = fence[1] ?? fence[2] ?? ''
  const ends = (line: string): boolean => closesFence(line, mark)
  return { container, ends, closes_at_once: false, html: false }
}

function closesFence(line: string, mark: string): boolean {
  const text = line.trim()
  if (text.length < mark.length || !text.startsWith(mark)) return false
  for (let at = mark.length; at < text.length; at++) if (text[at] !== mark[0]) return false
  return true
}

const blockTags = new Set(
  (
    'address article aside base blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset figcaption ' +
    'figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link main menu menuitem nav ' +
    'noframes ol optgroup option p param search section summary table tbody td tfoot th thead title tr track ul'
  ).split(' '),
)

export function htmlBlockAt(text: string, around: { inParagraph: boolean; container: number }): Block | null {
  if (!text.startsWith('<')) return null
  const { container } = around
  if (text.startsWith('<!--')) return { container, ends: holds('-->'), closes_at_once: true, html: false }
  const raw = /^<(pre|script|style|textarea)(?:[\s>]|$)/i.exec(text)?.[1]
  if (raw) return { container, ends: holds(`</${raw.toLowerCase()}>`), closes_at_once: true, html: false }
  const tag = /^<\/?([a-z][a-z0-9]*)(?:[\s>]|\/>|$)/i.exec(text)?.[1]
  // Any other tag begins a block only when it is alone on its line and does not interrupt a paragraph.
  const alone = !around.inParagraph && /^<\/?[a-z][a-z0-9-]*(?:\s[^<>]*)?>$/i.test(text)
  if ((tag && blockTags.has(tag.toLowerCase())) || alone) return { container, ends: 'blank', closes_at_once: false, html: true }
  return null
}

/** `line` untrimmed: import and export count only at the beginning of a line. */
export function mdxBlockAt(line: string, text: string): Block | null {
  if (/^(?:import|export)[\s{*]/.test(line)) return { container: 0, ends: 'blank', closes_at_once: false, html: false }
  if (text.startsWith('<!--')) return { container: 0, ends: holds('-->'), closes_at_once: true, html: false }
  if (text.startsWith('{/*')) return { container: 0, ends: holds('*/'), closes_at_once: true, html: false }
  // Markdown continues inside a component; only its tag, which may span lines, is not text.
  if (/^<\/?[A-Za-z>]/.test(text)) return { container: 0, ends: endsTag, closes_at_once: true, html: false }
  return null
}

const holds =
  (mark: string) =>
  (line: string): boolean =>
    line.includes(mark) || line.toLowerCase().includes(mark)

const endsTag = (line: string): boolean => line.trimEnd().endsWith('>')
