/** Rewrites PHP that the grammar cannot read, with the same length and positions. Facts are read from the original text. */
import { blank } from '../../blank.ts'

export function mask(text: string): string {
  const code = withoutArchive(text)
  return code.replaceAll(wordAsConstant, asName).replaceAll(wordAsFunction, asName)
}

/** The bytes of an archive follow `__HALT_COMPILER();`: read as code they use up the whole time of a file. */
function withoutArchive(text: string): string {
  const halt = /__halt_compiler\s*\(\s*\)\s*;/i.exec(text)
  if (!halt) return text
  const end = halt.index + halt[0].length
  const rest = text.slice(end)
  // In code that writes an archive it is a string.
  return /[\0\ufffd]/.test(rest) ? text.slice(0, end) + blank(rest) : text
}

/** Type keywords that a class may use as a constant's name, and `readonly`, which was a name before it was a keyword. */
const wordAsConstant = /\bconst\s+(?:callable|true|false|void|iterable|mixed|namespace)(?=\s*=)/gi
const wordAsFunction = /\bfunction\s+&?readonly(?=\s*\()/gi

/** Another word of the same length that is not a keyword. */
const asName = (words: string): string => `${words.slice(0, -1)}_`
