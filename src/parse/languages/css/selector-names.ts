/** What the text before a brace defines: classes and ids of a selector, a mixin, a function, an animation. */
import type { SymbolKind } from '../../../contract/symbol.ts'
import type { Rule } from './scan-styles.ts'

/** `at`: the offset of the name in the prelude. */
export type StyleName = { name: string; kind: SymbolKind; at: number }

const atRule = /^@(?:-\w+-)?(mixin|function|keyframes|property)\s+(--)?([\w-]+)/
const kinds: Readonly<Record<string, SymbolKind>> = {
  mixin: 'macro',
  function: 'function',
  keyframes: 'constant',
  property: 'variable',
}
/** Characters of a name; a backslash escapes the next one. */
const word = '(?:[\\w-]|[^\\x00-\\x7f]|\\\\.)+'
const selectorName = new RegExp(`([.#%])(${word})|&(${word})`, 'g')

export function namesIn(prelude: string, rule: Rule, rules: readonly Rule[], code: string): StyleName[] {
  const special = atRule.exec(prelude)
  if (special) {
    const name = (special[2] ?? '') + (special[3] ?? '')
    return [{ name, kind: kinds[special[1] ?? ''] ?? 'constant', at: special[0].length - name.length }]
  }
  if (prelude.startsWith('@')) return []
  const found: StyleName[] = []
  const seen = new Set<string>()
  for (const { 0: whole, 1: mark, 2: name, 3: suffix, index } of prelude.matchAll(selectorName)) {
    const around = suffix === undefined ? '' : ownName(rules[rule.parent], code)
    // A name with an interpolation is incomplete; `.5` is a number, in `50.5% {…}` of an animation.
    if ((suffix !== undefined && around === '') || prelude.startsWith('#{', index + whole.length) || /^\d/.test(name ?? ''))
      continue
    const full = unescaped(around + (name ?? suffix ?? ''))
    if (seen.has(`${mark}${full}`)) continue
    seen.add(`${mark}${full}`)
    found.push({ name: full, kind: mark === '#' ? 'constant' : 'class', at: index + (suffix === undefined ? 1 : 0) })
  }
  return found
}

/** `&-big` inside `.btn` is btn-big; inside several selectors it has no single name. */
function ownName(parent: Rule | undefined, code: string): string {
  if (!parent) return ''
  const prelude = code.slice(parent.from, parent.open).trim()
  return new RegExp(`^\\.(${word})$`).exec(prelude)?.[1] ?? ''
}

const unescaped = (name: string): string => name.replace(/\\(.)/g, '$1')
