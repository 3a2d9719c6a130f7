import { renameSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { git, gitRepo } from '../../test/kit/temp-repo.ts'
import { admitPath } from './admit-path.ts'
import { listFiles } from './list-files.ts'

describe("git's folder under another name", () => {
  it.each([
    ['named by a .git file', (root: string) => git(root, 'init', '-q', `--separate-git-dir=${path.join(root, 'meta')}`)],
    [
      'behind a link',
      (root: string) => {
        renameSync(path.join(root, '.git'), path.join(root, 'meta'))
        symlinkSync('meta', path.join(root, '.git'))
      },
    ],
  ])('[DI17] %s is withheld like .git', async (_, move) => {
    const root = gitRepo({ 'a.py': 'a = 1\n' })
    move(root)
    const { files, skipped } = await listFiles(root)
    expect(files.map((file) => file.path)).toEqual(['a.py'])
    expect(skipped.filter(({ reason }) => !reason.includes("git's or Cairn's own file"))).toEqual([])
    expect(await admitPath(root, 'meta/config')).toMatchObject({ state: 'withheld' })
  })
})
