/** Linked repos as a snapshot of a store, for graph questions. Implements only what `graph` uses. */
import { countIdentifiers } from '../../src/base/words.ts'
import { type SymbolHandle, symbolKey } from '../../src/contract/identity.ts'
import { asContentHash, type RepoId } from '../../src/contract/ids.ts'
import { languageOfPath } from '../../src/contract/languages.ts'
import { nearestNames } from '../../src/contract/nearest-name.ts'
import type { FileRow, Link, PackageLink, RepoRow, StoreSnapshot } from '../../src/store/port.ts'
import type { LinkedRepo } from './linked-repo.ts'

export function memorySnapshot(...repos: LinkedRepo[]): StoreSnapshot {
  const indexes = new Map(repos.map((repo) => [repo.repo_id, indexOf(repo)]))
  const at = (repo: RepoId): RepoIndex => {
    const index = indexes.get(repo)
    if (!index) throw new Error(`no repo ${repo}`)
    return index
  }
  const refuse = async (): Promise<never> => {
    throw new Error('a graph question does not ask this')
  }
  const each = <Value>(keys: readonly string[], read: (key: string) => Value | undefined): Map<string, Value> =>
    new Map(
      keys.flatMap((key) => {
        const value = read(key)
        return value === undefined ? [] : [[key, value] as const]
      }),
    )
  return {
    repos: async () => [...indexes.values()].map((index) => index.row),
    repo: async (repo) => indexes.get(repo)?.row,
    recordedFiles: async (repo) => [...at(repo).files.values()],
    states: async (asked) =>
      new Map(asked.filter((repo) => indexes.has(repo)).map((repo) => [repo, { generation: 1, complete: true }])),
    filesAt: async (repo, paths) => each(paths, (path) => at(repo).files.get(path)),
    factsOfMany: async (repo, paths) => each(paths, (path) => at(repo).repo.facts.get(path)),
    symbolsNamedMany: async (repo, names) => each(names, (name) => at(repo).symbols.get(name) ?? []),
    namesNear: async (repo, name, most) => nearestNames(name, at(repo).symbols.keys(), most),
    filesWithIdentifiers: async (repo, names) => each(names, (name) => at(repo).identifiers.get(name) ?? []),
    filesWithout: async () => [],
    notes: refuse,
    linksToMany: async (repo, targets) => targets.map((target) => at(repo).linksTo.get(idOf(target)) ?? []),
    linksFromMany: async (repo, sources) => sources.map((source) => at(repo).linksFrom.get(idOf(source)) ?? []),
    outcomesOf: async (repo, paths) => each(paths, (path) => at(repo).repo.links.get(path)?.uses),
    enrichments: async (_, symbols) => symbols.map(() => undefined),
    answersAbout: refuse,
    hasFolderTexts: async () => false,
    facts: refuse,
    hasFacts: refuse,
    hasAnyFacts: refuse,
    due: refuse,
    linkSources: refuse,
    filesAsking: refuse,
    unlinkedFiles: refuse,
    rank: refuse,
    scoreDocuments: refuse,
    nearest: refuse,
    unembedded: refuse,
    unembeddedNotes: refuse,
    vectorModels: refuse,
    vectorsOf: refuse,
    knowsModel: refuse,
    vectorsMadeAt: refuse,
    noteVectorsElsewhere: refuse,
    filesByKey: refuse,
    linksIn: refuse,
    modulePaths: async (repo) => at(repo).folders,
    packageLinks: async (repo, targets) => at(repo).packages.filter(({ target }) => targets.includes(target)),
    hasEnrichment: async () => false,
    enrichedIn: refuse,
    close: async () => undefined,
  }
}

type RepoIndex = {
  repo: LinkedRepo
  row: RepoRow
  files: Map<string, FileRow>
  symbols: Map<string, { path: string; ordinal: number }[]>
  identifiers: Map<string, { path: string; count: number }[]>
  folders: string[]
  linksTo: Map<string, Link[]>
  linksFrom: Map<string, Link[]>
  packages: PackageLink[]
}

const idOf = ({ path, key }: SymbolHandle): string => `${path}\0${key}`

function indexOf(repo: LinkedRepo): RepoIndex {
  const index: RepoIndex = {
    repo,
    row: rowOf(repo),
    files: new Map(),
    symbols: new Map(),
    identifiers: new Map(),
    folders: [],
    linksTo: new Map(),
    linksFrom: new Map(),
    packages: [],
  }
  const folders = new Set<string>()
  for (const path of [...repo.texts.keys()].sort()) {
    index.files.set(path, fileRow(path))
    for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) folders.add(path.slice(0, slash))
    for (const [name, count] of countIdentifiers(repo.texts.get(path) ?? '')) push(index.identifiers, name, { path, count })
    const symbols = repo.facts.get(path)?.outline().symbols ?? []
    for (const [ordinal, { name }] of symbols.entries()) push(index.symbols, name, { path, ordinal })
    addLinks(index, path)
  }
  index.folders = [...folders].sort()
  return index
}

function addLinks(index: RepoIndex, path: string): void {
  const view = index.repo.facts.get(path)
  const own = index.repo.links.get(path)
  if (!view || !own) return
  const add = (link: Link): void => {
    push(index.linksTo, idOf(link.target), link)
    push(index.linksFrom, idOf(link.source), link)
  }
  for (const [at, { enclosing, line, column, use: edge }] of view.uses().entries()) {
    const outcome = own.uses[at]
    const symbol = view.outline().symbols[enclosing]
    const source = { path, key: symbol ? symbolKey(symbol.qualified_name, symbol.tag) : '' }
    if (outcome?.to === 'symbol') add({ source, target: outcome.target, edge, tier: outcome.tier, line, column })
    if (outcome?.to === 'package') index.packages.push({ source, target: outcome.target, edge, line, column })
  }
  for (const { source_key, edge, target, line, column } of own.derived) {
    add({ source: { path, key: source_key }, target, edge, tier: 'resolved', line, column })
  }
}

const fileRow = (path: string): FileRow => ({
  path,
  size: 0,
  mtime_ms: 0,
  content_hash: asContentHash(''),
  blob_id: null,
  language: languageOfPath(path)?.id ?? 'unknown',
  role: 'source',
  status: 'indexed',
  reason: '',
  line_count: 0,
  parser_version: '1',
  test: /_test\.py$/.test(path),
})

function rowOf(repo: LinkedRepo): RepoRow {
  const languages = new Map<string, number>()
  for (const path of repo.texts.keys()) {
    const language = languageOfPath(path)?.id ?? 'unknown'
    languages.set(language, (languages.get(language) ?? 0) + 1)
  }
  return {
    repo_id: repo.repo_id,
    generation: 1,
    complete: true,
    files: repo.texts.size,
    last_indexed_at: null,
    counts: { symbol: 0, file: 0, module: 0, repo: 0, doc: 0 },
    languages: [...languages].map(([language, files]) => ({ language, files, bytes: 1 })),
    statuses: { indexed: 0, partial: 0, 'text-only': 0, failed: 0, 'timed-out': 0 },
  }
}

function push<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}
