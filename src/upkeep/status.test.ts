import { renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { commitAll, git, gitRepo, writeFiles } from '../../test/kit/temp-repo.ts'
import { house, index, only } from '../../test/kit/upkeep-house.ts'
import { status } from './status.ts'

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
      pending: { added: 0, edited: 0, deleted: 0, renamed: 0 },
      branch: 'main',
      commits: { ahead: 0, behind: 0 },
      uncommitted: 0,
      words: 'Up to date: no file changed since it was indexed.',
      notes: [`HEAD is ${head.slice(0, 10)}, on main, the indexed commit. Everything is committed.`],
      index_status: { index_state: 'fresh' },
    })
    const next = commitAll(root, 'empty')
    expect(await only(here, repo)).toMatchObject({
      freshness_state: 'FRESH',
      commits: { ahead: 1, behind: 0 },
      notes: [`HEAD moved from ${head.slice(0, 10)} to ${next.slice(0, 10)}, on main: 1 commit ahead. Everything is committed.`],
    })
  })
  it('[UP1] says how far HEAD moved: ahead, back, to another branch, or that the indexed commit is gone', async () => {
    const here = await house()
    const root = gitRepo({ 'a.py': 'a = 1\n' }, 'shop')
    const first = git(root, 'rev-parse', 'HEAD')
    for (const message of ['two', 'three']) commitAll(root, message)
    const repo = await index(here, root, ['a.py'])
    git(root, 'checkout', '-q', '-b', 'side', first)
    expect((await only(here, repo)).notes[0]).toContain(`to ${first.slice(0, 10)}, on side: 2 commits back.`)
    commitAll(root, 'elsewhere')
    const other = await only(here, repo)
    expect(other.commits).toEqual({ ahead: 1, behind: 2 })
    expect(other.notes[0]).toContain('on side: 2 commits back and 1 commit ahead, on another branch.')
    git(root, 'checkout', '-q', '--detach')
    git(root, 'branch', '-qD', 'main')
    git(root, 'reflog', 'expire', '--expire=now', '--all')
    git(root, 'gc', '-q', '--prune=now')
    const pruned = await only(here, repo)
    expect(pruned).toMatchObject({ freshness_state: 'FRESH', branch: null, commits: null })
    expect(pruned.notes[0]).toContain(', on no branch: the indexed commit is not in this clone any more.')
  })
  it('[UP1] uncommitted files and files missing in the index are counted separately; a rename is one change', async () => {
    const here = await house({ budgetOf: () => ({ files: 1, ms: 1_000 }) })
    const files = { 'a.py': 'a = 1\n', 'b.py': 'b = 1\n', 'c.py': 'c = 1\n' }
    const root = gitRepo(files, 'shop')
    writeFiles(root, { 'loose.py': 'l = 1\n' })
    const repo = await index(here, root, [...Object.keys(files), 'loose.py'])
    expect(await only(here, repo)).toMatchObject({ freshness_state: 'FRESH', uncommitted: 1 })
    renameSync(path.join(root, 'a.py'), path.join(root, 'z.py'))
    expect(await only(here, repo)).toMatchObject({
      pending: { added: 1, edited: 0, deleted: 1, renamed: 1 },
      catch_up: { read: 0, moved: 1, forget: 0, budget_files: 1, fits: true },
      uncommitted: 3,
      words: '1 file renamed since it was indexed; the next question updates the index first.',
    })
    git(root, 'add', '-A')
    writeFiles(root, { 'b.py': 'b = 22\n' })
    expect(await only(here, repo)).toMatchObject({
      catch_up: { read: 1, moved: 1, forget: 0, fits: false },
      // Git counts a staged rename as one.
      uncommitted: 3,
      words:
        '2 files changed since they were indexed (1 edited, 1 renamed); that is more than one question reads: each question does a part of it, `cairn index` does all of it now.',
      notes: [
        expect.stringContaining('3 files not committed.'),
        'To update the index: read 1 file, record 1 file as renamed. (Budget of a question: 1 change and 1,000 ms.)',
      ],
    })
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
      words: '3 files changed since they were indexed (1 added, 1 edited, 1 deleted); the next question updates the index first.',
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
    await here.statusFile.write(repo.root, { ...failed, index_state: 'rebuilding' })
    expect((await only(here, repo)).words).toContain('The last build was interrupted.')
    const lock = await here.writer.lockRepo(repo.repo_id, { wait_ms: 0 })
    expect((await only(here, repo)).words).toContain('A build is running;')
    await lock?.release()
    rmSync(root, { recursive: true })
    expect(await only(here, repo)).toMatchObject({ freshness_state: 'UNKNOWN', words: expect.stringContaining('folder is gone') })
  })
  it('[UP1] shows the size of the store and of each repo', async () => {
    const here = await house({ quota_bytes: 5_000_000 })
    const repo = await index(here, gitRepo({ 'a.py': 'a\n' }), ['a.py'])
    const report = await status([repo], here.rooms)
    expect(report.size.total).toBeGreaterThan(0)
    expect(report.size.vectors).toBe(0)
    expect(report).toMatchObject({ home: here.home, quota_bytes: 5_000_000 })
    expect(report.repos[0]?.bytes).toBeGreaterThan(0)
  })
})
