/**
 * Printed forms of symbols and back. The plain form is `sym:src.auth.Auth.login`. Where two identities would print alike,
 * both carry `~` and the first of extension, tag, path that separates them. Reading takes every form ever printed, because
 * what stands behind `~` is only checked, never needed.
 */
import type { SymbolFact } from '../contract/facts.ts'
import { modulePath, plainAnchor } from '../contract/identity.ts'
import { type Anchor, asAnchor, type RepoId } from '../contract/ids.ts'
import type { StoreSnapshot } from '../store/port.ts'
import { type Definition, handleOf } from './definition.ts'
import { FileFactsReader } from './file-facts.ts'
import { moduleFiles } from './module-files.ts'

/** What an anchor can mean before it is printed. */
type Place = { path: string; ordinal: number; fact: SymbolFact | null }

export class Anchors {
  private readonly facts: FileFactsReader
  private readonly snapshot: StoreSnapshot
  private readonly alike = new Map<string, Promise<readonly Place[]>>()

  constructor(snapshot: StoreSnapshot, facts = new FileFactsReader(snapshot)) {
    this.snapshot = snapshot
    this.facts = facts
  }

  /** The anchor of a symbol (null: of the module itself). `stands`: whether what is known of a file still counts. */
  async of(
    repo: RepoId,
    path: string,
    fact: Pick<SymbolFact, 'name' | 'qualified_name' | 'tag'> | null,
    stands: (path: string) => boolean = () => true,
  ): Promise<Anchor> {
    const plain = plainAnchor(path, fact?.qualified_name ?? '')
    const others = (await this.meant(repo, plain)).filter((place) => !isThis(place, path, fact) && stands(place.path))
    return asAnchor(others.length === 0 ? plain : plain + separator(path, fact?.tag ?? '', others))
  }

  async definition(repo: RepoId, path: string, ordinal: number, fact: SymbolFact | null): Promise<Definition> {
    return { repo_id: repo, path, ordinal, fact, handle: handleOf(path, fact), anchor: await this.of(repo, path, fact) }
  }

  /** Every symbol of the repo that an anchor means, by path and place. */
  async read(repo: RepoId, anchor: string): Promise<Definition[]> {
    const plain = await this.meant(repo, anchor)
    const places = plain.length > 0 ? plain : await this.readSeparated(repo, anchor)
    return Promise.all(places.map(({ path, ordinal, fact }) => this.definition(repo, path, ordinal, fact)))
  }

  /** A `~` may be part of a folder's name, so every place to cut is tried, the longest plain part first. */
  private async readSeparated(repo: RepoId, anchor: string): Promise<readonly Place[]> {
    for (let cut = anchor.lastIndexOf('~'); cut > 0; cut = anchor.lastIndexOf('~', cut - 1)) {
      const marks = anchor.slice(cut + 1).split('~')
      const places = (await this.meant(repo, anchor.slice(0, cut))).filter((place) =>
        marks.every((mark) => mark === place.path || mark === extensionOf(place.path) || mark === (place.fact?.tag ?? '')),
      )
      if (places.length > 0) return places
    }
    return []
  }

  private meant(repo: RepoId, plain: string): Promise<readonly Place[]> {
    const key = `${repo}\0${plain}`
    let found = this.alike.get(key)
    if (!found) {
      found = this.look(repo, plain)
      this.alike.set(key, found)
    }
    return found
  }

  /** `a.b.c` may be c in a/b.py, b.c in a.py, or the module a/b/c.py. */
  private async look(repo: RepoId, plain: string): Promise<Place[]> {
    const text = plain.replace(/^sym:/, '')
    const name = text.slice(text.lastIndexOf('.') + 1)
    const places: Place[] = (await moduleFiles(this.snapshot, repo, text)).map((path) => ({ path, ordinal: -1, fact: null }))
    for (const { path, ordinal } of await this.snapshot.symbolsNamed(repo, name)) {
      const module = `${modulePath(path)}.`
      if (!text.startsWith(module)) continue
      const fact = (await this.facts.symbols(repo, path))[ordinal]
      if (fact && fact.qualified_name === text.slice(module.length)) places.push({ path, ordinal, fact })
    }
    return places
  }
}

const isThis = (place: Place, path: string, fact: Pick<SymbolFact, 'tag'> | null): boolean =>
  place.path === path && (place.fact?.tag ?? '') === (fact?.tag ?? '') && (place.fact === null) === (fact === null)

function separator(path: string, tag: string, others: readonly Place[]): string {
  const extension = extensionOf(path)
  if (others.every((other) => extensionOf(other.path) !== extension)) return `~${extension}`
  if (tag !== '' && others.every((other) => (other.fact?.tag ?? '') !== tag)) return `~${tag}`
  if (others.every((other) => other.path !== path)) return `~${path}`
  return `~${path}~${tag}`
}

function extensionOf(path: string): string {
  return path.slice(modulePath(path).length + 1)
}
