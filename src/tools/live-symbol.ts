/**
 * A symbol looked up in the files the index does not speak for: all of a live repo, the changed ones of a mixed one. What is
 * found by its name alone is `possible`, never more.
 */
import { plainAnchor } from '../contract/identity.ts'
import type { NavigationItem } from '../contract/items.ts'
import { type Position, readSymbolQuestion, type SymbolQuestion } from '../contract/symbol-question.ts'
import type { RepoView } from '../freshness/scope.ts'
import { atPosition } from '../graph/at-position.ts'
import { type LiveUse, type SymbolScan, scanSymbol } from '../scan/scan-symbol.ts'
import { filesUnspokenFor } from './files-of.ts'
import { snippetAt } from './quote.ts'
import type { ToolCall } from './tool.ts'

/** What every symbol tool hands in, whatever its arguments. */
export type SymbolCall = Pick<ToolCall<Record<never, never>>, 'scope' | 'view' | 'context' | 'reading' | 'rebinding' | 'anchors'>

/** The scan of one repo for one name, in the files the index does not speak for. */
export async function scanLive(repo: RepoView, name: string, call: SymbolCall, deadline_ms: number): Promise<SymbolScan> {
  if (name === '') return { definitions: [], uses: [], textual_hits: 0, parsed: 0, unchecked: 0 }
  const { parser, signal } = call.context
  const files = await filesUnspokenFor(repo, call.context)
  return scanSymbol({ root: repo.root, files, name, parser, deadline_ms, signal })
}

/** What stands at a position, in the file as it is now; `note` says what was taken where no column was given. */
export async function nameAtPosition(
  repo: RepoView,
  position: Position,
  { reading }: SymbolCall,
): Promise<{ question: SymbolQuestion; note: string | null } | undefined> {
  const { path, line } = position
  const current = await reading.current(repo, path)
  if (!current) return undefined
  const { symbols } = current.facts.outline()
  const uses = current.facts.uses()
  const at = atPosition(symbols, uses, position)
  if (!at) return undefined
  if (at.took === 'used') {
    const names = new Set(at.uses.flatMap((use) => uses[use]?.name ?? []))
    const [name] = names
    return name === undefined ? undefined : { question: { text: name, by: 'name', name }, note: null }
  }
  const ordinal = at.took === 'defined' ? at.ordinals[0] : at.ordinal
  const symbol = ordinal === undefined ? undefined : symbols[ordinal]
  const note =
    at.took === 'enclosing'
      ? `Line ${line} of ${path} defines and uses nothing that is known; this is the symbol around it.`
      : null
  return symbol && { question: readSymbolQuestion(`${plainAnchor(path, symbol.qualified_name)}~${symbol.tag}`), note }
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
