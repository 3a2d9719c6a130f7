/** An installation with the embedded store and a real registry, without an indexer, for tests of upkeep. */

import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterEach } from 'vitest'
import { hashBytes } from '../../src/base/hash.ts'
import { encodeFacts } from '../../src/contract/facts-codec.ts'
import { asContentHash } from '../../src/contract/ids.ts'
import type { Repo } from '../../src/contract/repo.ts'
import { takeChangeSet } from '../../src/discover/change-set.ts'
import { computeRoute } from '../../src/freshness/compute-route.ts'
import { openEmbeddedStore } from '../../src/store/embedded/open-embedded-store.ts'
import type { FileRecord, FileStatus } from '../../src/store/port.ts'
import { status } from '../../src/upkeep/status.ts'
import type { UpkeepRooms } from '../../src/upkeep/upkeep-rooms.ts'
import { readHead } from '../../src/workspace/head.ts'
import { openRegistry } from '../../src/workspace/registry.ts'
import { createStatusFile } from '../../src/workspace/status-file.ts'
import { tempFolder } from './temp-repo.ts'

export const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
export const day = 24 * 60 * 60 * 1000

export async function house(more: Partial<UpkeepRooms> = {}) {
  const home = tempFolder('home')
  const { reader, writer } = await openEmbeddedStore(home)
  closing.push(async () => {
    await reader.close()
    await writer.close()
  })
  const clock = { ahead: 0 }
  const now = () => new Date(Date.now() + clock.ahead)
  const statusFile = createStatusFile(home)
  const rooms: UpkeepRooms = {
    home,
    registry: openRegistry(home, { now }),
    openReader: async () => reader,
    openWriter: async () => writer,
    takeChangeSet,
    computeRoute: (root) =>
      computeRoute(root, { loadStatus: statusFile.load, readHead: async (folder) => (await readHead(folder)).commit }),
    budgetOf: () => ({ files: 200, ms: 1_000 }),
    extractionOf: (language) => (language === 'python' ? 'full' : language === 'markdown' ? 'sections' : 'words'),
    vectors: { isOn: false, models: async () => ['shipped'], tryServer: async () => undefined },
    language_model: {
      setting: 'off',
      url: '',
      model: '',
      warnings: [],
      configuredServer: async () => undefined,
      otherServers: async () => [],
      tryModel: async () => undefined,
    },
    quota_bytes: null,
    lock_wait_ms: 100,
    version: '1.2.3',
    now,
    ...more,
  }
  return { rooms, reader, writer, statusFile, clock, home }
}
export type House = Awaited<ReturnType<typeof house>>

/** Writes the rows that an index of these files would have. */
export async function index(
  { rooms, writer, statusFile }: House,
  root: string,
  files: string[],
  statuses: Record<string, FileStatus> = {},
  reasonOf: (state: FileStatus) => string = (state) => `reason of ${state}`,
) {
  const repo = await rooms.registry.register(root)
  const taken = await takeChangeSet(repo.root, repo.repo_id, [])
  const replace = files.map((file): FileRecord => {
    const bytes = readFileSync(path.join(root, file))
    const seen = statSync(path.join(root, file))
    const entry = taken.entries.find((each) => each.path === file)
    const state = statuses[file] ?? 'indexed'
    return {
      row: {
        path: file,
        size: bytes.length,
        mtime_ms: seen.mtimeMs,
        content_hash: asContentHash(hashBytes(bytes)),
        blob_id: entry?.blob_id ?? null,
        language: file.endsWith('.py') ? 'python' : 'unknown',
        role: 'source',
        status: state,
        reason: state === 'indexed' ? '' : reasonOf(state),
        line_count: 1,
        parser_version: '1',
        test: false,
      },
      facts: encodeFacts({
        facts: {
          partial: false,
          line_count: 1,
          package: '',
          doc: '',
          symbols: [],
          imports: [],
          exports: [],
          uses: [],
          bindings: [],
          sections: [],
        },
        terms: [{ level: 'file', ordinal: 0, words: new Map([[file, 1]]) }],
        identifiers: new Map(),
      }),
    }
  })
  const batch = { replace, remove: [], notes: [], removeNotes: [], links: [], last_indexed_at: '2026-01-01T00:00:00.000Z' }
  await writer.apply(repo.repo_id, batch)
  await statusFile.write(repo.root, {
    repo: repo.repo_id,
    index_state: 'fresh',
    last_indexed_at: '2026-01-01T00:00:00.000Z',
    last_indexed_commit: taken.head,
  })
  return repo
}
export const only = async (house: House, repo: Repo) => (await status([repo], house.rooms)).repos[0]!
