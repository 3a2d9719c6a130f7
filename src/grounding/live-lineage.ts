/** One hop of a lineage without the index: callers by name, callees by the names a definition calls. All are `possible`. */
import type { LineageItem, ViaEdge } from '../contract/items.ts'
import type { RepoView } from '../freshness/scope.ts'
import { handleOf } from '../graph/definition.ts'
import type { LineageDirection, NodeOrder } from '../graph/lineage.ts'
import type { SymbolScan } from '../scan/scan-symbol.ts'
import { anchorNow } from './anchors.ts'
import { scannedNow } from './definition-now.ts'
import type { Ground } from './ground.ts'
import { lineageItem } from './lineage-item.ts'
import { scanLive } from './live-symbol.ts'
import type { MeantSymbols } from './meant.ts'

/** One reached symbol with its sort key. */
export type LiveHop = { order: NodeOrder; item: LineageItem }
type Found = { hops: LiveHop[]; unchecked: number }
type Definition = SymbolScan['definitions'][number]

/** Limited, because each called name needs its own scan. */
const MOST_CALLEES = 30

export async function liveHops(meant: MeantSymbols, direction: LineageDirection, ground: Ground): Promise<Found> {
  const found: Found = { hops: [], unchecked: 0 }
  const end = performance.now() + ground.rooms.scan_ms
  for (const repo of ground.repos) {
    const scan = meant.scans.get(repo.repo_id)
    if (!scan) continue
    if (direction !== 'downstream') await addCallers(found, repo, scan, meant, ground)
    if (direction !== 'upstream') await addCallees(found, repo, scan.definitions, ground, end)
  }
  return found
}

async function addCallers(found: Found, repo: RepoView, scan: SymbolScan, meant: MeantSymbols, ground: Ground): Promise<void> {
  const target = meant.meant.length === 1 ? (meant.meant[0]?.definition.anchor ?? meant.name) : meant.name
  const seen = new Set<string>()
  for (const { path, line, use, enclosing } of scan.uses) {
    if (use !== 'calls' && use !== 'references') continue
    const symbol = enclosing?.symbol ?? null
    const src = await anchorNow(repo, path, symbol, ground)
    if (seen.has(src) || src === target) continue
    seen.add(src)
    await addHop(
      found,
      { repo, path, symbol, anchor: src, direction: 'upstream' },
      { src, edge: use, dst: target, path, line },
      ground,
    )
  }
}

async function addCallees(
  found: Found,
  repo: RepoView,
  definitions: readonly Definition[],
  ground: Ground,
  end: number,
): Promise<void> {
  for (const { path, symbol, uses } of definitions) {
    const calls = new Map(uses.filter((use) => use.use === 'calls').map((use) => [use.name, use.line]))
    const src = await anchorNow(repo, path, symbol, ground)
    for (const [name, line] of [...calls].slice(0, MOST_CALLEES)) {
      const scan = await scanLive(repo, name, ground, Math.max(0, end - performance.now()))
      found.unchecked = Math.max(found.unchecked, scan.unchecked)
      for (const callee of scan.definitions) {
        const dst = await anchorNow(repo, callee.path, callee.symbol, ground)
        const reached: Reached = { repo, path: callee.path, symbol: callee.symbol, anchor: dst, direction: 'downstream' }
        if (dst !== src) await addHop(found, reached, { src, edge: 'calls', dst, path, line }, ground)
      }
    }
  }
}

/** `symbol` null: the module itself. */
type Reached = {
  repo: RepoView
  path: string
  symbol: Definition['symbol'] | null
  anchor: string
  direction: NodeOrder['direction']
}

async function addHop(found: Found, reached: Reached, edge: ViaEdge, ground: Ground): Promise<void> {
  const { repo, path, symbol, anchor, direction } = reached
  const now = symbol ? await scannedNow(repo, path, symbol, ground) : await moduleNow(repo, path, ground)
  const item =
    now &&
    lineageItem(
      { repo, path, fact: now.fact, current: now.current },
      { symbol: anchor, via: [edge], tier: 'possible', depth: 1, line: edge.line, binding: 'live', source: 'LOCAL_FALLBACK' },
    )
  if (!item || !now) return
  const { key } = handleOf(path, now.fact)
  found.hops.push({ item, order: { depth: 1, direction, repo_id: repo.repo_id, path, line: item.line, key } })
}

async function moduleNow(repo: RepoView, path: string, { reading }: Ground) {
  const current = await reading.current(repo, path)
  if (current) return { current, fact: null }
  reading.sawChange(repo, path)
  return undefined
}
