/** An index written by another parser version: it answers, says so, and its files are parsed again when the repo is indexed. */
import path from 'node:path'
import { expect, it } from 'vitest'
import { createApp } from '../../src/app/create-app.ts'
import { Rooms } from '../../src/app/rooms.ts'
import { indexRepo } from '../../src/indexer/index-repo.ts'
import { gitRepo, tempFolder, writeFiles } from '../kit/temp-repo.ts'

it('[IX4] facts of an older parser are used and counted; the new one parses changed files, and on `index` the rest', async () => {
  const root = gitRepo({ 'a.py': 'def first():\n    return 1\n', 'b.py': 'from a import first\n\nfirst()\n', 'c.py': 'x = 1\n' })
  const home = path.join(tempFolder('home'), 'cairn')
  const options = { cwd: root, surface: 'cli', flags: { home } } as const
  const rooms = await Rooms.open(options)
  const repo = await rooms.registry.register(root)
  await indexRepo(repo, { ...(await rooms.indexRooms()), parser_version: 'older' })
  await rooms.close()

  const app = await createApp(options)
  const old = await app.callTool('where_used', { symbol: 'first' })
  expect(old.meta).toMatchObject({ status: 'OK', freshness_state: 'FRESH', freshness: { old_parser: 3, dirty: 0 } })
  expect(old.items).toHaveLength(2)
  writeFiles(root, { 'c.py': 'x = 2\n' })
  expect((await app.callTool('where_used', { symbol: 'first' })).meta.freshness).toMatchObject({ old_parser: 2, caught_up: 1 })
  expect((await app.index([]))[0]).toMatchObject({ parsed: 2, unchanged: 1 })
  const fresh = await app.callTool('where_used', { symbol: 'first' })
  expect(fresh.meta.freshness).toMatchObject({ old_parser: 0 })
  expect(fresh.items).toEqual(old.items)
  await app.close()
})
