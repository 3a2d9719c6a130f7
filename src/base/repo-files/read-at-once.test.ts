import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { tempFolder, writeFiles } from '../../../test/kit/temp-repo.ts'
import { readAtOnce } from './read-at-once.ts'

const settle = (file: string): void => utimesSync(file, new Date(1_600_000_000_000), new Date(1_600_000_000_000))

it('reads a settled plain file, and nothing that is large, written just now, missing, a folder or reached through a link', () => {
  const root = tempFolder()
  const outside = tempFolder()
  writeFiles(root, { 'in/a.txt': 'héllo\n', 'in/empty.txt': '' })
  writeFiles(outside, { 'secret.txt': 'secret' })
  for (const name of ['in/a.txt', 'in/empty.txt']) settle(path.join(root, name))
  settle(path.join(outside, 'secret.txt'))
  mkdirSync(path.join(root, 'folder'))
  symlinkSync(path.join(outside, 'secret.txt'), path.join(root, 'link.txt'))
  symlinkSync(outside, path.join(root, 'out'))
  expect(readAtOnce(root, 'in/a.txt', 7)?.bytes.toString()).toBe('héllo\n')
  expect(readAtOnce(root, 'in/empty.txt', 0)?.bytes.length).toBe(0)
  expect(readAtOnce(root, 'in/a.txt', 6)).toBeUndefined()
  for (const name of ['gone.txt', 'folder', 'link.txt', 'out/secret.txt', '../x', 'a\0b'])
    expect([name, readAtOnce(root, name, 100)]).toEqual([name, undefined])
  const young = path.join(root, 'in/young.txt')
  writeFileSync(young, 'young')
  utimesSync(young, new Date(), new Date(Date.now() + 60_000))
  expect(readAtOnce(root, 'in/young.txt', 100)).toBeUndefined()
})
