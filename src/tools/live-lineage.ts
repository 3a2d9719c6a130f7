/** One hop of a lineage without the index: callers by name, callees by the names a definition calls. All of it `possible`. */
import type { LineageItem, ViaEdge } from '../contract/items.ts'
import type { RepoView } from '../freshness/scope.ts'
import type { LineageDirection } from '../graph/lineage.ts'
import type { SymbolScan } from '../scan/scan-symbol.ts'
import { symbolDocument } from './hierarchy.ts'
import { type SymbolCall, scanLive } from './live-symbol.ts'
import type { MeantSymbols } from './meant-symbols.ts'
import { snippetAt } from './quote.ts'
import { keyOf } from './rebinding.ts'

export type LiveHop = { item: LineageItem }
type Found = { hops: LiveHop[]; unchecked: number }
type Definition = SymbolScan['definitions'][number]

/** Each name called costs a scan of its own. */
const MOST_CALLEES = 30

export async function liveHops(meant: MeantSymbols, direction: LineageDirection, call: SymbolCall): Promise<Found> {
  const found: Found = { hops: [], unchecked: 0 }
  const end = performance.now() + call.context.settings.scan_ms
  for (const repo of call.scope.repos) {
    const scan = meant.scans.get(repo.repo_id)
    if (!scan) continue
    if (direction !== 'downstream') await addCallers(found, repo, scan, meant, call)
    if (direction !== 'upstream') await addCallees(found, repo, scan.definitions, call, end)
  }
  return found
}

async function addCallers(found: Found, repo: RepoView, scan: SymbolScan, meant: MeantSymbols, call: SymbolCall): Promise<void> {
  const target = meant.meant.length === 1 ? (meant.meant[0]?.definition.anchor ?? meant.name) : meant.name
  const seen = new Set<string>()
  for (const { path, line, use, enclosing } of scan.uses) {
    if (use !== 'calls' && use !== 'references') continue
    const src = await call.anchors.of(repo, path, enclosing?.symbol ?? null)
    if (seen.has(src) || src === target) continue
    seen.add(src)
    await addHop(found, repo, path, enclosing?.symbol ?? null, src, { src, edge: use, dst: target, path, line }, call)
  }
}

async function addCallees(
  found: Found,
  repo: RepoView,
  definitions: readonly Definition[],
  call: SymbolCall,
  end: number,
): Promise<void> {
  for (const { path, symbol, uses } of definitions) {
    const calls = new Map(uses.filter((use) => use.use === 'calls').map((use) => [use.name, use.line]))
    const src = await call.anchors.of(repo, path, symbol)
    for (const [name, line] of [...calls].slice(0, MOST_CALLEES)) {
      const scan = await scanLive(repo, name, call, Math.max(0, end - performance.now()))
      found.unchecked = Math.max(found.unchecked, scan.unchecked)
      for (const callee of scan.definitions) {
        const dst = await call.anchors.of(repo, callee.path, callee.symbol)
        if (dst !== src) await addHop(found, repo, callee.path, callee.symbol, dst, { src, edge: 'calls', dst, path, line }, call)
      }
    }
  }
}

async function addHop(
  found: Found,
  repo: RepoView,
  path: string,
  scanned: Definition['symbol'] | null,
  symbol: string,
  edge: ViaEdge,
  { reading }: SymbolCall,
): Promise<void> {
  const current = await reading.current(repo, path)
  const symbols = current?.facts.outline().symbols ?? []
  const fact = scanned && symbols.find((each) => keyOf(each) === keyOf(scanned))
  if (!current || fact === undefined) return reading.sawChange(repo, path)
  const line = fact?.name_line ?? edge.line
  const snippet = snippetAt(current.file, line, fact?.name_column)
  if (!snippet) return
  found.hops.push({
    item: {
      repo_id: repo.repo_id,
      file: path,
      line,
      ...(fact ? { column: fact.name_column, document_id: symbolDocument(repo.repo_id, path, fact) } : {}),
      snippet,
      symbol,
      kind: fact?.kind ?? 'module',
      use: edge.edge,
      tier: 'possible',
      depth: 1,
      via: [edge],
      binding: 'live',
      source: 'LOCAL_FALLBACK',
    },
  })
}
