/**
 * Takes from a `rag_graph.json` what fits the repo as it is indexed now: enrichment of unchanged spans, and links between
 * unchanged files for uses that we could not link ourselves. Nothing else, and it says how many.
 */
import { type SymbolHandle, symbolKey } from '../contract/identity.ts'
import type { FileLinks, LinkOutcome } from '../contract/links.ts'
import { CairnProblem } from '../contract/problems.ts'
import type { ImportReport } from '../contract/reports.ts'
import { type ImportCounts, type ImportPick, planImport } from '../exchange/plan-import.ts'
import type { EnrichmentRecord, StoreSnapshot } from '../store/port.ts'
import type { IndexRooms, RepoPlace, WorkOptions } from './index-rooms.ts'

type PickedLink = Extract<ImportPick, { take: 'link' }>['link']
type Picked = { enrichment: (SymbolHandle & EnrichmentRecord)[]; links: Map<string, PickedLink[]>; counts: ImportCounts }

export async function importGraph(
  repo: RepoPlace,
  file: string,
  rooms: IndexRooms,
  options: WorkOptions & { dryRun?: boolean },
): Promise<ImportReport> {
  const lock = await rooms.writer.lockRepo(repo.repo_id, { wait_ms: rooms.settings.lock_wait_ms })
  if (!lock) throw new CairnProblem('INDEX_LOCKED', { repo: repo.repo_id })
  const snapshot = await rooms.reader.snapshot()
  try {
    const picked = await pick(repo, file, snapshot, options)
    if (!options.dryRun) await write(repo, picked, snapshot, rooms)
    return { repo_id: repo.repo_id, file, ...picked.counts, dry_run: options.dryRun === true }
  } finally {
    await snapshot.close()
    await lock.release()
  }
}

async function pick(repo: RepoPlace, file: string, snapshot: StoreSnapshot, { signal }: WorkOptions): Promise<Picked> {
  const current = {
    contentHash: async (path: string) => (await snapshot.file(repo.repo_id, path))?.content_hash,
    outline: async (path: string) => (await snapshot.factsOf(repo.repo_id, path))?.outline(),
  }
  const enrichment: Picked['enrichment'] = []
  const links = new Map<string, PickedLink[]>()
  const plan = planImport(file, current, signal ? { signal } : {})
  for (let step = await plan.next(); ; step = await plan.next()) {
    if (step.done) return { enrichment, links, counts: step.value }
    if (step.value.take === 'enrichment') enrichment.push(step.value.record)
    else links.set(step.value.link.source.path, [...(links.get(step.value.link.source.path) ?? []), step.value.link])
  }
}

async function write(repo: RepoPlace, { enrichment, links }: Picked, snapshot: StoreSnapshot, rooms: IndexRooms): Promise<void> {
  await rooms.writer.putEnrichment(repo.repo_id, enrichment)
  const changed: FileLinks[] = []
  for (const [path, picked] of links) {
    const merged = await mergeLinks(repo, path, picked, snapshot)
    if (merged) changed.push(merged)
  }
  if (changed.length > 0)
    await rooms.writer.apply(repo.repo_id, { replace: [], remove: [], notes: [], removeNotes: [], links: changed })
}

/** Only uses we had no answer for, or knew less surely, are changed; undefined when nothing is. */
async function mergeLinks(
  repo: RepoPlace,
  path: string,
  picked: readonly PickedLink[],
  snapshot: StoreSnapshot,
): Promise<FileLinks | undefined> {
  const facts = await snapshot.factsOf(repo.repo_id, path)
  const outcomes = await snapshot.linkOutcomes(repo.repo_id, path)
  if (!facts || !outcomes) return undefined
  const symbols = facts.outline().symbols
  let changed = false
  const uses = facts.uses().map((use, at): LinkOutcome => {
    const known = outcomes[at] ?? { to: 'nothing', reason: 'not-linked' }
    const enclosing = symbols[use.enclosing]
    const key = enclosing ? symbolKey(enclosing.qualified_name, enclosing.tag) : ''
    const fitting = picked.filter((link) => link.line === use.line && link.edge === use.use && link.source.key === key)
    const [link] = fitting
    if (!link || fitting.length > 1 || (known.to === 'symbol' && (known.tier === 'proven' || link.tier !== 'proven')))
      return known
    changed = true
    return { to: 'symbol', target: link.target, tier: link.tier }
  })
  if (!changed) return undefined
  // Overriding stands in no use; it is kept as it was found.
  const { links } = await snapshot.linksInFile(repo.repo_id, path)
  const derived = links.filter(({ edge }) => edge === 'overrides')
  return {
    path,
    uses,
    derived: derived.map(({ source, edge, target, line, column }) => ({ source_key: source.key, edge, target, line, column })),
  }
}
