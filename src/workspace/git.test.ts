import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { commitAll, git, gitRepo, tempFolder, writeFiles } from '../../test/kit/temp-repo.ts'
import { runGit, whyGitFailed } from './git.ts'
import { setGitEnvironment } from './git-environment.ts'
import { readHead } from './head.ts'
import { findRepoRoot, isTooBroad } from './repo-root.ts'

beforeEach(() => setGitEnvironment(process.env))
afterEach(() => setGitEnvironment(process.env))

/** Git before 2.45 has no such format. */
const hasReftable = (): boolean => spawnSync('git', ['init', '-q', '--ref-format=reftable', tempFolder()]).status === 0

/** Puts a fake `git` on the PATH. */
function fakeGit(script: string): string {
  const bin = tempFolder('bin')
  writeFiles(bin, { git: `#!/bin/sh\n${script}\n` })
  chmodSync(path.join(bin, 'git'), 0o755)
  return `${bin}:/usr/bin:/bin`
}

describe('asking git', () => {
  it('[WO1] returns bytes, or a reason why there are none', async () => {
    const root = gitRepo({ 'a.txt': 'a\n' })
    expect(await runGit(root, ['ls-files', '-z'])).toEqual({ state: 'ok', bytes: Buffer.from('a.txt\0') })
    const failed = await runGit(root, ['cat-file', '-p', 'nonsense'])
    expect(failed).toMatchObject({ state: 'failed', code: 128 })
    expect(failed.state !== 'ok' && whyGitFailed(failed)).toBe('git failed: Not a valid object name')
  })

  it('[WO1] a git that is missing, refuses or hangs is a value, not an exception', async () => {
    const root = gitRepo({ 'a.txt': 'a\n' })
    setGitEnvironment({ PATH: tempFolder('empty') })
    const missing = await runGit(root, ['status'])
    expect(missing).toEqual({ state: 'missing' })
    setGitEnvironment({ PATH: fakeGit('echo "fatal: detected dubious ownership in repository at x" >&2; exit 128') })
    const refused = await runGit(root, ['status'])
    expect(refused.state === 'failed' && whyGitFailed(refused)).toBe(
      'git refuses a repo that belongs to another user (see safe.directory)',
    )
    setGitEnvironment({ PATH: fakeGit('exec sleep 20') })
    expect(await runGit(root, ['status'], { timeout_ms: 50 })).toEqual({ state: 'timed-out' })
  })

  it('[WO1] the reason quotes no line of a file that a link put in the place of one of git’s', async () => {
    const root = gitRepo({ 'a.py': 'a = 1\n', '.gitignore': '*.log\n' })
    const secret = path.join(tempFolder('outside'), 'secret')
    writeFileSync(secret, 'https://me:canary@example.com\n')
    // Git reads the ignore file from its objects, and says which folders of objects there are not.
    const id = git(root, 'rev-parse', 'HEAD:.gitignore')
    git(root, 'update-index', '--skip-worktree', '.gitignore')
    const object = `.git/objects/${id.slice(0, 2)}/${id.slice(2)}`
    const head = git(root, 'rev-parse', 'HEAD')
    for (const file of ['.gitignore', object]) rmSync(path.join(root, file))
    writeFiles(root, { 'new.py': '', [object]: Buffer.from('x\x9c garbage garbage', 'latin1') })
    mkdirSync(path.join(root, '.git/objects/info'), { recursive: true })
    symlinkSync(secret, path.join(root, '.git/objects/info/alternates'))
    const reasons: string[] = []
    const ask = async (...args: string[]): Promise<void> => {
      const answer = await runGit(root, args)
      reasons.push(answer.state === 'failed' ? JSON.stringify(answer) + whyGitFailed(answer) : answer.state)
    }
    await ask('ls-files', '--others', '--exclude-standard')
    rmSync(path.join(root, '.git/objects/info/alternates'))
    symlinkSync(secret, path.join(root, '.git/shallow'))
    await ask('rev-parse', '--verify', '--quiet', `${head}^{commit}`)
    expect(reasons).toEqual([expect.stringContaining('git failed: exit 128'), expect.stringContaining('git failed: exit 128')])
    expect(reasons.join()).not.toContain('canary')
  })

  it('[WO1] a call can be aborted', async () => {
    const root = gitRepo({ 'a.txt': 'a\n' })
    setGitEnvironment({ PATH: fakeGit('exec sleep 20') })
    const stop = new AbortController()
    setTimeout(() => stop.abort(new Error('enough')), 30)
    await expect(runGit(root, ['status'], { signal: stop.signal })).rejects.toThrow('enough')
    await expect(runGit(root, ['status'], { signal: stop.signal })).rejects.toThrow('enough')
  })

  it('[WO1] variables that point to another repo are not passed to git', async () => {
    const root = gitRepo({ 'a.txt': 'a\n' })
    const other = gitRepo({ 'other.txt': 'a\n' })
    setGitEnvironment({ ...process.env, GIT_DIR: path.join(other, '.git'), GIT_INDEX_FILE: path.join(other, '.git/index') })
    expect(await runGit(root, ['ls-files', '-z'])).toEqual({ state: 'ok', bytes: Buffer.from('a.txt\0') })
  })

  it('[WO1] no hook and no file watcher of the repo runs, and nothing is written', async () => {
    const root = gitRepo({ 'a.txt': 'a\n' })
    const trap = path.join(tempFolder('trap'), 'sprung')
    writeFiles(root, {
      '.git/hooks/watch': `#!/bin/sh\ntouch ${trap}\n`,
      '.git/hooks/post-index-change': `#!/bin/sh\ntouch ${trap}\n`,
    })
    for (const hook of ['watch', 'post-index-change']) chmodSync(path.join(root, '.git/hooks', hook), 0o755)
    git(root, 'config', 'core.fsmonitor', path.join(root, '.git/hooks/watch'))
    writeFiles(root, { 'a.txt': 'changed\n' })
    expect((await runGit(root, ['status', '--porcelain'])).state).toBe('ok')
    expect(existsSync(trap)).toBe(false)
  })

  it('[WO1] no filter runs, of the clone or of the user: bytes are compared', async () => {
    const root = gitRepo({ 'a.txt': 'a\n', '.gitattributes': '*.txt filter=evil.x\n' })
    const trap = path.join(tempFolder('trap'), 'sprung')
    const settings = `[filter "evil.x"]\n\tclean = touch ${trap}; cat\n\trequired = true\n`
    const home = tempFolder('home')
    setGitEnvironment({ ...process.env, HOME: home })
    const look = async (): Promise<string> => {
      writeFiles(root, { 'a.txt': 'b\n' })
      const answer = await runGit(root, ['status', '--porcelain'], { head: git(root, 'rev-parse', 'HEAD') })
      return answer.state === 'ok' ? answer.bytes.toString() : whyGitFailed(answer)
    }
    const plain = readFileSync(path.join(root, '.git/config'), 'utf8')
    writeFiles(root, { '.git/config': plain + settings })
    expect(await look()).toBe(' M a.txt\n')
    writeFiles(root, { '.git/config': `${plain}[core][include]path=more\n`, '.git/more': settings })
    expect(await look()).toBe(' M a.txt\n')
    writeFiles(root, { '.git/config': plain })
    writeFiles(home, { '.gitconfig': settings })
    expect(await look()).toBe(' M a.txt\n')
    expect(existsSync(trap)).toBe(false)
    writeFiles(root, { '.git/config': plain + settings })
    expect(git(root, 'status', '--porcelain')).toBe('M a.txt')
    expect(existsSync(trap)).toBe(true)
  })

  it('[WO1] a program called git in the repo is never started, whatever the PATH says', async () => {
    const root = realpathSync(gitRepo({ 'a.txt': 'a\n' }))
    const trap = path.join(tempFolder('trap'), 'sprung')
    const program = `#!/bin/sh\ntouch ${trap}\n`
    writeFiles(root, { git: program, 'node_modules/.bin/git': program })
    for (const file of ['git', 'node_modules/.bin/git']) chmodSync(path.join(root, file), 0o755)
    const link = path.join(tempFolder(), 'link')
    symlinkSync(root, link)
    const other = path.join(tempFolder(), 'node_modules/.bin')
    writeFiles(other, { git: program })
    chmodSync(path.join(other, 'git'), 0o755)
    const here = process.cwd()
    process.chdir(root)
    try {
      for (const first of ['', '.', './', 'node_modules/.bin', root, link, path.join(root, 'node_modules/.bin'), other]) {
        setGitEnvironment({ ...process.env, PATH: `${first}:${process.env.PATH}` })
        expect((await runGit(root, ['ls-files'])).state).toBe('ok')
      }
      setGitEnvironment({ PATH: `.:${root}` })
      expect(await runGit(root, ['ls-files'])).toEqual({ state: 'missing' })
    } finally {
      process.chdir(here)
    }
    expect(existsSync(trap)).toBe(false)
  })

  it('[WO2] a damaged .git inside another repo does not answer for the outer one', async () => {
    const outer = gitRepo({ 'a.txt': 'a\n' })
    const inner = path.join(outer, 'inner')
    mkdirSync(path.join(inner, '.git'), { recursive: true })
    expect(await runGit(inner, ['rev-parse', 'HEAD'])).toMatchObject({
      state: 'failed',
      words: 'the .git here is missing or damaged',
    })
    expect(await readHead(inner)).toMatchObject({ state: 'failed', commit: null })
  })
})

describe('the root of a repo', () => {
  it('[WO3] is the nearest folder with a .git, from any path inside, through links too', async () => {
    const root = realpathSync(gitRepo({ 'src/deep/a.txt': 'a\n' }))
    const link = path.join(tempFolder(), 'link')
    symlinkSync(path.join(root, 'src'), link)
    const found = await Promise.all([root, `${root}/src`, `${root}/src/deep/a.txt`, link].map(findRepoRoot))
    expect(found).toEqual([root, root, root, root])
  })

  it('[WO3] a worktree and a submodule are roots of their own', async () => {
    const root = realpathSync(gitRepo({ 'a.txt': 'a\n' }))
    git(root, 'worktree', 'add', '-q', path.join(root, 'tree'))
    const other = gitRepo({ 'lib/b.txt': 'b\n' })
    git(root, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', other, 'sub')
    expect(await findRepoRoot(path.join(root, 'tree'))).toBe(path.join(root, 'tree'))
    expect(await findRepoRoot(path.join(root, 'sub/lib'))).toBe(path.join(root, 'sub'))
  })

  it('[WO3] without git: the nearest folder with .llmc, else the folder itself', async () => {
    const folder = realpathSync(tempFolder())
    mkdirSync(path.join(folder, 'a/b'), { recursive: true })
    expect(await findRepoRoot(path.join(folder, 'a/b'))).toBe(path.join(folder, 'a/b'))
    mkdirSync(path.join(folder, '.llmc'))
    expect(await findRepoRoot(path.join(folder, 'a/b'))).toBe(folder)
    expect(await findRepoRoot(path.join(folder, 'no/such'))).toBe(folder)
  })

  it('[WO4] home, what is above it, and the root of the file system are too broad', async () => {
    const home = path.join(tempFolder(), 'people/ann')
    mkdirSync(path.join(home, 'code'), { recursive: true })
    const broad = await Promise.all(
      [home, path.dirname(home), '/', path.join(home, 'code')].map((folder) => isTooBroad(folder, { home })),
    )
    expect(broad).toEqual([true, true, true, false])
  })
})

describe('HEAD', () => {
  /** From the files and from git: they must agree. */
  async function both(root: string) {
    const fromFiles = await readHead(root)
    expect(await readHead(root, { through: 'git' })).toEqual(fromFiles)
    return fromFiles
  }

  it('[WO5] on a branch, packed or not, and detached', async () => {
    const root = gitRepo({ 'a.txt': 'a\n' })
    const commit = git(root, 'rev-parse', 'HEAD')
    git(root, 'checkout', '-q', '-b', 'feature/x')
    expect(await both(root)).toEqual({ state: 'branch', commit, branch: 'feature/x' })
    git(root, 'pack-refs', '--all')
    expect(await both(root)).toEqual({ state: 'branch', commit, branch: 'feature/x' })
    git(root, 'checkout', '-q', '--detach')
    expect(await both(root)).toEqual({ state: 'detached', commit })
  })

  it('[WO5] a branch without a commit, and no git at all', async () => {
    const root = tempFolder()
    expect(await both(root)).toEqual({ state: 'none', commit: null })
    git(root, 'init', '-q', '-b', 'main')
    expect(await both(root)).toEqual({ state: 'unborn', commit: null, branch: 'main' })
  })

  it('[WO5] in a worktree, a submodule and a shallow clone', async () => {
    const root = gitRepo({ 'a.txt': 'a\n' })
    const first = git(root, 'rev-parse', 'HEAD')
    const tree = path.join(tempFolder(), 'tree')
    git(root, 'worktree', 'add', '-q', '-b', 'other', tree)
    writeFiles(root, { 'a.txt': 'b\n' })
    const second = commitAll(root)
    expect(await both(tree)).toEqual({ state: 'branch', commit: first, branch: 'other' })
    const holder = gitRepo({ 'x.txt': 'x\n' })
    git(holder, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', root, 'sub')
    expect(await both(path.join(holder, 'sub'))).toMatchObject({ commit: second })
    const shallow = path.join(tempFolder(), 'shallow')
    git(root, 'clone', '-q', '--depth', '1', `file://${root}`, shallow)
    expect(await both(shallow)).toEqual({ state: 'branch', commit: second, branch: 'main' })
  })

  it('[WO5] through links, from ref to ref, and where a folder of refs is in its way', async () => {
    const root = gitRepo({ 'a.txt': 'a\n' })
    const commit = git(root, 'rev-parse', 'HEAD')
    git(root, 'symbolic-ref', 'refs/heads/alias', 'refs/heads/main')
    git(root, 'symbolic-ref', 'HEAD', 'refs/heads/alias')
    expect(await both(root)).toEqual({ state: 'branch', commit, branch: 'alias' })
    rmSync(path.join(root, '.git/HEAD'))
    symlinkSync('refs/heads/main', path.join(root, '.git/HEAD'))
    expect(await both(root)).toEqual({ state: 'branch', commit, branch: 'main' })
    git(root, 'pack-refs', '--all')
    mkdirSync(path.join(root, '.git/refs/heads/main'))
    expect(await both(root)).toEqual({ state: 'branch', commit, branch: 'main' })
  })

  it.runIf(hasReftable())('[WO5] in a reftable, in a worktree of it too', async () => {
    const root = tempFolder()
    git(root, 'init', '-q', '-b', 'main', '--ref-format=reftable')
    expect(await both(root)).toEqual({ state: 'unborn', commit: null, branch: 'main' })
    writeFiles(root, { 'a.txt': 'a\n' })
    const commit = commitAll(root)
    expect(await both(root)).toEqual({ state: 'branch', commit, branch: 'main' })
    const tree = path.join(tempFolder(), 'tree')
    git(root, 'worktree', 'add', '-q', '-b', 'other', tree)
    expect(await both(tree)).toEqual({ state: 'branch', commit, branch: 'other' })
    git(tree, 'checkout', '-q', '--detach')
    expect(await both(tree)).toEqual({ state: 'detached', commit })
  })

  it('[WO5] a damaged HEAD or ref is a failure with a reason', async () => {
    const root = gitRepo({ 'a.txt': 'a\n' })
    writeFileSync(path.join(root, '.git/refs/heads/main'), 'garbage\n')
    expect(await both(root)).toMatchObject({ state: 'failed', commit: null })
    writeFileSync(path.join(root, '.git/HEAD'), 'garbage\n')
    expect(await both(root)).toMatchObject({ state: 'failed', commit: null, reason: expect.stringContaining('.git') })
  })
})
