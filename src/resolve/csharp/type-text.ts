/** A written C# type, taken apart: `A.B<C>.D[]?` → the path `A`, `B<C>`, `D`, one array around it. */
import { readOnce } from '../read-once.ts'
import { splitTop } from '../split-top.ts'

export type TypePart = { name: string; args: readonly string[] }
/** `isNullable`: a `?` follows the type itself, inside all arrays. */
export type TypeText = { path: readonly TypePart[]; arrays: number; isNullable: boolean }

/** undefined: a tuple, a pointer, or unreadable. */
export const readTypeText: (written: string) => TypeText | undefined = readOnce(read)

function read(written: string): TypeText | undefined {
  let text = written
    .replace(/\b(?:ref|readonly|in|out|scoped)\s+/g, '')
    .replace(/^global::/, '')
    .trim()
  let arrays = 0
  let isNullable = false
  for (;;) {
    const array = /\[[\s,]*\]$/.exec(text)
    if (array) {
      arrays++
      isNullable = false
      text = text.slice(0, array.index).trim()
    } else if (text.endsWith('?')) {
      isNullable = true
      text = text.slice(0, -1).trim()
    } else break
  }
  const path = splitTop(text, '.').map(partOf)
  return path.every((part) => part !== undefined) ? { path, arrays, isNullable } : undefined
}

function partOf(text: string): TypePart | undefined {
  const [, name, args] = /^(@?[\p{L}_][\p{L}\p{N}_]*)\s*(?:<(.*)>)?$/su.exec(text) ?? []
  if (name === undefined) return undefined
  return { name, args: args === undefined ? [] : splitTop(args, ',') }
}
