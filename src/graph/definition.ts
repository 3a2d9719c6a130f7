/** One symbol of one repo, as used in graph questions: its file, its facts, its anchor. */

import { calledName } from '../contract/component-name.ts'
import type { SymbolFact } from '../contract/facts.ts'
import { type SymbolHandle, symbolKey } from '../contract/identity.ts'
import type { Anchor, RepoId } from '../contract/ids.ts'
import type { SymbolKind } from '../contract/symbol.ts'

export type Site = {
  repo_id: RepoId
  path: string
  /** Position in the file's symbols; -1 for the module itself. */
  ordinal: number
  /** null for the module itself. */
  fact: SymbolFact | null
  handle: SymbolHandle
  /** The enclosing symbol of a definition that is not in the index. */
  around?: SymbolFact | null
}

export type Definition = Site & { anchor: Anchor }

export const handleOf = (path: string, fact: Pick<SymbolFact, 'qualified_name' | 'tag'> | null): SymbolHandle => ({
  path,
  key: fact ? symbolKey(fact.qualified_name, fact.tag) : '',
})

/** The line of the definition's name. */
export const lineOf = (definition: Site): number => definition.fact?.name_line ?? 1
export const kindOf = (definition: Site): SymbolKind => definition.fact?.kind ?? 'module'
export const nameOf = ({ fact, path }: Site): string => (fact ? calledName(path, fact) : moduleName(path))

function moduleName(path: string): string {
  const last = path.slice(path.lastIndexOf('/') + 1)
  return last.replace(/\..*/s, '')
}
