/** Reads the class that a Kotlin or Scala type names; function types, unions and the like are unknown. */
import type { TypeReading } from '../family.ts'

const path = /^[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*$/u

export function readKotlinType(written: string): TypeReading {
  let text = written
    .replaceAll(/@[\w.]+(?:\([^)]*\))?\s*/g, '')
    .replace(/^suspend\s+/, '')
    .replaceAll('`', '')
    .trim()
  while (/^\(.*\)\??$/s.test(text) && !text.includes('->')) text = text.replace(/^\((.*)\)\??$/s, '$1').trim()
  if (text.includes('->')) return undefined
  const head = text
    .replace(/(?<!\?)\?+$/, '')
    .replace(/<.*>$/s, '')
    .replace(/&.*/s, '')
    .trimEnd()
    .replace(/(?<!\?)\?+$/, '')
  return path.test(head) ? { path: head.split('.') } : undefined
}

export function readScalaType(written: string): TypeReading {
  const text = written
    .replace(/^=>\s*/, '')
    .replaceAll('`', '')
    .trim()
  const head = text.replace(/\[.*\]$/s, '')
  if (/^[\p{L}_.\p{N}]+\.type$/u.test(head)) return undefined
  return path.test(head) ? { path: head.split('.') } : undefined
}

const kotlinList =
  /^(?:[\p{L}\p{N}_]+\.)*(?:(?:Mutable)?(?:List|Set|Collection|Iterable|Sequence|Iterator)|Array|ArrayList|LinkedHashSet|HashSet|ArrayDeque|Flow|StateFlow|SharedFlow|Channel|ReceiveChannel)<(.+)>\??$/su
export function kotlinElement(text: string): string | undefined {
  const inner = kotlinList.exec(text.trim())?.[1]
  return inner === undefined ? undefined : inner.replace(/^(?:in|out)\s+/, '').trim()
}

const scalaList =
  /^(?:[\p{L}\p{N}_]+\.)*(?:List|Seq|IndexedSeq|Vector|Set|Option|Some|Array|Iterable|Iterator|LazyList|Stream|Queue|Buffer|ListBuffer|ArrayBuffer|NonEmptyList|Chain|NonEmptyChain|Traversable)\[(.+)\]$/su
export const scalaElement = (text: string): string | undefined => scalaList.exec(text.trim())?.[1]?.trim()
