/** Reads the class that a YARD or Sorbet type names: `Foo, nil`, `T.nilable(Foo)` and `Foo?` are Foo; two classes give none. */
import type { TypeReading } from '../family.ts'
import { splitTop } from '../split-top.ts'

const nothingAtAll = /^(?:nil|NilClass|void|undefined|false|FalseClass)$/
const plain =
  /^(?:Boolean|true|TrueClass|T::Boolean|Array|Hash|String|Symbol|Integer|Float|Numeric|Proc|Regexp|Range|Object|BasicObject)$/

export function readRubyType(written: string): TypeReading {
  const text = unwrapped(written)
  const parts = splitTop(text.replaceAll('|', ','), ',').filter((part) => part !== '' && !nothingAtAll.test(part))
  const [only = ''] = parts
  if (parts.length !== 1) return undefined
  if (only === 'self') return 'receiver'
  if (/^(?:T::)?(?:Array|Hash|Set|Enumerable)\b.*[<[{(]|^[<{(#[]/.test(only)) return 'builtin'
  const head = /^((?:::)?\p{Lu}[\p{L}\p{N}_]*(?:::\p{Lu}[\p{L}\p{N}_]*)*)(?:<.*>)?$/su.exec(only)?.[1]
  if (head === undefined) return undefined
  if (plain.test(head)) return head === 'Object' || head === 'BasicObject' ? undefined : 'builtin'
  const path = head.split('::')
  return { path: path[0] === '' ? ['Object', ...path.slice(1)] : path }
}

/** `T.nilable(Foo)`, `Foo?`, `[Foo]` */
function unwrapped(written: string): string {
  const text = written.trim()
  const inside = /^T\.nilable\((.*)\)$/s.exec(text)?.[1]
  return inside === undefined ? text.replace(/\?$/, '') : unwrapped(inside)
}

/** `Array<Foo>`, `T::Array[Foo]`, `Set<Foo>`, `Hash{Key => Foo}`, `Hash<Key, Foo>`. */
export function elementOfRubyType(written: string): string | undefined {
  const text = unwrapped(written)
  const list = /^(?:T::)?(?:Array|Set|Enumerable)(?:<(.*)>|\[(.*)\])$/s.exec(text)
  if (list) return list[1] ?? list[2]
  const map = /^(?:T::)?Hash(?:\{.*=>\s*(.*)\}|<[^,]*,\s*(.*)>|\[[^,]*,\s*(.*)\])$/s.exec(text)
  return map?.[1] ?? map?.[2] ?? map?.[3]
}
