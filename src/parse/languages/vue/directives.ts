/** Values of directives as code: expressions, handlers, `v-for`. */
import type { Range } from '../../embedded/markup.ts'
import type { WovenText } from '../../embedded/woven-text.ts'

/** An expression for its value. */
export function weaveScript(range: Range, woven: WovenText): void {
  if (isBlank(range, woven)) return
  woven.put('\n(')
  takeDecoded(range, woven)
  woven.put(');')
}

/** `save`, `save($event)`, `a = 1; b()`, `() => …` */
export function weaveHandler(range: Range, woven: WovenText): void {
  if (isBlank(range, woven)) return
  const isFunction = /^\s*(async\s+)?function\b/.test(woven.source.slice(range.from, range.to))
  woven.put(isFunction ? '\n(' : '\n(($event)=>{')
  takeDecoded(range, woven)
  woven.put(isFunction ? ');' : '});')
}

/** `item in items`, `(item, index) of items`, `{ id } in items`; false when it is none of these. */
export function weaveFor({ from, to }: Range, woven: WovenText): boolean {
  const found = /^(\s*(?!\s)\(?)([\s\S]*?)((?:\)|(?<!\s))\s+(?:in|of)\s+)(\S[\s\S]*)$/.exec(woven.source.slice(from, to))
  const [, before = '', names = '', between = '', items = ''] = found ?? []
  if (names.trim() === '' || items === '') return false
  const namesFrom = from + before.length
  const itemsFrom = namesFrom + names.length + between.length
  woven
    .put('\nfor(const [')
    .take(namesFrom, namesFrom + names.length)
    .put('] of (')
  takeDecoded({ from: itemsFrom, to }, woven)
  woven.put(')){')
  return true
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&apos;': "'",
}

/** In attributes `&&` may be written `&amp;&amp;`. */
function takeDecoded({ from, to }: Range, woven: WovenText): void {
  let at = from
  for (const { 0: entity, index } of woven.source.slice(from, to).matchAll(/&(?:amp|lt|gt|quot|apos|#39);/g)) {
    woven.take(at, from + index).stand(entities[entity] ?? '', from + index)
    at = from + index + entity.length
  }
  woven.take(at, to)
}

const isBlank = ({ from, to }: Range, { source }: WovenText): boolean => source.slice(from, to).trim() === ''

/** `my-button` → `myButton` */
export const camelCase = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
/** `my-button` → `MyButton` */
export const pascalCase = (name: string): string => {
  const camel = camelCase(name)
  return camel.slice(0, 1).toUpperCase() + camel.slice(1)
}
