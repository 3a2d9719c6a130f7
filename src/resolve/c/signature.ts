/** What a signature of C or C++ says: whether it only declares, how many arguments fit, the types of the parameters. */
import type { SymbolFact } from '../../contract/facts.ts'
import { splitTop } from '../split-top.ts'

/** A declaration keeps its semicolon. */
export const isDeclaration = ({ signature }: SymbolFact): boolean => signature.endsWith(';')

/** Static, or in a nameless namespace. A private method is hidden too, but not by its file. */
export const isOfFile = ({ exported, kind }: SymbolFact): boolean =>
  !exported && kind !== 'method' && kind !== 'constructor' && kind !== 'property'

export type Parameters = {
  /** How many it has. */
  count: number
  /** Their types, normalised: without names, defaults and spaces. */
  types: string
  least: number
  /** Infinity for `...` and packs. */
  most: number
  /** `const`, `&`, `&&` after the parameter list: they tell members apart. */
  behind: string
  /** `f()` in C, and parameters without types (`f(a, b)`), say nothing about the parameters. */
  open: boolean
}

const known = new WeakMap<SymbolFact, Parameters | null>()

/** undefined when the signature is cut off or cannot be read. */
export function parametersOf(symbol: SymbolFact): Parameters | undefined {
  const found = known.get(symbol)
  if (found !== undefined) return found ?? undefined
  const read = readParameters(symbol)
  known.set(symbol, read ?? null)
  return read
}

function readParameters({ name, signature, kind }: SymbolFact): Parameters | undefined {
  const start = behindName(signature, name, kind)
  const list = start < 0 ? undefined : inBrackets(signature, start)
  if (list === undefined) return undefined
  const parts = splitTop(list.text, ',').filter((part) => part !== '')
  const isVoid = parts.length === 1 && parts[0]?.trim() === 'void'
  const given = isVoid ? [] : parts
  const isOpenEnded = given.some((part) => part.includes('...'))
  const least = given.findIndex((part) => part.includes('...') || /(?<![<>=!])=(?!=)/.test(part))
  const rest = signature.slice(list.end)
  return {
    count: given.length,
    types: given.map(typeOnly).join(),
    least: least < 0 ? given.length : least,
    most: isOpenEnded ? Number.POSITIVE_INFINITY : given.length,
    behind: (/^\s*((?:const|volatile|&&?|\s)*)/.exec(rest)?.[1] ?? '').replaceAll(/\s+/g, ''),
    open: parts.length === 0 || (given.length > 0 && given.every((part) => /^\w+$/.test(part.trim()))),
  }
}

function behindName(signature: string, name: string, kind: string): number {
  if (kind === 'macro') return signature.startsWith(`#define ${name}(`) ? 8 + name.length : -1
  if (/\s|^$/.test(name)) return behindSpaced(signature, name)
  for (let at = signature.indexOf(name); at >= 0; at = signature.indexOf(name, at + 1)) {
    if (at > 0 && /[\w~]/.test(signature[at - 1] ?? '')) continue
    behind.lastIndex = at + name.length
    if (behind.test(signature)) return behind.lastIndex
  }
  return -1
}

/** What may be between a name and its parameters: arguments of a template, a bracket around the name. */
const behind = /\s*(?:<[^()]*>)?\s*\)?\s*(?=\()/y

/** `operator new`: any number of spaces in it. */
function behindSpaced(signature: string, name: string): number {
  const escaped = name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s*')
  const found = new RegExp(`(?<![\\w~])${escaped}${behind.source}`).exec(signature)
  return found ? found.index + found[0].length : -1
}

function inBrackets(text: string, from: number): { text: string; end: number } | undefined {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth++
    else if (text[at] === ')' && --depth === 0) return { text: text.slice(from + 1, at), end: at + 1 }
  }
  return undefined
}

const builtin = /^(?:unsigned|signed|void|char|short|int|long|float|double|bool|auto|_Bool)$/

/** `const char *name[3] = 0` → `constchar*[3]`. Drops `A::`, because a declaration inside the class leaves it out. */
function typeOnly(parameter: string): string {
  const plain = parameter
    .replace(/(?<![<>=!])=(?!=).*$/s, '')
    .replaceAll(
      /\b(?:register|struct|class|enum|union|typename|restrict|__restrict|[A-Z_]*(?:UNUSED|IN|OUT|NULLABLE|NONNULL)[A-Z_]*)\b/g,
      ' ',
    )
    .trim()
  const words = plain.match(/[\w:]+(?:\s*<.*>)?|[^\s\w]/gs) ?? []
  const names = words.filter((word) => /^[A-Za-z_]/.test(word) && word !== 'const' && word !== 'volatile')
  const last = names.at(-1) ?? ''
  const isNamed = names.length > 1 && !builtin.test(last) && /^\w+$/.test(last)
  const bare = isNamed ? withoutLast(plain, last) : plain
  return bare.replaceAll(/\s+/g, '').replaceAll(/\w+::/g, '')
}

/** Without the last place where this word stands by itself. */
function withoutLast(text: string, word: string): string {
  const isPart = (at: number): boolean => /\w/.test(text[at] ?? '')
  for (let at = text.lastIndexOf(word); at >= 0; at = at === 0 ? -1 : text.lastIndexOf(word, at - 1)) {
    const end = at + word.length
    if (!isPart(at - 1) && !isPart(end)) return text.slice(0, at) + text.slice(end)
  }
  return text
}

/** Are these one function: a declaration and its definition, or two declarations? */
export const isSameFunction = (one: SymbolFact, other: SymbolFact): boolean =>
  isSameSignature(parametersOf(one), parametersOf(other))

export function isSameSignature(a: Parameters | undefined, b: Parameters | undefined): boolean {
  if (!a || !b) return a === b
  if (a.open || b.open) return a.count === b.count || a.count === 0 || b.count === 0
  return a.behind === b.behind && a.types === b.types
}

export function takes(symbol: SymbolFact, given: number): boolean {
  const parameters = given < 0 ? undefined : parametersOf(symbol)
  if (!parameters || (parameters.open && parameters.count === 0 && !isPlusPlus(symbol))) return true
  return parameters.least <= given && given <= parameters.most
}

/** In C `f()` takes anything; a member, or a function in a namespace, is C++. */
const isPlusPlus = ({ kind, qualified_name, name }: SymbolFact): boolean =>
  kind === 'method' || kind === 'macro' || qualified_name !== name
