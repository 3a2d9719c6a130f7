import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { git, gitRepo, tempFolder, writeFiles } from '../../test/kit/temp-repo.ts'
import { createStatusFile, loadStatus, writeStatus } from './status-file.ts'

const status = {
  repo: 'acme/shop',
  index_state: 'fresh' as const,
  last_indexed_at: '2026-01-01T00:00:00.000Z',
  last_indexed_commit: 'c'.repeat(40),
}
const put = (root: string, text: string): void => writeFiles(root, { '.llmc/rag/index_status.json': text })

describe('the status file', () => {
  it('[WO13] a missing or corrupt file gives null and does not throw', async () => {
    const root = tempFolder()
    expect(await loadStatus(root)).toBeNull()
    expect(await loadStatus(path.join(root, 'no/such'))).toBeNull()
    for (const text of ['', '{', 'null', '[]', '"fresh"', '7', '\0']) {
      put(root, text)
      expect(await loadStatus(root)).toBeNull()
    }
    const folder = tempFolder()
    mkdirSync(path.join(folder, '.llmc/rag/index_status.json'), { recursive: true })
    expect(await loadStatus(folder)).toBeNull()
  })

  it('[WO13] a link or a pipe in its place is not read', async () => {
    const outside = tempFolder()
    writeFiles(outside, { 'rag/index_status.json': '{"index_state": "fresh", "last_error": "outside"}' })
    for (const make of [
      (root: string) => symlinkSync(path.join(outside, 'rag/index_status.json'), path.join(root, '.llmc/rag/index_status.json')),
      (root: string) => execFileSync('mkfifo', [path.join(root, '.llmc/rag/index_status.json')]),
    ]) {
      const root = tempFolder()
      mkdirSync(path.join(root, '.llmc/rag'), { recursive: true })
      make(root)
      expect(await loadStatus(root)).toBeNull()
    }
    const linked = tempFolder()
    symlinkSync(outside, path.join(linked, '.llmc'))
    expect(await loadStatus(linked)).toBeNull()
  })

  it('[WO13] a missing index_state reads as error; other missing keys are tolerated', async () => {
    const root = tempFolder()
    const empty = { repo: '', index_state: 'error', last_indexed_at: '', last_indexed_commit: null, schema_version: '' }
    put(root, '{}')
    expect(await loadStatus(root)).toEqual(empty)
    put(root, '{"index_state": 7, "repo": null, "schema_version": 3, "last_error": "broke"}')
    expect(await loadStatus(root)).toEqual({ ...empty, schema_version: '3', last_error: 'broke' })
    put(root, '{"index_state": "FRESH"}')
    expect(await loadStatus(root)).toEqual({ ...empty, index_state: 'fresh' })
  })

  it('[WO14] what was written is read, and git does not see it', async () => {
    const root = gitRepo({ 'a.txt': 'a\n' })
    const home = tempFolder('home')
    const statuses = createStatusFile(home)
    const exclude = path.join(root, '.git/info/exclude')
    const file = path.join(root, '.llmc/rag/index_status.json')
    expect(await statuses.wouldWrite(root)).toEqual([file, exclude])
    expect(await statuses.write(root, status)).toBe(file)
    expect(await statuses.load(root)).toEqual({ ...status, schema_version: '1' })
    expect(git(root, 'status', '--porcelain')).toBe('')
    const excluded = readFileSync(exclude, 'utf8')
    await statuses.write(root, { ...status, index_state: 'error', last_error: 'x' })
    expect(readFileSync(exclude, 'utf8')).toBe(excluded)
    expect(await statuses.wouldWrite(root)).toEqual([file])
    expect(await loadStatus(root)).toMatchObject({ index_state: 'error', last_error: 'x' })
  })

  it('[WO14] an exclude file without a final line end keeps its lines; a missing one is created', async () => {
    const root = gitRepo({ 'a.txt': 'a\n' })
    writeFileSync(path.join(root, '.git/info/exclude'), '*.log')
    await writeStatus(root, status, { home: tempFolder() })
    expect(readFileSync(path.join(root, '.git/info/exclude'), 'utf8')).toBe('*.log\n/.llmc/\n')
    const bare = gitRepo({ 'a.txt': 'a\n' })
    const { rmSync } = await import('node:fs')
    rmSync(path.join(bare, '.git/info'), { recursive: true })
    await writeStatus(bare, status, { home: tempFolder() })
    expect(git(bare, 'status', '--porcelain')).toBe('')
  })

  it('[WO14] in a worktree and a submodule too', async () => {
    const root = gitRepo({ 'a.txt': 'a\n' })
    const tree = path.join(tempFolder(), 'tree')
    git(root, 'worktree', 'add', '-q', tree)
    const other = gitRepo({ 'b.txt': 'b\n' })
    git(root, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', other, 'sub')
    for (const folder of [tree, path.join(root, 'sub')]) {
      await writeStatus(folder, status, { home: tempFolder() })
      expect(git(folder, 'status', '--porcelain')).toBe('')
    }
    expect(existsSync(path.join(tree, '.llmc/rag/index_status.json'))).toBe(true)
  })

  it('[WO15] if the repo is not writable, the status file is in home and is found there', async () => {
    const home = tempFolder('home')
    const blocked = gitRepo({ '.llmc': 'a file in the way\n' })
    const outside = tempFolder('outside')
    const linked = gitRepo({ 'a.txt': 'a\n' })
    symlinkSync(outside, path.join(linked, '.llmc'))
    for (const root of [blocked, linked]) {
      const file = await writeStatus(root, status, { home })
      expect(path.relative(path.join(home, 'artifacts'), file)).toMatch(/^repo-[\w-]{10}\/rag\/index_status\.json$/)
      expect(await loadStatus(root, { home })).toMatchObject({ repo: 'acme/shop' })
      expect(await loadStatus(root)).toBeNull()
      expect(await createStatusFile(home).wouldWrite(root)).toEqual([])
    }
    expect(existsSync(path.join(outside, 'rag'))).toBe(false)
  })

  it('[WO17] with write_artifacts off the repo is not changed', async () => {
    const root = gitRepo({ 'a.txt': 'a\n' })
    const home = tempFolder('home')
    const exclude = path.join(root, '.git/info/exclude')
    const before = existsSync(exclude) ? readFileSync(exclude, 'utf8') : null
    const statuses = createStatusFile(home, () => false)
    expect(await statuses.wouldWrite(root)).toEqual([])
    expect(await statuses.write(root, status)).toMatch(new RegExp(`^${home}/artifacts/`))
    expect(await statuses.load(root)).toMatchObject({ repo: 'acme/shop' })
    expect(existsSync(path.join(root, '.llmc'))).toBe(false)
    expect(existsSync(exclude) ? readFileSync(exclude, 'utf8') : null).toBe(before)
  })

  it('[WO15] of two statuses the later one counts', async () => {
    const home = tempFolder('home')
    const root = tempFolder()
    writeFileSync(path.join(root, '.llmc'), '')
    await writeStatus(root, { ...status, repo: 'in-home' }, { home })
    const { rmSync, utimesSync } = await import('node:fs')
    rmSync(path.join(root, '.llmc'))
    const file = await writeStatus(root, { ...status, repo: 'in-repo' }, { home })
    expect(await loadStatus(root, { home })).toMatchObject({ repo: 'in-repo' })
    utimesSync(file, 1, 1)
    expect(await loadStatus(root, { home })).toMatchObject({ repo: 'in-home' })
  })
})
