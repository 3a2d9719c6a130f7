/**
 * Headings of reStructuredText: a line of text under-, or over- and underlined. Only the order in which the marks first appear
 * tells their levels. Directive bodies and literal blocks are indented, so they never qualify.
 */
import { flatText, type Heading, type HeadingScan, headOf, isBlank, shortTitle } from './heading.ts'

export function restructuredTextHeadings(lines: readonly string[]): HeadingScan {
  const headings: Heading[] = []
  const styles: string[] = []
  let free = true
  for (let at = 0; at < lines.length; at++) {
    const found = free ? (overlined(lines, at) ?? underlined(lines, at)) : undefined
    if (found) {
      if (!styles.includes(found.style)) styles.push(found.style)
      headings.push({ title: shortTitle(found.title), level: styles.indexOf(found.style) + 1, start_line: at + 1 })
      at += found.lines - 1
    } else {
      // An empty line separates a title from the paragraph above; labels and comments (`.. _x:`) may touch it.
      free = isBlank(lines[at]) || (lines[at] ?? '').startsWith('.. ')
    }
  }
  return { headings, body_line: 1 }
}

type Found = { title: string; style: string; lines: number }

function overlined(lines: readonly string[], at: number): Found | undefined {
  const over = adornment(lines[at])
  const title = plainRestructuredText(lines[at + 1] ?? '')
  if (over === undefined || title === '' || adornment(lines[at + 1]) !== undefined || adornment(lines[at + 2]) !== over)
    return undefined
  return { title, style: `${over[0]} over`, lines: 3 }
}

function underlined(lines: readonly string[], at: number): Found | undefined {
  const line = headOf(lines[at] ?? '').trimEnd()
  if (line === '' || /^(?:\s|\.\. |[-*+•] |>>> |\| )/.test(line) || adornment(line) !== undefined) return undefined
  const under = adornment(lines[at + 1])
  // Three characters or fewer under a longer title are text (`...`), not an underline.
  if (under === undefined || (under.length < 4 && under.length < line.length)) return undefined
  const title = plainRestructuredText(line)
  return title === '' ? undefined : { title, style: under.slice(0, 1), lines: 2 }
}

/** The whole line when it is one character repeated. */
function adornment(line: string | undefined): string | undefined {
  const mark = headOf(line ?? '').trimEnd()
  return /^([!-/:-@[-`{-~])\1+$/.test(mark) && mark !== '..' && mark !== '::' ? mark : undefined
}

/** `:ref:`Install <install>` of ``x`` ` → `Install of x`. */
export function plainRestructuredText(line: string): string {
  const text = headOf(line)
    .split(/(``[^`]+``)/)
    .map((piece, at) => (at % 2 === 1 ? piece.slice(2, -2) : plainSpan(piece)))
    .join('')
  return flatText(text)
}

function plainSpan(text: string): string {
  return text
    .replaceAll(/(?::[\w:.+-]{1,80}:)?`([^`<>]*?)(?:\s*<[^`<>]*>)?`(?::[\w:.+-]{1,80}:)?_{0,2}/g, '$1')
    .replaceAll(/\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*/g, '$1$2')
    .replaceAll(/(?<=[\p{L}\p{N}])_{1,2}(?=\s|$)/gu, '')
    .replaceAll(/\\(.)/g, '$1')
}
