/** Reads the class that a PHP or PHPDoc type names: `?Foo`, `Foo|null`, `Foo<Bar>` are Foo; two classes give none. */
import type { TypeReading } from '../family.ts'
import { splitTop } from '../split-top.ts'

const nothingAtAll = /^(?:null|false|void|never)$/i
/** Mock types that tests add to the class they imitate: the type is that class. */
const doubles = /^(?:.*\\)?(?:MockObject|Stub|ObjectProphecy|MockInterface|LegacyMockInterface)(?:<.*>)?$/s
const scalars =
  /^(?:array|bool|boolean|callable|double|float|int|integer|iterable|list|numeric|resource|scalar|string|true|(?:non-empty|class|positive|negative|literal|callable|numeric)-[\w-]+)$/i

export function readPhpType(written: string): TypeReading {
  const text = written.trim().replace(/^\?/, '')
  const parts = splitTop(text, '|')
    .flatMap((part) => splitTop(part.replace(/^\((.*)\)$/s, '$1'), '&'))
    .map((part) => part.trim())
    .filter((part) => part !== '' && !nothingAtAll.test(part))
  const real = parts.length > 1 ? parts.filter((part) => !doubles.test(part)) : parts
  if (new Set(real).size !== 1) return undefined
  return readOne((real[0] ?? '').replace(/^\?/, ''))
}

function readOne(type: string): TypeReading {
  if (/^self$/i.test(type)) return 'self'
  if (/^(?:static|\$this)$/i.test(type)) return 'receiver'
  if (type.endsWith('[]')) return 'builtin'
  const [, head = '', inside] = /^([\\\p{L}_][\\\p{L}\p{N}_-]*)\s*(?:<(.*)>)?$/su.exec(type) ?? []
  if (head === 'class-string') return inside === undefined ? 'builtin' : readClass(inside)
  if (head === '' || /^(?:mixed|object|parent)$/i.test(head)) return undefined
  return scalars.test(head) ? 'builtin' : { path: [head] }
}

/** `class-string<Foo>` is the class itself: calling it creates a Foo. */
function readClass(inside: string): TypeReading {
  const reading = readPhpType(inside)
  return typeof reading === 'object' ? { path: reading.path, itself: true } : undefined
}

/** `Foo[]`, `array<int, Foo>`, `list<Foo>`, `iterable<Foo>`, `Collection<Foo>` have Foo as elements. */
export function elementOfPhpType(written: string): string | undefined {
  const parts = splitTop(written.trim().replace(/^\?/, ''), '|').filter((part) => !nothingAtAll.test(part.trim()))
  const elements = new Set(parts.map((part) => elementOf(part.trim())).filter((element) => element !== undefined))
  return elements.size === 1 ? [...elements][0] : undefined
}

function elementOf(type: string): string | undefined {
  if (type.endsWith('[]')) return type.slice(0, -2).replace(/^\((.*)\)$/s, '$1')
  const [, head = '', inside] = /^([\\\p{L}_][\\\p{L}\p{N}_-]*)<(.*)>$/su.exec(type) ?? []
  if (inside === undefined || head === 'class-string') return undefined
  const given = splitTop(inside, ',')
  // A generator's types are key, value, sent, returned.
  return (/(?:^|\\)Generator$/.test(head) && given.length > 1 ? given[1] : given.at(-1))?.trim()
}
