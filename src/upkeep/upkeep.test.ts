/** Promises UP1–UP8 of docs/spec/upkeep.md, with the embedded store, a real registry and real git. */
import { existsSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { gitRepo, tempFolder, writeFiles } from '../../test/kit/temp-repo.ts'
import { closing, day, house, index } from '../../test/kit/upkeep-house.ts'
import { asRepoId } from '../contract/ids.ts'
import { openEmbeddedStore } from '../store/embedded/open-embedded-store.ts'
import { checkNode, doctor } from './doctor.ts'
import { gc } from './gc.ts'
import { remove } from './remove.ts'

describe('doctor', () => {
  it('[UP3] checks node, git, home, store, registry and every repo', async () => {
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
      ['vectors', 'ok'],
      ['language model', 'ok'],
      ['shop', 'ok'],
    ])
  })
  it('[UP4] says for each language what is extracted, and how many files were parsed in part or not at all and why', async () => {
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
  it('[UP4] says when a file contains nothing that is extracted', async () => {
    const here = await house()
    const root = gitRepo({ 'a.py': 'a' }, 'shop')
    await index(here, root, ['a.py'], { 'a.py': 'text-only' }, () => '')
    const [report] = (await doctor(here.rooms)).repos
    expect(report?.languages).toMatchObject([
      {
        language: 'python',
        text_only: 1,
        reasons: [{ reason: 'it contains no definitions of a kind that Cairn extracts', files: 1 }],
      },
    ])
  })
  it('[UP3] a failure is a check with advice, never an exception', async () => {
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
      fix: expect.stringContaining('`cairn index`'),
    })
    expect(checkNode('18.20.1')).toMatchObject({ state: 'problem' })
    expect(checkNode('20.18.3')).toMatchObject({ state: 'problem' })
    expect(checkNode('24.1.0')).toMatchObject({ state: 'ok' })
  })
})

describe('gc', () => {
  it('[UP5] keeps content in use, and content unused for less than 14 days; --now does not wait', async () => {
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
  it('[UP6] a checkout whose folder is gone is deleted after 14 days, not before, and not if it comes back', async () => {
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
  it('[UP6] --now deletes it at once, with the content that only it had', async () => {
    const here = await house()
    const gone = gitRepo({ 'a.py': 'a\n' }, 'gone')
    await index(here, gone, ['a.py'])
    rmSync(gone, { recursive: true })
    expect(await gc(here.rooms, { now: true })).toMatchObject({ unregistered: ['gone'], dropped: 1 })
  })
})

describe('the rows of library calls', () => {
  it('[UP9] are deleted when no build has used them for 14 days', async () => {
    const here = await house()
    const repo = asRepoId('~/shop@x')
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
  it('[UP7] deletes rows, registration and the files Cairn wrote; nothing else in the repo is touched', async () => {
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
  it('[UP7] a .llmc that is a link is not followed: its target may belong to someone else', async () => {
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
  it('[UP8] a repo that is being indexed is not removed', async () => {
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
