/**
 * Collects the documents and postings of many files in memory until they are written as one segment. Independent of the database:
 * slots are numbered in order, and the writer of the segment assigns a file to each slot.
 */
import { compareText } from '../../base/compare-text.ts'
import { hashUnits, TextTable } from '../../base/text-table.ts'
import { TextUnits } from '../../base/text-units.ts'
import type { JoinedTexts } from '../../contract/columns.ts'
import type { FactsView, PackedTerms } from '../../contract/facts-codec.ts'
import type { SearchLevel } from '../../contract/items.ts'
import { symbolKinds } from '../../contract/symbol.ts'
import { pathWords } from '../path-words.ts'
import { PostingArena } from './posting-arena.ts'
import { type Block, BlockWriter } from './posting-blocks.ts'
import { type Namespace, namespaces, termBytes, usualValue } from './posting-list.ts'
import { LevelTableBuilder, NO_KIND } from './segment-tables.ts'

/** How many documents of each level a file has. */
export type DocumentCounts = { symbol: number; file: number; doc: number }
export type BuiltFile = { slot: number; counts: DocumentCounts }

/** Half of a surrogate pair, or one of the units above them. */
const high = /[\ud800-\uffff]/
const surrogate = /[\ud800-\udfff]/
const aboveSurrogates = /[\ue000-\uffff]/
const noWords = { total: 0, counts: new Map<number, number>() }
const moduleKind = symbolKinds.indexOf('module')

export class SegmentBuilder {
  private readonly arena = new PostingArena()
  /** All terms by their numbers: the words of a file are looked up once, not once for each namespace. */
  private readonly terms: string[] = []
  private readonly numbers = new TextTable<number>()
  private readonly packed = new TextUnits()
  private readonly single = new TextUnits()
  private readonly lists: Record<Namespace, TermLists> = {
    doc: new TermLists(),
    file: new TermLists(),
    identifier: new TermLists(),
    module: new TermLists(),
    name: new TermLists(),
    repo: new TermLists(),
    symbol: new TermLists(),
  }
  readonly levels = new Map<SearchLevel, LevelTableBuilder>()
  slots = 0
  /** JavaScript's string order differs from the byte order where a surrogate meets a unit above the surrogates. Emoji alone do not. */
  private seen = { surrogate: false, above: false }

  get postings(): number {
    return this.arena.postings
  }

  /**
   * A file that is not ranked has names and identifiers, but no documents. The words of its path are words of the file too:
   * facts do not know the path.
   */
  addFile(facts: FactsView, options: { ranked: boolean; path: string }): BuiltFile {
    const slot = this.slots++
    const counts: DocumentCounts = { symbol: 0, file: 0, doc: 0 }
    const { symbols } = facts.outline()
    const terms = facts.terms()
    if (options.ranked) {
      const kindOf = (level: SearchLevel, ordinal: number): number =>
        level === 'symbol' ? symbolKinds.indexOf(symbols[ordinal]?.kind ?? 'variable') : level === 'file' ? moduleKind : NO_KIND
      this.addDocuments(slot, terms, { kindOf, path: options.path }, counts)
    }
    for (let at = 0; at < symbols.length; at++) this.addPosting('name', symbols[at]?.name ?? '', slot, at)
    const identifiers = this.numbersOf(terms.identifiers)
    for (let at = 0; at < identifiers.length; at++)
      this.addNumber('identifier', identifiers[at] as number, slot, terms.identifierCounts[at] ?? 1)
    return { slot, counts }
  }

  addNote(level: 'module' | 'repo', words: ReadonlyMap<string, number>): number {
    const slot = this.slots++
    // Counts are whole numbers, as those of facts are.
    const counts = [...words].map(([word, count]) => ({ word, count: Math.max(1, Math.round(count)) }))
    const length = counts.reduce((sum, { count }) => sum + count, 0)
    const id = this.level(level).add(slot, 0, length, NO_KIND)
    for (const { word, count } of counts) this.addPosting(level, word, id, count)
    return slot
  }

  /** Only marks the content of older segments for this file or note as out of date. */
  addEmpty(): number {
    return this.slots++
  }

  /** The sorted postings. The builder cannot be used afterwards. */
  *blocks(options: { deflate: boolean }): Generator<Block> {
    const blocks = new BlockWriter(options)
    const terms = this.sortedTerms()
    const numbers = terms.map((term) => this.termNumber(term))
    for (const namespace of Object.keys(namespaces) as Namespace[]) {
      const lists = this.lists[namespace]
      for (let at = 0; at < terms.length; at++) {
        const list = lists.of(numbers[at] as number)
        if (list < 0) continue
        const finished = blocks.add({ term: termBytes(namespace, terms[at] as string), list: this.arena.bytesOf(list) })
        if (finished) yield finished
      }
    }
    yield* blocks.end()
  }

  /** In the order of their bytes. */
  private sortedTerms(): string[] {
    const terms = [...this.terms]
    if (!this.seen.surrogate || !this.seen.above) return terms.sort()
    const usual = terms.filter((term) => !high.test(term)).sort()
    const others = terms.filter((term) => high.test(term)).sort(compareText)
    // Only these need the slow comparison: with each other, and to find their places.
    let next = 0
    const before = others.map((other) => {
      const from = next
      while (next < usual.length && compareText(usual[next] as string, other) < 0) next++
      return [...usual.slice(from, next), other]
    })
    return [...before.flat(), ...usual.slice(next)]
  }

  private addDocuments(
    slot: number,
    terms: PackedTerms,
    { kindOf, path }: { kindOf: (level: SearchLevel, ordinal: number) => number; path: string },
    counts: DocumentCounts,
  ): void {
    const numbers = this.numbersOf(terms.vocabulary)
    const { words, counts: often } = terms
    for (const { level, ordinal, from, until } of terms.documents) {
      const ofPath = level === 'file' ? this.wordsOfPath(path) : noWords
      let length = ofPath.total
      for (let at = from; at < until; at++) length += often[at] as number
      const id = this.level(level).add(slot, ordinal, length, kindOf(level, ordinal))
      counts[level] += 1
      const usual = usualValue(level)
      const lists = this.lists[level]
      for (let at = from; at < until; at++) {
        const term = numbers[words[at] as number] as number
        let count = often[at] as number
        if (ofPath !== noWords) count += takeFrom(ofPath.counts, term)
        const known = lists.of(term)
        this.arena.add(known >= 0 ? known : lists.set(term, this.arena.open()), id, count, usual)
      }
      // Words of the path that the file does not contain.
      for (const [term, count] of ofPath.counts) this.addNumber(level, term, id, count)
    }
  }

  private wordsOfPath(path: string): { total: number; counts: Map<number, number> } {
    const { total, counts } = pathWords(path)
    return { total, counts: new Map([...counts].map(([word, count]) => [this.termNumber(word), count])) }
  }

  private addPosting(namespace: Namespace, term: string, id: number, value: number): void {
    this.addNumber(namespace, this.termNumber(term), id, value)
  }

  private addNumber(namespace: Namespace, term: number, id: number, value: number): void {
    this.arena.add(this.list(namespace, term), id, value, usualValue(namespace))
  }

  private list(namespace: Namespace, term: number): number {
    const lists = this.lists[namespace]
    const known = lists.of(term)
    return known >= 0 ? known : lists.set(term, this.arena.open())
  }

  /** The number of each, in their order. */
  private numbersOf({ count, joined }: JoinedTexts): Int32Array {
    this.packed.read(joined)
    const { units } = this.packed
    const numbers = new Int32Array(count)
    let start = 0
    for (let at = 0; at < count; at++) {
      let end = start
      while (end < joined.length && units[end] !== 0) end++
      const hash = hashUnits(units, start, end)
      numbers[at] = this.numbers.find(hash, units, start, end) ?? this.addTerm(joined.slice(start, end), hash, units, start, end)
      start = end + 1
    }
    return numbers
  }

  private termNumber(term: string): number {
    this.single.read(term)
    const { units } = this.single
    const hash = hashUnits(units, 0, term.length)
    return this.numbers.find(hash, units, 0, term.length) ?? this.addTerm(term, hash, units, 0, term.length)
  }

  private addTerm(term: string, hash: number, units: Uint16Array, start: number, end: number): number {
    if (high.test(term)) {
      // Half a surrogate pair has no bytes of its own; two such terms would be stored as the same one.
      const whole = Buffer.from(term).toString()
      if (whole !== term) return this.termNumber(whole)
      this.seen.surrogate ||= surrogate.test(term)
      this.seen.above ||= aboveSurrogates.test(term)
    }
    const number = this.terms.push(term) - 1
    this.numbers.add(hash, units, start, end, number)
    return number
  }

  private level(level: SearchLevel): LevelTableBuilder {
    const table = this.levels.get(level) ?? new LevelTableBuilder()
    if (table.count === 0) this.levels.set(level, table)
    return table
  }
}

function takeFrom(counts: Map<number, number>, term: number): number {
  const count = counts.get(term)
  if (count === undefined) return 0
  counts.delete(term)
  return count
}

/** The lists of one namespace by the numbers of their terms. */
class TermLists {
  /** Plus one; 0 where the term has no list. */
  private lists = new Uint32Array(64)

  /** -1 when the term has none. */
  of(term: number): number {
    return term < this.lists.length ? (this.lists[term] as number) - 1 : -1
  }

  set(term: number, list: number): number {
    if (term >= this.lists.length) {
      const larger = new Uint32Array(Math.max(term + 1, this.lists.length * 2))
      larger.set(this.lists)
      this.lists = larger
    }
    this.lists[term] = list + 1
    return list
  }
}
