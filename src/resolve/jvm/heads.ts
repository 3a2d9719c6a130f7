/** Parameters, type parameters and bases of a Kotlin or Scala definition, read from its signature. */
import type { SymbolFact } from '../../contract/facts.ts'
import type { FileTable } from '../file-table.ts'
import { MODULE_SCOPE } from '../file-table.ts'
import { ofSymbol } from '../of-symbol.ts'
import { splitTop } from '../split-top.ts'

export type Parameter = { type: string; optional: boolean; many: boolean }

/** Of the first list; undefined when the signature is cut off or there is no list. `->` and `=>` are not brackets. */
export const parametersOf = ofSymbol(readParameters)

function readParameters({
  name,
  signature,
  kind,
}: Pick<SymbolFact, 'name' | 'signature' | 'kind'>): readonly Parameter[] | undefined {
  const text = signature.replaceAll(/[-=]>/g, '→')
  const word = kind === 'constructor' && name === 'constructor' ? 'constructor' : name
  const at = headEnd(text, word)
  const list = at < 0 ? undefined : inBrackets(text.slice(at), '(', ')')
  if (list === undefined) return undefined
  return splitTop(list, ',')
    .filter((part) => part !== '')
    .map(readParameter)
}

/** Where the parameters begin: after the name, its quotes and its type parameters. */
function headEnd(text: string, name: string): number {
  for (let from = 0; ; ) {
    const at = text.indexOf(name, from)
    if (at < 0) return -1
    let end = at + name.length
    if (text[end] === '`') end++
    const generic =
      text[end] === '['
        ? inBrackets(text.slice(end), '[', ']')
        : text[end] === '<'
          ? inBrackets(text.slice(end), '<', '>')
          : undefined
    if (generic !== undefined) end += generic.length + 2
    while (text[end] === ' ') end++
    if (text[end] === '(' && !/[\p{L}\p{N}_]/u.test(text[at - 1] ?? '')) return end
    from = at + 1
  }
}

function readParameter(part: string): Parameter {
  const text = part
    .replace(/^(?:@[\w.]+(?:\([^)]*\))?\s*)+/, '')
    .replace(/^(?:(?:vararg|noinline|crossinline|implicit|using|inline|val|var|private|override|protected)\s+)+/, '')
  const colon = splitTop(text, ':')
  const [type = '', value] = splitTop(colon.slice(1).join(':'), '=')
  return { type: erased(type), optional: value !== undefined, many: /\bvararg\b/.test(part) || type.trim().endsWith('*') }
}

/** `a.b.List<String>?` and `=> List[String]` → `List` */
export const erased = (type: string): string =>
  type
    .replace(/^[→\s]+/, '')
    .replace(/[<[].*/s, '')
    .replace(/(?<![?*\s])[?*\s]+$/, '')
    .replace(/^.*\./, '')

export function takesCount(member: SymbolFact, given: number): boolean {
  const parameters = parametersOf(member)
  if (parameters === undefined) return true
  const least = parameters.filter(({ optional, many }) => !optional && !many).length
  return given >= least && (given <= parameters.length || parameters.some(({ many }) => many))
}

function inBrackets(text: string, open: string, close: string): string | undefined {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === open) depth++
    else if (text[at] === close && --depth === 0) return text.slice(1, at)
  }
  return undefined
}

/** The bound of a type parameter of this name ('' for none); undefined when no enclosing definition has one. */
export function typeParameter(table: FileTable, scope: number, name: string): string | undefined {
  if (!/^\p{Lu}/u.test(name)) return undefined
  for (let at = scope; at !== MODULE_SCOPE; at = table.parent(at)) {
    const bound = boundIn(table.symbol(at), name)
    if (bound !== undefined) return bound
  }
  return undefined
}

/** In `fun <T : Foo> List<T>.first()`, `class Box<out T>`, `def first[A <: Foo](…)`. */
export function boundIn(symbol: SymbolFact, parameter: string): string | undefined {
  // Most definitions have no type parameters, and to look for them takes an expression made for each name.
  if (!symbol.signature.includes('<') && !symbol.signature.includes('[')) return undefined
  return boundsOf(symbol).get(parameter)
}

const boundsOf = ofSymbol(({ name, signature }: SymbolFact): ReadonlyMap<string, string> => {
  const bounds = new Map<string, string>()
  const text = signature.replaceAll(/[-=]>/g, '→')
  const lists = [
    /\bfun\s*(?=<)/u.exec(text),
    /\b(?:val|var)\s*(?=<)/u.exec(text),
    new RegExp(`${name.replaceAll(/[^\p{L}\p{N}_]/gu, '.')}\`?\\s*(?=[<[])`, 'u').exec(text),
  ]
  for (const found of lists) {
    if (!found) continue
    const rest = text.slice(found.index + found[0].length)
    const list = rest.startsWith('<') ? inBrackets(rest, '<', '>') : inBrackets(rest, '[', ']')
    for (const part of list === undefined ? [] : splitTop(list, ',')) {
      const [, own, bound = ''] =
        /^(?:(?:reified|in|out)\s+|[+-])*([\p{L}\p{N}_]+)(?:\[[^\]]*\])?\s*(?:(?:<:|:)\s*(.+))?$/su.exec(part.trim()) ?? []
      if (own !== undefined && !bounds.has(own)) bounds.set(own, bound.replace(/:.*/s, '').trim())
    }
  }
  return bounds
})

/** The type that an extension extends, by its last name; undefined for other symbols. */
export function extendedType(table: FileTable, ordinal: number): string | undefined {
  const { name, qualified_name, parent } = table.symbol(ordinal)
  const around = parent === MODULE_SCOPE ? '' : table.symbol(parent).qualified_name
  const owner = qualified_name.slice(0, -name.length - 1)
  if (owner === around || qualified_name === name) return undefined
  const type = around === '' ? owner : owner.startsWith(`${around}.`) ? owner.slice(around.length + 1) : ''
  return type === '' || type.includes('.') ? undefined : type
}
