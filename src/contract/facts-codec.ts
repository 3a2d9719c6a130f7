/**
 * Facts as bytes and back. Three parts, packed apart, because most readers need only one: the outline (symbols, imports …),
 * the uses, and the words for the text index. Parsers encode in their own thread; the store keeps the bytes as they are.
 *
 *   [u32 length][outline, deflated JSON][u32 length][uses, deflated JSON][u32 length][terms, deflated JSON]
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { BindingFact, ExportFact, FileFacts, ImportFact, ParsedFile, SectionFact, SymbolFact, UseFact } from './facts.ts'
import { type EdgeKind, edgeKinds, type SymbolKind, symbolKinds } from './symbol.ts'

export type EncodedFacts = Uint8Array

/** Everything but the uses and the words. */
export type Outline = Omit<FileFacts, 'uses'>

/** Words of a file as stored: one vocabulary, then per document pairs of (index in vocabulary, count). */
export type PackedTerms = {
  vocabulary: string[]
  documents: { level: 'file' | 'symbol' | 'doc'; ordinal: number; pairs: number[] }[]
  identifiers: string[]
  identifierCounts: number[]
}

/** Decodes each part when it is first asked for. */
export type FactsView = {
  outline(): Outline
  uses(): UseFact[]
  terms(): PackedTerms
}

export function encodeFacts(parsed: ParsedFile): EncodedFacts {
  const parts = [packOutline(parsed.facts), packUses(parsed.facts.uses), packTerms(parsed)]
  return join(parts.map((part) => deflateRawSync(JSON.stringify(part), { level: 1 })))
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
    outline: () => (outline ??= unpackOutline(part(bytes, 0) as OutlineWire)),
    uses: () => (uses ??= unpackUses(part(bytes, 1) as UsesWire)),
    terms: () => unpackTerms(part(bytes, 2) as TermsWire),
  }
}

const symbolColumns = [
  'name',
  'qualified_name',
  'tag',
  'parent',
  'start_line',
  'end_line',
  'name_line',
  'name_column',
  'signature',
  'doc',
  'type',
  'span_hash',
] as const
type SymbolRowWire = [kind: number, flags: number, ...rest: (string | number)[]]
type OutlineWire = {
  partial: boolean
  line_count: number
  package: string
  doc: string
  symbols: SymbolRowWire[]
  imports: ImportFact[]
  exports: ExportFact[]
  bindings: BindingFact[]
  sections: SectionFact[]
}

const EXPORTED = 1
const STATIC = 2
const TEST = 4

function packOutline(facts: FileFacts): OutlineWire {
  const { uses: _, symbols, ...rest } = facts
  return {
    ...rest,
    symbols: symbols.map((symbol) => [
      symbolKinds.indexOf(symbol.kind),
      (symbol.exported ? EXPORTED : 0) | (symbol.static ? STATIC : 0) | (symbol.test ? TEST : 0),
      ...symbolColumns.map((column) => symbol[column]),
    ]),
  }
}

function unpackOutline(wire: OutlineWire): Outline {
  return { ...wire, symbols: wire.symbols.map(unpackSymbol) }
}

function unpackSymbol(row: SymbolRowWire): SymbolFact {
  const [kind, flags, ...rest] = row
  const columns = Object.fromEntries(symbolColumns.map((column, at) => [column, rest[at]])) as Pick<
    SymbolFact,
    (typeof symbolColumns)[number]
  >
  return {
    ...columns,
    kind: symbolKinds[kind] as SymbolKind,
    exported: (flags & EXPORTED) !== 0,
    static: (flags & STATIC) !== 0,
    test: (flags & TEST) !== 0,
  }
}

/** Strings once, then six numbers a use, lines as steps from the line before. */
type UsesWire = { strings: string[]; numbers: number[] }

function packUses(uses: readonly UseFact[]): UsesWire {
  const strings = new StringTable()
  const numbers: number[] = []
  let line = 0
  for (const use of uses) {
    numbers.push(
      strings.at(use.name),
      strings.at(use.receiver),
      edgeKinds.indexOf(use.use),
      use.line - line,
      use.column,
      use.enclosing,
      use.import,
    )
    line = use.line
  }
  return { strings: strings.all, numbers }
}

function unpackUses({ strings, numbers }: UsesWire): UseFact[] {
  const uses: UseFact[] = []
  let line = 0
  for (let at = 0; at < numbers.length; at += 7) {
    line += numbers[at + 3] as number
    uses.push({
      name: strings[numbers[at] as number] as string,
      receiver: strings[numbers[at + 1] as number] as string,
      use: edgeKinds[numbers[at + 2] as number] as EdgeKind,
      line,
      column: numbers[at + 4] as number,
      enclosing: numbers[at + 5] as number,
      import: numbers[at + 6] as number,
    })
  }
  return uses
}

type TermsWire = {
  words: string[]
  docs: [level: number, ordinal: number, pairs: number[]][]
  ids: string[]
  idCounts: number[]
}
const termLevels = ['file', 'symbol', 'doc'] as const

function packTerms(parsed: ParsedFile): TermsWire {
  const strings = new StringTable()
  const docs = parsed.terms.map((document): TermsWire['docs'][number] => {
    const pairs: number[] = []
    for (const [word, count] of document.words) pairs.push(strings.at(word), count)
    return [termLevels.indexOf(document.level), document.ordinal, pairs]
  })
  return { words: strings.all, docs, ids: [...parsed.identifiers.keys()], idCounts: [...parsed.identifiers.values()] }
}

function unpackTerms(wire: TermsWire): PackedTerms {
  return {
    vocabulary: wire.words,
    documents: wire.docs.map(([level, ordinal, pairs]) => ({ level: termLevels[level] ?? 'file', ordinal, pairs })),
    identifiers: wire.ids,
    identifierCounts: wire.idCounts,
  }
}

class StringTable {
  readonly all: string[] = []
  private readonly places = new Map<string, number>()
  at(text: string): number {
    const known = this.places.get(text)
    if (known !== undefined) return known
    this.places.set(text, this.all.length)
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

function part(bytes: EncodedFacts, index: number): unknown {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  for (let skipped = 0; skipped < index; skipped++) at += 4 + view.getUint32(at, true)
  const length = view.getUint32(at, true)
  return JSON.parse(inflateRawSync(bytes.subarray(at + 4, at + 4 + length)).toString('utf8'))
}
