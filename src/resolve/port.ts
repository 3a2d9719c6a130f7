/** What linking needs to know about a repo. The indexer answers from the store, overlaid with the files it is about to write. */
import type { ImportFact } from '../contract/facts.ts'
import type { FactsView } from '../contract/facts-codec.ts'
import type { LinkSources } from '../contract/links.ts'

export interface SymbolSource {
  /** Every file of the repo, manifests included. Must not change while a project made from it is in use. */
  paths(): ReadonlySet<string>
  languageOf(path: string): string
  /** The facts of a file; undefined when it has none. `resolve` caches them, so an implementation need not. */
  facts(path: string): Promise<FactsView | undefined>
  /** The text of a manifest (`go.mod`, `package.json`, `tsconfig.json` …); undefined when it cannot be read. */
  readText(path: string): Promise<string | undefined>
  /** Files that define a symbol of this last name, sorted: for languages that find names by definition, not by path. */
  filesDefining(name: string): Promise<readonly string[]>
  /** The same, where it is known without reading. Undefined, or omitted: `filesDefining` must be asked. */
  definersAtHand?(name: string): readonly string[] | undefined
}

/** What else finding the files to link again needs. */
export interface MentionSource {
  /** Files whose text contains this whole identifier, before or after the change. */
  filesNaming(identifier: string): Promise<readonly string[]>
  /** The facts of a file as they are now; undefined when it has none. */
  facts(path: string): Promise<FactsView | undefined>
  paths(): ReadonlySet<string>
  /** For deleted files too: the language they had. */
  languageOf(path: string): string
  /** What the links of the repo were made from, apart from facts. */
  linkSources(): Promise<LinkSources>
  /** Files whose links depend on one of these questions about paths (`path-questions.ts`), or for which that is not known. */
  filesAsking(questions: ReadonlySet<number>): Promise<readonly string[]>
  /** The imports of a file that depend on one of them. */
  importsAsking(path: string, questions: ReadonlySet<number>): Promise<readonly ImportFact[]>
}
