/** Symbols of files as they are now, printed: `sym:src.auth.Auth.login`, told apart from what would print alike where the index knows. */
import { plainAnchor } from '../contract/identity.ts'
import type { RepoView } from '../freshness/scope.ts'
import type { Printed } from '../graph/anchors.ts'
import type { Ground } from './ground.ts'

/** In the order given; all of one repo together, because each name that is looked up costs a read of the store. */
export async function anchorsNow(repo: RepoView, symbols: readonly Printed[], { anchors }: Ground): Promise<string[]> {
  if (!anchors || repo.mode === 'live') return symbols.map(({ path, fact }) => plainAnchor(path, fact?.qualified_name ?? ''))
  const printed = await anchors.ofMany(repo.repo_id, symbols, (other) => !repo.deleted.has(other))
  // What the index says of a changed file is no other symbol that would print alike. Everything was read above.
  for (const [at, symbol] of symbols.entries()) {
    if (!repo.changed.has(symbol.path)) continue
    const stands = (other: string) => !repo.deleted.has(other) && other !== symbol.path
    printed[at] = await anchors.of(repo.repo_id, symbol.path, symbol.fact, stands)
  }
  return printed
}

export async function anchorNow(repo: RepoView, path: string, fact: Printed['fact'], ground: Ground): Promise<string> {
  const [anchor = ''] = await anchorsNow(repo, [{ path, fact }], ground)
  return anchor
}
