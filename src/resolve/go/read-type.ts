/** Reads the type that a Go type names: `*Foo`, `&Foo`, `Foo[T]` are Foo; of several results the first counts. */
import type { TypeReading } from '../family.ts'
import { splitTop } from '../split-top.ts'
import { builtinNames } from './builtins.ts'

export function readGoType(written: string): TypeReading {
  const text = written.trim().replace(/^[*&\s]+/, '')
  if (text.startsWith('(')) return readGoType(resultOfGoType(text, 0) ?? '')
  if (/^(\[|\.\.\.|map\[|chan\b|<-|func\b)/.test(text)) return 'builtin'
  // Defined inline: there is no named type in which its fields could be looked up.
  if (/^(struct|interface)\b/.test(text)) return undefined
  const [, head = ''] = /^([\p{L}_][\p{L}\p{N}_.]*)(?:\[.*\])?$/su.exec(text) ?? []
  if (head === '') return undefined
  return builtinNames.has(head) ? 'builtin' : { path: head.split('.') }
}

/** `(*Foo, error)`, `(foo *Foo, err error)`, `(*Foo)`, `(a, b *Foo)` */
export function resultOfGoType(text: string, at: number): string | undefined {
  if (!text.startsWith('(')) return at === 0 ? text : undefined
  const parts = splitTop(text.slice(1, text.lastIndexOf(')')), ',')
  const types = parts.map((part) => /^[\p{L}_][\p{L}\p{N}_]*\s+(.+)$/su.exec(part)?.[1])
  if (types.every((type) => type === undefined)) return parts[at]
  return at < parts.length ? types.slice(at).find((type) => type !== undefined) : undefined
}

/** `[]*Foo`, `[3]Foo`, `map[string]Foo`, `...Foo` and pointers to them have Foo as elements. */
export function elementOfGoType(text: string): string | undefined {
  const list = /^\*?(?:\[[^[\]]*\]|\.\.\.)(.+)$/s.exec(text.trim())?.[1]
  return list ?? /^\*?map\[(?:[^[\]]|\[[^[\]]*\])*\](.+)$/s.exec(text.trim())?.[1]
}
