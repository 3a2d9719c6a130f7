/** Paths as they are written in a shell. */
import path from 'node:path'
import { expect, it } from 'vitest'
import { gitRepo } from '../../test/kit/temp-repo.ts'
import { pathFromHere } from './here.ts'

it('[CL17] a path is resolved in this folder first, then in the repo; a path outside the repo stays as written', async () => {
  const root = gitRepo({ 'a.py': '', 'src/a.py': '', 'src/deep/b.py': '' })
  const src = path.join(root, 'src')
  const read = (written: string) => pathFromHere(written, src)
  expect(await Promise.all(['a.py', './deep/b.py', '../a.py', '.', '..'].map(read))).toEqual([
    'src/a.py',
    'src/deep/b.py',
    'a.py',
    'src',
    '.',
  ])
  expect(await read(path.join(root, 'a.py'))).toBe('a.py')
  expect(await Promise.all(['src/a.py', '../..', '/etc'].map(read))).toEqual(['src/a.py', '../..', '/etc'])
})
