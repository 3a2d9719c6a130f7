/**
 * A repo can keep git from answering, with a broken index or a pattern that takes for ever. What git would ignore is ignored all the
 * same, by whatever list: the user's own too, which the repo's author does not know.
 */
import { mkdirSync, realpathSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { admitPath } from '../../src/discover/admit-path.ts'
import { listFiles } from '../../src/discover/list-files.ts'
import { setGitEnvironment } from '../../src/workspace/git-environment.ts'
import { gitRepo, tempFolder, writeFiles } from '../kit/temp-repo.ts'

let home = ''
beforeEach(() => {
  home = tempFolder('home')
  setGitEnvironment({ ...process.env, HOME: home, XDG_CONFIG_HOME: '', GIT_CONFIG_NOSYSTEM: '1' })
})
afterEach(() => setGitEnvironment(process.env))

const lines = (count: number): string => Array.from({ length: count }, (_, at) => `never-${at}\n`).join('')
const lists: Record<string, (root: string) => void> = {
  'the usual list of the user': () => writeFiles(home, { '.config/git/ignore': 'private.py\n' }),
  'the list that the user’s settings name': () =>
    writeFiles(home, { '.gitconfig': '[core]\n\texcludesFile = ~/mine\n', mine: 'private.py\n' }),
  'an ignore file with thousands of rules': (root) => writeFiles(root, { '.gitignore': `${lines(2_500)}private.py\n` }),
  'an ignore file with a megabyte of comments': (root) =>
    writeFiles(root, { '.gitignore': `#${'x'.repeat(1_100_000)}\nprivate.py\n` }),
  'a rule of a thousand letters': (root) => writeFiles(root, { '.gitignore': `${'[p]'.padEnd(1_001, '*')}rivate.py\n` }),
  'a long list of the clone': (root) => writeFiles(root, { '.git/info/exclude': `${lines(2_500)}private.py\n` }),
}

const ways: Record<string, (root: string) => void> = {
  'a broken index': (root) => writeFileSync(path.join(root, '.git/index'), 'broken'),
  'an index that is cut off': (root) => truncateSync(path.join(root, '.git/index'), 20),
  'a damaged git folder': (root) => rmSync(path.join(root, '.git/HEAD')),
}

describe('files that git ignores, where git does not answer', () => {
  it.each(Object.keys(lists).flatMap((list) => Object.keys(ways).map((way): [string, string] => [list, way])))(
    '[DI2] %s, and %s',
    async (list, way) => {
      const root = realpathSync(gitRepo({ 'a.py': 'a = 1\n' }))
      writeFiles(root, { 'private.py': 'p = 1\n' })
      lists[list]?.(root)
      const listed = async () => (await listFiles(root)).files.map((file) => file.path)
      expect(await listed()).not.toContain('private.py')
      ways[way]?.(root)
      // Without its folder nothing of a clone's own list can be found; git, too, would not call it a repo.
      if (way === 'a damaged git folder' && list.includes('clone')) return
      const { git } = await listFiles(root)
      expect(git.state).toBe('failed')
      expect(await listed()).not.toContain('private.py')
      expect(await admitPath(root, 'private.py')).toMatchObject({ state: 'withheld' })
    },
  )

  it('[DI2] what is left out because of its list is said; other files are listed', async () => {
    const root = realpathSync(gitRepo({ 'a.py': 'a = 1\n', 'deep/.gitignore': `${lines(2_500)}private.py\n` }))
    writeFiles(root, { 'deep/private.py': 'p = 1\n', 'b.py': 'b = 1\n' })
    writeFiles(home, { '.gitconfig': '[core]\n\texcludesFile = /dev/null\n' })
    mkdirSync(path.join(root, 'deep/x'))
    writeFileSync(path.join(root, '.git/index'), 'broken')
    const { files, skipped } = await listFiles(root)
    expect(files.map((file) => file.path)).toEqual(['a.py', 'b.py'])
    expect(skipped).toContainEqual({ path: 'deep/.gitignore', reason: expect.stringContaining('more rules than') })
  })

  it('[DI17] a tracked file that an ignore rule fits is listed, and admitted', async () => {
    const root = realpathSync(gitRepo({ 'a.py': 'a = 1\n', 'out/b.py': 'b = 1\n' }))
    writeFiles(root, { '.gitignore': 'out/\n', 'out/private.py': 'p = 1\n' })
    setGitEnvironment({ HOME: home, PATH: '' })
    const { files, git } = await listFiles(root)
    expect(git.state).toBe('failed')
    expect(files.map((file) => file.path)).toEqual(['.gitignore', 'a.py', 'out/b.py'])
    expect(await admitPath(root, 'out/b.py')).toMatchObject({ state: 'file' })
    expect(await admitPath(root, 'out/private.py')).toMatchObject({ state: 'withheld' })
  })
})
