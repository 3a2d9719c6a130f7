/** What linking reads about a repo: rows and facts from the store, overlaid with the files about to be written, and manifests from disk. */

import type { FactsView } from '../contract/facts-codec.ts'
import { CairnProblem } from '../contract/problems.ts'
import type { Repo } from '../contract/repo.ts'
import { readSource } from '../discover/read-source.ts'
import type { SymbolSource } from '../resolve/port.ts'
import type { FileRow, StoreReader, StoreSnapshot } from '../store/port.ts'
import { factsByKey } from '../store/read-one.ts'
import { type IndexRooms, keyOfRow } from './index-rooms.ts'
import { knownDefiners } from './known-definers.ts'

/** The rows after the write, and the facts of files that are about to be written. */
export type RepoAfter = {
  rows: ReadonlyMap<string, FileRow>
  /** Facts not yet in the store, by path. */
  pending: ReadonlyMap<string, FactsView>
}

/**
 * A manifest is not as its row says. Links made from it would not be those of the repo as it is recorded, and nothing would notice
 * when the manifest is put back. So nothing is linked until the change is recorded.
 */
export class ManifestChanged extends Error {
  readonly path: string
  constructor(path: string) {
    super(`${path} changed while files were linked`)
    this.path = path
  }
}

export function symbolSource(
  repo: Repo,
  rooms: Pick<IndexRooms, 'settings' | 'outlines'>,
  view: RenewedSnapshot,
  after: RepoAfter,
): SymbolSource {
  const paths = new Set(after.rows.keys())
  let definers: ReadonlyMap<string, readonly string[]> | 'stored' | undefined
  return {
    paths: () => paths,
    languageOf: (path) => after.rows.get(path)?.language ?? '',
    facts: async (path) => {
      const pending = after.pending.get(path)
      if (pending) return pending
      const row = after.rows.get(path)
      if (!row || row.parser_version === '') return undefined
      const key = keyOfRow(row)
      const stored = await factsByKey(await view.current(), key)
      return rooms.outlines ? rooms.outlines.viewOf(key, stored) : stored
    },
    definersAtHand: (name) => {
      definers ??= (after.pending.size === 0 ? knownDefiners(after.rows, rooms.outlines) : undefined) ?? 'stored'
      return definers === 'stored' ? undefined : (definers.get(name) ?? nowhere)
    },
    readText: (path) => readManifest(repo, path, after.rows.get(path), rooms.settings.max_file_bytes),
    filesDefining: async (name) => {
      const stored = (await (await view.current()).symbolsNamedMany(repo.repo_id, [name])).get(name) ?? []
      const found = new Set(stored.map(({ path }) => path).filter((path) => paths.has(path) && !after.pending.has(path)))
      for (const [path, facts] of after.pending)
        if (facts.outline().symbols.some((symbol) => symbol.name === name)) found.add(path)
      return [...found].sort()
    },
  }
}

const nowhere: readonly string[] = []

/** The bytes that the row records, and no others. */
async function readManifest(repo: Repo, path: string, row: FileRow | undefined, max_bytes: number): Promise<string | undefined> {
  if (!row) return undefined
  const source = await readSource(repo.root, path, { max_bytes }).catch((error: unknown) => {
    if (error instanceof CairnProblem) throw new ManifestChanged(path)
    throw error
  })
  if (source.state !== 'read' || source.content_hash !== row.content_hash) throw new ManifestChanged(path)
  return source.text
}

/** One snapshot at a time, replaced on request; opened when first needed. */
export class RenewedSnapshot {
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
