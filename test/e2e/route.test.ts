/** The gateway's table, row by row, with real git. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { computeRoute } from '../../src/surfaces/library/index.ts'
import { git, gitRepo, tempFolder, writeFiles } from '../kit/temp-repo.ts'

let home: string | undefined
const searchPath = process.env.PATH
beforeEach(() => {
  home = process.env.CAIRN_HOME
  process.env.CAIRN_HOME = tempFolder('home')
})
afterEach(() => {
  if (home === undefined) delete process.env.CAIRN_HOME
  else process.env.CAIRN_HOME = home
  process.env.PATH = searchPath
})

const writeStatus = (root: string, content: string | object): void => {
  mkdirSync(path.join(root, '.llmc/rag'), { recursive: true })
  writeFileSync(path.join(root, '.llmc/rag/index_status.json'), typeof content === 'string' ? content : JSON.stringify(content))
}
const statusOf = (state: unknown, commit: string | null): object => ({
  repo: 'x',
  index_state: state,
  last_indexed_at: '2026-01-01T00:00:00.000Z',
  last_indexed_commit: commit,
  schema_version: '1',
})
const decide = async (root: string): Promise<[boolean, string]> => {
  const { use_rag, freshness_state } = await computeRoute(root)
  return [use_rag, freshness_state]
}
const files = { 'a.py': 'x = 1\n' }

describe('the route decision', () => {
  it('[FR6] no status file: no, UNKNOWN', async () => {
    expect(await decide(gitRepo(files))).toEqual([false, 'UNKNOWN'])
  })
  it.each(['', '{', '[]', 'null', '"fresh"', '\0\0', '{"index_state":'])(
    '[FR6] a corrupt status file %j: no, UNKNOWN',
    async (text) => {
      const root = gitRepo(files)
      writeStatus(root, text)
      expect(await computeRoute(root)).toEqual({ use_rag: false, freshness_state: 'UNKNOWN', status: null })
    },
  )
  it.each(['stale', 'rebuilding', 'error', 'STALE', 'Rebuilding', 'nonsense', undefined, 7])(
    '[FR6] index_state %j at HEAD: no, STALE',
    async (state) => {
      const root = gitRepo(files)
      writeStatus(root, statusOf(state, git(root, 'rev-parse', 'HEAD')))
      expect(await decide(root)).toEqual([false, 'STALE'])
    },
  )
  it.each(['fresh', 'FRESH', 'Fresh'])('[FR6] index_state %j at HEAD: yes, FRESH', async (state) => {
    const root = gitRepo(files)
    writeStatus(root, statusOf(state, git(root, 'rev-parse', 'HEAD')))
    expect(await decide(root)).toEqual([true, 'FRESH'])
  })
  it('[FR6] another commit: no, STALE', async () => {
    const root = gitRepo(files)
    writeStatus(root, statusOf('fresh', '0'.repeat(40)))
    expect(await decide(root)).toEqual([false, 'STALE'])
  })
  it('[FR6] no indexed commit: no, UNKNOWN', async () => {
    const root = gitRepo(files)
    writeStatus(root, statusOf('fresh', null))
    expect(await decide(root)).toEqual([false, 'UNKNOWN'])
  })
  it('[FR6] no commits yet: no, UNKNOWN', async () => {
    const root = tempFolder()
    git(root, 'init', '-q')
    writeStatus(root, statusOf('fresh', '0'.repeat(40)))
    expect(await decide(root)).toEqual([false, 'UNKNOWN'])
  })
  it('[FR6] no git at all: no, UNKNOWN', async () => {
    const root = tempFolder()
    writeStatus(root, statusOf('fresh', '0'.repeat(40)))
    expect(await decide(root)).toEqual([false, 'UNKNOWN'])
  })
  it('[FR6] a detached HEAD works', async () => {
    const root = gitRepo(files)
    const commit = git(root, 'rev-parse', 'HEAD')
    git(root, 'checkout', '-q', '--detach')
    writeStatus(root, statusOf('fresh', commit))
    expect(await decide(root)).toEqual([true, 'FRESH'])
  })
  it('[FR6] git missing: no, UNKNOWN', async () => {
    const root = gitRepo(files)
    writeStatus(root, statusOf('fresh', git(root, 'rev-parse', 'HEAD')))
    process.env.PATH = tempFolder('empty')
    expect(await decide(root)).toEqual([false, 'UNKNOWN'])
  })
  it('[FR6] git failing: no, UNKNOWN', async () => {
    const root = gitRepo(files)
    writeStatus(root, statusOf('fresh', git(root, 'rev-parse', 'HEAD')))
    const bin = tempFolder('bin')
    writeFiles(bin, { git: '#!/bin/sh\nexit 128\n' })
    chmodSync(path.join(bin, 'git'), 0o755)
    process.env.PATH = `${bin}:/bin`
    expect(await decide(root)).toEqual([false, 'UNKNOWN'])
  })
  it('[FR6] a corrupt .git, or no folder at all: no, UNKNOWN', async () => {
    const root = gitRepo(files)
    writeStatus(root, statusOf('fresh', git(root, 'rev-parse', 'HEAD')))
    writeFileSync(path.join(root, '.git/HEAD'), 'garbage')
    expect(await decide(root)).toEqual([false, 'UNKNOWN'])
    expect(await decide(path.join(root, 'no/such/folder'))).toEqual([false, 'UNKNOWN'])
  })
})
