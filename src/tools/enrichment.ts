/** Prose somebody wrote about a symbol, kept under its identity, with a mark when its span has changed since. */
import type { Enrichment } from '../contract/items.ts'
import type { OpenScope, RepoView } from '../freshness/scope.ts'

/** `key` '' is the file itself. `spanHash` is that of the symbol as it is now. */
export async function enrichmentOf(
  repo: RepoView,
  path: string,
  key: string,
  spanHash: string,
  { snapshot }: OpenScope,
): Promise<Enrichment | undefined> {
  if (repo.mode === 'live' || !snapshot) return undefined
  const record = await snapshot.enrichment(repo.repo_id, { path, key })
  if (!record || record.summary === '') return undefined
  const { path: _path, key: _key, span_hash, ...written } = record
  return { ...written, state: span_hash === spanHash ? 'FRESH' : 'STALE' }
}
