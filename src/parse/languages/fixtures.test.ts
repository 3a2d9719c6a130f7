/**
 * The fixture is the test: every file in `languages/<name>/fixtures/` is parsed, its carets are checked, and everything found is
 * compared with the snapshot next to it (`x.ts` → `x.ts.facts.txt`; `UPDATE_FIXTURES=1` rewrites it). How carets are written:
 * docs/spec/parse.md.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { splitLines } from '../../base/text.ts'
import type { FileFacts, SymbolFact, UseFact } from '../../contract/facts.ts'
import { languageOfPath } from '../../contract/languages.ts'
import { createParser } from '../create-parser.ts'

const parser = createParser()
afterAll(() => parser.close())
const update = process.env.UPDATE_FIXTURES === '1'

for (const folder of readdirSync(import.meta.dirname, { withFileTypes: true })) {
  const fixtures = path.join(import.meta.dirname, folder.name, 'fixtures')
  if (!folder.isDirectory() || !existsSync(fixtures)) continue
  describe(folder.name, () => {
    for (const name of readdirSync(fixtures).filter((file) => !file.endsWith('.facts.txt'))) {
      it(`[PA1] finds what the carets in ${name} point at, and nothing new`, async () => {
        const { text, carets } = readCarets(readFileSync(path.join(fixtures, name), 'utf8'))
        const outcome = await parser.parse(text, languageOfPath(name)?.id ?? 'unknown')
        if (!('parsed' in outcome)) throw new Error(`${outcome.state}: ${outcome.reason}`)
        const { facts } = outcome.parsed
        expect(carets.map((caret) => checkCaret(caret, facts)).filter((problem) => problem !== '')).toEqual([])
        const snapshot = path.join(fixtures, `${name}.facts.txt`)
        const found = printFacts(outcome.state, facts)
        if (update) writeFileSync(snapshot, found)
        expect(found).toBe(existsSync(snapshot) ? readFileSync(snapshot, 'utf8') : `no snapshot ${snapshot}`)
      })
    }
  })
}

type Caret = { line: number; from: number; to: number; word: string; rest: string; written: string }

/** Caret lines are blanked, so that they are not read as doc comments; line numbers stay. */
function readCarets(source: string): { text: string; carets: Caret[] } {
  const carets: Caret[] = []
  let line = 0
  const lines = splitLines(source).map((content, index) => {
    const found = /^\s*(?:\/\/|#|--|\(\*|<!--|\{?\/\*|\*)\s*(\^+)\s+(\w+)\s*(.*?)\s*(?:\*\/\}?|-->|\*\))?$/.exec(content)
    if (!found) {
      line = index + 1
      return content
    }
    const [, marks = '', word = '', rest = ''] = found
    const from = content.indexOf('^') + 1
    carets.push({ line, from, to: from + marks.length - 1, word, rest, written: `${line}:${from} ^ ${word} ${rest}` })
    return ''
  })
  return { text: `${lines.join('\n')}\n`, carets }
}

/** '' when the caret is right, else what was found there instead. */
function checkCaret(caret: Caret, facts: FileFacts): string {
  const within = (line: number, column: number, length: number) =>
    line === caret.line && caret.from >= column && caret.to < column + length
  const symbols = facts.symbols.filter((symbol) => within(symbol.name_line, symbol.name_column, symbol.name.length))
  const uses = facts.uses.filter((use) => within(use.line, use.column, use.name.length))
  const here = [...symbols.map(printDefinition), ...uses.map(printUse)]
  if (here.some((found) => fits(caret, found)) || (caret.word === 'none' && here.length === 0)) return ''
  return `${caret.written}: found ${here.join(', ') || 'nothing'}`
}

function fits(caret: Caret, found: string): boolean {
  if (caret.word === 'def') return found === `def ${caret.rest}`
  const [use = '', ...rest] = found.split(' ')
  if (rest.join(' ') !== caret.rest || use === 'def') return false
  if (caret.word === 'call') return use === 'calls'
  return caret.word === 'ref' ? use !== 'calls' : use === caret.word
}

const printDefinition = (symbol: SymbolFact): string => `def ${symbol.kind} ${symbol.qualified_name}`
const printUse = (use: UseFact): string => `${use.use} ${use.receiver === '' ? use.name : `${use.receiver}.${use.name}`}`

function printFacts(state: string, facts: FileFacts): string {
  const name = (ordinal: number) => facts.symbols[ordinal]?.qualified_name ?? '(module)'
  const place = (at: { line: number; column: number }) => `${at.line}:${at.column}`
  const quote = (label: string, text: string) => (text === '' ? [] : [`${label} ${JSON.stringify(text)}`])
  return [
    `${state}, ${facts.line_count} lines`,
    ...quote('package', facts.package),
    ...quote('build', facts.build ?? ''),
    ...quote('doc', facts.doc),
    '\nsymbols',
    ...facts.symbols.map((symbol) => printSymbol(symbol, name)),
    '\nimports',
    ...facts.imports.map(
      (fact) =>
        `  ${place(fact)} ${fact.kind} ${fact.name || '-'} from ${fact.module} as ${fact.alias || '-'} in ${name(fact.scope)}${fact.type_only ? ' (type)' : ''}`,
    ),
    '\nexports',
    ...facts.exports.map(
      (fact) => `  ${place(fact)} ${fact.name} = ${fact.local || '-'}${fact.module && ` from ${fact.module}`}`,
    ),
    '\nuses',
    ...facts.uses.map((use) => `  ${place(use)} ${printUse(use)} in ${name(use.enclosing)}`),
    '\nbindings',
    ...facts.bindings.map(
      (fact) =>
        `  ${fact.line} ${fact.role} ${fact.name}${fact.type && `: ${fact.type}`}${fact.from_call && ` = ${fact.from_call}()`} in ${name(fact.scope)}`,
    ),
    '',
  ].join('\n')
}

function printSymbol(symbol: SymbolFact, name: (ordinal: number) => string): string {
  const flags = [symbol.exported && 'exported', symbol.static && 'static', symbol.test && 'test', symbol.hidden && 'hidden']
    .filter(Boolean)
    .join(' ')
  const twin = symbol.tag.includes('#') ? ` #${symbol.tag.split('#')[1]}` : ''
  return [
    `  ${symbol.kind} ${symbol.qualified_name}${twin}  ${symbol.start_line}-${symbol.end_line} @${symbol.name_line}:${symbol.name_column} in ${name(symbol.parent)}`,
    ...(flags ? [`    ${flags}`] : []),
    `    ${symbol.signature}`,
    ...(symbol.type ? [`    : ${symbol.type}`] : []),
    ...(symbol.doc ? [`    doc ${JSON.stringify(symbol.doc)}`] : []),
  ].join('\n')
}
