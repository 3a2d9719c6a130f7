/**
 * Encodes facts as bytes and decodes them. Three parts are packed separately, because most readers need only one: the outline
 * (symbols, imports …), the uses, and the words for the text index. Parsers encode in their own thread; the store keeps the bytes
 * as they are. Values of one kind are stored together (columns, differences instead of values), because they compress better.
 *
 *   [u32 length][outline, deflated JSON][u32 length][uses, deflated columns][u32 length][terms, deflated columns]
 */
import { deflateRawSync } from 'node:zlib'
import { ColumnReader, ColumnWriter, type JoinedTexts } from './columns.ts'
import type { FileFacts, ParsedFile, SymbolFact, TermsFact, UseFact } from './facts.ts'
import { inflate } from './inflate.ts'
import { isNumbered, type NumberedWords, WordCounter, type WordTable, wordMap } from './numbered-words.ts'
import { type EdgeKind, edgeKinds, symbolKinds } from './symbol.ts'
import {
  bindingKeys,
  type Columns,
  EXPORTED,
  entryOf,
  exportKeys,
  HIDDEN,
  impliedName,
  importKeys,
  type Outline,
  type OutlineWire,
  STATIC,
  sectionKeys,
  symbolKeys,
  TEST,
  unpackOutline,
} from './unpack-outline.ts'

export type EncodedFacts = Uint8Array

export type { Outline }

/**
 * Words of a file as stored: one vocabulary, then for each document which words it has and how often. Those of all documents are in two
 * columns: a list for each of thousands of documents would be garbage at once.
 */
export type PackedTerms = {
  vocabulary: JoinedTexts
  /** Its words are those from `from` to before `until`. */
  documents: { level: 'file' | 'symbol' | 'doc'; ordinal: number; from: number; until: number }[]
  /** Places in the vocabulary; they ascend within a document. */
  words: Int32Array
  counts: Int32Array
  identifiers: JoinedTexts
  identifierCounts: Int32Array
}

/** Decodes each part on first use. */
export type FactsView = {
  outline(): Outline
  uses(): UseFact[]
  /** Those of this name, with their places in `uses`: of a large file the others are not decoded. */
  usesNamed(name: string): [at: number, use: UseFact][]
  terms(): PackedTerms
}

export function encodeFacts(parsed: ParsedFile): EncodedFacts {
  const outline = Buffer.from(JSON.stringify(packOutline(parsed.facts)))
  return join([outline, packUses(parsed.facts.uses), packTerms(parsed)].map(deflate))
}

/** One view per bytes object, so that the indexer and the store do not both decode a file that is being written. */
const views = new WeakMap<EncodedFacts, FactsView>()

export function viewFacts(bytes: EncodedFacts): FactsView {
  const known = views.get(bytes)
  if (known) return known
  const view = createView(bytes)
  views.set(bytes, view)
  return view
}

function createView(bytes: EncodedFacts): FactsView {
  let outline: Outline | undefined
  let uses: UseFact[] | undefined
  return {
    outline: () => (outline ??= unpackOutline(JSON.parse(part(bytes, 0).toString('utf8')) as OutlineWire)),
    uses: () => (uses ??= unpackUses(new ColumnReader(part(bytes, 1)))),
    usesNamed: (name) =>
      uses ? [...uses.entries()].filter(([, use]) => use.name === name) : unpackUsesNamed(new ColumnReader(part(bytes, 1)), name),
    terms: () => unpackTerms(new ColumnReader(part(bytes, 2))),
  }
}

function packOutline(facts: FileFacts): OutlineWire {
  const { partial, line_count, doc, symbols } = facts
  return {
    partial,
    ...(facts.reason !== undefined && { reason: facts.reason }),
    ...(facts.text_only && { text_only: facts.text_only }),
    line_count,
    ...(facts.span_hash !== undefined && { span_hash: facts.span_hash }),
    package: facts.package,
    ...(facts.build !== undefined && { build: facts.build }),
    doc,
    symbols: {
      ...toColumns(symbols, symbolKeys),
      kind: symbols.map((symbol) => symbolKinds.indexOf(symbol.kind)),
      flags: symbols.map(flagsOf),
      before: symbols.map((symbol) => symbol.name_line - symbol.start_line),
      lines: symbols.map((symbol) => symbol.end_line - symbol.start_line),
      qualified: symbols.map((symbol, at) =>
        symbol.qualified_name === impliedName(symbol, at, symbols) ? 0 : symbol.qualified_name,
      ),
    },
    imports: toColumns(facts.imports, importKeys),
    exports: toColumns(facts.exports, exportKeys),
    bindings: toColumns(facts.bindings, bindingKeys),
    sections: toColumns(facts.sections, sectionKeys),
  }
}

function flagsOf({ exported, static: isStatic, test, hidden }: SymbolFact): number {
  return (exported ? EXPORTED : 0) | (isStatic ? STATIC : 0) | (test ? TEST : 0) | (hidden ? HIDDEN : 0)
}

function toColumns<Fact extends object>(facts: readonly Fact[], keys: readonly (keyof Fact & string)[]): Columns {
  return Object.fromEntries(keys.map((key) => [key, facts.map((fact) => fact[key])]))
}

function packUses(uses: readonly UseFact[]): Uint8Array {
  const strings = new StringTable()
  const numbers = new ColumnWriter()
  const names = uses.map((use) => strings.at(use.name))
  const receivers = uses.map((use) => strings.at(use.receiver))
  const types = uses.map((use) => strings.at(use.argument_types))
  numbers.texts(strings.all)
  numbers.number(uses.length)
  for (const name of names) numbers.number(name)
  for (const receiver of receivers) numbers.number(receiver)
  for (const use of uses) numbers.number(edgeKinds.indexOf(use.use))
  let line = 0
  for (const use of uses) {
    numbers.signed(use.line - line)
    line = use.line
  }
  for (const use of uses) numbers.number(use.column)
  for (const use of uses) numbers.number(use.enclosing + 1)
  for (const use of uses) numbers.number(use.import + 1)
  for (const use of uses) numbers.number(use.arguments + 1)
  for (const use of uses) numbers.number(use.symbol + 1)
  for (const type of types) numbers.number(type)
  return numbers.finish()
}

function unpackUses(reader: ColumnReader): UseFact[] {
  const { names, useAt } = useColumns(reader, reader.texts())
  return Array.from(names, (_, at) => useAt(at))
}

function unpackUsesNamed(reader: ColumnReader, name: string): [at: number, use: UseFact][] {
  const strings = reader.texts()
  if (!strings.includes(name)) return []
  const { names, useAt } = useColumns(reader, strings)
  const found: [number, UseFact][] = []
  for (let at = 0; at < names.length; at++) if (strings[names[at] as number] === name) found.push([at, useAt(at)])
  return found
}

function useColumns(reader: ColumnReader, strings: readonly string[]): { names: Int32Array; useAt(at: number): UseFact } {
  const count = reader.number()
  const [names, receivers, edges] = [reader.numbers(count), reader.numbers(count), reader.numbers(count)]
  const lines = new Int32Array(count)
  for (let at = 0, line = 0; at < count; at++) lines[at] = line += reader.signed()
  const [columns, enclosing] = [reader.numbers(count), reader.numbers(count)]
  const [imports, given, symbols] = [reader.numbers(count), reader.numbers(count), reader.numbers(count)]
  const types = reader.numbers(count)
  reader.expectEnd()
  const useAt = (at: number): UseFact => ({
    name: entryOf(strings, names[at]),
    use: entryOf<EdgeKind>(edgeKinds, edges[at]),
    line: lines[at] as number,
    column: columns[at] as number,
    receiver: entryOf(strings, receivers[at]),
    enclosing: (enclosing[at] as number) - 1,
    import: (imports[at] as number) - 1,
    arguments: (given[at] as number) - 1,
    symbol: (symbols[at] as number) - 1,
    argument_types: entryOf(strings, types[at]),
  })
  return { names, useAt }
}

const termLevels = ['file', 'symbol', 'doc'] as const

/** The file's own words come first and in order, so that their differences are one; all pairs ascend. */
function packTerms(parsed: ParsedFile): Uint8Array {
  const documents = numbered(parsed.terms)
  const table: WordTable = documents[0]?.table ?? { vocabulary: [], ids: new Int32Array(0), counts: new Int32Array(0) }
  const writer = new ColumnWriter()
  writer.texts(table.vocabulary)
  writer.texts([...parsed.identifiers.keys()])
  for (const count of parsed.identifiers.values()) writer.number(count)
  writer.number(documents.length)
  for (const { level, ordinal } of parsed.terms) {
    writer.number(termLevels.indexOf(level))
    writer.number(ordinal)
  }
  for (const { from, until } of documents) {
    writer.number(until - from)
    let last = -1
    for (let at = from; at < until; at++) {
      const word = table.ids[at] as number
      writer.number(word - last - 1)
      last = word
    }
  }
  for (const { from, until } of documents)
    for (let at = from; at < until; at++) writer.number(Math.min(table.counts[at] as number, MOST_COUNTED))
  return writer.finish()
}

/** No file is long enough to reach it. */
const MOST_COUNTED = 2 ** 26 - 1

/** All documents of a parser have one table; those given as maps get one here. */
function numbered(terms: readonly TermsFact[]): readonly NumberedWords[] {
  const given = terms.map(({ words }) => words)
  const [first] = given
  if (first && isNumbered(first) && given.every((words) => isNumbered(words) && words.table === first.table))
    return given as NumberedWords[]
  const counter = new WordCounter()
  return given.map((words) => counter.takeMap(wordMap(words)))
}

function unpackTerms(reader: ColumnReader): PackedTerms {
  const vocabulary = reader.joinedTexts()
  const identifiers = reader.joinedTexts()
  const identifierCounts = reader.numbers(identifiers.count)
  const documents: PackedTerms['documents'] = []
  for (let left = reader.number(); left > 0; left--)
    documents.push({ level: entryOf(termLevels, reader.number()), ordinal: reader.number(), from: 0, until: 0 })
  // Each word takes a byte, and so does how often it occurs.
  const words = new Int32Array(reader.left >> 1)
  let until = 0
  for (const document of documents) {
    document.from = until
    until += reader.number()
    if (until > words.length) throw new Error(`there is no room for ${until} words`)
    document.until = until
    // Words ascend, so the others are known if the last is.
    const last = reader.ascending(words, document.from, until)
    if (last >= vocabulary.count) throw new Error(`there is no word ${last} among ${vocabulary.count}`)
  }
  const counts = reader.numbers(until)
  reader.expectEnd()
  return { vocabulary, documents, words, counts, identifiers, identifierCounts }
}

class StringTable {
  readonly all: string[] = []
  private readonly indexes = new Map<string, number>()
  at(text: string): number {
    const known = this.indexes.get(text)
    if (known !== undefined) return known
    this.indexes.set(text, this.all.length)
    return this.all.push(text) - 1
  }
}

function join(parts: readonly Uint8Array[]): EncodedFacts {
  const whole = new Uint8Array(parts.reduce((sum, bytes) => sum + 4 + bytes.length, 0))
  const view = new DataView(whole.buffer)
  let at = 0
  for (const bytes of parts) {
    view.setUint32(at, bytes.length, true)
    whole.set(bytes, at + 4)
    at += 4 + bytes.length
  }
  return whole
}

function part(bytes: EncodedFacts, index: number): Buffer {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  for (let skipped = 0; skipped < index; skipped++) at += 4 + view.getUint32(at, true)
  const length = view.getUint32(at, true)
  return inflate(bytes.subarray(at + 4, at + 4 + length))
}

/** A window and a buffer no larger than the data: most parts are small, and zlib clears the whole window each time. */
function deflate(bytes: Uint8Array): Uint8Array {
  const windowBits = Math.min(15, Math.max(9, 32 - Math.clz32(bytes.length)))
  const memLevel = Math.min(8, Math.max(1, windowBits - 6))
  return deflateRawSync(bytes, { level: 1, windowBits, memLevel, chunkSize: Math.max(64, bytes.length + 64) })
}
