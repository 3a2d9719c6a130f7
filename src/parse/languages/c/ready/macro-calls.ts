/** Macro calls in place of a declaration: `FLAG(int64_t, size, 3, "…");`, `BENCHMARK(f)->Range(1, 9);`. */
import type { Context, Head } from './items.ts'
import { TEXT } from './tokens.ts'
import { builtinTypes, isCaps } from './words.ts'

/** No constructor, call or prototype looks like this. */
export function isMacroCall(context: Context, { items, ender }: Head, from: number): boolean {
  const [name, brackets, behind] = [items[from], items[from + 1], items[from + 2]]
  if (ender !== ';' || brackets?.kind !== 'brackets' || name?.kind !== 'name' || !isCaps(name.text)) return false
  if (behind) return context.level === 'file' && (behind.text === '->' || behind.text === '.')
  for (let at = brackets.from + 1; at < brackets.to - 1; at++) if (isOdd(context, at)) return true
  return false
}

function isOdd({ tokens, level }: Context, at: number): boolean {
  const [before, text, next] = [tokens.at(at - 1), tokens.at(at), tokens.at(at + 1)]
  const isFirst = /^[,(]$/.test(before)
  if (text === ',') return isFirst || next === ')'
  if (level === 'class')
    return (text === '(' && isFirst) || (text === 'void' && isFirst && next === ',') || tokens.kind[at] === TEXT
  const isMark = (text === '*' || text === '&' || text === '&&') && (next === ',' || next === ')')
  return isMark || text === 'const' || builtinTypes.has(text) || /^(?:u?int(?:8|16|32|64|ptr)|s?size|ptrdiff)_t$/.test(text)
}
