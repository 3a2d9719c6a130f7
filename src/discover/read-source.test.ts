import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { git, gitRepo, tempFolder, writeFiles } from '../../test/kit/temp-repo.ts'
import { hashBytes } from '../base/hash.ts'
import { setGitEnvironment } from '../workspace/git.ts'
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
    mkdirSync(`${root}-beside`)
    for (const file of [
      '../x',
      path.join(outside, 'o.txt'),
      'folder/o.txt',
      'file.txt',
      'a/../../x',
      `../${path.basename(root)}-beside/x`,
      'a\0b',
    ])
      await expect(readSource(root, file), file).rejects.toMatchObject({ code: 'PATH_OUTSIDE_REPO' })
    symlinkSync('a.txt', path.join(root, 'inside.txt'))
    expect(await readSource(root, 'inside.txt')).toMatchObject({ text: 'a' })
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
      { state: 'unreadable', reason: 'a link that leads in circles' },
      { state: 'unreadable', reason: 'larger than 1000 bytes' },
    ])
    await expect(read('device')).rejects.toMatchObject({ code: 'PATH_OUTSIDE_REPO' })
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
    ]
    return Object.fromEntries(
      await Promise.all(asked.map(async (file) => [file.replace(root, 'ROOT'), await admitPath(root, file)])),
    )
  }

  it('[DI17] with and without git', async () => {
    const root = realpathSync(gitRepo(files))
    writeFiles(root, { 'out/x.py': '', 'nested/n.py': '' })
    git(path.join(root, 'nested'), 'init', '-q')
    symlinkSync(tempFolder(), path.join(root, 'link-out'))
    symlinkSync('src/a.py', path.join(root, 'link-in'))
    execFileSync('mkfifo', [path.join(root, 'pipe')])
    const file = { state: 'file', path: 'src/a.py', absolute_path: path.join(root, 'src/a.py'), size: 2, language: 'python' }
    const secret = { state: 'withheld', reason: 'it may hold a secret' }
    const leftOut = { state: 'withheld', reason: 'ignored, or part of a nested repo' }
    const wanted = {
      'src/a.py': file,
      './src/../src/a.py': file,
      'ROOT/src/a.py': file,
      '': { state: 'folder', path: '' },
      '.': { state: 'folder', path: '' },
      src: { state: 'folder', path: 'src' },
      'no.py': { state: 'missing' },
      '../x': { state: 'outside' },
      '/etc/passwd': { state: 'outside' },
      'out/x.py': leftOut,
      'old/o.py': { state: 'withheld', reason: 'ignored by .cairnignore' },
      '.env': secret,
      'no/.env.local': secret,
      '.git/config': { state: 'withheld', reason: "git's or Cairn's own file" },
      '.npmrc': secret,
      'link-out': { state: 'outside' },
      'link-in': { ...file, path: 'link-in', language: 'unknown' },
      pipe: { state: 'withheld', reason: 'not a plain file' },
      'nested/n.py': leftOut,
      'a\0b': { state: 'missing' },
    }
    expect(await answers(root)).toEqual(wanted)
    setGitEnvironment({ PATH: '/nowhere' })
    expect(await answers(root)).toEqual(wanted)
  })

  it('[DI17] an absolute path spelled through a link to the root is inside', async () => {
    const root = gitRepo(files)
    const link = path.join(tempFolder(), 'link')
    symlinkSync(root, link)
    expect(await admitPath(link, path.join(link, 'src/a.py'))).toMatchObject({ state: 'file', path: 'src/a.py' })
    expect(await admitPath(root, '.npmrc', { allow_withheld: ['.npmrc'] })).toMatchObject({ state: 'file' })
  })
})
