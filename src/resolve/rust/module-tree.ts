/** Rust modules: which file `mod a;` means, which module a file belongs to, and which file is its crate's root. */
import type { ImportFact } from '../../contract/facts.ts'
import { type Bench, TooFar } from '../bench.ts'
import { type FileTable, MODULE_SCOPE } from '../file-table.ts'
import { baseName, folderOf, inFolder, joinPath } from '../folders.ts'
import { type Cargo, moduleFiles } from './cargo.ts'

/** A file, or an inline module in one (`scope` is its symbol). */
export type RustModule = { table: FileTable; scope: number }

/** How many folders up to search for a file that declares another: `mod a { mod b { mod c; } }` reaches two folders down. */
const LEVELS = 3

/** Nested modules; nobody nests them deeper. */
const DEEPEST = 64

export class ModuleTree {
  private readonly bench: Bench
  private readonly cargo: Cargo
  private readonly parents = new Map<string, { path: string; scope: number } | null>()
  /** The files of `mod` declarations, for the file being linked: what is asked about paths is recorded for each file by itself. */
  private files = new Map<FileTable, Map<ImportFact, string | null>>()
  private forgotten = -1

  constructor(bench: Bench, cargo: Cargo) {
    this.bench = bench
    this.cargo = cargo
  }

  /** The module of a scope: the nearest enclosing inline one, or the file. */
  around(table: FileTable, scope: number): RustModule {
    let at = scope
    while (at !== MODULE_SCOPE && table.symbol(at).kind !== 'module') at = table.parent(at)
    return { table, scope: at }
  }

  parent({ table, scope }: RustModule): RustModule | undefined {
    if (scope !== MODULE_SCOPE) return this.around(table, table.parent(scope))
    const above = this.parentOf(table.path)
    const holder = above && this.bench.table(above.path)
    return above && holder ? { table: holder, scope: above.scope } : undefined
  }

  root(module: RustModule): RustModule {
    let at: RustModule = { table: module.table, scope: MODULE_SCOPE }
    for (let steps = 0; steps < DEEPEST; steps++) {
      const above = this.parent(at)
      if (!above) return at
      at = { table: above.table, scope: MODULE_SCOPE }
    }
    // Two files may declare each other as modules: then there is no root, and `crate` means nothing.
    throw new TooFar()
  }

  /** The file that a `mod a;` declares. */
  fileOf(table: FileTable, fact: ImportFact): string | undefined {
    if (this.forgotten !== this.bench.forgotten) {
      this.files = new Map()
      this.forgotten = this.bench.forgotten
    }
    const ofTable = this.files.get(table) ?? new Map<ImportFact, string | null>()
    this.files.set(table, ofTable)
    const known = ofTable.get(fact)
    if (known !== undefined) return known ?? undefined
    const found = this.findFile(table, fact)
    ofTable.set(fact, found ?? null)
    return found
  }

  private findFile(table: FileTable, fact: ImportFact): string | undefined {
    const written = fact.module.replace(/^\.\//, '')
    const inline: string[] = []
    for (let at = fact.scope; at !== MODULE_SCOPE; at = table.parent(at)) inline.unshift(table.symbol(at).name)
    const folders = this.foldersOf(table.path).map((folder) => inFolder(folder, inline.join('/')))
    const candidates = written.endsWith('.rs')
      ? [joinPath(folderOf(table.path), written), ...folders.map((folder) => joinPath(folder, written))]
      : moduleFiles(folders, written)
    return candidates.find((path) => path !== undefined && this.bench.has(path))
  }

  /** The folders that contain the modules of a file, the likelier first. */
  private foldersOf(path: string): string[] {
    const own = folderOf(path)
    const beside = inFolder(own, baseName(path).replace(/\.rs$/, ''))
    if (baseName(path) === 'mod.rs' || this.cargo.isRoot(path)) return [own]
    return this.cargo.mayBeRoot(path) ? [own, beside] : [beside]
  }

  private parentOf(path: string): { path: string; scope: number } | undefined {
    const known = this.parents.get(path)
    if (known !== undefined) return known ?? undefined
    const found = this.cargo.isRoot(path) ? undefined : this.findParent(path)
    this.parents.set(path, found ?? null)
    return found
  }

  private findParent(path: string): { path: string; scope: number } | undefined {
    const isFolder = baseName(path) === 'mod.rs'
    let folder = isFolder ? folderOf(folderOf(path)) : folderOf(path)
    for (let level = 0; level < LEVELS; level++) {
      for (const candidate of this.holders(folder, path)) {
        const table = this.bench.table(candidate)
        const fact = table?.outline.imports.find((one) => one.kind === 'require' && this.fileOf(table, one) === path)
        if (fact) return { path: candidate, scope: fact.scope }
      }
      if (folder === '') return undefined
      folder = folderOf(folder)
    }
    return undefined
  }

  /** Files that may declare a module in this folder. */
  private holders(folder: string, path: string): string[] {
    const usual = [inFolder(folder, 'mod.rs'), `${folder}.rs`, inFolder(folder, 'lib.rs'), inFolder(folder, 'main.rs')]
    const others = this.bench.folders
      .content(folder)
      .filter((file) => file.endsWith('.rs') && !usual.includes(file) && this.cargo.mayBeRoot(file))
    return [...usual.filter((file) => this.bench.has(file)), ...others].filter((file) => file !== path)
  }
}
