import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JoinedTexts } from './columns.ts'
import { ColumnReader, ColumnWriter } from './columns.ts'
import { emptyFacts } from './empty-facts.ts'
import type { ParsedFile, SymbolFact, UseFact } from './facts.ts'
import { encodeFacts, viewFacts } from './facts-codec.ts'
import { WordCounter, type WordCounts, wordMap } from './numbered-words.ts'
import { edgeKinds, symbolKinds } from './symbol.ts'

const count = fc.integer({ min: 0, max: 100_000 })
const ordinal = fc.integer({ min: -1, max: 40 })
const text = fc.string({ unit: 'grapheme', maxLength: 12 }).map((written) => written.replaceAll('\0', ''))

const symbol: fc.Arbitrary<SymbolFact> = fc.record({
  name: text,
  qualified_name: text,
  kind: fc.constantFrom(...symbolKinds),
  tag: text,
  parent: ordinal,
  start_line: count,
  end_line: count,
  name_line: count,
  name_column: count,
  signature: text,
  doc: text,
  exported: fc.boolean(),
  static: fc.boolean(),
  type: text,
  span_hash: text,
  fingerprint: text,
  test: fc.boolean(),
})
const use: fc.Arbitrary<UseFact> = fc.record({
  name: text,
  use: fc.constantFrom(...edgeKinds),
  line: count,
  column: count,
  receiver: text,
  enclosing: ordinal,
  import: ordinal,
  arguments: ordinal,
  argument_types: text,
  symbol: ordinal,
})
const words = fc.dictionary(text, fc.integer({ min: 1, max: 3000 })).map((pairs) => new Map(Object.entries(pairs)))

const parsedFile: fc.Arbitrary<ParsedFile> = fc.record({
  facts: fc.record({
    partial: fc.boolean(),
    line_count: count,
    package: text,
    doc: text,
    symbols: fc.array(symbol),
    imports: fc.array(
      fc.record({
        module: text,
        name: text,
        alias: text,
        kind: fc.constantFrom('named', 'default', 'namespace', 'reexport'),
        line: count,
        column: count,
        scope: ordinal,
        type_only: fc.boolean(),
      }),
    ),
    exports: fc.array(fc.record({ name: text, local: text, module: text, line: count, column: count })),
    uses: fc.array(use),
    bindings: fc.array(
      fc.record({
        name: text,
        scope: ordinal,
        type: text,
        from_call: text,
        role: fc.constantFrom('parameter', 'variable', 'field'),
        line: count,
      }),
    ),
    sections: fc.array(
      fc.record({ title: text, header_path: text, level: count, parent: ordinal, start_line: count, end_line: count }),
    ),
  }),
  terms: fc.array(fc.record({ level: fc.constantFrom('file', 'symbol', 'doc'), ordinal: count, words })),
  identifiers: words,
})

describe('facts as bytes', () => {
  it('[PA12] decoding gives back what was encoded, part by part', () => {
    fc.assert(
      fc.property(parsedFile, (parsed) => {
        const view = viewFacts(encodeFacts(parsed))
        const { uses, ...outline } = parsed.facts
        expect(view.outline()).toEqual(outline)
        const names = [...uses.map(({ name }) => name), 'no name']
        const usesOfNames = names.map((name) => [...uses.entries()].filter(([, use]) => use.name === name))
        expect(names.map(view.usesNamed)).toEqual(usesOfNames)
        expect(view.uses()).toEqual(uses)
        expect(names.map(view.usesNamed)).toEqual(usesOfNames)
        const { documents, words: places, counts, identifierCounts, ...packed } = view.terms()
        const [vocabulary, identifiers] = [textsOf(packed.vocabulary), textsOf(packed.identifiers)]
        const wordsIn = (from: number, until: number) =>
          new Map(Array.from(places.subarray(from, until), (place, at) => [vocabulary[place]!, counts[from + at]!]))
        expect(documents.map(({ from, until, ...rest }) => ({ ...rest, words: wordsIn(from, until) }))).toEqual(parsed.terms)
        expect(new Map(identifiers.map((name, at) => [name, identifierCounts[at]]))).toEqual(parsed.identifiers)
      }),
      { numRuns: 60 },
    )
  })

  it('[PA12] words counted in one table are packed like maps of them, also after a copy between processes', () => {
    const positive = fc.uniqueArray(fc.tuple(fc.string({ minLength: 1 }), fc.integer({ min: 1, max: 1000 })), {
      selector: ([word]) => word,
    })
    fc.assert(
      fc.property(fc.array(positive), (documents) => {
        const counter = new WordCounter()
        const empty = { facts: emptyFacts(), identifiers: new Map<string, number>() }
        const encoded = (words: WordCounts[]) =>
          encodeFacts({ ...empty, terms: words.map((found, ordinal) => ({ level: 'symbol', ordinal, words: found })) })
        const numbered = documents.map((document) => {
          for (const [word, count] of document) counter.add(counter.numberOf(word), count)
          return counter.take()
        })
        const maps = documents.map((document) => new Map(document))
        expect(numbered.map(wordMap)).toEqual(maps)
        expect(encoded(structuredClone(numbered))).toEqual(encoded(maps))
      }),
      { numRuns: 60 },
    )
  })

  it('[PA12] numbers of any size, and texts with and without NUL, keep their order', () => {
    const writer = new ColumnWriter()
    const numbers = [0, 127, 128, 16_383, 16_384, 2 ** 31 - 1]
    for (const value of numbers) writer.number(value)
    for (const value of numbers) writer.signed(-(value >> 1))
    writer.texts([])
    writer.texts(['', 'a\0b', 'ünï😀', 'x'.repeat(9000)])
    writer.number(7)
    const reader = new ColumnReader(writer.finish())
    expect([...reader.numbers(numbers.length)]).toEqual(numbers)
    expect(numbers.map(() => reader.signed())).toEqual(numbers.map((value) => 0 - (value >> 1)))
    expect(reader.texts()).toEqual([])
    expect(reader.texts()).toEqual(['', 'ab', 'ünï😀', 'x'.repeat(9000)])
    expect(reader.number()).toBe(7)
  })
})

const textsOf = ({ count, joined }: JoinedTexts): string[] => (count === 0 ? [] : joined.split('\0'))
