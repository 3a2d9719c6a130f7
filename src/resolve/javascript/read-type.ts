/** Reads the class or interface that an annotation names: `Foo | undefined`, `Promise<Foo>` and `Foo<Bar>` are Foo. */
import type { TypeReading } from '../family.ts'
import { splitTop } from '../split-top.ts'
import { builtinTypes } from './builtins.ts'

/** Wrapper types treated as the type inside them: nothing but `then` can be called on them. */
const transparent = new Set([
  'Promise',
  'Awaited',
  'Readonly',
  'Partial',
  'Required',
  'NonNullable',
  'DeepReadonly',
  'Omit',
  'Pick',
])

/** Built-in types that say nothing about the members of their values. */
const open = new Set([
  'any',
  'unknown',
  'object',
  'Record',
  'ReturnType',
  'InstanceType',
  'Parameters',
  'Exclude',
  'Extract',
  'WeakRef',
])

export function readJavaScriptType(written: string): TypeReading {
  // Flow's `?Foo` is Foo or nothing.
  const text = written.trim().replace(/^\?\s*/, '')
  if (/^(asserts )?\w+ is /.test(text)) return 'builtin'
  if (text.includes('=>')) return undefined
  const parts = splitTop(text, '|').filter((part) => part !== '' && part !== 'null' && part !== 'undefined')
  const readings = parts.map(readOne)
  if (readings.length > 1) return readings.every((reading) => reading === 'builtin') ? 'builtin' : undefined
  return readings[0]
}

function readOne(text: string): TypeReading {
  // An array type is built in, `Foo['bar']` is not.
  if (/^["'`\d[]/.test(text) || text.endsWith('[]')) return 'builtin'
  const [, head = '', inside] = /^(?:readonly )?([\p{L}_$][\p{L}\p{N}_$.]*)\s*(?:<(.*)>)?$/su.exec(text) ?? []
  if (head === '' || open.has(head)) return undefined
  if (head === 'this') return 'self'
  if (inside !== undefined && transparent.has(head)) return readJavaScriptType(splitTop(inside, ',')[0] ?? '')
  return builtinTypes.has(head) ? 'builtin' : { path: head.split('.') }
}
