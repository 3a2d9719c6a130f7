/** Parameters of a Swift function, read from its signature: labels, defaults, and whether a call fits them. */
import type { SymbolFact } from '../../contract/facts.ts'
import { ofSymbol } from '../of-symbol.ts'
import { splitTop } from '../split-top.ts'

type Parameter = { label: string; optional: boolean; variadic: boolean; takesFunction: boolean }

/** Marks a trailing closure (see the parser's `arguments.ts`). */
const TRAILING = '{}'

/** undefined: the signature is cut off, or cannot be read. */
const parametersIn = ofSymbol(readParameters)

function readParameters({ signature }: SymbolFact): readonly Parameter[] | undefined {
  // The `>` of an arrow would count as a closing bracket.
  const list = listIn(signature)?.replaceAll('->', '→')
  if (list === undefined) return undefined
  if (list.trim() === '') return []
  return splitTop(list, ',').map((part) => {
    const [head = '', ...rest] = part
      .trim()
      .replace(/^(?:@\w+(?:\([^()]*\))?\s+)+/, '')
      .split(':')
    const type = rest.join(':')
    return {
      label: head.trim().split(/\s+/)[0] ?? '',
      optional: /(?:^|[^=!<>])=(?!=)/.test(type),
      variadic: /\.\.\.\s*$/.test(type.replace(/=.*/s, '')),
      takesFunction: type.includes('→') || /^\s*[\p{L}_][\p{L}\p{N}_.]*\s*[?!]?\s*(?:=.*)?$/su.test(type),
    }
  })
}

/** The text in the first brackets after the name and its type parameters. */
function listIn(signature: string): string | undefined {
  const head = /\b(?:func|init|subscript|macro)\b[^(]*\(/.exec(signature)
  if (!head) return undefined
  const start = head.index + head[0].length - 1
  let depth = 0
  for (let at = start; at < signature.length; at++) {
    const unit = signature.charAt(at)
    if ('([{'.includes(unit)) depth++
    else if (')]}'.includes(unit) && --depth === 0) return signature.slice(start + 1, at)
  }
  return undefined
}

export function takesCount(symbol: SymbolFact, given: number): boolean {
  const parameters = parametersIn(symbol)
  if (parameters === undefined) return true
  const least = parameters.filter((one) => !one.optional && !one.variadic).length
  return given >= least && (given <= parameters.length || parameters.some((one) => one.variadic))
}

/** Can a call with these labels (`_:`, `with:`, `{}`) mean it? Arguments follow the order of the parameters. */
export function takesLabels(symbol: SymbolFact, labels: readonly string[]): boolean {
  const parameters = parametersIn(symbol)
  if (parameters === undefined) return true
  let at = 0
  let inVariadic = false
  for (const label of labels) {
    if (inVariadic && label === '_:') continue
    inVariadic = false
    while (at < parameters.length && !fits(parameters[at], label)) {
      const skipped = parameters[at++]
      if (!skipped?.optional && !skipped?.variadic) return false
    }
    const taken = parameters[at++]
    if (!taken) return false
    inVariadic = taken.variadic
  }
  return parameters.slice(at).every((one) => one.optional || one.variadic)
}

const fits = (parameter: Parameter | undefined, label: string): boolean =>
  parameter !== undefined && (label === TRAILING ? parameter.takesFunction : `${parameter.label}:` === label)

/** Same labels: a requirement and its implementation, a method and its override. */
export function haveSameLabels(one: SymbolFact, other: SymbolFact): boolean {
  const [a, b] = [parametersIn(one), parametersIn(other)]
  return a === undefined || b === undefined || a.map((p) => p.label).join() === b.map((p) => p.label).join()
}

const none: ReadonlyMap<string, string> = new Map()

/** `<T: Proto, each U>` of a signature: name → its bound, or ''. */
export const typeParametersOf = (symbol: SymbolFact): ReadonlyMap<string, string> =>
  symbol.signature.includes('<') ? readTypeParameters(symbol) : none

const readTypeParameters = ofSymbol(({ signature }: SymbolFact): ReadonlyMap<string, string> => {
  const list = /^[^(<{=]*?\b(?:func|init|class|struct|enum|actor|subscript|typealias|macro)\b[^(<=]*<((?:[^<>]|<[^<>]*>)*)>/.exec(
    signature,
  )?.[1]
  const found = new Map<string, string>()
  for (const part of list === undefined ? [] : splitTop(list, ',')) {
    const [, name, bound = ''] = /^\s*(?:each\s+)?([\p{L}_][\p{L}\p{N}_]*)\s*(?::\s*(.*))?$/su.exec(part) ?? []
    if (name !== undefined) found.set(name, bound.trim())
  }
  return found
})
