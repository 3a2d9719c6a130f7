/**
 * Which files have to be linked again when some files changed. Every step of linking goes from a name in a text to a
 * definition that names the next one, so whoever may be affected mentions a changed name, or one that leads to it. The
 * answer may hold files that end up linked as before; it never lacks one, or catching up would differ from a new build.
 */
import type { FactsView } from '../contract/facts-codec.ts'
import { AffectedSearch, type SearchOptions } from './affected-search.ts'
import { changedNames } from './changed-names.ts'
import { Folders, folderOf } from './folders.ts'
import type { MentionSource } from './port.ts'
import { isFolderFile, isManifest, moduleNames, relinkingOf } from './relinking-of.ts'
import { visibleSymbols } from './visible-names.ts'

export type FileChange = {
  path: string
  /** undefined: the file was not there, or had no facts. */
  before: FactsView | undefined
  after: FactsView | undefined
}

/** `all`: linking everything is cheaper than finding out, or nothing else is safe. */
export type Affected = { state: 'some'; paths: string[] } | { state: 'all' }

export async function pathsToRelink(
  changes: readonly FileChange[],
  source: MentionSource,
  options: SearchOptions = {},
): Promise<Affected> {
  if (changes.some(({ path }) => isManifest(path))) return { state: 'all' }
  const packagesThatTurn = saidPackages(changes, source)
  const search = new AffectedSearch(source, options)
  for (const change of changes) {
    const { path, before, after } = change
    search.paths.add(path)
    const relinking = relinkingOf(source.languageOf(path))
    const changed = changedNames(before, after, relinking, moduleNames(path, relinking))
    const cameOrWent = (before === undefined) !== (after === undefined)
    if (relinking.concernsAll?.({ changed, cameOrWent })) return { state: 'all' }
    if (cameOrWent && isFolderFile(path)) search.addBelow(path)
    if (cameOrWent || changed.module) {
      await search.spreadModule(path)
      if (relinking.packagesAreSaid) for (const name of await packagesThatTurn(change)) await search.spreadPackage(name)
    }
    await search.spread(changed.direct, changed.free)
    await search.spreadStars(changed.stars, path, namesOf(before, after))
    for (const [owner, members] of changed.members) await search.spreadMembers(owner, members, path)
    if (search.isAll) return { state: 'all' }
  }
  return { state: 'some', paths: [...search.paths].sort() }
}

const namesOf = (...views: readonly (FactsView | undefined)[]): Set<string> =>
  new Set(views.flatMap((view) => (view ? visibleSymbols(view.outline()).map(({ name }) => name) : [])))

/** Packages of a file that no untouched file of its folder is in: with it they may come or go, and imports from them with them. */
function saidPackages(changes: readonly FileChange[], source: MentionSource): (change: FileChange) => Promise<Set<string>> {
  const touched = new Set(changes.map(({ path }) => path))
  const folders = new Folders(source.paths())
  return async ({ path, before, after }) => {
    const names = new Set([before, after].map((view) => view?.outline().package ?? ''))
    names.delete('')
    for (const other of folders.files(folderOf(path))) {
      if (names.size === 0) break
      if (touched.has(other) || !relinkingOf(source.languageOf(other)).packagesAreSaid) continue
      names.delete((await source.facts(other))?.outline().package ?? '')
    }
    return names
  }
}
