import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { git, gitRepo, tempFolder, writeFiles } from '../../test/kit/temp-repo.ts'
import { hashBytes } from '../base/hash.ts'
import { setGitEnvironment } from '../workspace/git-environment.ts'
import { admitPath } from './admit-path.ts'
import { readSource } from './read-source.ts'

afterEach(() => setGitEnvironment(process.env))
const later = { now: () => Date.now() + 60_000 }

describe('reading a file', () => {
  it('[DI12] returns bytes, text, encoding and hash', async () => {
    const root = tempFolder()
    writeFiles(root, {
      'a/b.txt': 'héllo\r\n',
      'latin.txt': Buffer.from([0x68, 0xe9]),
      'wide.txt': Buffer.from('\uFEFFwide', 'utf16le'),
    })
    expect(await readSource(root, 'a/b.txt', later)).toEqual({
      state: 'read',
      bytes: Buffer.from('héllo\r\n'),
      text: 'héllo\r\n',
      encoding: 'utf-8',
      size: 8,
      content_hash: hashBytes('héllo\r\n'),
      mtime_ms: expect.any(Number),
    })
    expect(await readSource(root, 'latin.txt')).toMatchObject({ text: 'hé', encoding: 'latin1' })
    expect(await readSource(root, 'wide.txt')).toMatchObject({ text: 'wide', encoding: 'utf-16le' })
  })

  it('[DI12] never leaves the repo', async () => {
    const outside = tempFolder('outside')
    writeFiles(outside, { 'o.txt': 'secret' })
    const root = path.join(tempFolder(), 'repo')
    mkdirSync(root)
    writeFiles(root, { 'a.txt': 'a' })
    symlinkSync(outside, path.join(root, 'folder'))
    symlinkSync(path.join(outside, 'o.txt'), path.join(root, 'file.txt'))
    symlinkSync(path.join(outside, 'nothing.txt'), path.join(root, 'nothing.txt'))
    mkdirSync(`${root}-beside`)
    for (const file of ['../x', path.join(outside, 'o.txt'), 'a/../../x', `../${path.basename(root)}-beside/x`, 'a\0b'])
      await expect(readSource(root, file), file).rejects.toMatchObject({ code: 'PATH_OUTSIDE_REPO' })
    // Links are not followed, inside the repo neither: what they lead to may be ignored, or a secret.
    symlinkSync('a.txt', path.join(root, 'inside.txt'))
    symlinkSync('gone.txt', path.join(root, 'dangling.txt'))
    for (const file of ['folder/o.txt', 'file.txt', 'nothing.txt', 'inside.txt', 'dangling.txt'])
      expect(await readSource(root, file), file).toMatchObject({ state: 'unreadable' })
  })

  it('[DI12] gone, odd, too large and unreadable are values', async () => {
    const root = tempFolder()
    writeFiles(root, { 'a.txt': 'a', 'big.txt': 'x'.repeat(2_000) })
    mkdirSync(path.join(root, 'x.py'))
    execFileSync('mkfifo', [path.join(root, 'pipe')])
    symlinkSync('loop', path.join(root, 'loop'))
    symlinkSync('/dev/zero', path.join(root, 'device'))
    const read = (file: string) => readSource(root, file, { max_bytes: 1_000 })
    expect(await Promise.all(['no.txt', 'a.txt/no', 'x.py', 'pipe', 'loop', 'big.txt'].map(read))).toEqual([
      { state: 'gone' },
      { state: 'gone' },
      { state: 'unreadable', reason: 'not a plain file' },
      { state: 'unreadable', reason: 'not a plain file' },
      { state: 'unreadable', reason: 'a link' },
      { state: 'unreadable', reason: 'larger than 1000 bytes' },
    ])
    expect(await read('device')).toMatchObject({ state: 'unreadable' })
  })

  it.skipIf(process.getuid?.() === 0)('[DI12] without permission it says so (not as root, whom nothing stops)', async () => {
    const root = tempFolder()
    writeFiles(root, { 'a.txt': 'a' })
    chmodSync(path.join(root, 'a.txt'), 0)
    expect(await readSource(root, 'a.txt')).toEqual({ state: 'unreadable', reason: 'no permission to read it' })
  })
})

describe('admitting a path from outside', () => {
  const files = {
    'src/a.py': 'a\n',
    '.gitignore': 'out/\n',
    '.cairnignore': 'old/\n',
    'old/o.py': '',
    '.npmrc': '_authToken=1\n',
  }

  async function answers(root: string): Promise<Record<string, unknown>> {
    const asked = [
      'src/a.py',
      './src/../src/a.py',
      path.join(root, 'src/a.py'),
      '',
      '.',
      'src',
      'no.py',
      '../x',
      '/etc/passwd',
      'out/x.py',
      'old/o.py',
      '.env',
      'no/.env.local',
      '.git/config',
      '.npmrc',
      'link-out',
      'link-in',
      'pipe',
      'nested/n.py',
      'a\0b',
      'link-out/there.py',
      'link-out/not-there.py',
      'link-out/deep/not-there.py',
      'link-nothing',
      'link-chain/not-there.py',
      'link-folder/a.py',
      'link-folder/no.py',
      'link-ignored',
      'link-old',
      'link-secret',
      'link-no-secret',
      'link-git/config',
      'link-loop',
      'nested/deep/n.py',
      'link-nested/deep/n.py',
      'node_modules/x/index.js',
      'sub/own.py',
      'link-own',
    ]
    return Object.fromEntries(
      await Promise.all(asked.map(async (file) => [file.replace(root, 'ROOT'), await admitPath(root, file)])),
    )
  }

  it('[DI17] with and without git', async () => {
    const root = realpathSync(gitRepo(files))
    const outside = tempFolder()
    writeFiles(outside, { 'there.py': '' })
    writeFiles(root, { 'out/x.py': '', 'nested/n.py': '', 'nested/deep/n.py': '', 'node_modules/x/index.js': '' })
    writeFiles(root, { 'sub/.cairnignore': 'own.py\n', 'sub/own.py': '' })
    git(path.join(root, 'nested'), 'init', '-q')
    const link = (target: string, name: string): void => symlinkSync(target, path.join(root, name))
    link(outside, 'link-out')
    link(path.join(outside, 'nothing'), 'link-nothing')
    link('src/../link-out', 'link-chain')
    link('src/a.py', 'link-in')
    link('src', 'link-folder')
    link('out/x.py', 'link-ignored')
    link('old/o.py', 'link-old')
    link('.npmrc', 'link-secret')
    link('conf/.env', 'link-no-secret')
    link('.git', 'link-git')
    link('link-loop', 'link-loop')
    link('nested', 'link-nested')
    link('sub/own.py', 'link-own')
    execFileSync('mkfifo', [path.join(root, 'pipe')])
    const file = { state: 'file', path: 'src/a.py', size: 2, language: 'python' }
    const secret = { state: 'withheld', reason: 'it may hold a secret' }
    const away = { state: 'outside' }
    const own = { state: 'withheld', reason: "git's or Cairn's own file" }
    const leftOut = { state: 'withheld', reason: 'ignored, or part of a nested repo' }
    const wanted = {
      'src/a.py': file,
      './src/../src/a.py': file,
      'ROOT/src/a.py': file,
      '': { state: 'folder', path: '' },
      '.': { state: 'folder', path: '' },
      src: { state: 'folder', path: 'src' },
      'no.py': { state: 'missing' },
      '../x': away,
      '/etc/passwd': away,
      'out/x.py': leftOut,
      'old/o.py': { state: 'withheld', reason: 'ignored by .cairnignore' },
      '.env': secret,
      'no/.env.local': secret,
      '.git/config': own,
      '.npmrc': secret,
      'link-out': away,
      'link-in': file,
      pipe: { state: 'withheld', reason: 'not a plain file' },
      'nested/n.py': leftOut,
      'a\0b': away,
      'link-out/there.py': away,
      'link-out/not-there.py': away,
      'link-out/deep/not-there.py': away,
      'link-nothing': away,
      'link-chain/not-there.py': away,
      'link-folder/a.py': file,
      'link-folder/no.py': { state: 'missing' },
      'link-ignored': leftOut,
      'link-old': { state: 'withheld', reason: 'ignored by .cairnignore' },
      'link-secret': secret,
      'link-no-secret': secret,
      'link-git/config': own,
      'link-loop': { state: 'missing' },
      'nested/deep/n.py': leftOut,
      'link-nested/deep/n.py': leftOut,
      'node_modules/x/index.js': leftOut,
      'sub/own.py': { state: 'withheld', reason: 'ignored by .cairnignore' },
      'link-own': { state: 'withheld', reason: 'ignored by .cairnignore' },
    }
    expect(await answers(root)).toEqual(wanted)
    setGitEnvironment({ PATH: '/nowhere' })
    expect(await answers(root)).toEqual(wanted)
  })

  it('[DI17] without any version control, folders of other tools and nested repos are left out at any depth', async () => {
    const root = realpathSync(tempFolder())
    writeFiles(root, { 'a.py': '', '.hg/hgrc': '', '.hg/store/x': '', 'node_modules/x/y.js': '', '.gitignore': 'made/\n' })
    writeFiles(root, {
      'made/deep/m.py': '',
      'nested/deep/n.py': '',
      'sub/.gitignore': '*.tmp\n',
      'sub/x.tmp': '',
      'sub/x.py': '',
    })
    git(path.join(root, 'nested'), 'init', '-q')
    const left = ['.hg/hgrc', '.hg/store/x', 'node_modules/x/y.js', 'made/deep/m.py', 'nested/deep/n.py', 'sub/x.tmp']
    for (const file of left) expect((await admitPath(root, file)).state, file).toBe('withheld')
    for (const file of ['a.py', 'sub/x.py']) expect((await admitPath(root, file)).state, file).toBe('file')
  })

  it('[DI17] an ignore file that is a pipe does not block', async () => {
    const root = gitRepo({ 'src/a.py': '' })
    execFileSync('mkfifo', [path.join(root, 'src/.cairnignore')])
    expect(await admitPath(root, 'src/a.py')).toMatchObject({ state: 'file' })
  })

  it('[DI17] an absolute path spelled through a link to the root is inside', async () => {
    const root = gitRepo(files)
    const link = path.join(tempFolder(), 'link')
    symlinkSync(root, link)
    expect(await admitPath(link, path.join(link, 'src/a.py'))).toMatchObject({ state: 'file', path: 'src/a.py' })
    expect(await admitPath(root, '.npmrc', { allow_withheld: ['.npmrc'] })).toMatchObject({ state: 'file' })
  })
})
