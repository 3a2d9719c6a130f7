/** Literate programs (`.lhs`): code is between TeX marks, between Markdown fences, or after `>`. Everything else is blanked. */
import { blank } from '../../blank.ts'

export function withoutProse(text: string): string {
  if (!mayBeLiterate.test(text) || beginsAsCode.test(text)) return text
  const lines = text.split('\n')
  const hasBlocks = lines.some((line) => opens.test(line))
  let inside = false
  return lines
    .map((line) => {
      if (!hasBlocks) return line.startsWith('>') ? ` ${line.slice(1)}` : blank(line)
      const isMark = inside ? closes.test(line) : opens.test(line)
      if (isMark) inside = !inside
      return inside && !isMark ? line : blank(line)
    })
    .join('\n')
}

const mayBeLiterate = /^(?:\\begin\{code\}|(?:```|~~~) ?\{?\.?haskell|> ?(?:module|import|\{-#|[\p{Ll}_][\p{L}\p{N}_']* +::))/mu
/** An ordinary program may contain all of these in a comment. */
const beginsAsCode = /^\s*(?:\{-|--|module\b|import\b|#if|#define|#include)/

/** With `ignore` it is an example that is not compiled. */
const opens = /^(?:\\begin\{code\}|(?:```|~~~) ?\{?\.?haskell(?!.*\bignore\b))/
const closes = /^(?:\\end\{code\}|```\s*$|~~~\s*$)/
