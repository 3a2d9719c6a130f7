/**
 * A symbol looked up in the files the index does not speak for: all of a live repo, the changed ones of a mixed one. What is
 * found by its name alone is `possible`, never more.
 */
import { plainAnchor } from '../contract/identity.ts'
import type { NavigationItem } from '../contract/items.ts'
import type { RepoView } from '../freshness/scope.ts'
import { type LiveUse, type SymbolScan, scanSymbol } from '../scan/scan-symbol.ts'
import { filesUnspokenFor } from './files-of.ts'
import { snippetAt } from './quote.ts'
import { symbolAt } from './symbol-at.ts'
import type { SymbolQuestion } from './symbol-question.ts'
import type { ToolCall } from './tool.ts'

/** What every symbol tool hands in, whatever its arguments. */
export type SymbolCall = Pick<ToolCall<Record<never, never>>, 'scope' | 'context' | 'reading' | 'rebinding' | 'anchors'>

/** The scan of one repo for one name, in the files the index does not speak for. */
export async function scanLive(repo: RepoView, name: string, call: SymbolCall, deadline_ms: number): Promise<SymbolScan> {
  if (name === '') return { definitions: [], uses: [], textual_hits: 0, parsed: 0, unchecked: 0 }
  const { parser, signal } = call.context
  const files = await filesUnspokenFor(repo, call.context)
  return scanSymbol({ root: repo.root, files, name, parser, deadline_ms, signal })
}

/** What stands at a place: the name used there, else the symbol defined there or around it. */
export async function nameAtPlace(
  repo: RepoView,
  place: Extract<SymbolQuestion, { by: 'place' }>,
  { reading }: SymbolCall,
): Promise<SymbolQuestion | undefined> {
  const current = await reading.current(repo, place.path)
  if (!current) return undefined
  const { symbols } = current.facts.outline()
  const here = (at: { line: number; column: number; name: string }): boolean =>
    at.line === place.line && (place.column === null || (at.column <= place.column && place.column <= at.column + at.name.length))
  const defined = symbols.find((symbol) => here({ line: symbol.name_line, column: symbol.name_column, name: symbol.name }))
  const used = current.facts.uses().find(here)
  if (used && !defined) return { by: 'name', name: used.name }
  const symbol = defined ?? symbols[symbolAt(symbols, place.line)]
  return symbol && { by: 'anchor', body: `${plainAnchor(place.path, symbol.qualified_name).slice('sym:'.length)}~${symbol.tag}` }
}

/** `symbol` is the anchor of what is used, where only one thing can be meant. */
export async function liveUse(
  repo: RepoView,
  use: LiveUse,
  symbol: string | undefined,
  call: SymbolCall,
): Promise<NavigationItem | undefined> {
  const item = await liveItem(repo, use, call)
  if (!item) return undefined
  const enclosing = use.enclosing && (await call.anchors.of(repo, use.path, use.enclosing.symbol))
  return { ...item, ...(symbol ? { symbol } : {}), ...(enclosing ? { enclosing } : {}), use: use.use, tier: 'possible' }
}

async function liveItem(
  repo: RepoView,
  { path, line, column, content_hash }: LiveUse,
  { reading }: SymbolCall,
): Promise<NavigationItem | undefined> {
  const file = await reading.quotes.file(repo.root, path)
  // The scan and the quote are two looks at the file; between them it may have been written.
  if (file?.content_hash !== content_hash) {
    reading.sawChange(repo, path)
    return undefined
  }
  const snippet = snippetAt(file, line, column)
  return snippet && { repo_id: repo.repo_id, file: path, line, column, snippet, binding: 'live', source: 'LOCAL_FALLBACK' }
}
