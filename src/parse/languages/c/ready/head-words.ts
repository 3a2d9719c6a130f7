/** Words in heads that only compilers need, and macros after the name of an alias. */
import type { Context, Head } from './items.ts'

const forCompilers = /^(?:__declspec|__stdcall|__cdecl|__fastcall|__thiscall|__vectorcall|__clrcall)$/

/** `extern "C" __declspec(dllimport) int __stdcall f();`, `int x __attribute__((weak)) = 1;`: no fact contains them. */
export function readyAttributes({ edits }: Context, { items, ender }: Head): void {
  items.forEach((item, at) => {
    const brackets = items[at + 1]?.kind === 'brackets' ? items[at + 1] : undefined
    const isBehindName = ender === '=' && brackets !== undefined && at + 2 === items.length && items[at - 1]?.kind === 'name'
    const isLabel = isBehindName && /^(?:__attribute__|__attribute|__asm__|__asm|asm)$/.test(item.text)
    if (forCompilers.test(item.text) || isLabel) edits.blank(item.from, brackets?.to ?? item.to)
  })
}

/** `using any DEPRECATED("…") = std::any;` */
export function readyAlias({ edits }: Context, { items, end, ender }: Head, from: number): boolean {
  const [word, name, macro] = [items[from], items[from + 1], items[from + 2]]
  if (word?.text !== 'using' || ender !== '=' || name?.kind !== 'name' || macro?.kind !== 'name') return false
  edits.mask(macro.from, end)
  return true
}
