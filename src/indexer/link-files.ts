/**
 * Links uses to definitions. What a file means depends on other files, so this is a separate pass: over all files after a build
 * and, after a change, over the changed files and those that mention a name whose meaning may have changed.
 */
import { breather } from '../base/breathe.ts'

import type { FactsView } from '../contract/facts-codec.ts'
import type { FileLinks } from '../contract/links.ts'
import type { Repo } from '../contract/repo.ts'
import { readSource } from '../discover/read-source.ts'
import type { Family } from '../resolve/family.ts'
import { openProject } from '../resolve/open-project.ts'
import type { SymbolSource } from '../resolve/port.ts'
import type { FileRow, StoreReader, StoreSnapshot } from '../store/port.ts'
import { factsByKey, outcomesAt } from '../store/read-one.ts'
import { keyOfRow, type WorkOptions } from './index-rooms.ts'
import { keepProven } from './keep-proven.ts'
import { linkOne } from './link-one.ts'

/** The rows after the write, and the facts of files that are about to be written. */
export type RepoAfter = {
  rows: ReadonlyMap<string, FileRow>
  /** Facts not yet in the store, by path. */
  pending: ReadonlyMap<string, FactsView>
}

/** Files that have facts, by path. */
export const linkable = (rows: ReadonlyMap<string, FileRow>): string[] =>
  [...rows.values()]
    .filter((row) => row.parser_version !== '')
    .map((row) => row.path)
    .sort()

/** A long-lived read view blocks checkpoints of the write-ahead log, so it is renewed every so many files. */
const RENEW_EVERY = 500
/** However little time there is: at one file per call there would be as many calls as files. */
const LEAST = 8
/** A transaction for each file would cost more than its links. */
const TAKEN_AT_ONCE = 32

export async function linkFiles(
  repo: Repo,
  reader: StoreReader,
  after: RepoAfter,
  paths: readonly string[],
  options: WorkOptions & { isLate?: () => boolean; families?: ReadonlyMap<string, Family> | undefined },
  /** `paths`: the files that were tried since the last call; most of them have links. */
  take: (links: readonly FileLinks[], paths: readonly string[]) => Promise<void>,
): Promise<void> {
  const breathe = breather()
  const view = new RenewedSnapshot(reader)
  try {
    const source = symbolSource(repo, view, after)
    const project = openProject(source, options.families)
    const batch: FileLinks[] = []
    const tried: string[] = []
    for (const [at, path] of paths.entries()) {
      options.signal?.throwIfAborted()
      if (at > 0 && at % LEAST === 0 && options.isLate?.()) break
      await breathe()
      const row = after.rows.get(path)
      const facts = await source.facts(path)
      if (facts && row) {
        const links = await linkOne(row, facts, project, options.signal)
        const before = after.pending.has(path) ? undefined : await outcomesAt(await view.current(), repo.repo_id, path)
        batch.push(links.state?.status === 'failed' ? links : await keepProven(links, before, source))
      }
      tried.push(path)
      if (tried.length >= TAKEN_AT_ONCE) await take(batch.splice(0), tried.splice(0))
      if (at % RENEW_EVERY === RENEW_EVERY - 1) await view.renew()
      if (at % 50 === 0) options.onProgress?.({ phase: 'link', repo_id: repo.repo_id, done: at, total: paths.length, file: path })
    }
    await take(batch, tried)
  } finally {
    await view.close()
  }
}

function symbolSource(repo: Repo, view: RenewedSnapshot, after: RepoAfter): SymbolSource {
  const paths = new Set(after.rows.keys())
  return {
    paths: () => paths,
    languageOf: (path) => after.rows.get(path)?.language ?? '',
    facts: async (path) => {
      const pending = after.pending.get(path)
      if (pending) return pending
      const row = after.rows.get(path)
      if (!row || row.parser_version === '') return undefined
      return factsByKey(await view.current(), keyOfRow(row))
    },
    readText: async (path) => {
      const source = await readSource(repo.root, path)
      return source.state === 'read' ? source.text : undefined
    },
    filesDefining: async (name) => {
      const stored = (await (await view.current()).symbolsNamedMany(repo.repo_id, [name])).get(name) ?? []
      const found = new Set(stored.map(({ path }) => path).filter((path) => paths.has(path) && !after.pending.has(path)))
      for (const [path, facts] of after.pending)
        if (facts.outline().symbols.some((symbol) => symbol.name === name)) found.add(path)
      return [...found].sort()
    },
  }
}

/** One snapshot at a time, replaced on request; opened when first needed. */
class RenewedSnapshot {
  private snapshot: Promise<StoreSnapshot> | undefined
  private readonly reader: StoreReader
  constructor(reader: StoreReader) {
    this.reader = reader
  }
  current(): Promise<StoreSnapshot> {
    this.snapshot ??= this.reader.snapshot()
    return this.snapshot
  }
  async renew(): Promise<void> {
    const old = this.snapshot
    this.snapshot = undefined
    await (await old)?.close()
  }
  close(): Promise<void> {
    return this.renew()
  }
}
