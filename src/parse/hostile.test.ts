import { randomBytes } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { decodeText } from '../base/text.ts'
import { encodeFacts } from '../contract/facts-codec.ts'
import { createParser } from './create-parser.ts'
import { createGrammarModules } from './grammar-modules.ts'
import { extractedLanguages } from './language-table.ts'
import { limits } from './parse-limits.ts'
import { createTextParser } from './parse-text.ts'

const parser = createParser()
afterAll(() => parser.close())
const DEEP = 10_000
const lines = (piece: string) => `${piece}\n`.repeat(DEEP)

/** Line ends keep them below the limit for generated code, so that they are really parsed. */
const deep: Record<string, string> = {
  brackets: `${lines('(')}1${lines(')')}`,
  blocks: `${lines('{')}${lines('}')}`,
  functions: `${lines('function f(a) {')}${lines('}')}`,
  classes: `${lines('class A { m() { return')}${lines('} }')}`,
  arrows: `const x = ${lines('a =>')} 1`,
  calls: `a${lines('.b(1)')}`,
  members: `x = a${lines('.b')}`,
  sums: `x = a${lines('+ a')}`,
  arrays: `x = ${lines('[')}${lines(']')}`,
  patterns: `const ${lines('[')}a${lines(']')} = 1`,
  objects: `const x = ${lines('{ m() {}, a:')} 1 ${lines('}')}`,
  fields: `function F() {\n${lines('this.a = () => {')}${lines('}')}}`,
  handed: `${lines('on({ a() {')}${lines('} })')}`,
  given: `${lines('x.y = function z() {')}${lines('}')}`,
  expressions: `${lines('a(class B { m() {')}${lines('} })')}`,
  awaits: `x = ${lines('await')} a`,
  assignments: `module.exports = ${lines('a =')} 1`,
  declarators: `let x0${Array.from({ length: DEEP }, (_, n) => `,\nx${n}`).join('')}`,
  outsiders: Array.from({ length: DEEP }, (_, n) => `A.b${n} = function () {}\n`).join(''),
  elements: `x = ${lines('<A>')}${lines('</A>')}`,
}

describe('hostile input', () => {
  for (const [name, text] of Object.entries(deep)) {
    it(`[PA4] ${DEEP} levels of ${name} have an outcome`, async () => {
      const outcome = await parser.parse(text, 'javascript', { budget_ms: 10_000 })
      expect(['indexed', 'partial']).toContain(outcome.state)
      if ('parsed' in outcome) expect(encodeFacts(outcome.parsed).length).toBeLessThan(8 * text.length + 10_000)
    })
  }

  it('[PA4] types nested 10,000 deep have an outcome', async () => {
    const text = `type A = ${lines('Array<')}T${lines('>')}\ntype B = ${lines('{ a:')}T${lines('}')}\nlet c = x${lines('as T')}`
    expect((await parser.parse(text, 'typescript', { budget_ms: 10_000 })).state).toMatch(/indexed|partial/)
  })

  it('[PA5] a line of 5 MB is searched as text, with a reason', async () => {
    const outcome = await parser.parse(`var a = "${'x'.repeat(5_000_000)}"`, 'javascript')
    expect(outcome).toMatchObject({ state: 'text-only', reason: 'larger than 2 MB' })
    const minified = await parser.parse('a(1);'.repeat(20_000), 'javascript')
    expect(minified).toMatchObject({ state: 'text-only', reason: 'very long lines: generated or minified' })
    if (!('parsed' in minified)) throw new Error('no facts')
    expect(minified.parsed.identifiers.get('a')).toBe(20_000)
  })

  it('[PA5] between one and two million characters there are definitions but no uses', async () => {
    const padding = `// ${'long words '.repeat(30)}\n`
    const text = `function f() { g(1) }\n${padding}`.repeat(3100)
    const outcome = await parser.parse(text, 'javascript', { budget_ms: 20_000 })
    expect(outcome).toMatchObject({ state: 'partial', reason: 'large: definitions only' })
    if (!('parsed' in outcome)) throw new Error('no facts')
    expect(outcome.parsed.facts.symbols).toHaveLength(3100)
    expect(outcome.parsed.facts.uses).toEqual([])
  })

  for (const language of extractedLanguages) {
    it(`[PA4] nothing, NUL and random bytes have an outcome in ${language}`, async () => {
      const odd = ['', ' ', '\n', '\0', 'a\0b\n', '\ufeff', '\ud800', decodeText(randomBytes(60_000)).text, '\r\r\n'.repeat(5000)]
      for (const text of odd) expect((await parser.parse(text, language)).state).toMatch(/indexed|partial|text-only|timed-out/)
    })
  }

  it('[PA5] definitions after a NUL byte are still found', async () => {
    const outcome = await parser.parse('let a\0 = 1\nfunction after() {}\n', 'javascript')
    expect(outcome.state).toBe('partial')
    if ('parsed' in outcome) expect(outcome.parsed.facts.symbols.map((symbol) => symbol.name)).toContain('after')
  })

  it('[PA4] an engine that breaks costs one file: the next is parsed by a new one', async () => {
    const modules = createGrammarModules()
    let broken = true
    const text = createTextParser({
      engine: modules.engine,
      grammar: (name) => (broken ? Promise.reject(new Error('unreachable code')) : modules.grammar(name)),
    })
    expect(await text.parse('let a\n', 'javascript')).toEqual({
      state: 'failed',
      reason: 'the parser stopped: Error: unreachable code',
    })
    expect(text.isSpent()).toBe(true)
    broken = false
    expect((await text.parse('let a\n', 'javascript')).state).toBe('indexed')
  })

  it('[PA6] what takes more work than code does is text with a reason, on any machine', async () => {
    const allowed = limits.work
    limits.work = 20
    try {
      const outcome = await parser.parse('function slow() { return [1, 2, 3] }\n'.repeat(200), 'javascript')
      expect(outcome).toMatchObject({ state: 'text-only', reason: 'takes too long to parse' })
      if ('parsed' in outcome) expect(outcome.parsed.identifiers.has('slow')).toBe(true)
    } finally {
      limits.work = allowed
    }
    expect((await parser.parse('function next() {}\n', 'javascript')).state).toBe('indexed')
  })

  it('[PA6] a parse stopped by the clock leaves the parser usable', async () => {
    const outcome = await parser.parse('function slow() { return [1, 2, 3] }\n'.repeat(20_000), 'javascript', { budget_ms: 1 })
    expect(outcome).toEqual({ state: 'timed-out', reason: 'not parsed within 1 ms' })
    const next = await parser.parse('function next() {}\n', 'javascript')
    if (!('parsed' in next)) throw new Error('no facts')
    expect(next.parsed.facts.symbols.map((symbol) => symbol.name)).toEqual(['next'])
  })
})
