import { chmodSync, copyFileSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { indexed, later } from '../../test/kit/recorded.ts'
import { commitAll, git, gitRepo, tempFolder, writeFiles } from '../../test/kit/temp-repo.ts'
import type { RecordedFile } from '../contract/freshness.ts'
import { asRepoId } from '../contract/ids.ts'
import { takeChangeSet } from './change-set.ts'

const renames = async (root: string, rows: readonly RecordedFile[]): Promise<string[]> =>
  (await takeChangeSet(root, asRepoId('acme/shop'), rows, later)).changes.flatMap((change) =>
    change.state === 'added' ? [`${change.from ?? 'new'} > ${change.path}`] : [],
  )
const move = (root: string, from: string, to: string): void => {
  mkdirSync(path.dirname(path.join(root, to)), { recursive: true })
  renameSync(path.join(root, from), path.join(root, to))
}
const files = { 'a.py': 'def a(): pass\n', 'b.py': 'def b(): pass\n', 'src/c.ts': 'export const c = 1\n' }

describe('renames', () => {
  it('[DI18] are paired when moved by hand, staged, committed, and when the file was never tracked', async () => {
    const root = gitRepo(files)
    writeFiles(root, { 'loose.py': 'def loose(): pass\n' })
    const rows = await indexed(root)
    move(root, 'a.py', 'lib/z.py')
    move(root, 'loose.py', 'tight.py')
    const wanted = ['a.py > lib/z.py', 'loose.py > tight.py']
    expect(await renames(root, rows)).toEqual(wanted)
    git(root, 'add', '-A')
    expect(await renames(root, rows)).toEqual(wanted)
    commitAll(root)
    expect(await renames(root, rows)).toEqual(wanted)
    const taken = await takeChangeSet(root, asRepoId('acme/shop'), rows, later)
    expect(taken.changes).toEqual([
      { state: 'deleted', path: 'a.py' },
      { state: 'added', path: 'lib/z.py', from: 'a.py' },
      { state: 'deleted', path: 'loose.py' },
      { state: 'added', path: 'tight.py', from: 'loose.py' },
    ])
    expect(taken.entries.map((entry) => entry.path)).toEqual(['lib/z.py', 'tight.py'])
  })

  it('[DI18] without git too', async () => {
    const root = tempFolder()
    writeFiles(root, files)
    const rows = await indexed(root)
    move(root, 'src/c.ts', 'c.ts')
    expect(await renames(root, rows)).toEqual(['src/c.ts > c.ts'])
  })

  it('[DI18] a moved folder keeps its content, twins and empty files included', async () => {
    const inside = Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [`old/m${at % 10}/f${at}/__init__.py`, at % 3 ? '' : `same = ${at % 5}\n`]),
    )
    const root = gitRepo({ ...files, ...inside })
    const rows = await indexed(root)
    move(root, 'old', 'new/deep')
    expect(await renames(root, rows)).toEqual(
      Object.keys(inside)
        .map((file) => `${file} > ${file.replace('old/', 'new/deep/')}`)
        .sort(),
    )
  })

  it('[DI18] one deleted, two copies: the one that kept its name, else the first by path; a source that stays is no rename', async () => {
    const root = gitRepo(files)
    const rows = await indexed(root)
    for (const to of ['0.py', 'z/a.py', 'y.py']) {
      mkdirSync(path.dirname(path.join(root, to)), { recursive: true })
      copyFileSync(path.join(root, 'a.py'), path.join(root, to))
    }
    for (const to of ['y1.py', 'x1.py']) copyFileSync(path.join(root, 'b.py'), path.join(root, to))
    expect(await renames(root, rows)).toEqual(['new > 0.py', 'new > x1.py', 'new > y.py', 'new > y1.py', 'new > z/a.py'])
    for (const file of ['a.py', 'b.py']) rmSync(path.join(root, file))
    expect(await renames(root, rows)).toEqual(['new > 0.py', 'b.py > x1.py', 'new > y.py', 'new > y1.py', 'a.py > z/a.py'])
  })

  it('[DI18] two deleted, one left: the first by path, used once', async () => {
    const root = gitRepo({ 'p.py': 'same\n', 'q.py': 'same\n', 'other.py': 'else\n' })
    const rows = await indexed(root)
    move(root, 'q.py', 'r.py')
    rmSync(path.join(root, 'p.py'))
    expect(await renames(root, rows)).toEqual(['p.py > r.py'])
  })

  it('[DI18] same size and other bytes, or moved and edited, is no rename', async () => {
    const root = gitRepo(files)
    const rows = await indexed(root)
    rmSync(path.join(root, 'a.py'))
    writeFiles(root, { 'x.py': 'def x(): pass\n' })
    move(root, 'src/c.ts', 'src/d.ts')
    writeFiles(root, { 'src/d.ts': 'export const c = 1\nexport const d = 2\n' })
    expect(await renames(root, rows)).toEqual(['new > src/d.ts', 'new > x.py'])
  })

  it('[DI18] a file that cannot be read, or a link in its place, causes no crash', async () => {
    const root = gitRepo(files)
    const rows = await indexed(root)
    move(root, 'a.py', 'away.py')
    symlinkSync('away.py', path.join(root, 'a.py'))
    move(root, 'b.py', 'locked.py')
    chmodSync(path.join(root, 'locked.py'), 0)
    expect((await renames(root, rows)).filter((line) => line.startsWith('a.py'))).toEqual(['a.py > away.py'])
  })
})
