/**
 * Text of a repository inside a prompt: between two marks that the text itself cannot contain, so that no line of it can end the
 * data and begin an instruction.
 */
import { hashBytes } from '../base/hash.ts'

export function fenceData(text: string): string {
  let mark = hashBytes(text).slice(0, 10)
  while (text.includes(mark)) mark = hashBytes(mark + text).slice(0, 10)
  return `-----BEGIN DATA ${mark}-----\n${text}\n-----END DATA ${mark}-----`
}
