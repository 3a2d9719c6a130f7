/**
 * Caches what one question has read from the store. Everything is read once, and many items at a time, so a question about a
 * hundred files needs as many reads as one about a single file. (The store may be a server.) One view serves one question.
 */
import { Lru } from '../base/lru.ts'
import type { SymbolFact } from '../contract/facts.ts'
import type { FactsView } from '../contract/facts-codec.ts'
import { type SymbolHandle, symbolKey } from '../contract/identity.ts'
import type { RepoId } from '../contract/ids.ts'
import type { FileRow, Link, StoreSnapshot, SymbolOrdinal } from './port.ts'
import { type RecordedRows, recordedRows } from './recorded-rows.ts'

/** Facts are large: beyond this many files the longest unused are dropped and read again when needed. */
const FILES_KEPT = 1_000

/** `count`: how often the file contains the identifier. */
export type HoldingFile = { path: string; count: number }

export class IndexView {
  readonly snapshot: StoreSnapshot
  private readonly rowsByRepo = new Map<RepoId, Promise<RecordedRows>>()
  private readonly factsByFile = new Lru<string, FactsView | null>(FILES_KEPT)
  private readonly named = new Map<string, readonly SymbolOrdinal[]>()
  private readonly holding = new Map<string, readonly HoldingFile[]>()
  private readonly links = new Map<string, readonly Link[]>()
  private readonly ordinals = new WeakMap<FactsView, ReadonlyMap<string, number>>()

  constructor(snapshot: StoreSnapshot) {
    this.snapshot = snapshot
  }

  /** Every recorded file of a repo, by path, name and folder. */
  rows(repo: RepoId): Promise<RecordedRows> {
    const known = this.rowsByRepo.get(repo)
    if (known) return known
    const read = this.snapshot.recordedFiles(repo).then(recordedRows)
    this.rowsByRepo.set(repo, read)
    return read
  }

  async row(repo: RepoId, path: string): Promise<FileRow | undefined> {
    return (await this.rows(repo)).at(path)
  }

  /** The facts of these files; unknown ones are loaded with one read. A file without facts is missing. */
  async facts(repo: RepoId, paths: Iterable<string>): Promise<ReadonlyMap<string, FactsView>> {
    const found = new Map<string, FactsView>()
    const missing: string[] = []
    for (const path of new Set(paths)) {
      const known = this.factsByFile.get(fileId(repo, path))
      if (known) found.set(path, known)
      else if (known === undefined) missing.push(path)
    }
    if (missing.length === 0) return found
    const read = await this.snapshot.factsOfMany(repo, missing)
    for (const path of missing) {
      const facts = read.get(path)
      this.factsByFile.set(fileId(repo, path), facts ?? null)
      if (facts) found.set(path, facts)
    }
    return found
  }

  /** For a walk through very many files: what is not kept already is read and not kept, since decoded uses take much memory. */
  async factsInPassing(repo: RepoId, paths: readonly string[]): Promise<ReadonlyMap<string, FactsView>> {
    const missing = paths.filter((path) => this.factsByFile.get(fileId(repo, path)) === undefined)
    const read = missing.length === 0 ? new Map<string, FactsView>() : await this.snapshot.factsOfMany(repo, missing)
    const found = paths.map((path) => [path, this.factsByFile.get(fileId(repo, path)) ?? read.get(path)] as const)
    return new Map(found.filter((entry): entry is [string, FactsView] => entry[1] !== undefined))
  }

  /** One file. If you need several, load them together first: then this costs no read. */
  async factsAt(repo: RepoId, path: string): Promise<FactsView | undefined> {
    return (await this.facts(repo, [path])).get(path)
  }

  async symbols(repo: RepoId, path: string): Promise<readonly SymbolFact[]> {
    return (await this.factsAt(repo, path))?.outline().symbols ?? []
  }

  /** The symbols of these last names; unknown names are loaded with one read. */
  async symbolsNamed(repo: RepoId, names: Iterable<string>): Promise<ReadonlyMap<string, readonly SymbolOrdinal[]>> {
    const wanted = [...new Set(names)]
    const missing = wanted.filter((name) => !this.named.has(fileId(repo, name)))
    if (missing.length > 0) {
      for (const [name, named] of await this.snapshot.symbolsNamedMany(repo, missing)) this.named.set(fileId(repo, name), named)
    }
    return new Map(wanted.map((name) => [name, this.named.get(fileId(repo, name)) ?? []]))
  }

  /** For each identifier the files that contain it as a whole word, by path; unknown ones are loaded with one read. */
  async filesWith(repo: RepoId, identifiers: Iterable<string>): Promise<ReadonlyMap<string, readonly HoldingFile[]>> {
    const wanted = [...new Set(identifiers)]
    const missing = wanted.filter((one) => !this.holding.has(fileId(repo, one)))
    if (missing.length > 0) {
      for (const [one, files] of await this.snapshot.filesWithIdentifiers(repo, missing))
        this.holding.set(fileId(repo, one), files)
    }
    return new Map(wanted.map((one) => [one, this.holding.get(fileId(repo, one)) ?? []]))
  }

  /** The links to each of the targets, in the order asked; unknown ones are loaded with one read. */
  async linksTo(repo: RepoId, targets: readonly SymbolHandle[]): Promise<(readonly Link[])[]> {
    const idOf = ({ path, key }: SymbolHandle): string => `${fileId(repo, path)}\0${key}`
    const missing = targets.filter((target) => !this.links.has(idOf(target)))
    const read = missing.length === 0 ? [] : await this.snapshot.linksToMany(repo, missing)
    for (const [at, target] of missing.entries()) this.links.set(idOf(target), read[at] ?? [])
    return targets.map((target) => this.links.get(idOf(target)) ?? [])
  }

  /** Ordinal of a symbol by its key; -1 for the module itself; undefined when the file no longer has it. */
  async ordinal(repo: RepoId, path: string, key: string): Promise<number | undefined> {
    if (key === '') return -1
    const facts = await this.factsAt(repo, path)
    return facts && this.ordinalsOf(facts).get(key)
  }

  /** Made once per file: hashing every symbol for every followed link would cost more than reading the file. */
  private ordinalsOf(facts: FactsView): ReadonlyMap<string, number> {
    let ordinals = this.ordinals.get(facts)
    if (!ordinals) {
      ordinals = new Map(facts.outline().symbols.map((symbol, at) => [symbolKey(symbol.qualified_name, symbol.tag), at]))
      this.ordinals.set(facts, ordinals)
    }
    return ordinals
  }
}

const fileId = (repo: RepoId, path: string): string => `${repo}\0${path}`
