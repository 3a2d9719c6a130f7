/** PHP that the grammar cannot read, put as it can, letter for letter in the same place. Facts are read from the text as it is. */
import { blank } from '../../blank.ts'

export function mask(text: string): string {
  const code = withoutArchive(text)
  return code.replaceAll(wordAsConstant, asName).replaceAll(wordAsFunction, asName)
}

/** Behind `__HALT_COMPILER();` stand the bytes of an archive: read as code they cost the whole time of a file. */
function withoutArchive(text: string): string {
  const halt = /__halt_compiler\s*\(\s*\)\s*;/i.exec(text)
  if (!halt) return text
  const end = halt.index + halt[0].length
  const rest = text.slice(end)
  // In the code that writes an archive it is a text.
  return /[\0\ufffd]/.test(rest) ? text.slice(0, end) + blank(rest) : text
}

/** Words of types that a class may call a constant by, and `readonly`, which was a name before it was a word. */
const wordAsConstant = /\bconst\s+(?:callable|true|false|void|iterable|mixed|namespace)(?=\s*=)/gi
const wordAsFunction = /\bfunction\s+&?readonly(?=\s*\()/gi

/** Another word of the same length, which is none of the language's. */
const asName = (words: string): string => `${words.slice(0, -1)}_`
