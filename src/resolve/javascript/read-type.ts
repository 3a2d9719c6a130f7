/** A type annotation becomes the class or interface it names: `Foo | undefined`, `Promise<Foo>` and `Foo<Bar>` are Foo. */
import type { TypeReading } from '../family.ts'
import { splitTop } from '../split-top.ts'
import { builtinTypes } from './builtins.ts'

/** Wrapped types through which the members of what is inside are reached: nothing else can be called on them but `then`. */
const transparent = new Set(['Promise', 'Awaited', 'Readonly', 'Partial', 'Required', 'NonNullable', 'DeepReadonly'])

export function readJavaScriptType(written: string): TypeReading {
  const text = written.trim()
  if (/^["'`\d]/.test(text) || text.endsWith(']') || /^(asserts )?\w+ is /.test(text)) return 'builtin'
  if (text.includes('=>')) return undefined
  const parts = splitTop(text, '|').filter((part) => part !== '' && part !== 'null' && part !== 'undefined')
  if (parts.length !== 1) return undefined
  const [, head = '', inside] = /^(?:readonly )?([\p{L}_$][\p{L}\p{N}_$.]*)\s*(?:<(.*)>)?$/su.exec(parts[0] ?? '') ?? []
  if (head === '') return undefined
  if (head === 'this') return 'self'
  if (inside !== undefined && transparent.has(head)) return readJavaScriptType(splitTop(inside, ',')[0] ?? '')
  if (head === 'any' || head === 'unknown' || head === 'object') return undefined
  return builtinTypes.has(head) ? 'builtin' : { path: head.split('.') }
}
