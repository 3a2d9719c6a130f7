/** Shorter forms of an answer that a model wrote: fewer of its paragraphs, and only what they cite. */
import type { Answer } from '../contract/items.ts'
import type { ShorterForm } from '../envelope/cover.ts'
import { blocksOf, markdownOf } from './answer-blocks.ts'

export function* shorterTexts(answer: Answer): Generator<ShorterForm<Answer>> {
  const paragraphs = paragraphsOf(answer.answer)
  for (let shown = paragraphs.length - 1; shown > 0; shown--)
    yield form(
      answer,
      paragraphs.slice(0, shown).join('\n\n'),
      `${paragraphs.length - shown} of ${paragraphs.length} paragraphs are left out`,
    )
  for (const length of [600, 200, 60])
    yield form({ ...answer, gaps: [] }, clip(paragraphs[0] ?? '', length), 'only the beginning is shown')
}

const form = (answer: Answer, text: string, left: string): ShorterForm<Answer> => ({
  items: [
    {
      ...answer,
      answer: text,
      citations: answer.citations.filter(({ path, start_line, end_line }) => text.includes(`${path}:${start_line}-${end_line}`)),
    },
  ],
  left_out: `${left}; a larger \`max_chars=\` shows them`,
  truncated: true,
})

/** A fence is never cut in two. */
function paragraphsOf(markdown: string): string[] {
  const paragraphs: string[][] = [[]]
  for (const block of blocksOf(markdown)) {
    if (block.kind === 'prose' && block.line.trim() === '') paragraphs.push([])
    else paragraphs.at(-1)?.push(markdownOf([block]))
  }
  return paragraphs.map((lines) => lines.join('\n')).filter((text) => text !== '')
}

const clip = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`
