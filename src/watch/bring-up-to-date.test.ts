/** What follows from a change set: nothing, a catch-up, a build. The other rooms are fakes; test/e2e/watch tests the whole. */
import { describe, expect, it } from 'vitest'
import type { FileChange, IndexStatus } from '../contract/freshness.ts'
import { asRepoId, type RepoId } from '../contract/ids.ts'
import { CairnProblem } from '../contract/problems.ts'
import type { IndexReport } from '../contract/reports.ts'
import type { TakenChangeSet } from '../discover/port.ts'
import type { RefreshOutcome } from '../indexer/refresh-files.ts'
import type { FileRow, RepoRow, StoreReader, StoreSnapshot } from '../store/port.ts'
import { bringUpToDate, type UpToDateRooms } from './bring-up-to-date.ts'

const repo = { repo_id: asRepoId('acme/shop'), root: '/src/shop' }
const fresh = { index_state: 'fresh', last_indexed_commit: 'c1' } as IndexStatus
const edits = (count: number): FileChange[] => Array.from({ length: count }, (_, at) => ({ state: 'edited', path: `f${at}` }))

type Case = {
  row?: Partial<RepoRow> | null
  parser?: string
  changes?: FileChange[]
  head?: string
  status?: IndexStatus | null
  refresh?: RefreshOutcome
  index?: () => Promise<Partial<IndexReport>>
}

async function bring({ row = {}, parser = 'p2', changes = [], head = 'c1', status = fresh, refresh, index }: Case) {
  const did: string[] = []
  const snapshot = {
    states: async ([repo]: readonly RepoId[]) =>
      new Map(row === null || repo === undefined ? [] : [[repo, { complete: row.complete ?? true, generation: 7 }]]),
    recordedFiles: async () => (row?.files === 0 ? [] : [{ parser_version: parser }, { parser_version: '' }]) as FileRow[],
    close: async () => undefined,
  } as Partial<StoreSnapshot> as StoreSnapshot
  const taken: TakenChangeSet = {
    ...repo,
    head,
    changes,
    unchecked: [],
    entries: [],
    touched: [],
    skipped: [],
    git: { state: 'ok' },
  }
  const rooms: UpToDateRooms = {
    openReader: async () => ({ snapshot: async () => snapshot }) as Partial<StoreReader> as StoreReader,
    takeChangeSet: async () => taken,
    refreshFiles: async () => {
      did.push('refresh')
      return refresh ?? { state: 'done', files: changes.length }
    },
    indexRepo: async () => {
      did.push('index')
      const report = (await index?.()) ?? {}
      return { commit: head, parsed: 5, reused: 2, removed: 1, seconds: 1, ...report } as IndexReport
    },
    loadStatus: async () => status,
    parserVersion: async () => 'p2',
    budgetOf: () => 10,
    now: () => 0,
  }
  const options = { signal: new AbortController().signal, onBuild: (count: number | null) => void did.push(`build ${count}`) }
  return { brought: await bringUpToDate(repo, rooms, options), did }
}

describe('a repo is brought up to date', () => {
  it('[WA1] by nothing, if bytes, commit and status agree', async () => {
    expect(await bring({})).toEqual({ brought: { state: 'current' }, did: [] })
  })

  it('[WA1] by a catch-up, if little changed, HEAD moved or the status file is out of date', async () => {
    expect(await bring({ changes: edits(2) })).toMatchObject({
      brought: { state: 'done', how: 'files', files: 2, edited: 2, added: 0, moved: false, commit: 'c1' },
      did: ['refresh'],
    })
    expect(await bring({ head: 'c2' })).toMatchObject({ brought: { files: 0, moved: true, commit: 'c2' }, did: ['refresh'] })
    expect((await bring({ status: { ...fresh, index_state: 'error' } })).did).toEqual(['refresh'])
    expect((await bring({ status: null })).did).toEqual(['refresh'])
  })

  it('[WA1] by a build, if there is no complete index, the parser version differs, or much changed', async () => {
    expect(await bring({ row: null })).toMatchObject({
      brought: { how: 'repo', files: 8, added: 8 },
      did: ['build null', 'index'],
    })
    expect((await bring({ row: { complete: false, files: 0 } })).did).toEqual(['build null', 'index'])
    expect((await bring({ row: { complete: false } })).did).toEqual(['build 0', 'index'])
    expect((await bring({ parser: 'p1' })).did).toEqual(['build 0', 'index'])
    expect((await bring({ changes: edits(11) })).did).toEqual(['build 11', 'index'])
    expect((await bring({ changes: edits(3), refresh: { state: 'unfinished' } })).did).toEqual(['refresh', 'build 3', 'index'])
  })

  it('[WA8] later, if another process is writing it', async () => {
    expect((await bring({ changes: edits(1), refresh: { state: 'locked' } })).brought).toEqual({ state: 'locked' })
    const locked = () => Promise.reject(new CairnProblem('INDEX_LOCKED', { repo: 'acme/shop' }))
    expect((await bring({ row: null, index: locked })).brought).toEqual({ state: 'locked' })
    const full = () => Promise.reject(new CairnProblem('DISK_FULL', { where: '/' }))
    await expect(bring({ row: null, index: full })).rejects.toMatchObject({ code: 'DISK_FULL' })
  })
})
