/** Finds the files that a change affects by following names from file to file; `affected.ts` supplies the first names. */
import { countIdentifiers, longestIdentifier } from '../base/words.ts'
import type { ImportFact } from '../contract/facts.ts'
import { baseName } from './folders.ts'
import type { CountedSource } from './keeping-facts.ts'
import { NamedModules } from './named-modules.ts'
import { importsFrom, type PassedOn, passedOn } from './passed-on.ts'
import type { Relinking } from './relinking.ts'
import { moduleNames, relinkingOf } from './relinking-of.ts'
import { takesByDot, takesName } from './taken-names.ts'
import { offeredNames, starsOf, visibleSymbols } from './visible-names.ts'

const none: ReadonlySet<string> = new Set()

/**
 * `isLate`: the search takes too long, so the answer is all files. `mayMean`: can the file's language refer to what changed?
 * `withDollar`: files may contain a name with a `$` before it.
 */
type SearchOptions = { isLate: () => boolean; mayMean: (path: string) => boolean; withDollar: boolean; signal?: AbortSignal }

/** Reading a file is cheaper than linking it: this many reads are worth it to avoid linking one file. */
const LOOKS_PER_WANTED = 4
/** At least this many files are read. */
const FEWEST_LOOKS = 500

export class AffectedSearch {
  readonly paths = new Set<string>()
  private readonly spreadNames = { names: new Set<string>(), free: new Set<string>() }
  private readonly spreadModules = new Set<string>()
  /** Files whose offered names were all followed already. */
  private readonly offering = new Set<string>()
  private readonly modules: NamedModules
  private everything = false
  private readonly source: CountedSource
  private readonly options: SearchOptions

  constructor(source: CountedSource, options: SearchOptions) {
    this.source = source
    this.options = options
    this.modules = new NamedModules(source)
  }

  get isAll(): boolean {
    return this.everything || this.options.isLate()
  }

  /** Adds every file that may refer to one of the names, and those that depend on it through new names. `free`: member names. */
  async spread(names: Iterable<string>, free: Iterable<string> = none): Promise<void> {
    let front = this.notSpread({ names, free })
    while (front.names.size + front.free.size > 0 && !this.isAll) {
      const all = new Set([...front.names, ...front.free])
      const next = { names: new Set<string>(), free: new Set<string>() }
      for (const path of await this.holding(front)) {
        this.paths.add(path)
        if (this.isAll) return
        const passed = await this.passedBy(path, all, none)
        for (const name of passed.names) next.names.add(name)
        for (const name of passed.free) next.free.add(name)
      }
      front = this.notSpread(next)
    }
  }

  /** Names not followed before; marks them as followed. */
  private notSpread({ names, free }: { names: Iterable<string>; free: Iterable<string> }): Front {
    const open = (given: Iterable<string>, done: Set<string>): Set<string> => {
      const fresh = new Set([...given].filter((name) => !done.has(name)))
      for (const name of fresh) done.add(name)
      return fresh
    }
    const fresh = { free: open(free, this.spreadNames.free), names: open(names, this.spreadNames.names) }
    for (const name of fresh.free) fresh.names.delete(name)
    return fresh
  }

  /** Adds every file that imports the module as a whole, and every file that mentions the alias it gets there. */
  async spreadModule(path: string): Promise<void> {
    if (this.spreadModules.has(path) || this.isAll) return
    this.spreadModules.add(path)
    const relinking = this.relinkingOf(path)
    const modules = new Set(moduleNames(path, relinking))
    const mentioning = await this.mentioning(modules)
    if (relinking.hasOtherName?.(path, this.source.paths(), mentioning)) {
      this.everything = true
      return
    }
    const aliases = { names: new Set<string>(), free: new Set<string>() }
    for (const file of mentioning) {
      if (this.isAll) return
      if (!this.options.mayMean(file)) continue
      const { closedModules } = this.relinkingOf(file)
      const facts = await this.source.facts(file)
      // A closed module refers to another only by importing it; in other languages a package gives access to its modules with a
      // dot.
      if (facts && closedModules && !importsFrom(facts.outline(), modules)) continue
      this.paths.add(file)
      const passed = await this.passedBy(file, closedModules ? none : modules, modules)
      for (const name of passed.names) aliases.names.add(name)
      for (const name of passed.free) aliases.free.add(name)
    }
    await this.spread(aliases.names, aliases.free)
  }

  /** Adds every file whose links depend on one of these questions about paths, and what depends on its imports that do. */
  async spreadImporters(questions: ReadonlySet<number>): Promise<void> {
    if (questions.size === 0 || this.isAll) return
    const onward = { names: new Set<string>(), free: new Set<string>() }
    for (const file of await this.source.filesAsking(questions)) {
      if (this.isAll) return
      this.paths.add(file)
      const imports = await this.source.importsAsking(file, questions)
      const { names, modules } = broughtIn(imports)
      if (modules.size === 0) continue
      for (const name of await this.definedForOthers(file, imports)) onward.names.add(name)
      const passed = await this.passedBy(file, names, modules)
      // An import is a name of other files only where names are taken from modules that imported them.
      const { closedModules, namesAreTaken } = this.relinkingOf(file)
      for (const name of passed.names) if (closedModules || namesAreTaken || !names.has(name)) onward.names.add(name)
      for (const name of passed.free) onward.free.add(name)
    }
    await this.spread(onward.names, onward.free)
  }

  /** A definition belongs to a declaration that its file includes: which of its own names these includes may declare. */
  private async definedForOthers(path: string, imports: readonly ImportFact[]): Promise<string[]> {
    if (!this.relinkingOf(path).readByPath) return []
    const offered = new Set<string>()
    for (const { module } of imports) for (const name of await this.offeredBy(module, path, new Set())) offered.add(name)
    const outline = (await this.source.facts(path))?.outline()
    return outline ? visibleSymbols(outline).flatMap(({ name }) => (offered.has(name) ? [name] : [])) : []
  }

  /** Adds every file that mentions the package, and every file that mentions what those import from it. */
  async spreadPackage(name: string): Promise<void> {
    const imported = new Set<string>()
    for (const file of await this.naming([name.slice(name.lastIndexOf('.') + 1)])) {
      this.paths.add(file)
      for (const { module, alias } of (await this.source.facts(file))?.outline().imports ?? [])
        if (alias !== '' && `${module}.`.startsWith(`${name}.`)) imported.add(alias)
    }
    await this.spread(imported)
  }

  /**
   * A member is reached only through its owner: only files that mention both the member and a name leading to the owner matter.
   */
  async spreadMembers(owner: string, members: ReadonlySet<string>, path: string): Promise<void> {
    const naming = await this.naming(members)
    naming.delete(path)
    const reaching = await this.onTheWayTo(owner, naming, path)
    const onward = { names: new Set<string>(), free: new Set<string>() }
    for (const file of [path, ...reaching]) {
      this.paths.add(file)
      if (this.isAll) return
      const passed = await this.passedBy(file, members, none)
      for (const name of passed.names) onward.names.add(name)
      for (const name of passed.free) onward.free.add(name)
    }
    await this.spread(onward.names, onward.free)
  }

  addBelow(path: string): void {
    const folder = path.slice(0, path.lastIndexOf('/') + 1)
    for (const other of this.source.paths()) if (other.startsWith(folder)) this.paths.add(other)
  }

  /** Follows the names of modules that the file began or stopped re-exporting as a whole; `own` are the file's own names. */
  async spreadStars(stars: Iterable<string>, path: string, own: ReadonlySet<string>): Promise<void> {
    const isSeen = !this.relinkingOf(path).readByPath || (await this.isRead(path))
    const seen = isSeen ? this.offering : new Set<string>()
    for (const star of stars) {
      const offered = await this.offeredBy(star, path, seen)
      await this.spread(isSeen ? offered : [...own].filter((name) => offered.has(name)))
    }
  }

  /** Does another file include this one? Compared by whole file name: `url.h` is included everywhere, `url.c` nowhere. */
  private async isRead(path: string): Promise<boolean> {
    const modules = moduleNames(path, this.relinkingOf(path))
    if (modules.length === 0) return true
    for (const file of await this.naming(modules)) {
      const outline = file === path ? undefined : (await this.source.facts(file))?.outline()
      if (outline && starsOf(outline).some((star) => baseName(star).replace('>', '') === baseName(path))) return true
    }
    return false
  }

  /** Every name that a module of this written name may offer, re-exports included; skips files already seen. */
  private async offeredBy(module: string, from: string, seen: Set<string>): Promise<Set<string>> {
    const names = new Set<string>()
    const open = [{ module, from }]
    for (let next = open.pop(); next && !this.isAll; next = open.pop()) {
      const relinking = this.relinkingOf(next.from)
      for (const path of this.modules.called(next.module, relinking)) {
        if (seen.has(path)) continue
        seen.add(path)
        const facts = await this.source.facts(path)
        if (!facts) continue
        const offered = offeredNames(facts.outline())
        for (const name of offered.names) names.add(name)
        for (const star of offered.stars) open.push({ module: star, from: path })
      }
      // A module that is neither a path nor a dotted name cannot be found by its name.
      if (relinking.mayBeAny?.(next.module) || !/^[.]|^<?[\w./+-]+>?$/.test(next.module)) this.everything = true
    }
    return names
  }

  /**
   * Which of the files may refer to the owner, or to a name that leads to it: subclasses, typed values, aliases, default imports.
   * `path` defines the owner: it need not import it to have such names. Returns all of them where searching would take longer than
   * linking them.
   */
  private async onTheWayTo(owner: string, wanted: ReadonlySet<string>, path: string): Promise<Set<string>> {
    const open = new Set(wanted)
    const ways = new Set<string>()
    const most = this.source.looks() + Math.max(FEWEST_LOOKS, LOOKS_PER_WANTED * wanted.size)
    // A file that takes a name from a module names the module, but takes no name of that name.
    const isModule = this.modules.isModule(owner)
    let front: Front = { names: new Set(isModule ? [] : [owner]), free: new Set(isModule ? [owner] : []) }
    while (front.names.size + front.free.size > 0 && open.size > 0 && !this.isAll) {
      const all = new Set([...front.names, ...front.free])
      const isFirst = ways.size === 0
      for (const name of all) ways.add(name)
      const next = { names: new Set<string>(), free: new Set<string>() }
      const holding = await this.holding(front)
      if (isFirst) holding.add(path)
      for (const file of holding) {
        if (this.source.looks() > most) return new Set(wanted)
        if (this.isAll || open.size === 0) break
        open.delete(file)
        const passed = await this.passedIn(file, all, all)
        const relinking = this.relinkingOf(file)
        if (passed.module && relinking.hasOtherName?.(file, this.source.paths(), [])) this.everything = true
        // A file that imports a whole module need not mention what it imports.
        const modules = passed.module ? moduleNames(file, relinking) : []
        for (const name of passed.names) if (!ways.has(name)) next.names.add(name)
        for (const name of [...passed.free, ...modules]) if (!ways.has(name)) next.free.add(name)
      }
      front = next
    }
    return new Set([...wanted].filter((file) => !open.has(file)))
  }

  /** Files that may refer to one of the names: they contain it and, where a name must be imported to be known, import it. */
  private async holding({ names, free }: Front): Promise<Set<string>> {
    const files = await this.naming(free)
    for (const path of await this.naming(names)) {
      if (files.has(path) || this.isAll) continue
      if (await this.mayTake(path, names)) files.add(path)
    }
    return files
  }

  private async mayTake(path: string, names: ReadonlySet<string>): Promise<boolean> {
    const relinking = this.relinkingOf(path)
    if (!relinking.namesAreTaken) return true
    const facts = await this.source.facts(path)
    if (!facts) return false
    return takesName(facts.outline(), names, relinking, (name) => this.modules.isModule(name)) || takesByDot(facts, names)
  }

  /** Files that contain one of the names and may refer to it. */
  private async naming(names: Iterable<string>): Promise<Set<string>> {
    const files = await this.mentioning(names)
    for (const path of files) if (!this.options.mayMean(path)) files.delete(path)
    return files
  }

  private async mentioning(names: Iterable<string>): Promise<Set<string>> {
    const files = new Set<string>()
    for (const name of names) {
      this.options.signal?.throwIfAborted()
      if (this.isAll) break
      // `valid?` and `my-func` are not identifiers, but contain one.
      const word = longestIdentifier(name) || name
      for (const path of await this.source.filesNaming(word)) files.add(path)
      if (this.options.withDollar) for (const path of await this.source.filesNaming(`$${word}`)) files.add(path)
    }
    return files
  }

  /** Like `passedIn`; also follows a module that is re-exported as a whole. */
  private async passedBy(path: string, names: ReadonlySet<string>, modules: ReadonlySet<string>): Promise<PassedOn> {
    const passed = await this.passedIn(path, names, modules)
    if (passed.module) await this.spreadModule(path)
    return passed
  }

  private async passedIn(path: string, names: ReadonlySet<string>, modules: ReadonlySet<string>): Promise<PassedOn> {
    const facts = await this.source.facts(path)
    return facts ? passedOn(facts, this.relinkingOf(path), names, modules) : { names: new Set(), free: new Set(), module: false }
  }

  private relinkingOf(path: string): Relinking {
    return relinkingOf(this.source.languageOf(path))
  }
}

/** The names that these imports bring into their file, and the words of the names of their modules. */
function broughtIn(imports: readonly ImportFact[]): { names: Set<string>; modules: Set<string> } {
  const names = new Set(imports.flatMap(({ name, alias }) => [name, alias]))
  const modules = new Set(imports.flatMap(({ module }) => [...countIdentifiers(module).keys()]))
  names.delete('')
  return { names, modules }
}

/** Names to follow next: those that must be imported, and member names, which can follow any dot. */
type Front = { names: Set<string>; free: Set<string> }
