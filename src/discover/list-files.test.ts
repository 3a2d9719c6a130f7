import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, realpathSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { git, gitRepo, tempFolder, writeFiles } from '../../test/kit/temp-repo.ts'
import { setGitEnvironment } from '../workspace/git-environment.ts'
import { listFiles } from './list-files.ts'
import type { ListOptions } from './port.ts'

afterEach(() => setGitEnvironment(process.env))

/** Long enough after the files were written for their times to be reliable. */
const later = { now: () => Date.now() + 60_000 }
const paths = async (root: string, options: ListOptions = {}): Promise<string[]> =>
  (await listFiles(root, options)).files.map((file) => file.path)
const skipped = async (root: string, options: ListOptions = {}): Promise<Record<string, string>> =>
  Object.fromEntries((await listFiles(root, options)).skipped.map((note) => [note.path, note.reason]))
/** The same folder with and without git's help. */
const without = async <Value>(work: () => Promise<Value>): Promise<Value> => {
  setGitEnvironment({ PATH: '/nowhere' })
  try {
    return await work()
  } finally {
    setGitEnvironment(process.env)
  }
}

const tree = {
  'a.py': 'a = 1\n',
  'src/b.ts': 'export const b = 1\n',
  'README.md': '# Hello\n',
  '.gitignore': '*.log\n/build/\nout\n!keep.log\nsub/*.tmp\n**/deep/*.x\nlogs/**\n',
  'src/.gitignore': 'local.*\n!local.keep\n/only-here\n',
}
const ignored = {
  'x.log': '',
  'src/y.log': '',
  'build/z.py': '',
  'src/out/q.py': '',
  'src/local.py': '',
  'sub/a.tmp': '',
  'p/deep/a.x': '',
  'src/only-here/f.py': '',
  'logs/x/y.py': '',
}
const kept = {
  'keep.log': '',
  'src/build/z.py': '',
  'src/local.keep': '',
  'sub/x/a.tmp': '',
  'only-here/f.py': '',
  'new file.py': '',
}

describe('listing a repo', () => {
  it('[DI1] tracked and untracked files that are not ignored, each with what git has verified', async () => {
    const root = realpathSync(gitRepo(tree))
    writeFiles(root, { ...ignored, ...kept, 'src/b.ts': 'export const b = 2\n' })
    const listing = await listFiles(root, later)
    expect(listing.files.map((file) => file.path)).toEqual([...Object.keys(tree), ...Object.keys(kept)].sort())
    expect(listing).toMatchObject({ git: { state: 'ok' }, head: git(root, 'rev-parse', 'HEAD'), skipped: [] })
    const byPath = new Map(listing.files.map((file) => [file.path, file]))
    expect(byPath.get('a.py')).toEqual({
      path: 'a.py',
      root,
      size: 6,
      mtime_ms: expect.any(Number),
      blob_id: git(root, 'rev-parse', 'HEAD:a.py'),
      dirty: false,
      language: 'python',
      role: 'source',
      test: false,
      text_only: '',
    })
    expect(byPath.get('src/b.ts')).toMatchObject({ blob_id: null, dirty: true })
    expect(byPath.get('keep.log')).toMatchObject({ blob_id: null, dirty: true })
    expect(byPath.get('README.md')).toMatchObject({ language: 'markdown', role: 'document' })
  })

  it('[DI2] without git the ignore files give the same result', async () => {
    const root = gitRepo(tree)
    writeFiles(root, { ...ignored, ...kept, '.git/info/exclude': 'private.txt\n', 'private.txt': '', 'src/private.txt': '' })
    const said = await paths(root)
    expect(await without(() => paths(root))).toEqual(said)
    expect((await without(() => listFiles(root))).git).toEqual({
      state: 'failed',
      reason: 'git is not installed, or not on the PATH',
    })
    rmSync(path.join(root, '.git'), { recursive: true })
    expect(await paths(root)).toEqual([...said, 'private.txt', 'src/private.txt'].sort())
    expect((await listFiles(root)).git).toEqual({ state: 'none' })
  })

  it('[DI2] a corrupt .git, a git that breaks and one that refuses: the folders are walked, with the reason', async () => {
    const root = gitRepo(tree)
    writeFileSync(path.join(root, '.git/index'), 'garbage')
    expect((await listFiles(root)).git).toMatchObject({ state: 'failed', reason: expect.stringMatching(/^git failed: .*index/) })
    expect(await paths(root)).toEqual(Object.keys(tree).sort())
    rmSync(path.join(root, '.git/HEAD'))
    expect((await listFiles(root)).git).toMatchObject({ state: 'failed', reason: 'the .git here is damaged' })
    expect(await paths(root)).toEqual(Object.keys(tree).sort())
  })

  it('[DI1] a tracked file that is gone is no file; a rename is the new name', async () => {
    const root = gitRepo(tree)
    rmSync(path.join(root, 'a.py'))
    git(root, 'mv', 'src/b.ts', 'src/c.ts')
    expect(await paths(root)).toEqual(['.gitignore', 'README.md', 'src/.gitignore', 'src/c.ts'])
  })

  it('[DI1] sparse checkouts, with a plain and a sparse index', async () => {
    const root = gitRepo({ 'a/x.py': '', 'b/y.py': '', 'top.py': '' })
    git(root, 'sparse-checkout', 'set', '--cone', 'a')
    expect(await paths(root)).toEqual(['a/x.py', 'top.py'])
    git(root, 'sparse-checkout', 'init', '--cone', '--sparse-index')
    expect(await paths(root)).toEqual(['a/x.py', 'top.py'])
    writeFiles(root, { 'b/y.py': 'there all the same\n' })
    expect(await paths(root)).toEqual(['a/x.py', 'b/y.py', 'top.py'])
  })

  it('[DI1] worktrees, shallow clones, unborn branches, conflicts and a split index', async () => {
    const root = gitRepo({ 'a.py': '1\n' })
    const tree = path.join(tempFolder(), 'tree')
    git(root, 'worktree', 'add', '-q', '-b', 'other', tree)
    writeFiles(tree, { 'a.py': '2\n', 'b.py': '' })
    expect(await paths(tree)).toEqual(['a.py', 'b.py'])
    git(tree, 'commit', '-qam', 'other')
    writeFiles(root, { 'a.py': '3\n' })
    git(root, 'commit', '-qam', 'mine')
    expect(() => git(root, 'merge', 'other')).toThrow()
    expect((await listFiles(root, later)).files).toMatchObject([{ path: 'a.py', dirty: true, blob_id: null }])
    const shallow = path.join(tempFolder(), 'shallow')
    git(root, 'clone', '-q', '--depth', '1', `file://${root}`, shallow)
    git(shallow, 'update-index', '--split-index')
    expect((await listFiles(shallow, later)).files).toMatchObject([
      { path: 'a.py', blob_id: git(shallow, 'rev-parse', 'HEAD:a.py') },
    ])
    const unborn = tempFolder()
    git(unborn, 'init', '-q')
    expect(await listFiles(unborn)).toEqual({ files: [], skipped: [], head: null, git: { state: 'ok' } })
    writeFiles(unborn, { 'a.py': '' })
    expect(await paths(unborn)).toEqual(['a.py'])
  })

  it('[DI3] .cairnignore, nested, and further lines exclude more; .llmc and tool folders never count', async () => {
    const files = {
      '.cairnignore': 'fixtures/\n*.snap\n!keep.snap\n',
      'src/.cairnignore': '/old\n',
      'a.py': '',
      'fixtures/f.py': '',
      'x.snap': '',
      'keep.snap': '',
      'src/old/o.py': '',
      'old/o.py': '',
      'docs/big.md': '',
    }
    const untracked = {
      '.llmc/rag/index_status.json': '{}',
      'sub/.llmc/x.json': '{}',
      'node_modules/m/index.js': '',
      'lib/node_modules/m/index.js': '',
      '.venv/lib/x.py': '',
      'pkg/__pycache__/x.pyc': '',
    }
    const root = gitRepo(files)
    writeFiles(root, untracked)
    const wanted = ['.cairnignore', 'a.py', 'keep.snap', 'old/o.py', 'src/.cairnignore']
    expect(await paths(root, { ignore: ['docs/'] })).toEqual(wanted)
    expect(await without(() => paths(root, { ignore: ['docs/'] }))).toEqual(wanted)
    const tracked = gitRepo({ 'node_modules/m/index.js': 'x\n', '.llmc/a.json': '{}' })
    expect((await listFiles(tracked)).files).toMatchObject([{ path: 'node_modules/m/index.js', role: 'vendored' }])
  })

  it('[DI4] submodules and nested repos are left out and reported', async () => {
    const root = gitRepo({ 'a.py': '' })
    git(root, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', gitRepo({ 's.py': '' }), 'sub')
    writeFiles(root, { 'nested/n.py': '', 'nested/deep/m.py': '' })
    git(path.join(root, 'nested'), 'init', '-q')
    expect(await paths(root)).toEqual(['.gitmodules', 'a.py'])
    expect(await skipped(root)).toEqual({
      'nested/': 'nested repo: a repo of its own',
      'sub/': 'submodule: a repo of its own',
    })
    expect(await without(() => paths(root))).toEqual(['.gitmodules', 'a.py'])
    expect(await without(() => skipped(root))).toEqual({
      'nested/': 'nested repo: a repo of its own',
      'sub/': 'nested repo: a repo of its own',
    })
    expect(await paths(path.join(root, 'sub'))).toEqual(['s.py'])
  })

  it('[DI5] links, pipes and folders with a file name', async () => {
    const root = gitRepo({ 'a.py': 'a = 1\n', '.gitignore': 'made/\n', 'dir/x.py': '' })
    const outside = tempFolder()
    writeFiles(outside, { 'o.py': 'outside\n' })
    writeFiles(root, { 'made/m.py': 'made\n', 'x.py/inner.py': '', '.env': 'KEY=1\n' })
    const link = (target: string, name: string): void => symlinkSync(target, path.join(root, name))
    link('a.py', 'to-listed.py')
    link('made/m.py', 'to-made.py')
    link(path.join(outside, 'o.py'), 'to-outside.py')
    link(outside, 'to-folder-outside')
    link('dir', 'to-folder')
    link('nowhere.py', 'to-nowhere.py')
    link('loop.py', 'loop.py')
    link('.env', 'to-secret.txt')
    link('.git/config', 'to-git.txt')
    execFileSync('mkfifo', [path.join(root, 'pipe.py')])
    const reasons = {
      '.env': 'withheld: it may hold a secret',
      'loop.py': 'a link that leads nowhere',
      'to-folder': 'a link to a folder',
      'to-folder-outside': 'a link that leads outside the repo',
      'to-git.txt': "withheld: git's or Cairn's own file",
      'to-listed.py': 'a link to a.py',
      'to-made.py': 'a link to an ignored file',
      'to-nowhere.py': 'a link that leads nowhere',
      'to-outside.py': 'a link that leads outside the repo',
      'to-secret.txt': 'withheld: it may hold a secret',
    }
    const wanted = ['.gitignore', 'a.py', 'dir/x.py', 'x.py/inner.py']
    expect(await paths(root)).toEqual(wanted)
    expect(await skipped(root)).toEqual(reasons)
    expect(await without(() => paths(root))).toEqual(wanted)
    expect(await without(() => skipped(root))).toEqual({ ...reasons, 'pipe.py': 'not a plain file' })
    git(root, 'add', '-A')
    expect(await paths(root)).toEqual(wanted)
    rmSync(path.join(root, 'a.py'))
    execFileSync('mkfifo', [path.join(root, 'a.py')])
    expect(await paths(root)).toEqual(wanted.filter((file) => file !== 'a.py'))
  })

  it('[DI5] a folder replaced by a link to elsewhere is not followed, not even for files git does not check', async () => {
    const root = gitRepo({ 'dir/x.py': 'mine\n', 'dir/y.py': 'mine\n' })
    const outside = tempFolder()
    writeFiles(outside, { 'x.py': 'theirs\n', 'y.py': 'theirs\n' })
    git(root, 'update-index', '--assume-unchanged', 'dir/y.py')
    rmSync(path.join(root, 'dir'), { recursive: true })
    symlinkSync(outside, path.join(root, 'dir'))
    expect(await paths(root)).toEqual([])
  })

  it('[DI6] odd names are kept as they are; names that are not UTF-8 are left out with a reason', async () => {
    const odd = [
      'line\nend.py',
      'quo"te.py',
      "apo'strophe.py",
      'tab\t.py',
      'ünï.py',
      ' lead.py',
      '-dash.py',
      'back\\slash.py',
      '#hash.py',
      '[id].ts',
    ]
    const root = gitRepo(Object.fromEntries(odd.map((name) => [name, 'x\n'])))
    writeFiles(root, { 'new\nline.py': '' })
    writeFileSync(Buffer.concat([Buffer.from(`${root}/bad-`), Buffer.from([0xff]), Buffer.from('.py')]), 'x\n')
    const wanted = [...odd, 'new\nline.py'].sort()
    expect(await paths(root)).toEqual(wanted)
    expect(await skipped(root)).toEqual({ 'bad-\uFFFD.py': 'its name is not valid UTF-8' })
    expect(await without(() => paths(root))).toEqual(wanted)
    expect(await without(() => skipped(root))).toEqual({ 'bad-\uFFFD.py': 'its name is not valid UTF-8' })
    git(root, 'add', '-A')
    expect(await paths(root)).toEqual(wanted)
    expect(await skipped(root)).toEqual({ 'bad-\uFFFD.py': 'its name is not valid UTF-8' })
  })

  it('[DI6] large files: from 2 MB as text only, from 20 MB not at all, or by the user’s limit', async () => {
    const root = gitRepo({ 'a.py': 'x\n', 'big.py': '', 'huge.py': '' })
    truncateSync(path.join(root, 'big.py'), 2_000_001)
    truncateSync(path.join(root, 'huge.py'), 200_000_000)
    const { files } = await listFiles(root)
    expect(files.map((file) => [file.path, file.text_only])).toEqual([
      ['a.py', ''],
      ['big.py', 'larger than 2 MB'],
    ])
    expect(await skipped(root)).toEqual({ 'huge.py': 'larger than 20 MB' })
    expect(await skipped(root, { max_file_bytes: 1_000 })).toEqual({
      'big.py': 'larger than 1000 bytes',
      'huge.py': 'larger than 1000 bytes',
    })
  })

  it.skipIf(process.getuid?.() === 0)(
    '[DI6] a folder that cannot be read is left out with a reason (not as root, who can read everything)',
    async () => {
      const root = tempFolder()
      writeFiles(root, { 'a.py': '', 'locked/b.py': '' })
      chmodSync(path.join(root, 'locked'), 0)
      expect(await paths(root)).toEqual(['a.py'])
      expect(await skipped(root)).toEqual({ 'locked/': 'cannot be read (EACCES)' })
      chmodSync(path.join(root, 'locked'), 0o755)
    },
  )

  it('[DI7] secrets are never listed, unless the user allows them', async () => {
    const secrets = [
      '.env',
      '.env.local',
      'conf/prod.env',
      '.envrc',
      'key.pem',
      'server.key',
      'id_rsa',
      '.ssh/config',
      '.netrc',
      'aws/credentials',
      'secrets.yaml',
      'x.tfstate',
      '.env~',
      'id_rsa.bak',
      'tls/server.key.old',
      'secrets.json.orig',
      'AuthKey.p8',
    ]
    const harmless = [
      '.env.example',
      'id_rsa.pub',
      'secrets.py',
      'credentials.ts',
      'key.py',
      'env.py',
      'environment.ts',
      '.npmrc',
      'notes.bak',
      'key.py~',
      'tmp',
    ]
    const root = gitRepo(Object.fromEntries([...secrets, ...harmless].map((file) => [file, 'x=1\n'])))
    writeFiles(root, { 'sub/.npmrc': '//registry.npmjs.org/:_authToken=abc\n' })
    const wide = Buffer.from('\ufeff<add key="ClearTextPassword" value="x" />\n', 'utf16le')
    const looked = { 'sub/.npmrc.bak': '_authToken=abc\n', 'nuget.config': wide, '.condarc': '- https://host/t/abcd-1234567/x\n' }
    writeFiles(root, looked)
    expect(await paths(root)).toEqual([...harmless].sort())
    const reasons = await skipped(root)
    expect(Object.keys(reasons).sort()).toEqual([...secrets, 'sub/.npmrc', ...Object.keys(looked)].sort())
    expect(new Set(Object.values(reasons))).toEqual(new Set(['withheld: it may hold a secret']))
    expect(await paths(root, { allow_withheld: ['*.pem', 'conf', 'sub/.npmrc'] })).toEqual(
      [...harmless, 'key.pem', 'conf/prod.env', 'sub/.npmrc'].sort(),
    )
  })

  it('[DI8] no blob id for what git has not verified, nor for files written while git was running', async () => {
    const root = gitRepo({ 'a.py': 'a\n', 'b.py': 'b\n', 'c.py': 'c\n', 'd.py': 'd\n', 'e.py': '' })
    git(root, 'update-index', '--assume-unchanged', 'b.py')
    git(root, 'update-index', '--skip-worktree', 'c.py')
    symlinkSync('nowhere', path.join(root, 'link'))
    git(root, 'add', 'link')
    writeFiles(root, { 'd.py': 'changed\n' })
    const blobs = async (options: ListOptions) =>
      (await listFiles(root, options)).files.map(({ path, blob_id }) => [path, blob_id !== null])
    expect(await blobs(later)).toEqual([
      ['a.py', true],
      ['b.py', false],
      ['c.py', false],
      ['d.py', false],
      ['e.py', true],
    ])
    expect(await blobs({})).toEqual([
      ['a.py', false],
      ['b.py', false],
      ['c.py', false],
      ['d.py', false],
      ['e.py', false],
    ])
  })

  it('[DI11] a script without extension is recognised by its first line', async () => {
    const root = gitRepo({ 'bin/run': '#!/usr/bin/env python3\n', 'bin/odd': 'no idea\n', 'x.zzz': '#!/bin/sh\n' })
    expect((await listFiles(root)).files.map(({ path, language }) => [path, language])).toEqual([
      ['bin/odd', 'unknown'],
      ['bin/run', 'python'],
      ['x.zzz', 'unknown'],
    ])
  })

  it('lists a part, with the rules of the folders above it', async () => {
    const root = gitRepo({ ...tree, '.cairnignore': 'skip.*\n', 'src/skip.py': '', 'src2/x.py': '' })
    writeFiles(root, { 'src/y.log': '', 'src/new.ts': '' })
    const wanted = ['src/.gitignore', 'src/b.ts', 'src/new.ts']
    expect(await paths(root, { under: 'src' })).toEqual(wanted)
    expect(await without(() => paths(root, { under: 'src' }))).toEqual(wanted)
  })

  it('a root that is gone is a problem with a name', async () => {
    await expect(listFiles(path.join(tempFolder(), 'gone'))).rejects.toMatchObject({ code: 'RAG_UNAVAILABLE' })
  })

  it('can be cancelled', async () => {
    const root = gitRepo(tree)
    mkdirSync(path.join(root, 'more'))
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(listFiles(root, { signal })).rejects.toThrow('enough')
    await expect(listFiles(tempFolder(), { signal })).rejects.toThrow('enough')
  })
})
