/** `generic="T extends Row"` of a script: T is known in the whole component, and is not a symbol. */
import type { FileFacts } from '../../contract/facts.ts'
import type { Range } from './markup.ts'
import type { WovenText } from './woven-text.ts'

/** The bounds of the parameters are used; they are woven into a part in TypeScript. */
export function weaveTypeParameters({ from, to }: Range, woven: WovenText): void {
  woven.put('\n(function<').take(from, to).put('>(){});')
}

/** Uses of the parameters are not uses of types of that name. */
export function dropTypeParameters(facts: FileFacts, written: string): void {
  const names = new Set(splitTop(written).map((part) => /^\s*(?:const\s+)?([\w$]+)/.exec(part)?.[1] ?? ''))
  facts.uses = facts.uses.filter(({ use, receiver, name }) => use !== 'uses_type' || receiver !== '' || !names.has(name))
}

/** At commas outside of brackets. */
function splitTop(text: string): string[] {
  const parts: string[] = ['']
  let depth = 0
  for (const letter of text) {
    if (/[<([{]/.test(letter)) depth++
    else if (/[>)\]}]/.test(letter)) depth--
    if (letter === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts
}
