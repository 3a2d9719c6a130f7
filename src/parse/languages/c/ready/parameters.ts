/** Macros among parameters: `int a UNUSED`, `IN char *b`, `_In_reads_(n) char *c`. */
import type { Edits } from './edits.ts'
import { behindName, type Context, type Item } from './items.ts'
import { closeBehind } from './levels.ts'
import type { Tokens } from './tokens.ts'
import { builtinTypes, isCaps, keywords } from './words.ts'

export function readyParameters(context: Context, { from, to }: Item): void {
  const { tokens } = context
  let start = from + 1
  let depth = 0
  for (let at = from + 1; at < to; at++) {
    const sign = tokens.at(at)
    if (sign === '(' || sign === '[' || sign === '{') at = closeBehind(tokens, at, to - 1)
    else if (sign === '<') depth++
    else if (sign === '>') depth--
    else if ((sign === ',' && depth <= 0) || at === to - 1) {
      readyParameter(context, start, at)
      start = at + 1
      depth = 0
    }
  }
}

/** One type and one name stay; other words in capitals are removed. */
function readyParameter(context: Context, from: number, to: number): void {
  const { tokens, edits } = context
  const names: number[] = []
  let hasType = false
  for (let at = from; at < to; at++) {
    const text = tokens.at(at)
    readyNamelessDefault(tokens, edits, at, to)
    if (tokens.isDirective(at) || text === '=' || text === '...') break
    if (text === '(' || text === '[') {
      if (isTypeMacro(context, at, to)) edits.mask(at, at + 3)
      at = closeBehind(tokens, at, to)
      continue
    }
    if (!tokens.isWord(at)) continue
    if (builtinTypes.has(text) || /^(?:class|struct|union|enum)$/.test(text)) hasType = true
    if (/^(?:class|struct|union|enum)$/.test(text)) at++
    else if (!keywords.has(text)) {
      names.push(at)
      at = behindName(tokens, at) - 1
    }
  }
  dropSurplus(context, names, names.length - (hasType ? 1 : 2), to)
}

/** `T *nonnull a`: a word between the star and the name is removed, too. */
function dropSurplus({ tokens, edits }: Context, names: readonly number[], surplus: number, to: number): void {
  const isMacro = (at: number): boolean => isCaps(tokens.at(at)) || /^_\w+_$/.test(tokens.at(at))
  const isBehindPointer = (at: number): boolean => /^[*&]/.test(tokens.at(at - 1)) && names.at(-1) === at + 1 && !isMacro(at + 1)
  for (const at of names.filter((name) => isMacro(name) || isBehindPointer(name)).slice(0, Math.max(0, surplus))) {
    const close = tokens.at(at + 1) === '(' ? closeBehind(tokens, at + 1, to - 1) + 1 : at + 1
    edits.mask(at, close)
  }
}

/** `const ElfW(Sym) *symbol`: the name of the macro serves as the type. */
function isTypeMacro({ tokens }: Context, open: number, to: number): boolean {
  const isOne = tokens.isWord(open - 1) && tokens.isWord(open + 1) && tokens.at(open + 2) === ')'
  return isOne && open + 3 < to && (tokens.at(open + 3) === '*' || tokens.at(open + 3) === '&')
}

/** `const void * = nullptr`: the grammar requires a name between a star and a default. */
export function readyNamelessDefault(tokens: Tokens, edits: Edits, at: number, limit: number): void {
  if (tokens.at(at) !== '=' || !/^(?:\*|&|&&)$/.test(tokens.at(at - 1))) return
  let to = at + 1
  while (to < limit && !/^[,>]$/.test(tokens.at(to))) to = tokens.at(to) === '(' ? closeBehind(tokens, to, limit) + 1 : to + 1
  edits.mask(at, Math.min(to, limit))
}
