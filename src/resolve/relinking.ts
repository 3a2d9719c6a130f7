/**
 * What a family says about a change to one of its files: by which names others know the file, and what they can see of it. Every
 * member is an exception to what `changed-names.ts`, `passed-on.ts` and `affected.ts` do for all languages.
 */
import type { ImportFact, SymbolFact } from '../contract/facts.ts'
import type { Outline } from '../contract/facts-codec.ts'

export type ChangedNames = {
  /** Names reached directly. */
  direct: Set<string>
  /** Member names, with any receiver: fields and methods whose type changed. */
  free: Set<string>
  /** Names reached only through another name: members through their class, or a module's names through the module. */
  members: Map<string, Set<string>>
  /** The module as a whole changed (its default, its package, its existence). */
  module: boolean
  /** Modules that the file began or stopped re-exporting as a whole. */
  stars: Set<string>
}

/** Which files are affected when the description changes. */
export type Seen = { owner: string; name: string } | { star: string } | 'module'
export type AddVisible = (seen: Seen, ...what: unknown[]) => void

export interface Relinking {
  /** Files that decide what imports mean, in any language. */
  readonly manifests?: RegExp
  /** Files that represent their folder: others may import them without naming them (as `..`). */
  readonly folderFiles?: RegExp
  /** Do files see only what they import, and offer only what they export? */
  readonly closedModules?: boolean
  /** Is a name of another file known only where it is imported, or the whole that contains it is? */
  readonly namesAreTaken?: boolean
  /** May a name imported from a module be a module itself (`from a import b`)? */
  readonly takesModules?: boolean
  /** Are modules written as paths, perhaps with file extensions? */
  readonly modulesArePaths?: boolean
  /**
   * Does a file see of others only the text that it includes by path? Then the includes of a file that nobody includes affect
   * only what it defines: a definition belongs to a declaration that it includes.
   */
  readonly readByPath?: boolean
  /** Does a `package` line decide a file's package, so that packages appear and disappear with these lines? */
  readonly packagesAreSaid?: boolean
  /** Does a glob import re-export nothing as a whole, because its names are followed one by one? */
  readonly globsStay?: boolean
  /** Do classes name their bases outside of their headings? */
  readonly basesInBody?: boolean
  /** The names by which other files mention this module. Default: its own, and its folder's when it represents the folder. */
  moduleNames?(own: string, folder: string): string[]
  /** May others refer to the module by a name not in its path? `mentioning`: the files that contain one of its names. */
  hasOtherName?(path: string, paths: ReadonlySet<string>, mentioning: Iterable<string>): boolean
  /** May a module written like this be any file (a package by its name)? */
  mayBeAny?(module: string): boolean
  /** Can this change the meaning of names in any file of the repo? */
  concernsAll?(change: { changed: ChangedNames; cameOrWent: boolean }): boolean
  /** What others must name to reach the symbol, '' for nothing; undefined for the default: the enclosing symbol. */
  ownerOf?(symbol: SymbolFact, outline: Outline): string | undefined
  /** Does a symbol other than a class lead to what its signature names (the types of its parameters)? */
  leadsBySignature?(symbol: SymbolFact): boolean
  /** The names that an import brings into the file, where its alias does not tell; undefined: its alias. */
  broughtBy?(fact: ImportFact, outline: Outline): readonly string[] | undefined
  /** Is a variable written with a `$` that is not part of its name, so that files contain it as another identifier? */
  readonly dollarIsNoName?: boolean
  /** What else about a symbol or its file decides what a use of it means. */
  seenWith?(symbol: SymbolFact, outline: Outline): string
  /** What others see besides symbols, fields and exports. `modules`: the names of the module. */
  describeMore?(outline: Outline, add: AddVisible, modules: readonly string[]): void
}
