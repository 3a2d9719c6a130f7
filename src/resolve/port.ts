/** What linking needs to know of a repo. The indexer answers from the store, with the files it is about to write laid over it. */
import type { FactsView } from '../contract/facts-codec.ts'

export interface SymbolSource {
  /** Every file of the repo, manifests included. Must not change while a project made from it is in use. */
  paths(): ReadonlySet<string>
  languageOf(path: string): string
  /** The facts of a file; undefined when it has none. `resolve` keeps what it needs again, so no cache is wanted here. */
  facts(path: string): Promise<FactsView | undefined>
  /** The text of a manifest (`go.mod`, `package.json`, `tsconfig.json` …); undefined when it cannot be read. */
  readText(path: string): Promise<string | undefined>
  /** Files that hold a symbol whose last name is this, sorted: where a language finds names by what defines them, not by path. */
  filesDefining(name: string): Promise<readonly string[]>
}

/** What finding the files to link again needs besides. */
export interface MentionSource {
  /** Files whose text holds this whole identifier, before and after the change alike. */
  filesNaming(identifier: string): Promise<readonly string[]>
  /** The facts of a file as they are now; undefined when it has none. */
  facts(path: string): Promise<FactsView | undefined>
  paths(): ReadonlySet<string>
  /** Of files that are no more, too: the one they had. */
  languageOf(path: string): string
}
