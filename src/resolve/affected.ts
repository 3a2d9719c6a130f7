/**
 * Which files have to be linked again when some files changed. Every step of linking goes from a name in a text to a
 * definition that names the next one, so whoever may be affected mentions a changed name, or one that leads to it. The
 * answer may hold files that end up linked as before; it never lacks one, or catching up would differ from a new build.
 */
import { longestIdentifier } from '../base/words.ts'
import type { FactsView } from '../contract/facts-codec.ts'
import { baseName, folderOf, inFolder } from './folders.ts'
import type { MentionSource } from './port.ts'
import {
  changedNames,
  importsFrom,
  isCsharp,
  isRust,
  moduleNames,
  offeredNames,
  type PassedOn,
  passedOn,
} from './visible-names.ts'

export type FileChange = {
  path: string
  /** undefined: the file was not there, or had no facts. */
  before: FactsView | undefined
  after: FactsView | undefined
}

/** `all`: linking everything is cheaper than finding out, or nothing else is safe. */
export type Affected = { state: 'some'; paths: string[] } | { state: 'all' }

/** Files that decide what every import means. */
const manifest =
  /(^|\/)(package\.json|[jt]sconfig[^/]*\.json|svelte\.config\.js|go\.mod|composer\.json|Cargo\.toml|Package\.swift|[^/]*\.csproj|Directory\.Build\.(?:props|targets))$/
const javascript = /\.(?:[mc]?[jt]sx?|vue|svelte|html?)$/
/** Languages whose packages come and go with what files say. */
const jvm = /\.(?:java|kts?|scala|sc)$/
/** Files that stand for their folder: others may import them without naming them (`from '..'`). */
const folderFile = /(^|\/)(index\.(?:[mc]?[jt]sx?|vue|svelte)|__init__\.pyi?)$/

export async function pathsToRelink(
  changes: readonly FileChange[],
  source: MentionSource,
  options: { most?: number; signal?: AbortSignal } = {},
): Promise<Affected> {
  if (changes.some(({ path }) => manifest.test(path))) return { state: 'all' }
  const touched = new Set(changes.map(({ path }) => path))
  const untouched = [...source.paths()].filter((path) => jvm.test(path) && !touched.has(path))
  const search = new Search(source, options.most ?? Number.POSITIVE_INFINITY, options.signal)
  for (const { path, before, after } of changes) {
    search.paths.add(path)
    const changed = changedNames(before, after, path)
    const cameOrWent = (before === undefined) !== (after === undefined)
    if (isRust(path) && (cameOrWent || changed.module)) return { state: 'all' }
    // What `global using` opens is opened for every file of the project.
    if (isCsharp(path) && changed.stars.size > 0) return { state: 'all' }
    if (cameOrWent && folderFile.test(path)) search.addBelow(path)
    if (cameOrWent || changed.module) await search.spreadModule(path)
    if (jvm.test(path) && (cameOrWent || changed.module))
      for (const name of await packagesThatTurn(path, [before, after], source, untouched)) await search.spreadPackage(name)
    await search.spread(changed.direct)
    for (const star of changed.stars) await search.spread(await search.offeredBy(star))
    for (const [owner, members] of changed.members) await search.spreadMembers(owner, members, path)
    if (search.isAll) return { state: 'all' }
  }
  return { state: 'some', paths: [...search.paths].sort() }
}

const none: ReadonlySet<string> = new Set()

/** Packages of a Java file that no untouched file of its folder is in: with it they may come or go, and imports from them with them. */
async function packagesThatTurn(
  path: string,
  views: readonly (FactsView | undefined)[],
  source: MentionSource,
  untouched: readonly string[],
): Promise<Set<string>> {
  const names = new Set(views.flatMap((view) => (view && view.outline().package !== '' ? [view.outline().package] : [])))
  for (const other of untouched) {
    if (names.size === 0) break
    if (folderOf(other) === folderOf(path)) names.delete((await source.facts(other))?.outline().package ?? '')
  }
  return names
}

class Search {
  readonly paths = new Set<string>()
  private readonly spreadNames = new Set<string>()
  private readonly spreadModules = new Set<string>()
  private everything = false
  private readonly source: MentionSource
  private readonly most: number
  private readonly signal: AbortSignal | undefined

  constructor(source: MentionSource, most: number, signal: AbortSignal | undefined) {
    this.source = source
    this.most = most
    this.signal = signal
  }

  get isAll(): boolean {
    return this.everything || this.paths.size > this.most
  }

  /** Every file that mentions one of the names, and whoever mentions what those make of them. */
  async spread(names: Iterable<string>): Promise<void> {
    let front = new Set([...names].filter((name) => !this.spreadNames.has(name)))
    while (front.size > 0 && !this.isAll) {
      const next = new Set<string>()
      for (const name of front) this.spreadNames.add(name)
      for (const path of await this.naming(front)) {
        this.paths.add(path)
        for (const name of await this.passedBy(path, front, none)) if (!this.spreadNames.has(name)) next.add(name)
      }
      front = next
    }
  }

  /** Every file that imports the module as a whole, and whoever mentions what those call it. */
  async spreadModule(path: string): Promise<void> {
    if (this.spreadModules.has(path) || this.isAll) return
    this.spreadModules.add(path)
    if (javascript.test(path) && this.hasOtherName(path)) {
      this.everything = true
      return
    }
    const modules = new Set(moduleNames(path))
    const aliases = new Set<string>()
    for (const file of await this.naming(modules)) {
      if (manifest.test(file) && javascript.test(path)) this.everything = true
      const facts = await this.source.facts(file)
      // Code of JavaScript names a module only where it imports it; elsewhere a package leads to its modules by a dot.
      if (facts && javascript.test(file) && !importsFrom(facts.outline(), modules)) continue
      this.paths.add(file)
      for (const name of await this.passedBy(file, javascript.test(file) ? none : modules, modules)) aliases.add(name)
    }
    await this.spread(aliases)
  }

  /** Every file that mentions the package, and whoever mentions what those import from it. */
  async spreadPackage(name: string): Promise<void> {
    const imported = new Set<string>()
    for (const file of await this.naming([name.slice(name.lastIndexOf('.') + 1)])) {
      this.paths.add(file)
      for (const { module, alias } of (await this.source.facts(file))?.outline().imports ?? [])
        if (alias !== '' && `${module}.`.startsWith(`${name}.`)) imported.add(alias)
    }
    await this.spread(imported)
  }

  /** A member is reached only through its owner: only files that mention both it and a way to the owner matter. */
  async spreadMembers(owner: string, members: ReadonlySet<string>, path: string): Promise<void> {
    const onTheWay = await this.naming(await this.waysTo(owner))
    const onward = new Set<string>()
    for (const file of await this.naming(members)) {
      if (!onTheWay.has(file) && file !== path) continue
      this.paths.add(file)
      for (const name of await this.passedBy(file, members, none)) onward.add(name)
    }
    await this.spread(onward)
  }

  addBelow(path: string): void {
    const folder = path.slice(0, path.lastIndexOf('/') + 1)
    for (const other of this.source.paths()) if (other.startsWith(folder)) this.paths.add(other)
  }

  /** Every name that a module with this written name may offer, those it hands on included. */
  async offeredBy(module: string, seen = new Set<string>()): Promise<Set<string>> {
    const names = new Set<string>()
    const last =
      module
        .replace(/\.(?:[mc]?[jt]sx?|vue|svelte|sh|bash|zsh|ksh|bats|h|hh|hpp|hxx|inl|ipp|tpp|inc|c|cc|cpp|cxx)>?$/, '')
        .split(/[./]/)
        .filter(Boolean)
        .at(-1) ?? ''
    for (const path of this.source.paths()) {
      const folder = baseName(folderOf(path))
      const stem = baseName(path).replace(/\..*$/, '')
      if (seen.has(path) || (stem !== last && !(folderFile.test(path) && (folder === last || last === '')))) continue
      seen.add(path)
      const facts = await this.source.facts(path)
      if (!facts) continue
      const offered = offeredNames(facts.outline())
      for (const name of offered.names) names.add(name)
      for (const star of offered.stars) for (const name of await this.offeredBy(star, seen)) names.add(name)
    }
    // What C includes is found by the name of its file, which is looked for above.
    if (!/^[.]|^[\w.]+$|^<?[\w./+-]+>?$/.test(module)) this.everything = true
    return names
  }

  /** The owner's name and every name that leads to it: subclasses, what is typed by it, aliases, default imports. */
  private async waysTo(owner: string): Promise<Set<string>> {
    const ways = new Set<string>()
    let front = new Set([owner])
    while (front.size > 0 && !this.isAll) {
      for (const name of front) ways.add(name)
      const next = new Set<string>()
      for (const file of await this.naming(front)) {
        const passed = await this.passedIn(file, front, front)
        if (passed.module && javascript.test(file) && this.hasOtherName(file)) this.everything = true
        for (const name of [...passed.names, ...(passed.module ? moduleNames(file) : [])]) if (!ways.has(name)) next.add(name)
      }
      front = next
    }
    return ways
  }

  /** May others import it by its package's name? Deeper inside a package that takes an entry of the manifest, which names it. */
  private hasOtherName(path: string): boolean {
    if (!folderFile.test(path)) return false
    const folder = folderOf(path)
    return [folder, folderOf(folder)].some((around) => this.source.paths().has(inFolder(around, 'package.json')))
  }

  private async naming(names: Iterable<string>): Promise<Set<string>> {
    const files = new Set<string>()
    for (const name of names) {
      this.signal?.throwIfAborted()
      // `valid?` and `my-func` are no identifiers, but hold one.
      for (const path of await this.source.filesNaming(longestIdentifier(name) || name)) files.add(path)
    }
    return files
  }

  /** As `passedIn`; a module that is passed on as a whole is followed at once. */
  private async passedBy(path: string, names: ReadonlySet<string>, modules: ReadonlySet<string>): Promise<Set<string>> {
    const passed = await this.passedIn(path, names, modules)
    if (passed.module) await this.spreadModule(path)
    return passed.names
  }

  private async passedIn(path: string, names: ReadonlySet<string>, modules: ReadonlySet<string>): Promise<PassedOn> {
    const facts = await this.source.facts(path)
    return facts ? passedOn(facts, path, names, modules) : { names: new Set(), module: false }
  }
}
