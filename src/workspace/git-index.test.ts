import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { git, gitRepo, tempFolder, writeFiles } from '../../test/kit/temp-repo.ts'
import { runGit } from './git.ts'
import { findGitFolders } from './git-folders.ts'
import { readGitIndex } from './git-index.ts'

const readIndex = async (root: string) => {
  const folders = await findGitFolders(root)
  return folders && readGitIndex(root, folders)
}
const modes = { file: /^100/, link: /^120/, submodule: /^160/ } as const

/** Compares with what git prints for the same index. */
async function expectAsGitSays(root: string): Promise<number> {
  const entries = (await readIndex(root)) ?? []
  const said = git(root, 'ls-files', '-z', '--stage', '-v')
    .split('\0')
    .filter((record) => record !== '')
  expect(entries.map((entry) => [entry.path, entry.oid, entry.stage])).toEqual(
    said.map((record) => [record.slice(record.indexOf('\t') + 1), record.split(' ')[2], Number(record.split(/[ \t]/)[3])]),
  )
  expect(entries.map((entry) => entry.unseen)).toEqual(said.map((record) => /^[a-zS]/.test(record)))
  expect(entries.every((entry, at) => modes[entry.kind].test(said[at]?.slice(2) ?? ''))).toBe(true)
  return entries.length
}

const files = Object.fromEntries(
  Array.from({ length: 60 }, (_, at) => [`${'folder/'.repeat(at % 4)}file-${'x'.repeat(at)}-ü"\n${at}.txt`, `${at}\n`]),
)

describe("git's index", () => {
  it.each(['2', '3', '4'])('[WO6] version %s gives the same entries as git', async (version) => {
    const root = gitRepo(files)
    writeFiles(root, { 'new.txt': 'new\n' })
    git(root, 'update-index', '--index-version', version)
    if (version !== '2') git(root, 'add', '--intent-to-add', 'new.txt')
    git(root, 'update-index', '--assume-unchanged', 'file--ü"\n0.txt')
    git(root, 'update-index', '--skip-worktree', 'folder/file-x-ü"\n1.txt')
    expect(await expectAsGitSays(root)).toBe(version === '2' ? 60 : 61)
  })

  it('[WO6] a huge one', async () => {
    const root = gitRepo({ 'a.txt': 'a\n' })
    const blob = git(root, 'rev-parse', 'HEAD:a.txt')
    const records = Array.from(
      { length: 40_000 },
      (_, at) => `100644 ${blob}\tfolder${at % 300}/${'x'.repeat(at % 90)}${at}.txt\n`,
    )
    execFileSync('git', ['update-index', '--index-info'], { cwd: root, input: records.join('') })
    expect(await expectAsGitSays(root)).toBe(40_001)
  })

  it('[WO6] a conflict has its stages', async () => {
    const root = gitRepo({ 'a.txt': 'a\n', 'b.txt': 'b\n' })
    git(root, 'checkout', '-q', '-b', 'other')
    writeFiles(root, { 'a.txt': 'other\n' })
    git(root, 'commit', '-qam', 'other')
    git(root, 'checkout', '-q', 'main')
    writeFiles(root, { 'a.txt': 'main\n' })
    git(root, 'commit', '-qam', 'main')
    expect(() => git(root, 'merge', 'other')).toThrow()
    expect(await expectAsGitSays(root)).toBe(4)
  })

  it('[WO6] SHA-256 ids', async () => {
    const root = tempFolder()
    git(root, 'init', '-q', '--object-format=sha256')
    writeFiles(root, files)
    git(root, 'add', '-A')
    expect(await expectAsGitSays(root)).toBe(60)
  })

  it('[WO6] its recorded stat data of a file are those on disk', async () => {
    const root = gitRepo({ 'a.txt': 'twelve bytes' })
    const { statSync } = await import('node:fs')
    const { size, mtimeMs, ctimeMs } = statSync(path.join(root, 'a.txt'))
    const [entry] = (await readIndex(root)) ?? []
    expect([entry?.size, entry?.mtime_ms, entry?.ctime_ms]).toEqual([size, mtimeMs, ctimeMs])
  })

  it('[WO6] one that packs gigabytes of names into a small file is left to git, and what git prints is bounded', async () => {
    const root = gitRepo({ 'a.txt': 'a\n' })
    for (const [count, length] of [
      [3_000, 200_000],
      // Each name is one that a file may have; together they are too many.
      [80_000, 4_000],
    ] as const) {
      writeFileSync(path.join(root, '.git/index'), packedNames(count, length))
      expect(await readIndex(root)).toBeUndefined()
      expect(await runGit(root, ['ls-files', '-z', '--stage'])).toMatchObject({ state: 'failed' })
    }
  })

  it('[WO6] a sparse file, in which millions of entries without a name take no room, is left to git', async () => {
    const root = gitRepo({ 'a.txt': 'a\n' })
    const index = path.join(root, '.git/index')
    const count = 500_000
    writeFileSync(index, Buffer.concat([Buffer.from('DIRC'), words(2, count)]))
    truncateSync(index, 12 + 64 * count + 20)
    expect(await readIndex(root)).toBeUndefined()
  })

  it('[WO6] split, sparse and damaged ones are left to git', async () => {
    const split = gitRepo(files)
    git(split, 'update-index', '--split-index')
    expect(await readIndex(split)).toBeUndefined()
    const sparse = gitRepo({ 'a/b/c.txt': 'c\n', 'd/e/f.txt': 'f\n', 'g.txt': 'g\n' })
    git(sparse, 'sparse-checkout', 'init', '--cone', '--sparse-index')
    git(sparse, 'sparse-checkout', 'set', 'a')
    expect(await readIndex(sparse)).toBeUndefined()
    const cut = gitRepo(files)
    const index = path.join(cut, '.git/index')
    writeFileSync(index, readFileSync(index).subarray(0, 700))
    expect(await readIndex(cut)).toBeUndefined()
    const wrong = gitRepo(files)
    git(wrong, 'config', 'extensions.objectFormat', 'sha256')
    expect(await readIndex(wrong)).toBeUndefined()
  })
})

/** An index of version 4: every name repeats the long one before it, but for its last seven letters. */
function packedNames(count: number, length: number): Buffer {
  const parts = [Buffer.from('DIRC'), words(4, count)]
  for (let at = 0; at < count; at++) {
    const end = String(at).padStart(7, '0')
    const name = at === 0 ? `\0${'a'.repeat(length)}${end}\0` : `\u0007${end}\0`
    parts.push(words(1, 1, 1, 1, 1, 1, 0o100644, 0, 0, 5), Buffer.alloc(20, 0x11), Buffer.from([0x0f, 0xff]), Buffer.from(name))
  }
  const bytes = Buffer.concat(parts)
  return Buffer.concat([bytes, createHash('sha1').update(bytes).digest()])
}

function words(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length)
  for (const [at, number] of numbers.entries()) bytes.writeUInt32BE(number, 4 * at)
  return bytes
}
