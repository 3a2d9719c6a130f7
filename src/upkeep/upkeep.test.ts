/** Promises UP1–UP8 of docs/spec/upkeep.md, with the embedded store, a real registry and real git. */
import { existsSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { commitAll, git, gitRepo, tempFolder, writeFiles } from '../../test/kit/temp-repo.ts'
import { hashBytes } from '../base/hash.ts'
import { encodeFacts } from '../contract/facts-codec.ts'
import { asContentHash, unregisteredRepoId } from '../contract/ids.ts'
import { takeChangeSet } from '../discover/change-set.ts'
import { computeRoute } from '../freshness/compute-route.ts'
import { openEmbeddedStore } from '../store/embedded/open-embedded-store.ts'
import type { FileRecord, FileStatus } from '../store/port.ts'
import { readHead } from '../workspace/head.ts'
import { openRegistry } from '../workspace/registry.ts'
import { createStatusFile } from '../workspace/status-file.ts'
import { checkNode, doctor } from './doctor.ts'
import { gc } from './gc.ts'
import { remove } from './remove.ts'
import { status } from './status.ts'
import type { UpkeepRepo, UpkeepRooms } from './upkeep-rooms.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
const day = 24 * 60 * 60 * 1000

async function house(more: Partial<UpkeepRooms> = {}) {
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
      computeRoute(root, { loadStatus: statusFile.load, readHead: async (place) => (await readHead(place)).commit }),
    extractionOf: (language) => (language === 'python' ? 'full' : language === 'markdown' ? 'sections' : 'words'),
    quota_bytes: null,
    lock_wait_ms: 100,
    version: '1.2.3',
    now,
    ...more,
  }
  return { rooms, reader, writer, statusFile, clock, home }
}
type House = Awaited<ReturnType<typeof house>>

/** Rows as an index of these files would leave them. */
async function index(
  { rooms, writer, statusFile }: House,
  root: string,
  files: string[],
  statuses: Record<string, FileStatus> = {},
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
        reason: state === 'indexed' ? '' : `reason of ${state}`,
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
const only = async (house: House, repo: UpkeepRepo) => (await status([repo], house.rooms)).repos[0]!

describe('status', () => {
  it('[UP1] says that every file is as indexed, and where HEAD is', async () => {
    const here = await house()
    const root = gitRepo({ 'a.py': 'a = 1\n' }, 'shop')
    const repo = await index(here, root, ['a.py'])
    const head = git(root, 'rev-parse', 'HEAD')
    expect(await only(here, repo)).toMatchObject({
      repo_id: 'shop',
      freshness_state: 'FRESH',
      indexed_commit: head,
      head,
      last_indexed_at: '2026-01-01T00:00:00.000Z',
      files: 1,
      pending: { added: 0, edited: 0, deleted: 0 },
      words: 'Up to date: every file is as it was indexed.',
      index_status: { index_state: 'fresh' },
    })
    commitAll(root, 'empty')
    const moved = await only(here, repo)
    expect(moved.freshness_state).toBe('FRESH')
    expect(moved.words).toContain(`HEAD moved from ${head.slice(0, 10)} to `)
  })
  it('[UP1] counts what a catch-up would do, uncommitted files included', async () => {
    const here = await house()
    const root = gitRepo({ 'a.py': 'a = 1\n', 'b.py': 'b = 1\n' }, 'shop')
    const repo = await index(here, root, ['a.py', 'b.py'])
    writeFiles(root, { 'a.py': 'a = 22\n', 'new.py': '' })
    rmSync(path.join(root, 'b.py'))
    expect(await only(here, repo)).toMatchObject({
      freshness_state: 'STALE',
      pending: { added: 1, edited: 1, deleted: 1 },
      words: '3 files changed since they were indexed (1 added, 1 edited, 1 deleted); the next question catches up.',
    })
  })
  it('[UP2] a repo not indexed, a folder that is gone and a build that failed each say so', async () => {
    const here = await house()
    const root = gitRepo({ 'a.py': 'a = 1\n' }, 'shop')
    const known = await here.rooms.registry.register(root)
    expect(await only(here, known)).toMatchObject({ freshness_state: 'UNKNOWN', files: 0, pending: null })
    expect((await only(here, known)).words).toContain('Not indexed yet')
    const repo = await index(here, root, ['a.py'])
    const failed = { repo: 'shop', last_indexed_at: '', last_indexed_commit: null } as const
    await here.statusFile.write(repo.root, { ...failed, index_state: 'error', last_error: 'disk full' })
    expect(await only(here, repo)).toMatchObject({ freshness_state: 'STALE', words: expect.stringContaining('disk full') })
    rmSync(root, { recursive: true })
    expect(await only(here, repo)).toMatchObject({ freshness_state: 'UNKNOWN', words: expect.stringContaining('folder is gone') })
  })
  it('[UP1] shows the size of the store and of each repo', async () => {
    const here = await house({ quota_bytes: 5_000_000 })
    const repo = await index(here, gitRepo({ 'a.py': 'a\n' }), ['a.py'])
    const report = await status([repo], here.rooms)
    expect(report.size.total).toBeGreaterThan(0)
    expect(report).toMatchObject({ home: here.home, quota_bytes: 5_000_000 })
    expect(report.repos[0]?.bytes).toBeGreaterThan(0)
  })
})

describe('doctor', () => {
  it('[UP3] looks at node, git, home, store, registry and every repo', async () => {
    const here = await house()
    await index(here, gitRepo({ 'a.py': 'a\n' }, 'shop'), ['a.py'])
    const report = await doctor(here.rooms)
    expect(report.version).toBe('1.2.3')
    expect(report.checks.map(({ name, state }) => [name, state])).toEqual([
      ['node', 'ok'],
      ['git', 'ok'],
      ['home', 'ok'],
      ['store', 'ok'],
      ['registry', 'ok'],
      ['shop', 'ok'],
    ])
  })
  it('[UP4] says per language what is extracted, and how many files were read in part or not at all and why', async () => {
    const here = await house()
    const root = gitRepo({ 'a.py': 'a', 'b.py': 'b', 'c.py': 'c', 'd.py': 'd', 'e.xyz': 'e' }, 'shop')
    const statuses = { 'b.py': 'partial', 'c.py': 'failed', 'd.py': 'timed-out', 'e.xyz': 'text-only' } as const
    await index(here, root, ['a.py', 'b.py', 'c.py', 'd.py', 'e.xyz'], statuses)
    expect((await doctor(here.rooms)).repos).toEqual([
      {
        repo_id: 'shop',
        languages: [
          {
            language: 'python',
            extraction: 'full',
            files: 4,
            partial: 1,
            text_only: 0,
            failed: 2,
            reasons: [
              { reason: 'reason of failed', files: 1 },
              { reason: 'reason of partial', files: 1 },
              { reason: 'reason of timed-out', files: 1 },
            ],
          },
          { language: 'unknown', extraction: 'words', files: 1, partial: 0, text_only: 1, failed: 0, reasons: [] },
        ],
      },
    ])
  })
  it('[UP3] what does not work is a check with what to do, never an exception', async () => {
    const here = await house()
    const blocked = path.join(tempFolder(), 'file')
    writeFileSync(blocked, '')
    const broken = await doctor({ ...here.rooms, home: path.join(blocked, 'home') })
    expect(broken.checks.find(({ name }) => name === 'home')).toMatchObject({
      state: 'problem',
      fix: expect.stringContaining('CAIRN_HOME'),
    })
    writeFileSync(path.join(here.home, 'store.db'), 'this is no database, whatever its name says '.repeat(300))
    const damaged = await openEmbeddedStore(here.home)
    closing.push(() => damaged.reader.close())
    const report = await doctor({ ...here.rooms, openReader: async () => damaged.reader })
    expect(report.checks.find(({ name }) => name === 'store')).toMatchObject({
      state: 'problem',
      fix: expect.stringContaining('cairn index --fresh'),
    })
    expect(checkNode('18.20.1')).toMatchObject({ state: 'problem' })
    expect(checkNode('20.18.3')).toMatchObject({ state: 'problem' })
    expect(checkNode('24.1.0')).toMatchObject({ state: 'ok' })
  })
})

describe('gc', () => {
  it('[UP5] keeps what a file refers to, and what was let go less than 14 days ago; --now does not wait', async () => {
    const here = await house()
    const root = gitRepo({ 'a.py': 'a\n', 'b.py': 'b\n' }, 'shop')
    const repo = await index(here, root, ['a.py', 'b.py'])
    expect(await gc(here.rooms, { now: true })).toMatchObject({ dropped: 0 })
    await here.writer.apply(repo.repo_id, { replace: [], remove: ['b.py'], notes: [], removeNotes: [], links: [] })
    here.clock.ahead = 13 * day
    expect(await gc(here.rooms)).toMatchObject({ dropped: 0, unregistered: [], quota_bytes: null })
    here.clock.ahead = 15 * day
    expect(await gc(here.rooms)).toMatchObject({ dropped: 1 })
    await here.writer.apply(repo.repo_id, { replace: [], remove: ['a.py'], notes: [], removeNotes: [], links: [] })
    here.clock.ahead = 0
    expect(await gc(here.rooms, { now: true })).toMatchObject({ dropped: 1 })
  })
  it('[UP6] a checkout whose folder is gone is forgotten after 14 days, not before, and not if it comes back', async () => {
    const here = await house()
    const [gone, back] = [gitRepo({ 'a.py': 'a\n' }, 'gone'), gitRepo({ 'b.py': 'b\n' }, 'back')]
    await index(here, gone, ['a.py'])
    await index(here, back, ['b.py'])
    renameSync(gone, `${gone}-away`)
    renameSync(back, `${back}-away`)
    const first = await gc(here.rooms)
    expect(first.unregistered).toEqual([])
    expect(first.missing.map(({ repo_id }) => repo_id)).toEqual(['gone', 'back'])
    renameSync(`${back}-away`, back)
    here.clock.ahead = 15 * day
    expect(await gc(here.rooms)).toMatchObject({ unregistered: ['gone'], missing: [] })
    expect((await here.rooms.registry.list()).map(({ repo_id }) => repo_id)).toEqual(['back'])
    const snapshot = await here.reader.snapshot()
    expect(await snapshot.recordedFiles((await here.rooms.registry.list())[0]!.repo_id)).toHaveLength(1)
    await snapshot.close()
  })
  it('[UP6] --now forgets it at once, with the content it alone had', async () => {
    const here = await house()
    const gone = gitRepo({ 'a.py': 'a\n' }, 'gone')
    await index(here, gone, ['a.py'])
    rmSync(gone, { recursive: true })
    expect(await gc(here.rooms, { now: true })).toMatchObject({ unregistered: ['gone'], dropped: 1 })
  })
})

describe('what library calls left behind', () => {
  it('[UP9] goes when no build has touched it for 14 days', async () => {
    const here = await house()
    const repo = unregisteredRepoId('shop', 'x')
    const build = await here.writer.openBuild(repo)
    await build.finish({ last_indexed_at: new Date().toISOString() })
    const known = async (): Promise<number> => {
      const snapshot = await here.reader.snapshot()
      const { length } = await snapshot.repos()
      await snapshot.close()
      return length
    }
    here.clock.ahead = 13 * day
    await gc(here.rooms)
    expect(await known()).toBe(1)
    here.clock.ahead = 15 * day
    expect(await gc(here.rooms)).toMatchObject({ unregistered: [] })
    expect(await known()).toBe(0)
  })
})

describe('remove', () => {
  it('[UP7] forgets rows, registration and the files Cairn wrote; nothing else in the repo is touched', async () => {
    const here = await house()
    const root = gitRepo({ 'a.py': 'a\n' }, 'shop')
    const repo = await index(here, root, ['a.py'])
    writeFiles(root, { '.llmc/rag_graph.json': '{}', '.llmc/mine.txt': 'kept' })
    const files = ['.llmc/rag_graph.json', '.llmc/rag/index_status.json'].map((file) => path.join(repo.root, file))
    const planned = await remove(repo, here.rooms, { dryRun: true })
    expect(planned).toMatchObject({ repo_id: 'shop', dry_run: true, removed_files: files })
    expect(existsSync(files[0]!)).toBe(true)
    expect(await here.rooms.registry.list()).toHaveLength(1)
    expect(await remove(repo, here.rooms)).toMatchObject({ dry_run: false, removed_files: files })
    expect(files.map((file) => existsSync(file))).toEqual([false, false])
    expect(existsSync(path.join(root, '.llmc/rag'))).toBe(false)
    expect(readFileSync(path.join(root, '.llmc/mine.txt'), 'utf8')).toBe('kept')
    expect(existsSync(path.join(root, 'a.py'))).toBe(true)
    expect(await here.rooms.registry.list()).toEqual([])
    const snapshot = await here.reader.snapshot()
    expect(await snapshot.repo(repo.repo_id)).toBeUndefined()
    await snapshot.close()
  })
  it("[UP7] a .llmc that is a link is left alone: behind it lies somebody else's", async () => {
    const here = await house()
    const root = gitRepo({ 'a.py': 'a\n' }, 'shop')
    const repo = await index(here, root, ['a.py'])
    const elsewhere = tempFolder()
    rmSync(path.join(root, '.llmc'), { recursive: true })
    writeFiles(elsewhere, { 'rag_graph.json': 'precious' })
    symlinkSync(elsewhere, path.join(root, '.llmc'))
    expect((await remove(repo, here.rooms)).removed_files).toEqual([])
    expect(readFileSync(path.join(elsewhere, 'rag_graph.json'), 'utf8')).toBe('precious')
  })
  it('[UP8] a repo that is being indexed is not pulled away from under the indexer', async () => {
    const here = await house()
    const repo = await index(here, gitRepo({ 'a.py': 'a\n' }, 'shop'), ['a.py'])
    const other = await openEmbeddedStore(here.home)
    closing.push(() => other.writer.close())
    const lock = await other.writer.lockRepo(repo.repo_id, { wait_ms: 0 })
    await expect(remove(repo, here.rooms)).rejects.toMatchObject({ code: 'INDEX_LOCKED' })
    expect(await here.rooms.registry.list()).toHaveLength(1)
    await lock?.release()
    await remove(repo, here.rooms)
    expect(await here.rooms.registry.list()).toEqual([])
  })
})
