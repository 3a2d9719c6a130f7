/** Reads the type that a Swift type names: `Foo?`, `any Foo`, `Foo<Bar>`, `inout Foo` are Foo. */
import type { TypeReading } from '../family.ts'

export function readSwiftType(written: string): TypeReading {
  const text = bare(written)
  const optional = /^Optional<(.*)>$/s.exec(text)?.[1]
  if (optional !== undefined) return readSwiftType(optional)
  if (text === 'Self') return 'self'
  // Lists, tuples, functions and compositions are not one type in which a member could be looked up.
  const path = /^([\p{L}_][\p{L}\p{N}_.]*)(?:<.*>)?((?:\.[\p{L}_][\p{L}\p{N}_]*)*)$/su.exec(text)
  if (!path || text.includes('->')) return undefined
  const names = `${path[1] ?? ''}${path[2] ?? ''}`.split('.')
  const isItself = names.at(-1) === 'Type' && names.length > 1
  return isItself ? { path: names.slice(0, -1), itself: true } : { path: names }
}

/** `[Foo]`, `Set<Foo>` have Foo as elements. The element of a dictionary depends on the kind of access. */
export function elementOfSwiftType(written: string): string | undefined {
  const text = bare(written)
  const list = /^\[([^[\]:]+|\[[^[\]]*\])\]$/.exec(text)?.[1]
  return list ?? /^(?:Array|Set|ContiguousArray|ArraySlice)<(.+)>$/s.exec(text)?.[1]
}

const bare = (written: string): string =>
  written
    .trim()
    .replace(/^(?:(?:@\w+(?:\([^()]*\))?|inout|borrowing|consuming|sending|isolated|some|any|__owned|__shared)\s+)+/, '')
    .replace(/(?<![?!])[?!]+$/, '')
    .replace(/^\(\s*(?:any|some)\s+([^()]*)\)$/, '$1')
