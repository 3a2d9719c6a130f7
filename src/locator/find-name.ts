/** Where a name occurs in a text, and which of these offsets may define it. */
import type { Span } from './blocks.ts'
import type { Lexis } from './lexis.ts'

/** Offsets of the name as a whole word; empty when it is not a word. */
export function findName(text: string, name: string): number[] {
  const word = name.replace(/^#/, '')
  const offsets: number[] = []
  if (word === '' || ![...word].every((letter) => isNamePart(letter.charCodeAt(0)))) return offsets
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
    if (!isNamePart(text.charCodeAt(at - 1)) && !isNamePart(text.charCodeAt(at + word.length))) offsets.push(at)
  }
  return offsets
}

const [DOT, PARENTHESIS, BRACKET] = [46, 40, 91]

/** `a.name(…)`, `a.name.b` and `a.name[…]` define nothing, nor does a comment; in Python neither does `name(…)` without `def`. */
export function mayDefine(
  text: string,
  offsets: readonly number[],
  length: number,
  quiet: readonly Span[],
  lexis: Lexis,
): number[] {
  let next = 0
  return offsets.filter((at) => {
    while ((quiet[next]?.to ?? Number.POSITIVE_INFINITY) <= at) next++
    if ((quiet[next]?.from ?? Number.POSITIVE_INFINITY) <= at) return false
    const behind = text.charCodeAt(at + length)
    if (text.charCodeAt(at - 1) === DOT) return behind !== PARENTHESIS && behind !== DOT && behind !== BRACKET
    return behind !== PARENTHESIS || lexis.blocks === 'braces' || /\b(?:def|class)\s+$/.test(text.slice(Math.max(0, at - 20), at))
  })
}

/** Letters, digits, `_`, `$`, and everything outside ASCII. */
export const isNamePart = (unit: number): boolean =>
  (unit >= 97 && unit <= 122) ||
  (unit >= 65 && unit <= 90) ||
  (unit >= 48 && unit <= 57) ||
  unit === 95 ||
  unit === 36 ||
  unit > 127
