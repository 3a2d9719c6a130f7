/** Macros among parameters: `int a UNUSED`, `IN char *b`, `_In_reads_(n) char *c`. */
import type { Context, Item } from './items.ts'
import { closeBehind } from './levels.ts'
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

/** One type and one name; what else is written in capitals goes. */
function readyParameter({ tokens, edits }: Context, from: number, to: number): void {
  const names: number[] = []
  let hasType = false
  for (let at = from; at < to; at++) {
    const text = tokens.at(at)
    if (tokens.isDirective(at) || text === '=' || text === '...') break
    if (text === '<' || text === '::') return
    if (text === '(' || text === '[') {
      at = closeBehind(tokens, at, to)
      continue
    }
    if (!tokens.isWord(at)) continue
    if (builtinTypes.has(text) || /^(?:class|struct|union|enum)$/.test(text)) hasType = true
    if (/^(?:class|struct|union|enum)$/.test(text)) at++
    else if (!keywords.has(text)) names.push(at)
  }
  const surplus = names.length - (hasType ? 1 : 2)
  const caps = names.filter((at) => isCaps(tokens.at(at)) || /^_\w+_$/.test(tokens.at(at)))
  for (const at of caps.slice(0, Math.max(0, surplus))) {
    const close = tokens.at(at + 1) === '(' ? closeBehind(tokens, at + 1, to - 1) + 1 : at + 1
    edits.mask(at, close)
  }
}
