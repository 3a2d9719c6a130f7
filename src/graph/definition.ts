/** One symbol of one repo as graph questions speak of it: where it stands, what the facts say, how it is printed. */

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
  /** What stands around it, of a definition that the index does not know. */
  around?: SymbolFact | null
}

export type Definition = Site & { anchor: Anchor }

export const handleOf = (path: string, fact: Pick<SymbolFact, 'qualified_name' | 'tag'> | null): SymbolHandle => ({
  path,
  key: fact ? symbolKey(fact.qualified_name, fact.tag) : '',
})

/** The line a definition is pointed at by. */
export const lineOf = (definition: Site): number => definition.fact?.name_line ?? 1
export const kindOf = (definition: Site): SymbolKind => definition.fact?.kind ?? 'module'
export const nameOf = ({ fact, path }: Site): string => (fact ? calledName(path, fact) : moduleName(path))

function moduleName(path: string): string {
  const last = path.slice(path.lastIndexOf('/') + 1)
  return last.replace(/\..*$/, '')
}
