/** How a declaration looks from its start: shared by the steps before it and in it. */
import type { Context, Item } from './items.ts'
import { builtinTypes, words } from './words.ts'

export const trailing = words(
  'const volatile noexcept override final throw try requires asm __asm__ __asm __attribute__ __attribute restrict & && ->',
)

export function isDeclarationStart(item: Item | undefined, next?: Item): boolean {
  // `MACRO(x) const int y`, but `f(x) const`.
  if (item?.text === 'const' && next && (next.kind === 'name' || builtinTypes.has(next.text))) return true
  if (item === undefined || trailing.has(item.text)) return false
  const isAttribute = item.kind === 'attribute' && item.text === '['
  return item.kind === 'name' || item.kind === 'keyword' || isAttribute || item.text === '~' || item.text === '@'
}

/** `f(a, b) int a; char *b; {`: a body follows the declarations of the parameters. */
export function isOldStyle({ tokens, level }: Context, end: number, ender: string): boolean {
  if (ender !== ';' || level !== 'file') return false
  const last = Math.min(tokens.count, end + MOST_DECLARED)
  let at = end
  for (let declarations = 0; declarations < 12; declarations++) {
    if (tokens.at(at + 1) === '{') return true
    do at++
    while (at < last && !/^[;{}]$/.test(tokens.at(at)) && !tokens.isDirective(at))
    if (tokens.at(at) !== ';') return false
  }
  return false
}

/** In tokens. A table of macro calls is one long head: without a limit, each of its lines would be read to the last. */
const MOST_DECLARED = 200
