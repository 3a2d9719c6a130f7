/** A snapshot that has, for each read of many, also a read of one, because tests mostly ask about one. */
import type { FactsView } from '../../src/contract/facts-codec.ts'
import type { SymbolHandle } from '../../src/contract/identity.ts'
import type { RepoId } from '../../src/contract/ids.ts'
import type { LinkOutcome } from '../../src/contract/links.ts'
import type {
  EnrichmentRecord,
  FactsKey,
  FileLinkSet,
  FileRow,
  Link,
  StoreSnapshot,
  SymbolNow,
  SymbolOrdinal,
} from '../../src/store/port.ts'

export type OneRead = StoreSnapshot & {
  generation(repo: RepoId): Promise<number>
  isComplete(repo: RepoId): Promise<boolean | undefined>
  file(repo: RepoId, path: string): Promise<FileRow | undefined>
  fileByKey(repo: RepoId, pathKey: string): Promise<FileRow | undefined>
  factsFor(key: FactsKey): Promise<FactsView | undefined>
  factsOf(repo: RepoId, path: string): Promise<FactsView | undefined>
  symbolsNamed(repo: RepoId, name: string): Promise<readonly SymbolOrdinal[]>
  filesWithIdentifier(repo: RepoId, identifier: string): Promise<readonly { path: string; count: number }[]>
  note(repo: RepoId, level: 'module' | 'repo', path: string): Promise<{ content: string } | undefined>
  linksTo(repo: RepoId, target: SymbolHandle): Promise<Link[]>
  linksFrom(repo: RepoId, source: SymbolHandle): Promise<Link[]>
  linksInFile(repo: RepoId, path: string): Promise<FileLinkSet>
  linkOutcomes(repo: RepoId, path: string): Promise<LinkOutcome[] | undefined>
  enrichment(repo: RepoId, symbol: SymbolNow): Promise<EnrichmentRecord | undefined>
}

export function oneRead(snapshot: StoreSnapshot): OneRead {
  const state = async (repo: RepoId) => (await snapshot.states([repo])).get(repo)
  const single: Omit<OneRead, keyof StoreSnapshot> = {
    generation: async (repo) => (await state(repo))?.generation ?? 0,
    isComplete: async (repo) => (await state(repo))?.complete,
    file: async (repo, path) => (await snapshot.filesAt(repo, [path])).get(path),
    fileByKey: async (repo, key) => (await snapshot.filesByKey(repo, [key])).get(key),
    factsFor: async (key) => (await snapshot.facts([key]))[0],
    factsOf: async (repo, path) => (await snapshot.factsOfMany(repo, [path])).get(path),
    symbolsNamed: async (repo, name) => (await snapshot.symbolsNamedMany(repo, [name])).get(name) ?? [],
    filesWithIdentifier: async (repo, one) => (await snapshot.filesWithIdentifiers(repo, [one])).get(one) ?? [],
    note: async (repo, level, path) => {
      const content = (await snapshot.notes(repo, level, [path])).get(path)
      return content === undefined ? undefined : { content }
    },
    linksTo: async (repo, target) => (await snapshot.linksToMany(repo, [target]))[0] ?? [],
    linksFrom: async (repo, source) => (await snapshot.linksFromMany(repo, [source]))[0] ?? [],
    linksInFile: async (repo, path) => (await snapshot.linksIn(repo, [path])).get(path) ?? { links: [], packages: [] },
    linkOutcomes: async (repo, path) => (await snapshot.outcomesOf(repo, [path])).get(path),
    enrichment: async (repo, symbol) => (await snapshot.enrichments(repo, [symbol]))[0],
  }
  return Object.assign(Object.create(snapshot) as StoreSnapshot, single)
}
