/** What the head of a C# definition contains besides its name: type parameters and their bounds, bases, parameters. */
import type { SymbolFact } from '../../contract/facts.ts'
import { splitTop } from '../split-top.ts'

export type Parameter = { type: string; isOptional: boolean; isRest: boolean; isReceiver: boolean }

export type Head = {
  /** `T`, `TKey` of `Foo<in T, TKey>`. */
  typeParameters: readonly string[]
  /** What `where T : Foo, new()` requires of a type parameter: the types alone. */
  bounds: ReadonlyMap<string, readonly string[]>
  /** As written: `Base<T>`, `IFoo`. */
  bases: readonly string[]
  /** undefined where there are none, or the head is cut off. */
  parameters: readonly Parameter[] | undefined
}

const heads = new WeakMap<SymbolFact, Head>()

export function headOf(symbol: SymbolFact): Head {
  const known = heads.get(symbol)
  if (known) return known
  const head = readHead(symbol)
  heads.set(symbol, head)
  return head
}

function readHead({ name, signature, kind }: SymbolFact): Head {
  const isCut = signature.endsWith('…')
  const at = nameEnd(signature, kind === 'property' ? 'this' : name)
  let rest = at < 0 ? '' : signature.slice(at)
  const generic = bracketed(rest, '<', '>')
  rest = rest.slice(generic.length).trimStart()
  const list = rest.startsWith('[') ? bracketed(rest, '[', ']') : bracketed(rest, '(', ')')
  rest = rest.slice(list.length)
  const [lead = '', ...wheres] = rest.split(/\bwhere\b(?=\s+@?\w+\s*:)/)
  const bases = /^\s*:(.*)$/s.exec(lead)?.[1] ?? ''
  return {
    typeParameters: parts(generic).map((part) => /(?<![\p{L}\p{N}_])(@?[\p{L}_][\p{L}\p{N}_]*)$/u.exec(part)?.[1] ?? ''),
    bounds: new Map(isCut ? [] : wheres.map(boundOf)),
    bases: isCut
      ? []
      : splitTop(bases, ',')
          .map(withoutArguments)
          .filter((base) => base !== ''),
    parameters: list === '' || (isCut && rest === '') ? undefined : parts(list).map(parameterOf),
  }
}

/** Where the defined name ends: its first occurrence followed by brackets, bases or the end. */
function nameEnd(signature: string, name: string): number {
  let last = -1
  for (let at = signature.indexOf(name); at >= 0; at = signature.indexOf(name, at + 1)) {
    const end = at + name.length
    if (isNamePart(signature, at - 1) || (isNamePart(signature, end) && isNamePart(signature, end - 1))) continue
    last = end
    const rest = signature.slice(end).trimStart()
    if (/^[([:]|^$|^where\b/.test(rest)) return end
    if (rest.startsWith('<') && /^\s*(?:[(:]|$|where\b)/.test(rest.slice(bracketed(rest, '<', '>').length))) return end
  }
  return last
}

const isNamePart = (text: string, at: number): boolean => /[\p{L}\p{N}_]/u.test(text.charAt(at))

/** A text's first bracket and everything up to the one that closes it, or ''. */
function bracketed(text: string, open: string, close: string): string {
  if (!text.startsWith(open)) return ''
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === open) depth++
    else if (text[at] === close && --depth === 0) return text.slice(0, at + 1)
  }
  return ''
}

const parts = (list: string): string[] =>
  list === '' ? [] : splitTop(withoutStrings(list).slice(1, -1), ',').filter((part) => part !== '')

/** A comma or bracket inside a default string does not separate parameters. */
const withoutStrings = (text: string): string => text.replace(/@?"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])'/g, '""').replaceAll('=>', '')

/** `Base(x)` of a record or a class with a primary constructor. */
const withoutArguments = (base: string): string => base.replace(/\(.*/s, '').trim()

function boundOf(where: string): [string, string[]] {
  const [name = '', list = ''] = where.split(/:(.*)/s)
  const types = splitTop(list, ',').filter(
    (type) => !/^(?:class\??|struct|new\s*\(\s*\)|notnull|unmanaged|default|allows\b.*)$/.test(type),
  )
  return [name.trim(), types]
}

function parameterOf(written: string): Parameter {
  const bare = written.replace(/^(?:\[[^\]]*\]\s*)+/, '')
  const [declaration = '', value] = splitTop(bare, '=')
  const words = /^((?:(?:this|ref|out|in|params|scoped|readonly)\s+)*)(.*?)(?:\s+@?[\p{L}_][\p{L}\p{N}_]*)?$/su.exec(declaration)
  const modifiers = words?.[1] ?? ''
  return {
    type: (words?.[2] ?? '').trim(),
    isOptional: value !== undefined,
    isRest: /\bparams\b/.test(modifiers),
    isReceiver: /\bthis\b/.test(modifiers),
  }
}

/** An explicit interface implementation (`void IFoo.Bar()`): only reachable through that interface. */
export function isExplicit({ name, signature, kind }: SymbolFact): boolean {
  if ((kind !== 'method' && kind !== 'property') || !isBehindDot(signature, name)) return false
  const end = nameEnd(signature, name)
  return end > name.length && signature.charAt(end - name.length - 1) === '.' && !/[=({]/.test(signature.slice(0, end))
}

function isBehindDot(signature: string, name: string): boolean {
  for (let at = signature.indexOf(name, 1); at > 0; at = signature.indexOf(name, at + 1))
    if (signature[at - 1] === '.') return true
  return false
}

export const isPartial = ({ signature }: SymbolFact): boolean => /\bpartial\b/.test(signature)
export const isExtension = (symbol: SymbolFact): boolean =>
  symbol.static && symbol.kind === 'method' && (headOf(symbol).parameters?.[0]?.isReceiver ?? false)
