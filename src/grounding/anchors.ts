/** Anchors of symbols in the current files: `sym:src.auth.Auth.login`, with a mark if the index has another of the same form. */
import { plainAnchor } from '../contract/identity.ts'
import type { RepoView } from '../freshness/scope.ts'
import type { Printed } from '../graph/anchors.ts'
import type { Ground } from './ground.ts'

/** In the order given; all symbols of one repo together, because each lookup reads the store. */
export async function anchorsNow(repo: RepoView, symbols: readonly Printed[], { anchors }: Ground): Promise<string[]> {
  if (!anchors || repo.mode === 'live') return symbols.map(({ path, fact }) => plainAnchor(path, fact?.qualified_name ?? ''))
  const printed = await anchors.ofMany(repo.repo_id, symbols, (other) => !repo.deleted.has(other))
  // The indexed version of a changed file does not count as another file with the same anchors. All rows were read above.
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
