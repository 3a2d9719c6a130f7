import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { indexed as index, later } from '../../test/kit/recorded.ts'
import { commitAll, git, gitRepo, tempFolder, writeFiles } from '../../test/kit/temp-repo.ts'
import type { RecordedFile } from '../contract/freshness.ts'
import { asRepoId } from '../contract/ids.ts'
import { setGitEnvironment } from '../workspace/git-environment.ts'
import { takeChangeSet } from './change-set.ts'
import { listFiles } from './list-files.ts'
import type { ListOptions } from './port.ts'
import { readBytes } from './read-source.ts'
import { recordFile } from './record-file.ts'

afterEach(() => setGitEnvironment(process.env))

const id = asRepoId('acme/shop')
const take = (root: string, rows: readonly RecordedFile[], options: ListOptions = later) => takeChangeSet(root, id, rows, options)
const changes = async (root: string, rows: readonly RecordedFile[], options: ListOptions = later): Promise<string[]> =>
  (await take(root, rows, options)).changes.map((change) => `${change.state} ${change.path}`)

/** Every file below a folder, with its time. */
const timesIn = (folder: string): [string, number][] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => [name, lstatSync(path.join(folder, name)).mtimeMs])

const files = { 'a.py': 'a = 1\n', 'b.py': 'b = 1\n', 'src/c.ts': 'c\n' }

describe('the change set', () => {
  it('[DI13] is empty when nothing changed, and no file is opened', async () => {
    const root = gitRepo(files)
    const rows = await index(root)
    expect(rows.map((row) => row.path)).toEqual(Object.keys(files))
    expect(rows.every((row) => row.blob_id !== null && row.mtime_ms > 0)).toBe(true)
    // Wrong hashes in the rows show that no bytes were compared.
    const wrong = rows.map((row) => ({ ...row, content_hash: 'x' as RecordedFile['content_hash'] }))
    expect(await take(root, wrong)).toEqual({
      repo_id: id,
      head: git(root, 'rev-parse', 'HEAD'),
      changes: [],
      unchecked: [],
      entries: [],
      touched: [],
      skipped: [],
      git: { state: 'ok' },
    })
  })

  it('[DI13] contains what was added, edited and deleted, committed or not, staged or not', async () => {
    const root = gitRepo(files)
    const rows = await index(root)
    writeFiles(root, { 'a.py': 'a = 2\n', 'new.py': 'n\n' })
    rmSync(path.join(root, 'b.py'))
    const wanted = ['edited a.py', 'deleted b.py', 'added new.py']
    const taken = await take(root, rows)
    expect(taken.changes.map((change) => `${change.state} ${change.path}`)).toEqual(wanted)
    expect(taken.entries.map((entry) => entry.path)).toEqual(['a.py', 'new.py'])
    git(root, 'add', '-A')
    expect(await changes(root, rows)).toEqual(wanted)
    const commit = commitAll(root)
    expect(await changes(root, rows)).toEqual(wanted)
    expect((await take(root, rows)).head).toBe(commit)
    expect(await changes(root, await index(root))).toEqual([])
  })

  it('[DI13] a file edited, indexed while dirty, and put back is a change', async () => {
    const root = gitRepo(files)
    writeFiles(root, { 'a.py': 'a = 9\n' })
    const rows = await index(root)
    expect(await changes(root, rows)).toEqual([])
    git(root, 'checkout', '-q', 'a.py')
    expect(await changes(root, rows)).toEqual(['edited a.py'])
  })

  it('[DI13] branch switches and renames', async () => {
    const root = gitRepo(files)
    const rows = await index(root)
    git(root, 'checkout', '-q', '-b', 'other')
    writeFiles(root, { 'a.py': 'other\n' })
    git(root, 'mv', 'src/c.ts', 'src/d.ts')
    commitAll(root)
    const wanted = ['edited a.py', 'deleted src/c.ts', 'added src/d.ts']
    expect(await changes(root, rows)).toEqual(wanted)
    git(root, 'checkout', '-q', 'main')
    expect(await changes(root, rows)).toEqual([])
    renameSync(path.join(root, 'src/c.ts'), path.join(root, 'src/d.ts'))
    expect(await changes(root, rows)).toEqual(['deleted src/c.ts', 'added src/d.ts'])
  })

  it('[DI13] files that are ignored, withheld, too large or links to elsewhere now are deleted; those that are not any more are added', async () => {
    const root = gitRepo({ ...files, 'd.py': 'd\n', 'e.py': 'e\n' })
    const rows = await index(root)
    writeFiles(root, { '.cairnignore': 'src/\n', 'd.py': 'x'.repeat(5_000) })
    rmSync(path.join(root, 'e.py'))
    symlinkSync(tempFolder(), path.join(root, 'e.py'))
    renameSync(path.join(root, 'b.py'), path.join(root, 'secret.pem'))
    expect(await changes(root, rows, { ...later, max_file_bytes: 4_000 })).toEqual([
      'added .cairnignore',
      'deleted b.py',
      'deleted d.py',
      'deleted e.py',
      'deleted src/c.ts',
    ])
    expect((await take(root, rows, { ...later, max_file_bytes: 4_000 })).skipped).toEqual([
      { path: 'secret.pem', reason: 'withheld: it may hold a secret' },
      { path: 'd.py', reason: 'larger than 4000 bytes' },
      { path: 'e.py', reason: 'a link that leads outside the repo' },
    ])
    const others = rows.filter((row) => row.path !== 'a.py')
    expect(await changes(root, others, later)).toContain('added a.py')
    expect(await changes(root, others, { ...later, ignore: ['a.py'] })).not.toContain('added a.py')
  })

  it('[WO1, DI13] starts no program of the clone and writes nothing into it, even where git would have to read files', async () => {
    const root = gitRepo({ ...files, '.gitattributes': '*.py filter=evil\n' })
    const trap = path.join(tempFolder('trap'), 'sprung')
    writeFiles(root, { '.git/hooks/any': `#!/bin/sh\ntouch ${trap}\n` })
    chmodSync(path.join(root, '.git/hooks/any'), 0o755)
    for (const hook of ['post-index-change', 'query-watchman', 'post-checkout'])
      symlinkSync('any', path.join(root, '.git/hooks', hook))
    git(root, 'config', 'core.fsmonitor', '.git/hooks/query-watchman')
    git(root, 'config', 'filter.evil.clean', `touch ${trap}; cat`)
    git(root, 'config', 'filter.evil.process', `touch ${trap}; cat`)
    const rows = await index(root)
    // Same second, same size: git's index is racy, and git compares bytes.
    writeFiles(root, { 'a.py': 'a = 2\n', 'b.py': 'b = 1\n' })
    const before = timesIn(path.join(root, '.git'))
    expect(await changes(root, rows)).toEqual(['edited a.py'])
    expect(existsSync(trap)).toBe(false)
    const after = timesIn(path.join(root, '.git'))
    expect(after).toEqual(before)
  })

  it('[DI14] bytes as recorded are no change; rows to be written again are touched', async () => {
    const root = gitRepo(files)
    const rows = await index(root)
    const past = new Date(Date.now() - 100_000)
    // Same bytes, other time, and git does not know yet.
    writeFileSync(path.join(root, 'a.py'), 'a = 1\n')
    utimesSync(path.join(root, 'a.py'), past, past)
    git(root, 'update-index', '--assume-unchanged', 'b.py')
    const taken = await take(root, rows)
    expect(taken.changes).toEqual([])
    const [a, b] = rows
    expect(taken.touched).toEqual([
      { ...a, mtime_ms: statSync(path.join(root, 'a.py')).ctimeMs, blob_id: null },
      { ...b, blob_id: null },
    ])
    const caughtUp = rows.map((row) => taken.touched.find((each) => each.path === row.path) ?? row)
    expect((await take(root, caughtUp)).touched).toEqual([])
  })

  it('[DI14] an untracked file that is committed as it is gets its blob id', async () => {
    const root = gitRepo(files)
    writeFiles(root, { 'new.py': 'n\n' })
    const rows = await index(root)
    expect(rows.find((row) => row.path === 'new.py')?.blob_id).toBeNull()
    commitAll(root)
    const { changes: found, touched } = await take(root, rows)
    expect(found).toEqual([])
    expect(touched).toEqual([{ ...rows.find((row) => row.path === 'new.py'), blob_id: git(root, 'rev-parse', 'HEAD:new.py') }])
    const caughtUp = rows.map((row) => touched.find((each) => each.path === row.path) ?? row)
    expect((await take(root, caughtUp)).touched).toEqual([])
  })

  it.each(['plain', 'split'])('[DI15] what git is told not to look at is looked at (%s index)', async (kind) => {
    const root = gitRepo(files)
    if (kind === 'split') git(root, 'update-index', '--split-index')
    git(root, 'update-index', '--assume-unchanged', 'a.py')
    git(root, 'update-index', '--skip-worktree', 'b.py')
    const rows = await index(root)
    expect(await changes(root, rows)).toEqual([])
    writeFiles(root, { 'a.py': 'a = 2\n', 'b.py': 'longer than before\n' })
    expect(await changes(root, rows)).toEqual(['edited a.py', 'edited b.py'])
    rmSync(path.join(root, 'a.py'))
    expect(await changes(root, rows)).toEqual(['deleted a.py', 'edited b.py'])
  })

  it('[DI15] without git: by size and time, by hash when these differ', async () => {
    const root = tempFolder()
    writeFiles(root, { ...files, '.gitignore': '*.log\n', 'x.log': '' })
    const rows = await index(root)
    expect(await changes(root, rows)).toEqual([])
    writeFiles(root, { 'a.py': 'a = 2\n', 'b.py': 'b = 1\n', 'new.py': '' })
    rmSync(path.join(root, 'src'), { recursive: true })
    const taken = await take(root, rows)
    expect(taken).toMatchObject({ head: null, git: { state: 'none' } })
    expect(taken.changes.map((change) => `${change.state} ${change.path}`)).toEqual([
      'edited a.py',
      'added new.py',
      'deleted src/c.ts',
    ])
    expect(taken.touched.map((row) => row.path)).toEqual(['b.py'])
  })

  it('[DI15] rows with blob ids stay valid when git goes missing, and changes are found all the same', async () => {
    const root = gitRepo(files)
    const rows = await index(root)
    writeFiles(root, { 'a.py': 'a = 2\n' })
    setGitEnvironment({ PATH: '/nowhere' })
    const taken = await take(root, rows)
    expect(taken.git.state).toBe('failed')
    expect(taken.changes).toEqual([{ state: 'edited', path: 'a.py' }])
  })

  it('[DI2, DI15] a tracked file that matches ignore rules does not count as deleted when git goes missing', async () => {
    const root = gitRepo({ ...files, 'out.log': 'kept on purpose\n', 'node_modules/x.js': 'x\n' })
    writeFiles(root, { '.gitignore': '*.log\n' })
    commitAll(root)
    const rows = await index(root)
    setGitEnvironment({ PATH: '/nowhere' })
    expect(await changes(root, rows)).toEqual([])
    rmSync(path.join(root, 'out.log'))
    writeFiles(root, { 'other.log': 'ignored\n', 'node_modules/x.js': 'y\n' })
    expect(await changes(root, rows)).toEqual(['edited node_modules/x.js', 'deleted out.log'])
  })

  it('[DI15] a file written right after it was read, same size and same time, is a change', async () => {
    const root = tempFolder()
    writeFiles(root, files)
    const { atime, mtime } = statSync(path.join(root, 'a.py'))
    const rows = await index(root, {})
    expect(rows.map((row) => row.mtime_ms)).toEqual([0, 0, 0])
    writeFileSync(path.join(root, 'a.py'), 'a = 2\n')
    utimesSync(path.join(root, 'a.py'), atime, mtime)
    expect(await changes(root, rows)).toEqual(['edited a.py'])
  })

  it('[DI15] a dirty file with a forged time is a change where git can tell', async () => {
    const root = gitRepo(files)
    const file = path.join(root, 'a.py')
    utimesSync(file, 1_000_000_000, 1_000_000_000)
    git(root, 'update-index', '--refresh')
    const rows = await index(root)
    // Git looks at the time of the inode too, in whole seconds.
    await sleep(1_050)
    writeFileSync(file, 'a = 2\n')
    utimesSync(file, 1_000_000_000, 1_000_000_000)
    expect(statSync(file)).toMatchObject({ size: rows[0]?.size, mtimeMs: 1_000_000_000_000 })
    expect(await changes(root, rows)).toEqual(['edited a.py'])
  })

  it('[DI15] a file with a time before 1970 is always read', async () => {
    const root = tempFolder()
    writeFiles(root, files)
    utimesSync(path.join(root, 'a.py'), 0, 0)
    const rows = await index(root)
    writeFileSync(path.join(root, 'a.py'), 'a = 2\n')
    utimesSync(path.join(root, 'a.py'), 0, 0)
    expect(await changes(root, rows)).toEqual(['edited a.py'])
  })

  it('[DI16] a file written between listing and reading gets no blob id, so a return to the old bytes is noticed', async () => {
    const root = gitRepo(files)
    const { files: listed } = await listFiles(root, later)
    const entry = listed.find((file) => file.path === 'a.py')
    if (!entry) throw new Error('not listed')
    writeFiles(root, { 'a.py': 'a = 2\n' })
    const source = await readBytes(root, 'a.py', later)
    if (source.state !== 'read') throw new Error('not read')
    const row = recordFile(entry, source)
    expect(row).toMatchObject({ blob_id: null, content_hash: source.content_hash })
    const rows = (await index(root)).map((each) => (each.path === 'a.py' ? row : each))
    git(root, 'checkout', '-q', 'a.py')
    expect(await changes(root, rows)).toEqual(['edited a.py'])
  })

  it.skipIf(process.getuid?.() === 0)(
    'a file without permission is no news at every question (not as root, whom nothing stops)',
    async () => {
      const root = gitRepo(files)
      const rows = await index(root)
      writeFiles(root, { 'new.py': 'n\n', 'a.py': 'a = 2\n' })
      for (const file of ['new.py', 'a.py']) chmodSync(path.join(root, file), 0)
      const taken = await take(root, rows)
      expect(taken.changes).toEqual([])
      expect(taken.skipped).toEqual([{ path: 'new.py', reason: 'no permission to read it' }])
      expect(taken.unchecked).toEqual([{ path: 'a.py', reason: 'no permission to read it' }])
    },
  )

  it('[DI13] the row of a file that is now above the limit is deleted', async () => {
    const root = tempFolder()
    writeFiles(root, files)
    const rows = (await index(root)).map((row) => ({ ...row, mtime_ms: 0 }))
    const found = await take(root, rows, { ...later, max_file_bytes: 5 })
    expect(found.changes.map((change) => `${change.state} ${change.path}`)).toEqual(['deleted a.py', 'deleted b.py'])
    expect(found.skipped.map((note) => note.path)).toEqual(['a.py', 'b.py'])
  })

  it('nothing on disk, and no rows at all', async () => {
    const root = gitRepo({})
    expect(await changes(root, [])).toEqual([])
    const rows = await index(gitRepo(files))
    expect(await changes(root, rows)).toEqual(['deleted a.py', 'deleted b.py', 'deleted src/c.ts'])
  })
})
