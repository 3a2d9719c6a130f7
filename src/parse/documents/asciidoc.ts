/** Headings of AsciiDoc: `== Title` (or `##`), and the older two-line form. Nothing inside a delimited block is a heading. */
import { flatText, type Heading, type HeadingScan, headOf, isBlank, shortTitle } from './heading.ts'

export function asciidocHeadings(lines: readonly string[]): HeadingScan {
  const headings: Heading[] = []
  const blocks: string[] = []
  let free = true
  for (let at = 0; at < lines.length; at++) {
    const line = headOf(lines[at] ?? '').trimEnd()
    const heading: Found | undefined = blocks.length > 0 ? undefined : (oneLine(line) ?? (free ? twoLine(lines, at) : undefined))
    if (heading) {
      headings.push({ title: shortTitle(heading.title), level: heading.level, start_line: at + 1 })
      at += heading.lines - 1
    } else if (isDelimiter(line)) enterOrLeave(blocks, line)
    free = isBlank(lines[at]) || /^(?:\[.*\]|:[\w!-]+:.*|\/\/.*)$/.test(line) || heading !== undefined
  }
  return { headings, body_line: 1 }
}

type Found = { title: string; level: number; lines: number }

function oneLine(line: string): Found | undefined {
  const found = /^(={1,6}|#{1,6})[ \t]+(\S.*)$/.exec(line)
  if (!found) return undefined
  const mark = found[1] ?? ''
  const text = (found[2] ?? '').replace(/(?<![ \t])[ \t]+(=+|#+)$/, (tail, marks: string) => (marks === mark ? '' : tail))
  return { title: plainAsciidoc(text), level: mark.length, lines: 1 }
}

const underlineLevels = '=-~^+'

function twoLine(lines: readonly string[], at: number): Found | undefined {
  const line = headOf(lines[at] ?? '').trimEnd()
  const under = headOf(lines[at + 1] ?? '').trimEnd()
  if (!/^[\p{L}\p{N}{]/u.test(line) || !/^([-=~^+])\1+$/.test(under) || Math.abs(line.length - under.length) > 2) return undefined
  return { title: plainAsciidoc(line), level: underlineLevels.indexOf(under.slice(0, 1)) + 1, lines: 2 }
}

const isDelimiter = (line: string): boolean => /^(?:([-.+/=*_])\1{3,}|--|`{3}.*|[|,:!]={3,})$/.test(line)
const isVerbatim = (line: string): boolean => /^[-.+/`]/.test(line) && line !== '--'

/** A block ends at the line it began with; in a verbatim block every other delimiter is text. */
function enterOrLeave(blocks: string[], line: string): void {
  const delimiter = line.startsWith('```') ? '```' : line
  const open = blocks.at(-1)
  const known = blocks.lastIndexOf(delimiter)
  if (open === delimiter) blocks.pop()
  else if (open !== undefined && isVerbatim(open)) return
  else if (known >= 0) blocks.length = known
  else blocks.push(delimiter)
}

export function plainAsciidoc(line: string): string {
  const text = headOf(line)
    .replaceAll(/\[\[[^[\]]*\]\]/g, '')
    .replaceAll(/(?:link|xref):[^\s[\]]*\[([^[\]]*)\]|https?:[^\s[\]]*\[([^[\]]*)\]/g, '$1$2')
    .replaceAll(/<<[^<>,]*,([^<>]*)>>/g, '$1')
    .replaceAll(/(?<![\p{L}\p{N}])([*_`+#]{1,2})(\S(?:.*?\S)?)\1(?![\p{L}\p{N}])/gu, '$2')
  return flatText(text)
}
