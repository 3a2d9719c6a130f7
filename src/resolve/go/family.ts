/** Go: a folder is a package; its files share one scope, and any of them may contain a type's methods. */
import { Lru } from '../../base/lru.ts'
import type { ImportFact } from '../../contract/facts.ts'
import type { Outline } from '../../contract/facts-codec.ts'
import type { Ask, Family, Rules } from '../family.ts'
import { type FileTable, MODULE_SCOPE } from '../file-table.ts'
import { baseName, folderOf } from '../folders.ts'
import { agreed, type FolderMeaning, type Meaning, type ModuleMeaning, nothing, type SymbolMeaning } from '../meaning.ts'
import { pickSymbol } from '../pick-symbol.ts'
import type { Project } from '../project.ts'
import { readOnce } from '../read-once.ts'
import { visibleBindings, visibleSymbols } from '../visible-names.ts'
import { constraintOf, isLeftOut } from './build-constraint.ts'
import { builtinNames } from './builtins.ts'
import { GoModules } from './modules.ts'
import { elementOfGoType, readGoType, resultOfGoType } from './read-type.ts'

export const go: Family = {
  languages: ['go'],
  /** A package is named by its folder, never by one of its files. */
  relinking: { manifests: /(^|\/)go\.mod$/, moduleNames: (_own, folder) => [folder], broughtBy },
  open: (project) => new GoRules(project),
}

/** A bound on memory. Files are linked folder by folder, so few are asked for again later. */
const BUILDS_KEPT = 2_000

class GoRules implements Rules {
  readonly readType = readOnce(readGoType)
  readonly elementType = readOnce(elementOfGoType)
  readonly resultType = resultOfGoType
  private readonly project: Project
  private readonly modules: GoModules
  private readonly builds = new Lru<string, Built>(BUILDS_KEPT)

  constructor(project: Project) {
    this.project = project
    this.modules = new GoModules(project.bench)
  }

  isBuiltin(name: string): boolean {
    return builtinNames.has(name)
  }

  imported(fact: ImportFact): Meaning {
    return this.modules.find(fact.module)
  }

  offered(module: ModuleMeaning | FolderMeaning, name: string, asking: Ask): Meaning {
    if (module.is !== 'folder' || !isExported(name)) return nothing('not-found')
    return this.inBuilt(this.built(module.folder, undefined), name, asking) ?? nothing('not-found')
  }

  /** First a package whose name differs from the last part of its path, then the other files of this package. */
  packageName(name: string, from: FileTable, asking: Ask): Meaning | undefined {
    return this.importedAs(name, from) ?? this.inBuilt(this.built(folderOf(from.path), from), name, asking)
  }

  memberFiles(owner: SymbolMeaning): readonly string[] {
    return this.neighbours(owner.table)
  }

  /**
   * The file with the package comment, as Go's tools choose it: `doc.go`, else the file named like the folder, else the first.
   */
  folderFile(folder: string): string | undefined {
    const files = this.modules.files(folder).filter((path) => !isTest(path))
    const wanted = ['doc.go', `${baseName(folder)}.go`]
    return files.find((path) => baseName(path) === wanted[0]) ?? files.find((path) => baseName(path) === wanted[1]) ?? files[0]
  }

  /** The other files of a file's package. */
  private neighbours(from: FileTable): readonly string[] {
    return this.built(folderOf(from.path), from).files
  }

  /** The files of a folder that a file sees, or that importers see; `together`: those of them that are in the same build. */
  private built(folder: string, from: FileTable | undefined): Built {
    const key = from?.path ?? `${folder}/`
    const known = this.builds.get(key)
    if (known) return known
    const isSeen = (path: string): boolean => path !== from?.path && (!isTest(path) || (from !== undefined && isTest(from.path)))
    const tables = this.project.bench
      .tables(this.modules.files(folder).filter(isSeen))
      .filter((one) => from === undefined || one.package === from.package)
    const beside = from ? constraintOf(from.path, from.outline.build) : ''
    const together = tables.filter(({ path, outline }) => !isLeftOut(constraintOf(path, outline.build), beside))
    const built = { files: tables.map(({ path }) => path), together: together.map(({ path }) => path) }
    this.builds.set(key, built)
    return built
  }

  /** Files of the same build come first; a name that only another build defines is still found. */
  private inBuilt({ files, together }: Built, name: string, asking: Ask): Meaning | undefined {
    const found = this.inFiles(together, name, asking)
    return found ?? (together.length < files.length ? this.inFiles(files, name, asking) : undefined)
  }

  private inFiles(files: readonly string[], name: string, asking: Ask): Meaning | undefined {
    const found: Meaning[] = []
    for (const path of files) {
      const table = this.project.bench.table(path)
      const symbols = table?.named(MODULE_SCOPE, name)?.symbols ?? []
      if (table && symbols.length > 0) found.push(pickSymbol(this.project, table, symbols, asking.use))
    }
    return found.length > 0 ? agreed(found) : undefined
  }

  private importedAs(name: string, from: FileTable): Meaning | undefined {
    for (const fact of from.outline.imports) {
      if (fact.kind !== 'namespace' || fact.alias !== lastPart(fact.module)) continue
      const meaning = this.modules.find(fact.module)
      if (meaning.is === 'package' && usualNames(fact.module).includes(name)) return meaning
      if (meaning.is !== 'folder') continue
      const [file] = this.modules.files(meaning.folder).filter((path) => !isTest(path))
      if (file && this.project.bench.table(file)?.package === name) return meaning
    }
    return undefined
  }
}

/** Without an alias a package is used under the name that it gives itself, which may be any before a dot that no import explains. */
function broughtBy(fact: ImportFact, outline: Outline): readonly string[] | undefined {
  if (fact.alias !== lastPart(fact.module)) return undefined
  const aliases = new Set(outline.imports.map(({ alias }) => alias))
  const texts = [
    ...visibleSymbols(outline).map(({ type, signature }) => `${type} ${signature}`),
    ...visibleBindings(outline).map(({ type, from_call }) => `${type} ${from_call}`),
  ]
  const before = texts.flatMap((text) => text.match(/(?<![\p{L}\p{N}_])[\p{L}_][\p{L}\p{N}_]*(?=\.)/gu) ?? [])
  return [fact.alias, ...before.filter((name) => !aliases.has(name))]
}

type Built = { files: readonly string[]; together: readonly string[] }

const isTest = (path: string): boolean => path.endsWith('_test.go')
const isExported = (name: string): boolean => /^\p{Lu}/u.test(name)
const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** The usual names of a package at this path: `gopkg.in/yaml.v3` is yaml, `…/redis/v9` redis, `go-cmp` cmp. */
function usualNames(path: string): string[] {
  const parts = path.split('/')
  const last = parts.at(-1) ?? ''
  const stem = /^v\d+$/.test(last) ? (parts.at(-2) ?? last) : last.replace(/\.v\d+$/, '')
  return [stem, stem.replace(/^go-/, ''), stem.replace(/-go$/, ''), stem.replaceAll('-', '')]
}
