/** A pipe where git or Cairn expects a file holds up no question (WO19): git is not started, or is ended. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { takeInventory } from '../../src/discover/inventory.ts'
import { hasCostlyRules } from '../../src/workspace/costly-rules.ts'
import { runGit } from '../../src/workspace/git.ts'
import { setGitEnvironment } from '../../src/workspace/git-environment.ts'
import { readHead } from '../../src/workspace/head.ts'
import { readOrigin } from '../../src/workspace/repo-id.ts'
import { readStanding } from '../../src/workspace/standing.ts'
import { noticeStuck } from '../../src/workspace/stuck-git.ts'
import { git, gitRepo, tempFolder, writeFiles } from '../kit/temp-repo.ts'

beforeEach(() => setGitEnvironment({ ...process.env, HOME: tempFolder('user'), XDG_CONFIG_HOME: '' }))
afterEach(() => setGitEnvironment(process.env))

/** Well below git's own time limits, and well above what a busy machine needs. */
const SOON_MS = 15_000

async function soon<Value>(work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('it waits')), SOON_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

function makePipe(root: string, file: string): string {
  const at = path.join(root, file)
  rmSync(at, { force: true, recursive: true })
  mkdirSync(path.dirname(at), { recursive: true })
  execFileSync('mkfifo', [at])
  return at
}

function repo(): string {
  const root = gitRepo({ 'a.py': 'a = 1\n', 'src/deep/b.py': 'b = 1\n' })
  git(root, 'config', 'remote.origin.url', 'https://example.com/acme/shop')
  // Younger than the index for ever: git compares the content, and looks for attributes.
  utimesSync(path.join(root, '.git/index'), 1e9, 1e9)
  return root
}

const listed = async (root: string) => {
  const { paths, untracked, git: state } = await soon(takeInventory(root, {}))
  return { files: [...paths, ...untracked].map((each) => each.path).filter((file) => file.endsWith('.py')), state }
}

const both = ['a.py', 'src/deep/b.py']

describe.runIf(process.platform === 'linux')('a pipe in place of a file', () => {
  it.each([
    '.git/info/exclude',
    '.git/config',
    '.git/packed-refs',
    '.git/info/attributes',
    '.git/info/sparse-checkout',
    '.git/hooks',
  ])('[WO19] %s: git answers without it', async (file) => {
    const root = repo()
    makePipe(root, file)
    expect(await listed(root)).toEqual({ files: both, state: { state: 'ok' } })
    expect(await soon(readStanding(root, null))).toMatchObject({ branch: 'main', uncommitted: expect.any(Number) })
    await soon(readOrigin(root))
  })

  it.each(['.git/index', '.gitignore', '.gitattributes', '.git/shallow', '.git/objects/info/alternates'])(
    '[WO19] %s: git is not started, and the reason is given',
    async (file) => {
      const root = repo()
      const at = makePipe(root, file)
      expect(await listed(root)).toEqual({
        files: both,
        state: { state: 'failed', reason: `${at} is not a plain file; git would wait for it` },
      })
      await soon(readStanding(root, null))
    },
  )

  it.each([
    'src/.gitignore',
    'src/deep/.gitattributes',
    'inner/.git/HEAD',
    '.git/HEAD',
    '.git/commondir',
    '.git/refs/heads/main',
  ])('[WO19] %s: what waits is ended', async (file) => {
    const root = repo()
    if (file.startsWith('inner')) git(root, 'init', '-q', 'inner')
    makePipe(root, file)
    expect((await listed(root)).files).toEqual(both)
    await soon(readHead(root, { through: 'git' }))
    await soon(readStanding(root, null))
  })

  it('[WO19] it is remembered where git got stuck, while the pipe is there', async () => {
    const root = repo()
    const at = makePipe(root, 'src/.gitignore')
    const reason = `${at} is not a plain file; git would wait for it`
    expect((await listed(root)).state).toEqual({ state: 'failed', reason })
    const began = process.hrtime.bigint()
    expect(await runGit(root, ['ls-files', '--others', '--exclude-standard'])).toEqual({ state: 'stuck', file: at })
    expect(Number(process.hrtime.bigint() - began) / 1e6).toBeLessThan(800)
    rmSync(at)
    writeFiles(root, { 'src/.gitignore': '*.log\n', 'src/x.log': 'x\n', 'src/new.py': 'n = 1\n' })
    expect(await listed(root)).toEqual({ files: [...both, 'src/new.py'], state: { state: 'ok' } })
  })

  it('[WO19] a split index whose other half is a pipe', async () => {
    const root = repo()
    git(root, 'update-index', '--split-index')
    const [name = ''] = execFileSync('ls', [path.join(root, '.git')], { encoding: 'utf8' }).match(/sharedindex\.\w+/) ?? []
    makePipe(root, `.git/${name}`)
    expect((await listed(root)).files).toEqual(both)
  })
})

/** A git of 2026 compares such names as fast as others; then there is nothing to end. */
function outcome(root: string, file: string) {
  const { signal } = spawnSync('git', ['ls-files', '--others', '--exclude-standard'], { cwd: root, timeout: 2_000 })
  if (signal === null) return { state: 'ok' }
  return { state: 'failed', reason: `git takes too long with a pattern in ${path.join(root, file)}` }
}

describe('rules that git does not get done with', () => {
  const long = `${'a'.repeat(240)}.x`
  it('[WO19] a pattern with many stars: git is ended, its files are walked, and git is not tried again', async () => {
    const root = repo()
    writeFiles(root, { [long]: '', 'src/.gitignore': `${'*a'.repeat(24)}b\n`, [`src/${long}`]: '' })
    const state = outcome(root, 'src/.gitignore')
    expect(await listed(root)).toEqual({ files: both, state })
    expect(await listed(root)).toEqual({ files: both, state })
    rmSync(path.join(root, 'src/.gitignore'))
    expect(await listed(root)).toEqual({ files: both, state: { state: 'ok' } })
  })

  it.each([
    ['few stars and long names', '.gitignore', '*a*a*a*a*b\n'],
    [
      'many patterns with three stars',
      'src/.gitignore',
      Array.from({ length: 20_000 }, (_, at) => `*a*a*${'b'.repeat(at % 20)}c\n`).join(''),
    ],
    ['a list of its own that the clone names', 'rules', '*a*a*a*a*b\n'],
  ])('[WO19] %s: git is ended', async (_, file, rules) => {
    const root = repo()
    const names = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`src/${'a'.repeat(240)}${at}.x`, '']))
    writeFiles(root, { ...names, [file]: rules })
    if (file === 'rules') git(root, 'config', 'core.excludesFile', 'rules')
    expect(await listed(root)).toEqual({ files: both, state: outcome(root, file) })
    rmSync(path.join(root, file))
    expect(await listed(root)).toEqual({ files: both, state: { state: 'ok' } })
  })

  it('[WO19] rules as people write them, with names as long as they get, do not end a git that is slow', () => {
    const rules = '**/*.min.*.js\n*.[oa]\n**/build/**/*-*.tmp\n*_*_*_*.log\nfoo.*.*.*.bak\n'
    const names = Array.from({ length: 50 }, (_, at) => `${'customer_order_line_item.service-'.repeat(3)}${at}.min.test.js`)
    expect(hasCostlyRules(rules.repeat(4), { names, count: 50_000 })).toBe(false)
  })
})

describe.runIf(process.platform === 'linux')('a git that takes too much memory', () => {
  it('[WO19] is ended', async () => {
    const program = 'const taken = Buffer.alloc(80_000_000, 1); setInterval(() => taken.length, 1000)'
    const child = spawn(process.execPath, ['-e', program], { stdio: 'ignore' })
    const root = repo()
    const folders = { git: path.join(root, '.git'), common: path.join(root, '.git') }
    const stuck = new Promise((resolve) => {
      const unwatch = noticeStuck(child.pid ?? 0, { root, folders }, () => 0, resolve, 60_000_000)
      child.once('close', unwatch)
    })
    const began = performance.now()
    expect(await soon(stuck)).toEqual({ file: null })
    // One that only waits is given more time before it counts as stuck.
    expect(performance.now() - began).toBeLessThan(2_500)
    child.kill('SIGKILL')
  })
})
