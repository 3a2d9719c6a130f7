/** Reads the class that a Java type names: `List<Foo>` is List, `final Foo` is Foo; an array has only built-in members. */
import type { TypeReading } from '../family.ts'

export function readJavaType(written: string): TypeReading {
  const text = written
    .replace(/@[\w.]+(?:\([^)]*\))?\s*/g, '')
    .replace(/\b(?:final|static|private|public|protected)\s+/g, '')
    .trim()
  if (text.endsWith(']') || text.endsWith('...')) return 'builtin'
  const head = /^([\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*)\s*(?:<.*>)?$/su.exec(text)?.[1]
  if (head === undefined || head === 'var') return undefined
  return /^(?:boolean|byte|char|double|float|int|long|short|void)$/.test(head) ? 'builtin' : { path: head.split('.') }
}
