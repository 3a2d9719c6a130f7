/**
 * What every language must survive, whatever its grammar: the list of docs/spec/parse.md, PA4, with each language's own sample.
 */
import { afterAll, describe, expect, it } from 'vitest'
import { decodeText } from '../base/text.ts'
import type { FileFacts } from '../contract/facts.ts'
import { encodeFacts } from '../contract/facts-codec.ts'
import { createParser } from './create-parser.ts'
import { extractedLanguages, languageDefinition } from './language-table.ts'
import type { ParseOutcome } from './port.ts'

const parser = createParser()
afterAll(() => parser.close())

const definitions = await Promise.all(
  extractedLanguages.map(async (name) => ({ name, definition: await languageDefinition(name) })),
)
const samples = definitions.flatMap(({ name, definition }) => (definition?.kind === 'code' ? [{ name, ...definition }] : []))
const DEEP = 10_000
const nest = (open: string, close: string): string => `${`${open}\n`.repeat(DEEP)}a\n${`${close}\n`.repeat(DEEP)}`

/** Stopped early: a hostile file may use up its budget, and there are many of them here. */
const BUDGET = 300
const outcomeOf = async (text: string, language: string): Promise<ParseOutcome['state']> => {
  const outcome = await parser.parse(text, language, { budget_ms: BUDGET })
  // Facts that cannot be encoded do not count as an outcome.
  if ('parsed' in outcome) encodeFacts(outcome.parsed)
  return outcome.state
}
const readable = /^(?:indexed|partial|text-only)$/
const bounded = /^(?:indexed|partial|text-only|timed-out)$/

describe.each(samples)('$name', ({ name, sample, mask, mend }) => {
  it('[PA4] reads a truncated file, one of another language, one with a NUL byte or a lone surrogate', async () => {
    for (const share of [0.1, 0.35, 0.6, 0.85])
      expect(await outcomeOf(sample.slice(0, sample.length * share), name)).toMatch(bounded)
    for (const other of samples.filter((one) => one.name !== name).slice(0, 4))
      expect(await outcomeOf(other.sample, name)).toMatch(bounded)
    const middle = sample.indexOf('\n', sample.length / 2)
    for (const odd of ['\0', '\ud800', 'größe 変数 naïve', '\u2028'])
      expect(await outcomeOf(sample.slice(0, middle) + odd + sample.slice(middle), name)).toMatch(bounded)
    for (const blank of ['', ' ', '\n', '\r\n\r\n', '\ufeff']) expect(await outcomeOf(blank, name)).toMatch(readable)
  })

  it('[PA4] comes to an end on 10,000 levels of nesting', async () => {
    for (const [open, close] of [
      ['(', ')'],
      ['{', '}'],
      ['[', ']'],
      ['if a', 'end'],
    ] as const)
      expect(await outcomeOf(nest(open, close), name)).toMatch(bounded)
  })

  it('[PA4] prepares a text of one repeated piece in linear time', () => {
    const things = [
      ' ',
      '\n',
      ' \n',
      '(',
      ')',
      '{',
      '<',
      '[',
      '"',
      '$',
      '*',
      '#',
      '@a ',
      '\n@a ',
      '/*',
      '<%',
      '${$(',
      'A(a)\n',
      ...pieces(sample),
    ]
    for (const thing of things) {
      // Quadratic time would take minutes here.
      const text = thing.repeat(Math.ceil(100_000 / thing.length))
      mask?.(text)
      mend?.(text)
    }
  })

  it('[PA5] treats 5 MB of code as text, with a reason', async () => {
    const outcome = await parser.parse(`${sample}\n`.repeat(Math.ceil(5_000_000 / sample.length)), name)
    expect(outcome).toMatchObject({ state: 'text-only', reason: 'larger than 2 MB' })
  })

  it('[PA2] finds the same with CRLF line ends and after a byte order mark', async () => {
    const plain = await factsOf(sample, name)
    expect(outline(await factsOf(sample.replaceAll('\n', '\r\n'), name))).toEqual(outline(plain))
    expect(outline(await factsOf(decodeText(Buffer.from(`\ufeff${sample}`)).text, name))).toEqual(outline(plain))
    expect(plain.symbols.length).toBeGreaterThan(0)
  })
})

/** Its lines, and each as the start of a longer one. */
const pieces = (sample: string): string[] =>
  sample
    .split('\n')
    .slice(0, 20)
    .flatMap((line) => [`${line}\n`, `${line.slice(0, 12)} `])

async function factsOf(text: string, language: string): Promise<FileFacts> {
  const outcome = await parser.parse(text, language)
  if (!('parsed' in outcome)) throw new Error(`${outcome.state}: ${outcome.reason}`)
  return outcome.parsed.facts
}

const outline = ({ symbols, uses, imports }: FileFacts) => ({
  symbols: symbols.map(({ qualified_name, kind, tag, start_line, end_line, name_line }) => [
    qualified_name,
    kind,
    tag,
    start_line,
    end_line,
    name_line,
  ]),
  uses: uses.map(({ name, use, line, column }) => [name, use, line, column]),
  imports: imports.map(({ module, name, alias, line }) => [module, name, alias, line]),
})
