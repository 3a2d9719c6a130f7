/** A file that cannot be linked gets a row with a reason; the others are linked, in a build and in a catch-up. */
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { Rooms } from '../../src/app/rooms.ts'
import { takeChangeSet } from '../../src/discover/change-set.ts'
import { indexRepo } from '../../src/indexer/index-repo.ts'
import { refreshFiles } from '../../src/indexer/refresh-files.ts'
import { families } from '../../src/resolve/families.ts'
import type { Family } from '../../src/resolve/family.ts'
import { oneRead } from '../kit/one-read.ts'
import { gitRepo, tempFolder, writeFiles } from '../kit/temp-repo.ts'

/** The family of Python, but reading the imports of one file calls `fail`. */
function failingAt(path: string, fail: () => never): ReadonlyMap<string, Family> {
  const python = families.get('python') as Family
  const family: Family = {
    ...python,
    open: (project) => {
      const rules = python.open(project)
      const usual = rules.imported.bind(rules)
      rules.imported = (fact, from, ask) => (project.bench.linking === path ? fail() : usual(fact, from, ask))
      return rules
    },
  }
  return new Map([...families].map(([language, own]) => [language, own === python ? family : own]))
}

const overflow = (): never => overflow()
const failures: Record<string, () => never> = {
  'an error': () => {
    throw new Error('no such thing')
  },
  'a stack overflow': overflow,
}

const files = {
  'a.py': 'def first():\n    return 1\n',
  'bad.py': 'from a import first\n\nfirst()\n',
  'good.py': 'from a import first\n\nfirst()\n',
}

async function openRooms(root: string) {
  const rooms = await Rooms.open({ cwd: root, surface: 'cli', flags: { home: path.join(tempFolder('home'), 'cairn') } })
  const repo = await rooms.registry.register(root)
  const { reader } = await rooms.store()
  const look = async () => {
    const snapshot = oneRead(await reader.snapshot())
    const row = await snapshot.file(repo.repo_id, 'bad.py')
    const [first] = (await snapshot.factsOf(repo.repo_id, 'a.py'))?.outline().symbols ?? []
    const { symbolKey } = await import('../../src/contract/identity.ts')
    const key = first ? symbolKey(first.qualified_name, first.tag) : ''
    const links = await snapshot.linksTo(repo.repo_id, { path: 'a.py', key })
    await snapshot.close()
    return { status: row?.status, reason: row?.reason, from: [...new Set(links.map(({ source }) => source.path))].sort() }
  }
  return { rooms, repo, look }
}

describe.each(Object.entries(failures))('linking ends in %s', (_, fail) => {
  it('[IX13] a build continues, reports it, stores no partial result, and tries again after a change', async () => {
    const root = gitRepo(files)
    const { rooms, repo, look } = await openRooms(root)
    const broken = { ...(await rooms.indexRooms()), families: failingAt('bad.py', fail) }
    const report = await indexRepo(repo, broken)
    expect(report.failed).toEqual([{ path: 'bad.py', reason: expect.stringMatching(/^could not be linked: ./) }])
    expect(await look()).toEqual({ status: 'failed', reason: report.failed[0]?.reason, from: ['good.py'] })
    expect((await rooms.indexRooms().then(({ status }) => status.load(root)))?.index_state).toBe('fresh')
    writeFiles(root, { 'bad.py': 'from a import first\n\n\nfirst()\n' })
    await indexRepo(repo, await rooms.indexRooms())
    expect(await look()).toEqual({ status: 'indexed', reason: '', from: ['bad.py', 'good.py'] })
    await rooms.close()
  })

  it('[IX13] a catch-up continues, and a later one repairs it', async () => {
    const root = gitRepo(files)
    const { rooms, repo, look } = await openRooms(root)
    const healthy = await rooms.indexRooms()
    await indexRepo(repo, healthy)
    const catchUp = async (text: string, indexRooms: typeof healthy) => {
      writeFiles(root, { 'bad.py': text })
      const snapshot = await indexRooms.reader.snapshot()
      const rows = await snapshot.recordedFiles(repo.repo_id)
      await snapshot.close()
      const changes = await takeChangeSet(root, repo.repo_id, rows, rooms.listOptions(root))
      return refreshFiles(repo, changes, indexRooms, { budget_files: 200, budget_ms: 60_000, finish_ms: 0, wait_ms: 1_000 })
    }
    const broken = { ...healthy, families: failingAt('bad.py', fail) }
    expect(await catchUp('from a import first\n\n\nfirst()\n', broken)).toMatchObject({ state: 'done' })
    expect(await look()).toEqual({
      status: 'failed',
      reason: expect.stringMatching(/^could not be linked: ./),
      from: ['good.py'],
    })
    expect(await catchUp('from a import first\n\n\n\nfirst()\n', healthy)).toMatchObject({ state: 'done' })
    expect(await look()).toEqual({ status: 'indexed', reason: '', from: ['bad.py', 'good.py'] })
    await rooms.close()
  })
})
