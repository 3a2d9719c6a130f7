/** Prints an answer of `ask_codebase`: its Markdown, then the citations with the ids that the next call needs, then the gaps. */
import type { Answer, Citation } from '../contract/items.ts'
import { guarded, named, visible } from '../contract/visible.ts'
import type { Style } from './style.ts'

export function renderAnswer({ answer, citations, gaps }: Answer, style: Style): string[] {
  return [
    '',
    ...answer.split('\n').map(answerLine),
    ...(citations.length > 0
      ? ['', 'Citations:', ...byDocument(citations).map((group, at) => citationLine(group, at + 1, style))]
      : []),
    ...(gaps.length > 0 ? ['', 'Gaps:', ...gaps.map((gap) => style.warn(`- ${visible(gap)}`))] : []),
  ]
}

/**
 * Whoever wrote the Markdown has made its names and quoted lines visible. A line of it that looks like one of ours, in a fence or in
 * what a model wrote, is put to the right of a bar, as text of a repo is.
 */
function answerLine(line: string): string {
  const kept = line.slice(0, LONGEST_LINE).replace(/[\ud800-\udbff]$/, '')
  const shown = guarded(kept.length < line.length ? `${kept}… (+${line.length - kept.length} characters)` : line)
  return looksLikeOurs.test(shown) ? `| ${shown}` : shown
}
const LONGEST_LINE = 400
const looksLikeOurs = /^(?:(?:OK|FALLBACK|ERROR) · |(?:next|note): |definition |Citations:|Gaps:|\[\d+\] )/

/** `[1] acme/shop src/pay/refund.ts:4-12,30-33  id=f.…`: the citations of one document in one file are one line. */
function citationLine(citations: readonly [Citation, ...Citation[]], number: number, style: Style): string {
  const [{ repo_id, path, document_id }] = citations
  const lines = citations.map(({ start_line, end_line }) =>
    start_line === end_line ? `${start_line}` : `${start_line}-${end_line}`,
  )
  const place = style.place(`${named(path)}:${[...new Set(lines)].join(',')}`)
  return `[${number}] ${named(repo_id)} ${place}  ${style.faint(`id=${named(document_id)}`)}`
}

/** In the order in which their documents are cited first. */
function byDocument(citations: readonly Citation[]): [Citation, ...Citation[]][] {
  const groups = new Map<string, [Citation, ...Citation[]]>()
  for (const citation of citations) {
    const id = `${citation.document_id}\0${citation.path}`
    const group = groups.get(id)
    if (group) group.push(citation)
    else groups.set(id, [citation])
  }
  return [...groups.values()]
}
