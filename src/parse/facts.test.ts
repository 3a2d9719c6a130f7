import { afterAll, describe, expect, it } from 'vitest'
import type { SymbolFact, TermsFact } from '../contract/facts.ts'
import { wordMap } from '../contract/numbered-words.ts'
import { createParser } from './create-parser.ts'
import { createGrammarModules } from './grammar-modules.ts'
import { createTextParser } from './parse-text.ts'

const parser = createParser()
afterAll(() => parser.close())

async function parse(text: string, language = 'typescript') {
  const outcome = await parser.parse(text, language)
  if (!('parsed' in outcome)) throw new Error(outcome.reason)
  return outcome.parsed
}
function wordsOf(terms: readonly TermsFact[], isWanted: (term: TermsFact) => boolean = () => true) {
  const found = terms.find(isWanted)
  return found && wordMap(found.words)
}
const symbols = async (text: string): Promise<SymbolFact[]> => (await parse(text)).facts.symbols
const hashes = async (text: string): Promise<string[]> => (await symbols(text)).map((symbol) => symbol.span_hash)

describe('in parallel', () => {
  it('[PA2] files parsed at the same time do not mix, and share one engine', async () => {
    const modules = createGrammarModules()
    let engines = 0
    const text = createTextParser({
      grammar: modules.grammar,
      engine: () => {
        engines++
        return modules.engine()
      },
    })
    const names = Array.from({ length: 40 }, (_, index) => `name${index}`)
    const outcomes = await Promise.all(
      names.map((name, index) => text.parse(`function ${name}() {}\n`, index % 2 ? 'javascript' : 'tsx')),
    )
    expect(outcomes.map((outcome) => ('parsed' in outcome ? outcome.parsed.facts.symbols[0]?.name : ''))).toEqual(names)
    expect(engines).toBe(1)
  })
})

describe('tags', () => {
  it('[PA7] an overload keeps its tag when a sibling is added, moved or deleted', async () => {
    const one = 'function f(a: string): void\n'
    const two = 'function f(b: number,\n  c = 1): void\n'
    const alone = (await symbols(one))[0]?.tag
    const tags = (await symbols(two + one)).map((symbol) => symbol.tag)
    expect(tags[1]).toBe(alone)
    expect(tags[0]).not.toBe(alone)
    expect((await symbols(one + two.replace('\n  ', ' '))).map((symbol) => symbol.tag)).toEqual([alone, tags[0]])
  })

  it('[PA7] a comment in a parameter list, its line breaks and its last comma change no tag', async () => {
    const tag = async (list: string) => (await symbols(`function f${list} {}\n`))[0]?.tag
    const plain = await tag('(a: string, { b }: { b: number })')
    expect(await tag('(\n  a: string, // the name\n  { b }: { b: number, /* count */ },\n)')).toBe(plain)
    expect(await tag('(a: string, { c }: { b: number })')).not.toBe(plain)
  })

  it('[PA7] twins with one signature are numbered in file order, and only they', async () => {
    const found = await symbols('function f(a) {}\nfunction g(a) {}\nfunction f(a) {}\nfunction f(a) {}\n')
    const [first = '', other, second, third] = found.map((symbol) => symbol.tag)
    expect([other, second, third]).toEqual([first, `${first}#2`, `${first}#3`])
  })

  it('[PA7] a getter, a setter and a method of one name differ', async () => {
    const found = await symbols('class A { get x() { return 1 }\n set x(v) {}\n static x() {} }\n')
    expect(new Set(found.map((symbol) => symbol.tag)).size).toBe(4)
  })
})

describe('span hashes', () => {
  const text = 'export function f(a) {\n  if (a) {\n    return 1\n  }\n}\n'

  it('[PA8] do not change with indentation, line ends or place', async () => {
    const [hash] = await hashes(text)
    expect((await hashes(text.replaceAll('\n', '\r\n')))[0]).toBe(hash)
    expect((await hashes(text.replaceAll('  ', '\t')))[0]).toBe(hash)
    expect((await hashes(`const before = 1\n\n\n${text}`))[1]).toBe(hash)
    expect((await hashes(`namespace N {\n${text}}\n`))[1]).toBe(hash)
  })

  it('[PA8] change with any other change inside, and with none outside', async () => {
    const [hash] = await hashes(text)
    expect((await hashes(`${text}const after = 2\n`))[0]).toBe(hash)
    for (const edited of [
      text.replace('1', '2'),
      text.replace('(a) {\n  if', '(a) {\n\n  if'),
      text.replace('if (a)', 'if ( a)'),
    ]) {
      expect((await hashes(edited))[0]).not.toBe(hash)
    }
  })

  it('[PA8] distinguish a thousand similar functions', async () => {
    const many = Array.from({ length: 1000 }, (_, index) => `function f() {\n  return ${index}\n}\n`).join('')
    expect(new Set(await hashes(many)).size).toBe(1000)
  })
})

describe('words', () => {
  const text = `/** Sends refunds to the bank. */
export class RefundService {
  /** Gives the money back. */
  payBack(order: Order) {
    const transferTicket = this.bank.openTicket(order)
    return transferTicket
  }
}
`

  it('[PA9] a symbol is found by its name first, then its class, its doc and its body', async () => {
    const { terms } = await parse(text)
    const method = wordsOf(terms, (term) => term.level === 'symbol' && term.ordinal === 1)
    expect(method?.get('back')).toBe(5 + 1 + 2)
    expect(method?.get('refund')).toBe(2)
    expect(method?.get('money')).toBe(2)
    expect(method?.get('ticket')).toBe(2 + 1)
    expect(method?.has('return')).toBe(false)
  })

  it('[PA9] a class is found by its members, not by what they do inside', async () => {
    const { terms } = await parse(text)
    const ofClass = wordsOf(terms, (term) => term.level === 'symbol' && term.ordinal === 0)
    expect(ofClass?.get('pay')).toBe(1)
    expect(ofClass?.has('ticket')).toBe(false)
    expect(ofClass?.get('refunds')).toBe(2)
  })

  it('[PA9] a file has all its words and all its identifiers, keywords among the identifiers too', async () => {
    const { terms, identifiers } = await parse(text)
    expect(terms.filter((term) => term.level === 'file')).toHaveLength(1)
    expect(wordsOf(terms)?.get('bank')).toBe(2)
    expect(wordsOf(terms)?.get('refundservice')).toBe(1 + 3)
    expect(Object.fromEntries(identifiers)).toMatchObject({ transferTicket: 2, return: 1, RefundService: 1, bank: 2 })
  })

  it('[PA9] sections of a document have words of their own', async () => {
    const { facts, terms } = await parse('# Guide\n\nFor all.\n\n## Install\n\nUse the from keyword.\n', 'markdown')
    const install = facts.sections.findIndex((section) => section.title === 'Install')
    const words = wordsOf(terms, (term) => term.level === 'doc' && term.ordinal === install)
    expect(words?.get('install')).toBeGreaterThan(3)
    expect(words?.get('guide')).toBe(1)
    expect(words?.get('from')).toBe(1)
    expect(wordsOf(terms)?.get('for')).toBeGreaterThan(0)
  })

  it('[PA11] a language without an extractor still has words and identifiers', async () => {
    expect(await parser.parse('let fooBar = 1;\n', 'rust-2099')).toMatchObject({
      state: 'text-only',
      reason: '',
      parsed: {
        facts: { line_count: 1, symbols: [] },
        identifiers: new Map([
          ['let', 1],
          ['fooBar', 1],
          ['1', 1],
        ]),
      },
    })
  })
})
