/** The types a Java method takes, read from its signature: `m(final Map<K, V> a, int... rest)` → `Map`, `int...`. */
import type { SymbolFact } from '../../contract/facts.ts'
import { ofSymbol } from '../of-symbol.ts'
import { splitTop } from '../split-top.ts'

/** Without type arguments, annotations and packages; undefined when the signature is cut off or cannot be read. */
export const parameterTypes = ofSymbol(readTypes)

function readTypes({ name, signature }: Pick<SymbolFact, 'name' | 'signature'>): readonly string[] | undefined {
  const at = signature.indexOf(`${name}(`)
  const list = at < 0 ? undefined : inBrackets(signature.slice(at + name.length))
  if (list === undefined) return undefined
  const parameters = splitTop(list, ',').filter((parameter) => parameter !== '')
  return parameters.map(typeOf).filter((type) => type !== '')
}

/** Type variables, written as one letter and perhaps a digit, match any type. */
export const mayBeOne = (type: string, other: string): boolean => type === other || isTypeVariable(type) || isTypeVariable(other)
export const isTypeVariable = (type: string): boolean => /^\p{Lu}\d?(?:\[\]|\.\.\.)*$/u.test(type)

/** The declared type of a variable, in the form of `parameterTypes`. A varargs parameter is an array inside its method. */
export const erased = (type: string): string => (type === '' ? '' : typeOf(`${type} it`).replace(/\.\.\.$/, '[]'))

function inBrackets(text: string): string | undefined {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') depth++
    else if (text[at] === ')' && --depth === 0) return text.slice(1, at)
  }
  return undefined
}

/** '' for `Foo this`, which looks like a parameter but is none. */
function typeOf(parameter: string): string {
  const bare = parameter
    .replace(/@[\w.]+(?:\([^)]*\))?\s*/g, '')
    .replace(/\bfinal\s+/g, '')
    .replace(/\s*<.*>/s, '')
  const [, type = '', dots = '', name = '', brackets = ''] =
    /^([\w$]+(?:\.[\w$]+)*(?:\s*\[\s*\])*)\s*(\.\.\.)?\s*([\w$.]+)((?:\s*\[\s*\])*)$/u.exec(bare) ?? []
  if (name === 'this' || name.endsWith('.this')) return ''
  return `${type.slice(type.lastIndexOf('.') + 1)}${brackets}${dots}`.replaceAll(/\s+/g, '') || bare
}
