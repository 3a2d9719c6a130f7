/** Reads the class that an annotation names: `Optional["Foo"]` and `Foo | None` are Foo. Two classes give none. */
import type { TypeReading } from '../family.ts'
import { splitTop } from '../split-top.ts'
import { builtinTypes } from './builtins.ts'

const transparent = new Set(['Optional', 'Final', 'ClassVar', 'Annotated', 'Required', 'NotRequired', 'ReadOnly'])

export function readPythonType(written: string): TypeReading {
  const text = written
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .trim()
  const parts = splitTop(text, '|').filter((part) => part !== 'None')
  if (parts.length !== 1) return undefined
  const [, head = '', inside] = /^([\p{L}_][\p{L}\p{N}_.]*)\s*(?:\[(.*)\])?$/su.exec(parts[0] ?? '') ?? []
  if (head === '') return undefined
  const name = head.slice(head.lastIndexOf('.') + 1)
  if (inside !== undefined && transparent.has(name)) return readPythonType(splitTop(inside, ',')[0] ?? '')
  if (inside !== undefined && name === 'Union') return readPythonType(splitTop(inside, ',').join(' | '))
  if (name === 'Self') return 'self'
  if ((name === 'type' || name === 'Type') && inside !== undefined) return readClass(inside)
  if (builtinTypes.has(name) && (head === name || /^(typing|t|collections\.abc|builtins)\./.test(head)))
    return name === 'Any' ? undefined : 'builtin'
  return { path: head.split('.') }
}

/** `type[Foo]` is the class itself: calling it creates a Foo. */
function readClass(inside: string): TypeReading {
  const reading = readPythonType(inside)
  return typeof reading === 'object' ? { path: reading.path, itself: true } : undefined
}
