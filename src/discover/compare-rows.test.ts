/** Promise DI20 of docs/spec/discover.md. */
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { indexed, later } from '../../test/kit/recorded.ts'
import { git, gitRepo, writeFiles } from '../../test/kit/temp-repo.ts'
import { asRepoId } from '../contract/ids.ts'
import { takeChangeSet } from './change-set.ts'

it('[DI20] what is kept between two comparisons changes no change set', async () => {
  const root = gitRepo({
    'a.py': 'a = 1\n',
    'b.py': 'b = 1\n',
    'é.py': 'e = 1\n',
    'src/c.ts': 'c\n',
    'src/.cairnignore': 'nothing\n',
    'src/deep/d.ts': 'd\n',
    '.env': 'KEY=1\n',
    'tool.sh': 'echo\n',
  })
  const rows = await indexed(root)
  const write = (file: string, text: string) => writeFileSync(path.join(root, file), text)
  const steps: [string, () => unknown][] = [
    ['nothing changed', () => undefined],
    ['edited', () => write('b.py', 'b = 22\n')],
    ['edited and new', () => writeFiles(root, { 'new.py': 'n = 1\n', 'src/aa.ts': 'aa\n', '.env.local': 'KEY=2\n' })],
    ['gone', () => rmSync(path.join(root, 'src/c.ts'))],
    ['a withheld one gone', () => rmSync(path.join(root, '.env'))],
    ['there again, with other bytes', () => write('src/c.ts', 'cc\n')],
    ['ignored by a tracked file', () => write('src/.cairnignore', 'deep/\naa.ts\n')],
    ['ignored by a new file', () => write('.cairnignore', 'a.py\n')],
    ['ignored no more', () => rmSync(path.join(root, '.cairnignore'))],
    ['staged', () => git(root, 'add', '-A')],
    ['taken from the index, still on disk', () => git(root, 'rm', '-q', '--cached', 'a.py', 'é.py')],
    ['another mode', () => chmodSync(path.join(root, 'tool.sh'), 0o755)],
    ['unseen', () => git(root, 'update-index', '--assume-unchanged', 'tool.sh')],
    ['unseen and edited', () => write('tool.sh', 'echo 2\n')],
    ['as committed', () => git(root, 'reset', '-q', '--hard')],
  ]
  const seen = new Set<string>()
  for (const [name, change] of steps) {
    change()
    for (const options of [later, { ...later, ignore: ['b.py'] }, { ...later, allow_withheld: ['.env*'] }]) {
      const kept = await takeChangeSet(root, asRepoId('x'), rows, options)
      // Another array of rows is compared from the start.
      expect(kept, name).toEqual(await takeChangeSet(root, asRepoId('x'), [...rows], options))
      seen.add(JSON.stringify(kept.changes))
    }
  }
  expect(seen.size).toBeGreaterThan(15)
})
