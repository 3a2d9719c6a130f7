/**
 * Imports from a `rag_graph.json` what is new and fits the repo as it is indexed now: texts about unchanged spans, and proven
 * links between unchanged files. `exchange` decides what fits; this writes it, in short transactions, and returns the counts.
 */

import { splitLines } from '../base/text.ts'
import { symbolKey } from '../contract/identity.ts'
import type { DerivedLink, FileLinks, LinkOutcome } from '../contract/links.ts'
import { CairnProblem } from '../contract/problems.ts'
import type { Repo } from '../contract/repo.ts'
import type { ImportReport } from '../contract/reports.ts'
import { readSource } from '../discover/read-source.ts'
import type { CurrentFiles, ImportedText } from '../exchange/current-files.ts'
import { type ImportCounts, type NewLinks, planImport } from '../exchange/plan-import.ts'
import type { StoreSnapshot } from '../store/port.ts'
import { factsAt, fileAt, outcomesAt } from '../store/read-one.ts'
import { embedMissing } from './embed-missing.ts'
import type { IndexRooms, WorkOptions } from './index-rooms.ts'
import { reading } from './reading.ts'

/** Items per transaction: enough to be quick, few enough that no reader waits. */
const TEXTS_AT_ONCE = 200
const FILES_AT_ONCE = 32

export async function importGraph(
  repo: Repo,
  file: string,
  rooms: IndexRooms,
  options: WorkOptions & { dryRun?: boolean },
): Promise<ImportReport> {
  const lock = await rooms.writer.lockRepo(repo.repo_id, { wait_ms: rooms.settings.lock_wait_ms })
  if (!lock) throw new CairnProblem('INDEX_LOCKED', { repo: repo.repo_id })
  let counts: ImportCounts
  try {
    counts = await reading(rooms, (snapshot) => take(repo, file, snapshot, rooms, options))
  } finally {
    await lock.release()
  }
  // The texts are part of what is embedded. A server is asked by the next index, or in the background.
  if (!options.dryRun) await embedMissing(repo, rooms, { ...options, wait_ms: 0, localOnly: true })
  return { repo_id: repo.repo_id, file, ...counts, dry_run: options.dryRun === true }
}

async function take(
  repo: Repo,
  file: string,
  snapshot: StoreSnapshot,
  rooms: IndexRooms,
  { dryRun, signal }: WorkOptions & { dryRun?: boolean },
): Promise<ImportCounts> {
  const texts: ImportedText[] = []
  const writeTexts = async (): Promise<void> => {
    if (texts.length > 0 && !dryRun) await rooms.writer.putEnrichment(repo.repo_id, texts)
    texts.length = 0
  }
  const plan = planImport(file, currentFiles(repo, snapshot), signal ? { signal } : {})
  for (let step = await plan.next(); ; step = await plan.next()) {
    if (step.done) {
      await writeTexts()
      if (!dryRun) await writeLinks(repo, step.value.links, snapshot, rooms)
      return step.value.counts
    }
    texts.push(step.value)
    if (texts.length >= TEXTS_AT_ONCE) await writeTexts()
  }
}

function currentFiles(repo: Repo, snapshot: StoreSnapshot): CurrentFiles {
  return {
    contentHash: async (path) => (await fileAt(snapshot, repo.repo_id, path))?.content_hash,
    languageOf: async (path) => (await fileAt(snapshot, repo.repo_id, path))?.language ?? '',
    lines: async (path) => {
      const [source, row] = [await readSource(repo.root, path), await fileAt(snapshot, repo.repo_id, path)]
      return source.state === 'read' && source.content_hash === row?.content_hash ? splitLines(source.text) : undefined
    },
    facts: (path) => factsAt(snapshot, repo.repo_id, path),
    outcomes: async (path) => (await outcomesAt(snapshot, repo.repo_id, path)) ?? [],
    derived: (path) => derivedLinks(repo, path, snapshot),
    enrichment: async (symbol) => (await snapshot.enrichments(repo.repo_id, [symbol]))[0],
  }
}

async function writeLinks(repo: Repo, links: NewLinks, snapshot: StoreSnapshot, rooms: IndexRooms): Promise<void> {
  const apply = (batch: FileLinks[]): Promise<void> =>
    rooms.writer.apply(repo.repo_id, { replace: [], remove: [], notes: [], removeNotes: [], links: batch })
  const batch: FileLinks[] = []
  for (const [path, targets] of links) {
    const known = (await outcomesAt(snapshot, repo.repo_id, path)) ?? []
    const uses = ((await factsAt(snapshot, repo.repo_id, path))?.uses() ?? []).map((_, at): LinkOutcome => {
      const target = targets.get(at)
      return target ? { to: 'symbol', target, tier: 'proven' } : (known[at] ?? { to: 'nothing', reason: 'not-linked' })
    })
    batch.push({ path, uses, derived: await derivedLinks(repo, path, snapshot) })
    if (batch.length >= FILES_AT_ONCE) await apply(batch.splice(0))
  }
  if (batch.length > 0) await apply(batch)
}

/** The store lists derived links together with those of uses, so those of uses are subtracted, each once. */
async function derivedLinks({ repo_id }: Repo, path: string, snapshot: StoreSnapshot): Promise<DerivedLink[]> {
  const facts = await factsAt(snapshot, repo_id, path)
  const symbols = facts?.outline().symbols ?? []
  const outcomes = (await outcomesAt(snapshot, repo_id, path)) ?? []
  const ofUses = new Map<string, number>()
  for (const [at, use] of (facts?.uses() ?? []).entries()) {
    const outcome = outcomes[at]
    if (outcome?.to !== 'symbol') continue
    const source = symbols[use.enclosing]
    const source_key = source ? symbolKey(source.qualified_name, source.tag) : ''
    const key = linkKey({ source_key, edge: use.use, target: outcome.target, line: use.line, column: use.column })
    ofUses.set(key, (ofUses.get(key) ?? 0) + 1)
  }
  const { links } = (await snapshot.linksIn(repo_id, [path])).get(path) ?? { links: [] }
  return links.flatMap(({ source, edge, target, line, column }) => {
    const link = { source_key: source.key, edge, target, line, column }
    const left = ofUses.get(linkKey(link)) ?? 0
    if (left > 0) ofUses.set(linkKey(link), left - 1)
    return left > 0 ? [] : [link]
  })
}

const linkKey = ({ source_key, edge, target, line, column }: DerivedLink): string =>
  [line, column, edge, source_key, target.key, target.path].join('\0')
