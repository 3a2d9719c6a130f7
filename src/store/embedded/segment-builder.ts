/**
 * Collects the documents and postings of many files in memory until they are written as one segment. Independent of the database:
 * slots are numbered in order, and the writer of the segment assigns a file to each slot.
 */
import { compareText } from '../../base/compare-text.ts'
import type { FactsView, PackedTerms } from '../../contract/facts-codec.ts'
import type { SearchLevel } from '../../contract/items.ts'
import { symbolKinds } from '../../contract/symbol.ts'
import { noWords, pathWords } from '../path-words.ts'
import { ByteWriter } from './bytes.ts'
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
const moduleKind = symbolKinds.indexOf('module')

export class SegmentBuilder {
  private readonly arena = new PostingArena()
  private readonly lists = new Map<Namespace, Map<string, number>>()
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
    for (const [ordinal, { name }] of symbols.entries()) this.addPosting('name', name, slot, ordinal)
    for (const [at, identifier] of terms.identifiers.entries()) {
      this.addPosting('identifier', identifier, slot, terms.identifierCounts[at] ?? 1)
    }
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
    const bytes = new ByteWriter(4096)
    for (const namespace of Object.keys(namespaces) as Namespace[]) {
      const lists = this.lists.get(namespace) ?? new Map<string, number>()
      const terms = [...lists.keys()].sort(this.seen.surrogate && this.seen.above ? compareText : undefined)
      for (const term of terms) {
        this.arena.copyTo(lists.get(term) as number, bytes)
        const finished = blocks.add({ term: termBytes(namespace, term), list: bytes.take() })
        if (finished) yield finished
      }
    }
    yield* blocks.end()
  }

  private addDocuments(
    slot: number,
    terms: PackedTerms,
    { kindOf, path }: { kindOf: (level: SearchLevel, ordinal: number) => number; path: string },
    counts: DocumentCounts,
  ): void {
    const listsByLevel = { symbol: new Int32Array(0), file: new Int32Array(0), doc: new Int32Array(0) }
    for (const { level, ordinal, pairs } of terms.documents) {
      const ofPath = level === 'file' ? pathWords(path) : noWords
      let length = ofPath.total
      for (let at = 1; at < pairs.length; at += 2) length += pairs[at] as number
      const id = this.level(level).add(slot, ordinal, length, kindOf(level, ordinal))
      counts[level] += 1
      if (listsByLevel[level].length === 0) listsByLevel[level] = new Int32Array(terms.vocabulary.length).fill(-1)
      const lists = listsByLevel[level]
      for (let at = 0; at < pairs.length; at += 2) {
        const word = pairs[at] as number
        // Many documents of a file contain the same word: it is looked up once.
        if (lists[word] === -1) lists[word] = this.list(level, terms.vocabulary[word] as string)
        const inPath = ofPath.take(terms.vocabulary[word] as string)
        this.arena.add(lists[word] as number, id, (pairs[at + 1] as number) + inPath, usualValue(level))
      }
      for (const [word, count] of ofPath.rest()) this.addPosting(level, word, id, count)
    }
  }

  private addPosting(namespace: Namespace, term: string, id: number, value: number): void {
    this.arena.add(this.list(namespace, term), id, value, usualValue(namespace))
  }

  private list(namespace: Namespace, term: string): number {
    const lists = this.lists.get(namespace) ?? new Map<string, number>()
    if (lists.size === 0) this.lists.set(namespace, lists)
    const known = lists.get(term)
    if (known !== undefined) return known
    if (high.test(term)) {
      // Half a surrogate pair has no bytes of its own; two such terms would be stored as the same one.
      const whole = Buffer.from(term).toString()
      if (whole !== term) return this.list(namespace, whole)
      this.seen.surrogate ||= surrogate.test(term)
      this.seen.above ||= aboveSurrogates.test(term)
    }
    const opened = this.arena.open()
    lists.set(term, opened)
    return opened
  }

  private level(level: SearchLevel): LevelTableBuilder {
    const table = this.levels.get(level) ?? new LevelTableBuilder()
    if (table.count === 0) this.levels.set(level, table)
    return table
  }
}
