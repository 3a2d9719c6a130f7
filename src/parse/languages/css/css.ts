/**
 * Style sheets (CSS, SCSS, Less): classes, ids, custom properties, variables, mixins and functions where rules define them, and
 * where they are used by name. Read by a scan, because the packed grammar does not know SCSS and Less.
 */
import type { FileFacts } from '../../../contract/facts.ts'
import { PlainFacts } from '../../embedded/plain-facts.ts'
import type { EmbeddedLanguage } from '../../language.ts'
import { whyNotParsed } from '../../parse-limits.ts'
import { type Rule, scanStyles } from './scan-styles.ts'
import { namesIn } from './selector-names.ts'

const language = (lineComments: boolean): EmbeddedLanguage => ({
  kind: 'embedded',
  read(text) {
    const tooMuch = whyNotParsed(text)
    if (tooMuch) return { parts: [], reason: tooMuch }
    return { parts: [], reason: '', finish: (facts) => readStyles(text, lineComments, facts) }
  },
})

export const css = language(false)
export const scss = language(true)

function readStyles(text: string, lineComments: boolean, facts: FileFacts): void {
  const plain = new PlainFacts(text, facts)
  const { rules, code } = scanStyles(text, { lineComments })
  for (const rule of rules) {
    const prelude = code.slice(rule.from, rule.open)
    for (const named of namesIn(prelude, rule, rules, code)) {
      plain.define({
        ...named,
        at: rule.from + named.at,
        from: rule.from,
        to: rule.to,
        signature: text.slice(rule.from, rule.open),
      })
    }
  }
  defineVariables(code, rules, plain)
  useNames(code, localNames(code, facts), plain)
  plain.finish()
}

/** `--gap: 4px`, `$gap: 4px`, `@gap: 4px`; those of SCSS and Less only outside of rules, where they are not local. */
function defineVariables(code: string, rules: readonly Rule[], plain: PlainFacts): void {
  for (const { 1: name = '', index, 0: whole } of code.matchAll(/(?<=^|[;{}\n])[ \t]*(--[\w-]+|\$[\w-]+|@[\w-]+)(?=[ \t]*:)/g)) {
    const at = index + whole.length - name.length
    if (!name.startsWith('--') && rules.some(({ from, to }) => from <= at && at < to)) continue
    const end = valueEnd(code, at)
    plain.define({ name, kind: 'variable', at, from: at, to: end, signature: code.slice(at, end) })
  }
}

/** A value ends with its semicolon, its rule or the text. */
function valueEnd(code: string, from: number): number {
  const stop = /[;}]/g
  stop.lastIndex = from
  return stop.exec(code)?.index ?? code.length
}

const usePatterns: readonly (readonly [RegExp, 'calls' | 'reads' | 'extends'])[] = [
  [/\bvar\(\s*(--[\w-]+)/g, 'reads'],
  [/@include\s+(?:[\w-]+\.)?([\w-]+)/g, 'calls'],
  [/@extend\s+[.%]([\w-]+)/g, 'extends'],
  [/(\$[\w-]+)(?!\s*:|[\w-])/g, 'reads'],
]

/** Parameters and loop variables: known in one rule only. */
function localNames(code: string, { symbols }: FileFacts): Set<string> {
  const locals = new Set<string>()
  for (const [head] of code.matchAll(/@(?:mixin|function|each|for)\b[^{};]*|[;{]\s*\$[\w-]+(?=\s*:)/g)) {
    for (const [name] of head.matchAll(/\$[\w-]+(?=\s*(?:[,:)]|\.\.\.|in\b|from\b|$))/g)) locals.add(name)
  }
  for (const { name } of symbols) locals.delete(name)
  return locals
}

function useNames(code: string, locals: ReadonlySet<string>, plain: PlainFacts): void {
  for (const [pattern, use] of usePatterns) {
    for (const found of code.matchAll(pattern)) {
      const name = found[1] ?? ''
      if (!locals.has(name)) plain.use(name, use, found.index + found[0].length - name.length)
    }
  }
}
