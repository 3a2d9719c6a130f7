/**
 * Prose somebody wrote about a symbol, found for the symbol as it is now, with a mark when its span has changed since. Where the
 * store could not be brought up to date, a symbol is also looked for as it was when it was indexed.
 */
import type { SymbolFact } from '../contract/facts.ts'
import { type SymbolHandle, symbolKey } from '../contract/identity.ts'
import type { Enrichment } from '../contract/items.ts'
import type { OpenScope, RepoView } from '../freshness/scope.ts'
import type { EnrichmentRecord, StoreSnapshot, SymbolNow } from '../store/port.ts'

type SymbolAsRead = Pick<SymbolFact, 'qualified_name' | 'tag' | 'kind' | 'span_hash'>

export type EnrichmentHints = {
  /** The file's facts as they are now: they tell whether the file itself changed, and whether a name stands for one symbol alone. */
  outline?: { span_hash?: string; symbols: readonly SymbolAsRead[] }
  /** What the index knows the symbol as, where that was looked for: another path or key when it was found again. */
  was?: SymbolHandle
}

/** `symbol` as its file says it now; null is the file itself. */
export async function enrichmentOf(
  repo: RepoView,
  path: string,
  symbol: SymbolAsRead | null,
  { snapshot }: OpenScope,
  hints: EnrichmentHints = {},
): Promise<Enrichment | undefined> {
  if (repo.mode === 'live' || !snapshot || !(await snapshot.hasEnrichment())) return undefined
  const now = await symbolNow(repo, path, symbol, snapshot, hints)
  const record = await find(repo, now, snapshot, hints)
  if (!record || record.summary === '') return undefined
  const { summary, usage_guide, content_type, content_language, author, made_at, span_hash } = record
  const state = span_hash === now.span_hash ? 'FRESH' : 'STALE'
  return { summary, usage_guide, content_type, content_language, author, made_at, state }
}

async function symbolNow(
  repo: RepoView,
  path: string,
  symbol: SymbolAsRead | null,
  snapshot: StoreSnapshot,
  { outline }: EnrichmentHints,
): Promise<SymbolNow> {
  if (symbol) {
    const { qualified_name, kind, span_hash } = symbol
    return { path, key: keyOf(symbol), qualified_name, kind, span_hash }
  }
  const recorded = async () => (repo.changed.has(path) ? undefined : (await snapshot.factsOf(repo.repo_id, path))?.outline())
  const span_hash = (outline ?? (await recorded()))?.span_hash ?? ''
  return { path, key: '', qualified_name: '', kind: 'module', span_hash }
}

/** By the symbol as it is; else as what it was; else, in a file the store does not know as it is, by its name alone. */
async function find(
  { repo_id, changed }: RepoView,
  now: SymbolNow,
  snapshot: StoreSnapshot,
  { outline, was }: EnrichmentHints,
): Promise<EnrichmentRecord | undefined> {
  const found = await snapshot.enrichment(repo_id, now)
  if (found) return found
  const isSame = was?.path === now.path && was.key === now.key
  if (isSame || (!was && (now.key === '' || !changed.has(now.path)))) return undefined
  const symbolsThen = async (path: string) => (await snapshot.factsOf(repo_id, path))?.outline().symbols ?? []
  if (was) {
    const own = await snapshot.enrichment(repo_id, { ...now, ...was })
    if (own) return own
    const then = (await symbolsThen(was.path)).find((each) => keyOf(each) === was.key)
    return then && snapshot.enrichment(repo_id, { ...then, ...was })
  }
  // Another parameter makes another key. Beside an overload nobody can say whose text it was.
  const then = onlyNamed(await symbolsThen(now.path), now.qualified_name)
  const alone = outline === undefined || onlyNamed(outline.symbols, now.qualified_name) !== undefined
  return then && alone ? snapshot.enrichment(repo_id, { ...now, ...then, key: keyOf(then) }) : undefined
}

const keyOf = ({ qualified_name, tag }: SymbolAsRead): string => symbolKey(qualified_name, tag)

function onlyNamed<Named extends SymbolAsRead>(symbols: readonly Named[], name: string): Named | undefined {
  const named = symbols.filter(({ qualified_name }) => qualified_name === name)
  return named.length === 1 ? named[0] : undefined
}
