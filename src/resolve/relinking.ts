/**
 * What a family says of a change to one of its files: by which names others know the file, and what of it they can see.
 * Every member is an exception to what `changed-names.ts`, `passed-on.ts` and `affected.ts` do for all languages.
 */
import type { SymbolFact } from '../contract/facts.ts'
import type { Outline } from '../contract/facts-codec.ts'

export type ChangedNames = {
  /** Names reached directly. */
  direct: Set<string>
  /** Names behind a dot, whatever stands before it: fields and methods whose type is another now. */
  free: Set<string>
  /** Names reached only through something else that has to be named: a class by its name, a module by its own. */
  members: Map<string, Set<string>>
  /** What the module as a whole gives (its default, its package, its being there) changed. */
  module: boolean
  /** Modules of which everything is handed on since, or no longer. */
  stars: Set<string>
}

/** Who has to look again when what was described is no longer so. */
export type Seen = { owner: string; name: string } | { star: string } | 'module'
export type AddVisible = (seen: Seen, ...what: unknown[]) => void

export interface Relinking {
  /** Files that decide what every import means, whatever their language. */
  readonly manifests?: RegExp
  /** Files that stand for their folder: others may import them without naming them (as `..`). */
  readonly folderFiles?: RegExp
  /** Do files see of others only what they import, and give them only what they export? */
  readonly closedModules?: boolean
  /** Is a name of another file known only where an import takes it, or takes the whole of what holds it? */
  readonly namesAreTaken?: boolean
  /** May a name that is taken from a module be a module itself (`from a import b`)? */
  readonly takesModules?: boolean
  /** Are modules written as paths, perhaps with the endings of their files? */
  readonly modulesArePaths?: boolean
  /**
   * Does a file see of others only the text that it reads by their paths? Then what an unread file reads concerns nobody else, but for
   * what it defines: a definition belongs to a declaration that it reads.
   */
  readonly readByPath?: boolean
  /** Is a file in the package that it says it is in, so that packages come and go with what files say? */
  readonly packagesAreSaid?: boolean
  /** Does a glob import hand on nothing as a whole, because all it brings is spread name by name? */
  readonly globsStay?: boolean
  /** Do classes say outside of their heads what they take over? */
  readonly basesInBody?: boolean
  /** The names by which a text mentions this module. Where not said: its own, and its folder's when it stands for it. */
  moduleNames?(own: string, folder: string): string[]
  /** May others mean the module by a name its path does not tell? `mentioning`: the files that hold a name of it. */
  hasOtherName?(path: string, paths: ReadonlySet<string>, mentioning: Iterable<string>): boolean
  /** May a module that is so written be any file (a package by its name)? */
  mayBeAny?(module: string): boolean
  /** May this turn what any file of the repo means? */
  concernsAll?(change: { changed: ChangedNames; cameOrWent: boolean }): boolean
  /** What others have to name to reach the symbol, '' when nothing; undefined where it is the usual: what stands around it. */
  ownerOf?(symbol: SymbolFact, outline: Outline): string | undefined
  /** Does a symbol that is no class lead to what its signature names (the types of its parameters)? */
  leadsBySignature?(symbol: SymbolFact): boolean
  /** What else of a symbol or its file decides what a use of it means. */
  seenWith?(symbol: SymbolFact, outline: Outline): string
  /** What others see besides symbols, fields and exports. `modules`: the names of the module. */
  describeMore?(outline: Outline, add: AddVisible, modules: readonly string[]): void
}
