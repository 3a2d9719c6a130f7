/**
 * Which files must be linked again when some files changed. Every step of linking goes from a name in a file to a definition that
 * names the next one, so every affected file mentions a changed name, or one that leads to it. The answer may contain files whose
 * links stay the same, but it never lacks one: catching up would then differ from a new build.
 */
import type { FactsView } from '../contract/facts-codec.ts'
import { familyOf } from '../contract/language-family.ts'
import { AffectedSearch } from './affected-search.ts'
import { changedNames } from './changed-names.ts'
import { Folders, folderOf } from './folders.ts'
import { keepingFacts } from './keeping-facts.ts'
import { questionsAbout, questionsAboutFolders } from './path-questions.ts'
import type { MentionSource } from './port.ts'
import { isFolderFile, isLinked, isManifest, moduleNames, relinkingOf } from './relinking-of.ts'
import { visibleSymbols } from './visible-names.ts'

export type FileChange = {
  path: string
  language: string
  /** undefined: the file did not exist, or had no facts. */
  before: FactsView | undefined
  after: FactsView | undefined
  /** Is the path new, or gone? With or without facts: others may depend on its existence alone. */
  cameOrWent: boolean
}

/** `isLate`: there is no time left to search, so the answer is all files. */
export type SearchOptions = { isLate?: () => boolean; signal?: AbortSignal }

/** `all`: linking everything is cheaper than searching, or is the only safe answer. */
export type Affected = { state: 'some'; paths: string[] } | { state: 'all' }

export async function pathsToRelink(
  changes: readonly FileChange[],
  source: MentionSource,
  options: SearchOptions = {},
): Promise<Affected> {
  if (changes.some(({ path }) => isManifest(path)) || (await concernsManifests(changes, source))) return { state: 'all' }
  const packagesThatTurn = saidPackages(changes, source)
  const searches = searchesByFamily(source, options)
  for (const change of changes) {
    const { path, language, before, after, cameOrWent } = change
    const search = searches.of(language)
    search.paths.add(path)
    const relinking = relinkingOf(language)
    const changed = changedNames(before, after, relinking, moduleNames(path, relinking))
    if (relinking.concernsAll?.({ changed, cameOrWent })) return { state: 'all' }
    if (cameOrWent && isFolderFile(path)) search.addBelow(path)
    if (cameOrWent || changed.module) {
      await search.spreadModule(path)
      await search.spreadImporters(new Set(questionsAbout(path)))
      if (relinking.packagesAreSaid) for (const name of await packagesThatTurn(change)) await search.spreadPackage(name)
    }
    await search.spread(changed.direct, changed.free)
    await search.spreadStars(changed.stars, path, namesOf(before, after))
    for (const [owner, members] of changed.members) await search.spreadMembers(owner, members, path)
    if (search.isAll) return { state: 'all' }
  }
  const search = searches.of('')
  await search.spreadImporters(new Set(questionsAboutFolders(moved(changes), source.paths())))
  if (search.isAll) return { state: 'all' }
  return { state: 'some', paths: searches.paths() }
}

const moved = (changes: readonly FileChange[]): string[] => changes.filter(({ cameOrWent }) => cameOrWent).map(({ path }) => path)

/** Was one of them read as a manifest, under whatever name, or looked for while a manifest was read? */
async function concernsManifests(changes: readonly FileChange[], source: MentionSource): Promise<boolean> {
  const { manifests, asked } = await source.linkSources()
  if (changes.some(({ path }) => manifests.has(path))) return true
  const paths = moved(changes)
  const questions = [...paths.flatMap(questionsAbout), ...questionsAboutFolders(paths, source.paths())]
  return questions.some((question) => asked.has(question))
}

/** When this many times the number of linked files were read, searching costs more than linking everything. */
const LOOKS_PER_FILE = 3
/** A small repo is searched to the end. */
const FEWEST_LOOKS = 2_000

/**
 * Names are followed only within a family, because no other language can refer to them; names of a file that is never linked,
 * everywhere.
 */
function searchesByFamily(
  source: MentionSource,
  options: SearchOptions,
): { of(language: string): AffectedSearch; paths(): string[] } {
  const linked = [...source.paths()].filter((path) => isLinked(source.languageOf(path)))
  const most = Math.max(FEWEST_LOOKS, LOOKS_PER_FILE * linked.length)
  const kept = keepingFacts(source)
  const isLate = (): boolean => kept.looks() > most || (options.isLate?.() ?? false)
  const searches = new Map<string, AffectedSearch>()
  return {
    of(language) {
      const family = isLinked(language) ? familyOf(language) : ''
      const mayMean = (path: string): boolean => {
        const other = source.languageOf(path)
        return isLinked(other) && (family === '' || familyOf(other) === family)
      }
      const withDollar = family === '' || relinkingOf(language).dollarIsNoName === true
      const search = searches.get(family) ?? new AffectedSearch(kept, { ...options, isLate, mayMean, withDollar })
      searches.set(family, search)
      return search
    },
    paths: () => [...new Set([...searches.values()].flatMap(({ paths }) => [...paths]))].sort(),
  }
}

const namesOf = (...views: readonly (FactsView | undefined)[]): Set<string> =>
  new Set(views.flatMap((view) => (view ? visibleSymbols(view.outline()).map(({ name }) => name) : [])))

/**
 * Packages of a file to which no unchanged file of its folder belongs: they, and imports from them, may come or go with the file.
 */
function saidPackages(changes: readonly FileChange[], source: MentionSource): (change: FileChange) => Promise<Set<string>> {
  const touched = new Set(changes.map(({ path }) => path))
  const folders = new Folders(source.paths())
  return async ({ path, before, after }) => {
    const names = new Set([before, after].map((view) => view?.outline().package ?? ''))
    names.delete('')
    for (const other of folders.content(folderOf(path))) {
      if (names.size === 0) break
      if (touched.has(other) || !relinkingOf(source.languageOf(other)).packagesAreSaid) continue
      names.delete((await source.facts(other))?.outline().package ?? '')
    }
    return names
  }
}
