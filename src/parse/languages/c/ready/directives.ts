/** Definitions of macros as the grammar can read them, and lines that are nothing but a macro. */
import type { Edits } from './edits.ts'
import { openBefore } from './levels.ts'
import type { Tokens } from './tokens.ts'
import { isCaps } from './words.ts'

export function readyMacro(tokens: Tokens, edits: Edits, at: number): void {
  const text = tokens.at(at)
  const start = tokens.start[at] as number
  // For the grammar a comment ends the body of a macro, even where the body continues after it.
  for (const { 0: comment, index } of text.matchAll(/\/\*.*?(?:\*\/(?=[\s\\]*[^\s\\])|$)/gs))
    if (index + comment.length < text.length) edits.replace(start + index, comment.replaceAll(/[^\r\n\\]/g, ' '))
  // After a space at the end of the line it reads the next line as the body.
  const bare = /^#\s*define\s+\w+(?:\([^()]*\))?(?=[ \t]+$)/.exec(text)
  if (bare) edits.put(start + bare[0].length, ';')
}

/** A macro alone on its line is complete without a semicolon. */
export function isLineMacro(tokens: Tokens, last: number): boolean {
  const name = tokens.at(last) === ')' ? openBefore(tokens, last) - 1 : last
  return tokens.isWord(name) && tokens.startsLine(name) && isCaps(tokens.at(name))
}
