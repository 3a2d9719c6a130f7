/** Symbols as they are printed in an answer: `sym:src.auth.Auth.login`, told apart from what would print alike where the index knows. */
import type { SymbolFact } from '../contract/facts.ts'
import { plainAnchor } from '../contract/identity.ts'
import type { RepoView } from '../freshness/scope.ts'
import { Anchors as GraphAnchors } from '../graph/anchors.ts'
import type { IndexView } from '../store/index-view.ts'

export interface Anchors {
  /** null: the module itself. */
  of(repo: RepoView, path: string, symbol: Pick<SymbolFact, 'name' | 'qualified_name' | 'tag'> | null): Promise<string>
}

export function createAnchors(view: IndexView | undefined): Anchors {
  const printed = view && new GraphAnchors(view)
  return {
    async of(repo, path, symbol) {
      if (!printed || repo.mode === 'live') return plainAnchor(path, symbol?.qualified_name ?? '')
      // What the index says of a file that changed is no other symbol that would print alike.
      const stands = (other: string): boolean => !repo.deleted.has(other) && !(other === path && repo.changed.has(path))
      return printed.of(repo.repo_id, path, symbol, stands)
    },
  }
}
