/** Prints an answer of `ask_codebase`: its Markdown, then the citations with the ids that the next call needs, then the gaps. */
import type { Answer, Citation } from '../contract/items.ts'
import { clipped, printable, type Style } from './style.ts'

export function renderAnswer({ answer, citations, gaps }: Answer, style: Style): string[] {
  return [
    '',
    ...answer.split('\n').map((line) => printable(clipped(line))),
    ...(citations.length > 0
      ? ['', 'Citations:', ...citations.map((citation, at) => citationLine(citation, at + 1, style))]
      : []),
    ...(gaps.length > 0 ? ['', 'Gaps:', ...gaps.map((gap) => style.warn(`- ${printable(gap)}`))] : []),
  ]
}

/** `[1] acme/shop src/pay/refund.ts:4-12  id=s.…` */
function citationLine({ repo_id, path, start_line, end_line, document_id }: Citation, number: number, style: Style): string {
  const place = style.place(`${printable(path)}:${start_line}-${end_line}`)
  return `[${number}] ${repo_id} ${place}  ${style.faint(`id=${document_id}`)}`
}
