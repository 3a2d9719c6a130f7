/** The inverse of finding a symbol, tested on every symbol of the fixtures of every language. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { SymbolFact } from '../contract/facts.ts'
import { languageOfPath } from '../contract/languages.ts'
import { createParser } from '../parse/create-parser.ts'
import { findSymbolInSource } from './find-symbol-in-source.ts'
import { symbolAtLine } from './symbol-at-line.ts'

const parser = createParser()
afterAll(() => parser.close())

const languages = path.resolve(import.meta.dirname, '../parse/languages')
const fixtures = readdirSync(languages, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.includes('fixtures') && !file.endsWith('.facts.txt'))
  .flatMap((file) => {
    const language = languageOfPath(file)?.id
    return language === undefined ? [] : [{ file, language, text: readFileSync(path.join(languages, file), 'utf8') }]
  })

it('has fixtures of many languages to try', () => {
  expect(new Set(fixtures.map(({ language }) => language)).size).toBeGreaterThan(10)
})

describe.each(fixtures.map((fixture) => [fixture.file, fixture] as const))('%s', (_, { language, text }) => {
  it('[LO10] the line of a name belongs to its symbol, or to one inside it or next to it on that line', async () => {
    const outcome = await parser.parse(text, language)
    if (!('parsed' in outcome)) throw new Error(outcome.reason)
    const { symbols } = outcome.parsed.facts
    for (const symbol of symbols) {
      const found = await symbolAtLine(text, symbol.name_line, { language }, parser)
      const rivals = symbols.filter(
        (other) => other !== symbol && holds(other, symbol.name_line) && !isAround(other, symbol, symbols),
      )
      if (rivals.length === 0) expect(found).toMatchObject({ symbol: symbol.qualified_name, tag: symbol.tag, kind: symbol.kind })
      else expect(found?.start_line).toBeLessThanOrEqual(symbol.name_line)
    }
  })
  it('[LO10] the symbol it names is found again on lines that include the line', async () => {
    for (let line = 1; line <= text.split('\n').length; line += 7) {
      const at = await symbolAtLine(text, line, { language }, parser)
      if (!at) continue
      const found = await findSymbolInSource(text, `${at.symbol}~${at.tag}`, { language, hint: at.start_line }, parser)
      expect(found).toEqual({ start_line: at.start_line, end_line: at.end_line, confidence: 1, how: 'exact' })
    }
  })
})

it('[LO10] a line outside all symbols, outside the text, or of an unknown language belongs to none', async () => {
  const text = 'import os\n\ndef f():\n    pass\n'
  const at = (line: number, language = 'python') => symbolAtLine(text, line, { language }, parser)
  expect(await Promise.all([at(1), at(0), at(99), at(Number.NaN), at(3, 'unknown')])).toEqual([null, null, null, null, null])
  expect(await at(4)).toEqual({
    symbol: 'f',
    tag: expect.stringMatching(/^[\w-]{8}$/),
    kind: 'function',
    signature: 'def f()',
    start_line: 3,
    end_line: 4,
    name_line: 3,
    name_column: 5,
  })
})

const holds = ({ start_line, end_line }: SymbolFact, line: number): boolean => start_line <= line && line <= end_line

function isAround(outer: SymbolFact, inner: SymbolFact, symbols: readonly SymbolFact[]): boolean {
  for (let at = symbols[inner.parent]; at; at = symbols[at.parent]) if (at === outer) return true
  return false
}
