/** Symbols as they are printed in an answer: `sym:src.auth.Auth.login`. */
import type { SymbolFact } from '../contract/facts.ts'
import { plainAnchor } from '../contract/identity.ts'
import type { OpenScope, RepoView } from '../freshness/scope.ts'
import type { Reading } from './reading.ts'

export interface Anchors {
  /** null: the module itself. */
  of(repo: RepoView, path: string, symbol: Pick<SymbolFact, 'qualified_name' | 'tag'> | null): Promise<string>
}

export function createAnchors(_scope: OpenScope, _reading: Reading): Anchors {
  return { of: async (_repo, path, symbol) => plainAnchor(path, symbol?.qualified_name ?? '') }
}
