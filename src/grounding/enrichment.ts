/**
 * Finds the enrichment of symbols as they are now, with a mark if the symbol's source has changed since it was written. If the
 * store could not be brought up to date, a symbol is also looked up as it was when it was indexed.
 */
import { type Evidence, readLines } from '../contract/enrichment-details.ts'
import type { SymbolFact } from '../contract/facts.ts'
import type { SymbolHandle } from '../contract/identity.ts'
import type { Enrichment } from '../contract/items.ts'
import type { RepoView } from '../freshness/scope.ts'
import type { IndexView } from '../store/index-view.ts'
import type { EnrichmentRecord, SymbolNow } from '../store/port.ts'
import { byRepo } from './by-repo.ts'
import type { Ground } from './ground.ts'
import { keyOf } from './rebinding.ts'

type SymbolAsRead = Pick<SymbolFact, 'qualified_name' | 'tag' | 'kind' | 'span_hash' | 'start_line'>

export type EnrichedSymbol = {
  repo: RepoView
  path: string
  /** The symbol in the current file; null for the file itself. */
  symbol: SymbolAsRead | null
  /** The file's current facts: they show whether the file itself changed, and whether a name is unique in it. */
  outline: { span_hash?: string; symbols: readonly SymbolAsRead[] }
  /** The symbol's handle in the index, if it was looked up; a different path or key if it was found again. */
  was?: SymbolHandle
}

/** In the order given. The store is read once for all symbols, and again only for those that have another key in the index. */
export async function enrichmentsOf(symbols: readonly EnrichedSymbol[], { view }: Ground): Promise<(Enrichment | undefined)[]> {
  if (!view) return symbols.map(() => undefined)
  return byRepo(symbols, async (repo, asked) => (repo.mode === 'live' ? [] : enrichmentsIn(repo, asked, view)))
}

async function enrichmentsIn(
  repo: RepoView,
  asked: readonly EnrichedSymbol[],
  view: IndexView,
): Promise<(Enrichment | undefined)[]> {
  const now = asked.map(symbolNow)
  const found = await view.snapshot.enrichments(repo.repo_id, now)
  const missing = asked.flatMap((each, at) => (found[at] ? [] : [{ each, at, now: now[at] as SymbolNow }]))
  await findAs(repo, missing, found, view, ({ each, now: is }) => (isMoved(each) ? { ...is, ...each.was } : undefined))
  await findAs(repo, missing, found, view, await asItWas(repo, missing, view))
  return found.map((record, at) => enrichmentOf(record, now[at]?.span_hash ?? '', asked[at]?.symbol?.start_line))
}

/** `start_line`: where the described span begins in its file. */
export function enrichmentOf(record: EnrichmentRecord | undefined, spanNow: string, start_line = 1): Enrichment | undefined {
  if (!record || record.summary === '') return undefined
  const { summary, usage_guide, content_type, content_language, author, made_at, span_hash, details } = record
  const state = span_hash === spanNow ? 'FRESH' : 'STALE'
  const evidence = state === 'FRESH' ? (details?.evidence ?? []).flatMap((each) => inFile(each, start_line)) : []
  return {
    ...{ summary, usage_guide, content_type, content_language, author, made_at, state },
    ...(details ? { details: { ...details, evidence } } : {}),
  }
}

/** Stored lines are counted from the first line of the span. */
function inFile({ field, lines }: Evidence, start_line: number): Evidence[] {
  const read = readLines(lines)
  if (!read) return []
  const [first, last] = [read.first + start_line - 1, read.last + start_line - 1]
  return [{ field, lines: first === last ? String(first) : `${first}-${last}` }]
}

function symbolNow({ path, symbol, outline }: EnrichedSymbol): SymbolNow {
  if (!symbol) return { path, key: '', qualified_name: '', kind: 'module', span_hash: outline.span_hash ?? '' }
  const { qualified_name, kind, span_hash } = symbol
  return { path, key: keyOf(symbol), qualified_name, kind, span_hash }
}

type Missing = { each: EnrichedSymbol; at: number; now: SymbolNow }
type Other = (missing: Missing) => SymbolNow | undefined

/** Looks up those still missing under another handle, if they have one. */
async function findAs(
  repo: RepoView,
  missing: readonly Missing[],
  found: (EnrichmentRecord | undefined)[],
  view: IndexView,
  other: Other,
): Promise<void> {
  const others = missing.flatMap((one) => {
    const symbol = found[one.at] ? undefined : other(one)
    return symbol ? [{ at: one.at, symbol }] : []
  })
  if (others.length === 0) return
  const symbols = others.map(({ symbol }) => symbol)
  for (const [at, record] of (await view.snapshot.enrichments(repo.repo_id, symbols)).entries())
    found[others[at]?.at ?? -1] = record
}

const isMoved = ({ path, symbol, was }: EnrichedSymbol): boolean =>
  was !== undefined && !(was.path === path && was.key === keyOf(symbol))

/** By its handle in the index; else, in a file that changed since it was indexed, by its name alone. */
async function asItWas({ repo_id, changed }: RepoView, missing: readonly Missing[], view: IndexView): Promise<Other> {
  const unknown = missing.filter(({ each, now }) => isMoved(each) || (!each.was && now.key !== '' && changed.has(now.path)))
  const then =
    unknown.length === 0
      ? new Map()
      : await view.facts(
          repo_id,
          unknown.map(({ each }) => (each.was ?? each).path),
        )
  const symbolsThen = (path: string): readonly SymbolFact[] => then.get(path)?.outline().symbols ?? []
  return (one) => {
    if (!unknown.includes(one)) return undefined
    const { was, outline } = one.each
    if (was) {
      const known = symbolsThen(was.path).find((symbol) => keyOf(symbol) === was.key)
      return known && { ...known, ...was }
    }
    // A changed parameter changes the key. With an overload of the same name it is not known which symbol the text was about.
    const known = onlyNamed(symbolsThen(one.now.path), one.now.qualified_name)
    return known && onlyNamed(outline.symbols, one.now.qualified_name) ? { ...one.now, ...known, key: keyOf(known) } : undefined
  }
}

function onlyNamed<Named extends SymbolAsRead>(symbols: readonly Named[], name: string): Named | undefined {
  const named = symbols.filter(({ qualified_name }) => qualified_name === name)
  return named.length === 1 ? named[0] : undefined
}
