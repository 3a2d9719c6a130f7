/**
 * Links uses to definitions. What a file means depends on other files, so this is a separate pass: over all files after a build
 * and, after a change, over the changed files and those that mention a name whose meaning may have changed.
 */
import { breather } from '../base/breathe.ts'
import type { FactsView } from '../contract/facts-codec.ts'
import type { FileLinks, LinkSources } from '../contract/links.ts'
import type { Repo } from '../contract/repo.ts'
import { openProject } from '../resolve/open-project.ts'
import type { Project } from '../resolve/project.ts'
import type { FileRow } from '../store/port.ts'
import { outcomesAt } from '../store/read-one.ts'
import type { IndexRooms, WorkOptions } from './index-rooms.ts'
import { keepProven } from './keep-proven.ts'
import { linkOne } from './link-one.ts'
import { RenewedSnapshot, type RepoAfter, symbolSource } from './symbol-source.ts'

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

export type LinkRooms = Pick<IndexRooms, 'reader' | 'families' | 'settings' | 'outlines'>

export type LinkOptions = WorkOptions & {
  isLate?: () => boolean
  /** No file of the repo has links yet, so none can have proven links to keep. */
  isFirst?: boolean
}

export async function linkFiles(
  repo: Repo,
  rooms: LinkRooms,
  after: RepoAfter,
  paths: readonly string[],
  options: LinkOptions,
  /**
   * `paths`: the files that were tried since the last call; most of them have links. `sources`: what all were made from. `facts`: of
   * the files with links, decoded.
   */
  take: (
    links: readonly FileLinks[],
    paths: readonly string[],
    sources: LinkSources,
    facts: ReadonlyMap<string, FactsView>,
  ) => Promise<void>,
): Promise<void> {
  const breathe = breather()
  const view = new RenewedSnapshot(rooms.reader)
  try {
    const source = symbolSource(repo, rooms, view, after)
    const project = openProject(source, rooms.families)
    let batch: FileLinks[] = []
    let tried: string[] = []
    let decoded = new Map<string, FactsView>()
    const hand = async (): Promise<void> => {
      const [links, paths, views] = [batch, tried, decoded]
      batch = []
      tried = []
      decoded = new Map()
      await take(links, paths, sourcesOf(project, after.rows), views)
    }
    for (const [at, path] of paths.entries()) {
      options.signal?.throwIfAborted()
      if (at > 0 && at % LEAST === 0 && options.isLate?.()) break
      await breathe()
      const row = after.rows.get(path)
      const facts = await source.facts(path)
      if (facts && row) {
        const links = await linkOne(row, facts, project, options.signal)
        const isNew = options.isFirst || after.pending.has(path)
        const before = isNew ? undefined : await outcomesAt(await view.current(), repo.repo_id, path)
        batch.push(links.state?.status === 'failed' ? links : await keepProven(links, before, source))
        decoded.set(path, facts)
      }
      tried.push(path)
      if (tried.length >= TAKEN_AT_ONCE) await hand()
      if (at % RENEW_EVERY === RENEW_EVERY - 1) await view.renew()
      if (at % 50 === 0) options.onProgress?.({ phase: 'link', repo_id: repo.repo_id, done: at, total: paths.length, file: path })
    }
    await hand()
  } finally {
    await view.close()
  }
}

/** The manifests read so far; what was read is what their rows say (`ManifestChanged`). */
function sourcesOf({ bench }: Project, rows: ReadonlyMap<string, FileRow>): LinkSources {
  const manifests = bench.textsRead().flatMap((path) => {
    const hash = rows.get(path)?.content_hash
    return hash === undefined ? [] : [[path, hash] as const]
  })
  return { manifests: new Map(manifests), asked: bench.asked.ofAll }
}
