/** A Go type becomes the named type behind it: `*Foo`, `&Foo`, `Foo[T]` are Foo; of several results the first counts. */
import type { TypeReading } from '../family.ts'
import { splitTop } from '../split-top.ts'
import { builtinNames } from './builtins.ts'

export function readGoType(written: string): TypeReading {
  const text = written.trim().replace(/^[*&\s]+/, '')
  if (text.startsWith('(')) return readFirst(text)
  if (/^(\[|map\[|chan\b|<-|func\b|struct\b|interface\b)/.test(text)) return 'builtin'
  const [, head = ''] = /^([\p{L}_][\p{L}\p{N}_.]*)(?:\[.*\])?$/su.exec(text) ?? []
  if (head === '') return undefined
  return builtinNames.has(head) ? 'builtin' : { path: head.split('.') }
}

/** `(*Foo, error)`, `(foo *Foo, err error)`, `(*Foo)` */
function readFirst(text: string): TypeReading {
  const parts = splitTop(text.slice(1, text.lastIndexOf(')')), ',')
  const first = parts[0] ?? ''
  const named = /^[\p{L}_][\p{L}\p{N}_]*\s+(.+)$/su.exec(first)?.[1]
  return readGoType(named ?? first)
}
