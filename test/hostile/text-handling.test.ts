/** Hostile texts through the functions that read them: twice the text may not take four times as long, and nothing is thrown. */
import { describe, expect, it } from 'vitest'
import { citationsIn } from '../../src/agent/find-citations.ts'
import { plainLinks } from '../../src/agent/plain-links.ts'
import { redactSecrets } from '../../src/llm/redact-secrets.ts'
import { createParser } from '../../src/parse/create-parser.ts'
import { languageDefinition } from '../../src/parse/language-table.ts'
import { readJson } from '../../src/resolve/javascript/json.ts'

const LENGTH = 100_000
/** Less than this is linear, however it grew. A quadratic reading of 200,000 characters takes seconds. */
const QUICK_MS = 400
const MOST_GROWTH = 3.3

type Reader = (text: string) => unknown
const spent = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

async function timeOf(read: Reader, text: string, under: number): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let run = 0; run < 3 && best >= under; run++) {
    const start = spent()
    await read(text)
    best = Math.min(best, spent() - start)
  }
  return best
}

async function expectLinear(read: Reader, text: (length: number) => string): Promise<void> {
  const long = await timeOf(read, text(2 * LENGTH), QUICK_MS)
  if (long < QUICK_MS) return
  const short = await timeOf(read, text(LENGTH), 0)
  expect(long / short).toBeLessThan(MOST_GROWTH)
}

/** What is done to the text of a language before it is parsed. */
async function shownTo(language: string): Promise<Reader> {
  const definition = await languageDefinition(language)
  if (!definition) throw new Error(language)
  if ('read' in definition) return definition.read
  return (text) => definition.mend?.(String(definition.mask?.(text) ?? text))
}

const many =
  (part: string, begin = '', end = '\n') =>
  (length: number): string =>
    begin + part.repeat(length / part.length) + end

const languageRows: readonly (readonly [language: string, what: string, text: (length: number) => string])[] = [
  ['flow', 'spaces behind dots', many(' ', '...')],
  ['cpp', 'one long macro', many('ABEGIN')],
  ['scala', 'open brackets of types', many('{implicit a:.[a')],
  ['python', 'carriage returns in Cython', many('cdef class a\r')],
  ['python', 'unfinished blocks of Cython', many(' cdef extern\r')],
  ['typescript', 'line separators', many('\u2028')],
  ['kotlin', 'line separators', many('\u2028', 'class A { }\n')],
  ['vue', 'a tag with a long name', many('a', '<')],
  ['vue', 'tags that are never closed', many('<a')],
  ['svelte', 'open braces', many('{')],
  ['html', 'open comments', many('<!-')],
  ['rst', 'colons', many(`${':'.repeat(999)}\n`)],
  ['rst', 'open roles', many(`\`${' '.repeat(998)}\n====\n\n`)],
  ['asciidoc', 'open marks', many(`= ${'*a_'.repeat(330)}\n\n`)],
  ['markdown', 'open links', many(`# ${'[]('.repeat(330)}\n\n`)],
  ['markdown', 'spaces in a heading', many(`# ${' '.repeat(990)}x\n\n`)],
  ['markdown', 'a fence and a line separator', many('~', '', '\u2028x\n')],
]

describe('hostile texts', () => {
  it.each(languageRows)('[PA21] %s: %s', async (language, _, text) => {
    await expectLinear(await shownTo(language), text)
  })

  const rows: readonly (readonly [name: string, read: Reader, text: (length: number) => string])[] = [
    ['a string of JSON that is never closed', readJson, many('"\\')],
    ['a comment in JSON that is never closed', readJson, many('/*')],
    ['secrets: beginnings of tokens', redactSecrets, many('eyJ-')],
    ['secrets: addresses', redactSecrets, many('A++A++0AAA+0+++')],
    ["a model's links: open brackets", plainLinks, many('[')],
    ["a model's links: spaces", plainLinks, many(' ', '[a](')],
    ["a model's links: schemes", plainLinks, many('a+')],
    ["a model's citations: signs", citationsIn, many('+')],
    ["a model's citations: open quotes", citationsIn, many('`')],
  ]
  it.each(rows)('[PA21] %s', async (_, read, text) => {
    await expectLinear(read, text)
  })
})

describe('hostile names and lists', () => {
  const parser = createParser()

  it('[PA4] a list of 140,000 words in Perl', async () => {
    const { state } = await parser.parse(`our @EXPORT = qw(\n${'a\n'.repeat(140_000)});\n`, 'perl')
    expect(state).toBe('indexed')
  })

  it.each(['constructor', 'toString', 'hasOwnProperty', '__proto__', 'valueOf'])(
    '[PA4] names that every object has: %s',
    async (name) => {
      const texts = {
        kotlin: `fun a() { ${name} { foo() } }\nfun b() { with(${name}) { foo() } }\n`,
        typescript: `class ${name} { ${name}() { this.${name} = ${name} } }\n`,
        python: `class ${name}:\n    def ${name}(self): return self.${name}()\n`,
        csharp: `class A { ${name} x; ${name} ${name}(${name} y) { return ${name}(x); } }\n`,
        swift: `struct A { var ${name}: Int = 1; func f() { ${name}.${name}() } }\n`,
        terraform: `${name} "a" "b" {\n  c = ${name}.d\n}\n`,
        elixir: `defmodule A do\n  ${name} :a\nend\n`,
      }
      for (const [language, text] of Object.entries(texts))
        expect((await parser.parse(text, language)).state, language).not.toBe('failed')
    },
  )
})
