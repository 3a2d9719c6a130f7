/** What to mark in quoted lines: the text searched for, the name asked about, or the words of a question. */
import { escapePattern } from '../../base/escape-pattern.ts'
import type { RagResult } from '../../contract/envelope.ts'

/** Undefined when nothing can be marked: a place instead of a name, or a pattern that JavaScript cannot read. */
export function matchedWords(
  { query, symbol, meta }: RagResult<unknown>,
  args: Readonly<Record<string, unknown>>,
): RegExp | undefined {
  if (symbol !== undefined) {
    const name = lastName(meta.definitions?.[0]?.symbol ?? symbol)
    return name === undefined ? undefined : pattern(`(?<![\\p{L}\\p{N}_$])${escapePattern(name)}(?![\\p{L}\\p{N}_$])`, 'gu')
  }
  if (query === undefined) return undefined
  if (meta.mode?.startsWith('text') !== true) return ofQuestion(query)
  const flags = args.case_sensitive === false ? 'giu' : 'gu'
  if (args.regex === true) return isPlain(query) ? pattern(query, flags) : undefined
  const text = escapePattern(query)
  return pattern(args.word === true ? `(?<![\\p{L}\\p{N}_])${text}(?![\\p{L}\\p{N}_])` : text, flags)
}

function ofQuestion(query: string): RegExp | undefined {
  const words = (query.match(/[\p{L}\p{N}_$]{3,}/gu) ?? []).map(escapePattern)
  return words.length === 0 ? undefined : pattern(words.join('|'), 'giu')
}

/** `sym:src.pay.Ledger.post~ts` → `post`; a place (`src/a.ts:3`) has no name. */
function lastName(symbol: string): string | undefined {
  if (/:\d+$/.test(symbol)) return undefined
  return /(?<![\p{L}\p{N}_$])[\p{L}\p{N}_$]+$/u.exec(symbol.replace(/~.*/s, ''))?.[0]
}

/** With a quantifier inside a quantified group JavaScript's engine may never finish; then nothing is marked. */
const isPlain = (regex: string): boolean => !/[+*}]\)[+*{]/.test(regex) && !/\([^)]*[+*{|][^)]*\)[+*{]/.test(regex)

function pattern(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags)
  } catch {
    return undefined
  }
}
