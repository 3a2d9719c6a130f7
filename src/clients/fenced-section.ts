/** A section of a Markdown file between two marks, so that it can be replaced and removed without touching the rest. */
import { UnfitText } from './config-format.ts'
import { lineBreakOf, type TextEdit } from './text-edit.ts'

const START = '<!-- cairn:start -->'
const END = '<!-- cairn:end -->'

export const fenced = (section: string, line = '\n'): string => [START, ...section.split('\n'), END].join(line)

/** Where the section is, marks included. */
export function findSection(text: string): { at: number; length: number; text: string } | undefined {
  const at = text.indexOf(START)
  const end = at < 0 ? text.indexOf(END) : text.indexOf(END, at)
  if (at < 0 && end < 0) return undefined
  if (at < 0 || end < 0) throw new UnfitText(`it has ${at < 0 ? END : START} without the other mark of the section`)
  const length = end + END.length - at
  return { at, length, text: text.slice(at, at + length) }
}

/** At the end, after an empty line; or in the place of the old section. */
export function putSection(text: string, section: string): TextEdit[] {
  const line = lineBreakOf(text)
  const insert = fenced(section, line)
  const old = findSection(text)
  if (old) return old.text === insert ? [] : [{ at: old.at, remove: old.length, insert }]
  if (text === '') return [{ at: 0, remove: 0, insert: `${insert}${line}` }]
  return [{ at: text.length, remove: 0, insert: text.endsWith('\n') ? `${line}${insert}${line}` : `${line}${line}${insert}` }]
}

/** Takes back what `putSection` writes, also if text was added below since. */
export function removeSection(text: string): TextEdit[] {
  const found = findSection(text)
  if (!found) return []
  const after = /^\r?\n/.exec(text.slice(found.at + found.length))?.[0] ?? ''
  const before = /(?:\r?\n){2}$/.exec(text.slice(Math.max(0, found.at - 4), found.at))?.[0] ?? ''
  const taken = after === '' ? before : (before.match(/\r?\n/g)?.at(-1) ?? '')
  return [{ at: found.at - taken.length, remove: taken.length + found.length + after.length, insert: '' }]
}
