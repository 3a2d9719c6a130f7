/**
 * Marks text of a repo as data. The key of the marks is random for each question, so no file can contain the closing mark and
 * continue as if it were an instruction.
 */
import { randomBytes } from 'node:crypto'

export interface DataFence {
  readonly opening: string
  readonly closing: string
  wrap(text: string): string
}

/** A model may copy the marks into its answer. */
export const withoutMarks = (text: string): string => text.replaceAll(/<\/?data-[0-9a-f]{18}>\n?/g, '')

export function createDataFence(key = randomBytes(9).toString('hex')): DataFence {
  const opening = `<data-${key}>`
  const closing = `</data-${key}>`
  // A model may repeat the key in the arguments of a call, and the answer may repeat them.
  const withoutKey = (text: string): string => text.replaceAll(key, '')
  return { opening, closing, wrap: (text) => `${opening}\n${withoutKey(text)}\n${closing}` }
}
