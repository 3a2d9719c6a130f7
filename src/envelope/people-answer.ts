/** Prints an answer of `ask_codebase` for people: headings without marks, quoted lines indented, no fences and no ids. */
import type { Answer } from '../contract/items.ts'
import { guarded, visible } from '../contract/visible.ts'
import type { Style } from './style.ts'

export type AnswerLook = {
  style: Style
  /** A quoted line, cut to the screen, with the words of the question marked. `used`: columns before it. */
  quoted: (line: string, used: number) => string
}

export function answerLines({ answer, gaps }: Answer, { style, quoted }: AnswerLook): string[] {
  const lines: string[] = ['']
  let fence = ''
  for (const line of answer.split('\n')) {
    const [, marks = ''] = /^(`{3,})/.exec(line) ?? []
    const heading = /^#{1,6} (.*)$/.exec(line)?.[1]?.replaceAll('`', '')
    if (fence !== '' && line === fence) fence = ''
    else if (fence !== '') lines.push(`    ${quoted(line, 4)}`)
    else if (marks !== '') fence = marks
    else lines.push(heading === undefined ? guarded(line) : style.place(style.strong(guarded(heading))))
  }
  if (gaps.length > 0) lines.push('', ...gaps.map((gap) => style.warn(`- ${visible(gap)}`)))
  return lines
}
