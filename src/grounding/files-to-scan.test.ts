import { expect, it } from 'vitest'
import { asRepoId } from '../contract/ids.ts'
import type { RepoView } from '../freshness/scope.ts'
import { filesToScan } from './files-to-scan.ts'
import type { Ground } from './ground.ts'

const need = { text: 'total', any_case: false, before: 'anything', after: 'anything' } as const
const row = (path: string, given: Record<string, string> = {}) => ({
  path,
  role: 'source',
  reason: '',
  parser_version: 'new',
  ...given,
})
const rows = [
  row('holds.ts'),
  row('lacks.ts'),
  row('old.ts', { parser_version: 'old' }),
  row('changed.ts'),
  row('failed.ts', { parser_version: '', reason: 'the parser stopped' }),
  row('picture.png', { parser_version: '', role: 'binary', reason: 'binary' }),
  row('edited.png', { parser_version: '', role: 'binary', reason: 'binary' }),
]
const files = [...rows, row('new.ts')].map(({ path }) => ({ path, language: 'typescript' }))
const lacking = rows.map(({ path }) => path).filter((path) => path !== 'holds.ts')
const view = {
  rows: async () => ({ all: rows, at: (path: string) => rows.find((each) => each.path === path) }),
  snapshot: { filesWithout: async () => lacking },
}
const ground = { view, rooms: { parser_version: 'new' } } as unknown as Ground
const repo = (given: Partial<RepoView>) =>
  ({
    repo_id: asRepoId('shop'),
    mode: 'mixed',
    compared: true,
    unchecked: 0,
    changed: new Map([
      ['changed.ts', 'typescript'],
      ['edited.png', 'unknown'],
    ]),
    ...given,
  }) as RepoView
const kept = async (given: Partial<RepoView>, asked: typeof need | undefined = need) =>
  (await filesToScan(repo(given), files, asked, ground)).map(({ path }) => path)

it('[SC15] leaves out a file only if the index has its bytes, by the present parser, without the text; and binary files', async () => {
  const left = ['holds.ts', 'old.ts', 'changed.ts', 'failed.ts', 'edited.png', 'new.ts']
  expect(await kept({})).toEqual(left)
  expect(await kept({ mode: 'index' })).toEqual(left)
})

it('[SC15] without anything to ask for, only binary files are left out', async () => {
  const read = await filesToScan(repo({}), files, undefined, ground)
  expect(read.map(({ path }) => path)).toEqual(files.map(({ path }) => path).filter((path) => path !== 'picture.png'))
})

it('[SC15] leaves out nothing where the files were not all compared with the index', async () => {
  const all = files.map(({ path }) => path)
  expect(await kept({ mode: 'live' })).toEqual(all)
  expect(await kept({ compared: false })).toEqual(all)
  expect(await kept({ unchecked: 1 })).toEqual(all)
  expect((await filesToScan(repo({}), files, need, { ...ground, view: undefined })).length).toBe(all.length)
})
