/** A piece of an answer: Markdown, and the citations of what it quotes. */
import type { Citation } from '../contract/items.ts'
import { languageOfPath } from '../contract/languages.ts'
import { visible, visibleLine } from '../contract/visible.ts'

export type Block = {
  text: string
  /** In the order of the text. */
  citations: Citation[]
  /** Those that come after all others: the uses beside a hit are less important than the next hit. */
  last?: Citation[]
}

/** Lines in a fence that is longer than any fence in them. */
export function fenced(text: string, path: string): string[] {
  const runs = text.match(/`{3,}/g) ?? []
  const fence = '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)))
  const lines = text.split('\n').map((line) => visibleLine(line.replace(/\r$/, '')))
  return [`${fence}${languageOfPath(path)?.id ?? ''}`, ...lines, fence]
}

/** A name, a place or a line of code inside a sentence or list. It ends where the text ends, whatever the text contains. */
export function inlineCode(written: string): string {
  const text = visible(written)
  const runs = text.match(/`+/g) ?? []
  const fence = '`'.repeat(1 + runs.reduce((most, run) => Math.max(most, run.length), 0))
  const space = fence.length > 1 ? ' ' : ''
  return `${fence}${space}${text}${space}${fence}`
}

/** A name or a line of prose, of which Markdown must make nothing: a link or an image in it would be loaded by whoever shows it. */
export const plainWords = (text: string): string => (/[[\]<`!\\|&]|:\/\/|www\./i.test(text) ? inlineCode(text) : visible(text))

/** A line of a comment or a summary, marked as a quotation, so that it is not taken for a line of the answer. */
export const quotedProse = (line: string): string => (line.trim() === '' ? '>' : `> ${plainWords(line)}`)

export const clip = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`
