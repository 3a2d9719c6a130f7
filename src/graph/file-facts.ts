/** Facts of a repo's files, kept for the length of one question: graph questions come back to the same files. */
import { Lru } from '../base/lru.ts'
import type { SymbolFact } from '../contract/facts.ts'
import type { FactsView } from '../contract/facts-codec.ts'
import { symbolKey } from '../contract/identity.ts'
import type { RepoId } from '../contract/ids.ts'
import type { StoreSnapshot } from '../store/port.ts'

const KEPT = 64

export class FileFactsReader {
  readonly snapshot: StoreSnapshot
  private readonly ordinals = new WeakMap<FactsView, ReadonlyMap<string, number>>()
  private readonly kept = new Lru<string, Promise<FactsView | undefined>>(KEPT)

  constructor(snapshot: StoreSnapshot) {
    this.snapshot = snapshot
  }

  of(repo: RepoId, path: string): Promise<FactsView | undefined> {
    const key = `${repo}\0${path}`
    const known = this.kept.get(key)
    if (known) return known
    const facts = this.snapshot.factsOf(repo, path)
    this.kept.set(key, facts)
    return facts
  }

  async symbols(repo: RepoId, path: string): Promise<readonly SymbolFact[]> {
    return (await this.of(repo, path))?.outline().symbols ?? []
  }

  /** Ordinal of a symbol by its key; -1 for the module itself; undefined when the file has it no longer. */
  async ordinal(repo: RepoId, path: string, key: string): Promise<number | undefined> {
    if (key === '') return -1
    const facts = await this.of(repo, path)
    return facts && this.ordinalsOf(facts).get(key)
  }

  /** Made once a file: hashing every symbol for every link that is followed would cost more than reading the file. */
  private ordinalsOf(facts: FactsView): ReadonlyMap<string, number> {
    let ordinals = this.ordinals.get(facts)
    if (!ordinals) {
      ordinals = new Map(facts.outline().symbols.map((symbol, at) => [symbolKey(symbol.qualified_name, symbol.tag), at]))
      this.ordinals.set(facts, ordinals)
    }
    return ordinals
  }
}
