/** The gateway's table, row by row, with real git. */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '../../src/app/create-app.ts'
import type { RagResult } from '../../src/contract/envelope.ts'
import type { NavigationItem } from '../../src/contract/items.ts'
import { computeRoute } from '../../src/surfaces/library/index.ts'
import { commitAll, git, gitRepo, tempFolder, writeFiles } from '../kit/temp-repo.ts'

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

/** Goes back one commit and prunes the abandoned one. */
function prune(root: string): void {
  const left = git(root, 'rev-parse', 'HEAD')
  git(root, 'reset', '-q', '--hard', 'HEAD~1')
  git(root, 'reflog', 'expire', '--expire=now', '--all')
  git(root, 'gc', '-q', '--prune=now')
  expect(() => git(root, 'cat-file', '-e', left)).toThrow()
}

const [major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(execFileSync('git', ['--version'], { encoding: 'utf8' })) ?? [])
  .slice(1)
  .map(Number)
const hasReftable = major > 2 || (major === 2 && minor >= 45)

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
  it('[FR6] a shallow clone: yes at its commit, STALE when it has fetched another', async () => {
    const origin = gitRepo(files)
    writeFiles(origin, { 'a.py': 'x = 2\n' })
    const commit = commitAll(origin)
    const shallow = path.join(tempFolder(), 'shallow')
    git(origin, 'clone', '-q', '--depth', '1', `file://${origin}`, shallow)
    expect(git(shallow, 'rev-list', '--count', 'HEAD')).toBe('1')
    writeStatus(shallow, statusOf('fresh', commit))
    expect(await decide(shallow)).toEqual([true, 'FRESH'])
    // The clone does not contain the parent, but it is a different commit.
    writeStatus(shallow, statusOf('fresh', git(origin, 'rev-parse', 'HEAD~1')))
    expect(await decide(shallow)).toEqual([false, 'STALE'])
    writeFiles(origin, { 'a.py': 'x = 3\n' })
    commitAll(origin)
    writeStatus(shallow, statusOf('fresh', commit))
    git(shallow, 'pull', '-q')
    expect(await decide(shallow)).toEqual([false, 'STALE'])
  })
  it('[FR6] an indexed commit that was pruned: no, STALE', async () => {
    const root = gitRepo(files)
    writeFiles(root, { 'a.py': 'x = 2\n' })
    writeStatus(root, statusOf('fresh', commitAll(root)))
    expect(await decide(root)).toEqual([true, 'FRESH'])
    prune(root)
    expect(await decide(root)).toEqual([false, 'STALE'])
  })
  it('[FR6] a clock that went backwards has no effect: commits decide', async () => {
    const root = gitRepo(files)
    const head = git(root, 'rev-parse', 'HEAD')
    writeStatus(root, { ...statusOf('fresh', head), last_indexed_at: '2999-01-01T00:00:00.000Z' })
    utimesSync(path.join(root, '.llmc/rag/index_status.json'), 4e9, 4e9)
    expect(await decide(root)).toEqual([true, 'FRESH'])
    writeStatus(root, { ...statusOf('fresh', '0'.repeat(40)), last_indexed_at: '2999-01-01T00:00:00.000Z' })
    expect(await decide(root)).toEqual([false, 'STALE'])
  })
  it('[FR6] HEAD names a missing branch, or one without commits: no, UNKNOWN', async () => {
    const root = gitRepo(files)
    writeStatus(root, statusOf('fresh', git(root, 'rev-parse', 'HEAD')))
    git(root, 'symbolic-ref', 'HEAD', 'refs/heads/nowhere')
    expect(await decide(root)).toEqual([false, 'UNKNOWN'])
    git(root, 'symbolic-ref', 'HEAD', 'refs/heads/main')
    git(root, 'checkout', '-q', '--orphan', 'empty')
    expect(await decide(root)).toEqual([false, 'UNKNOWN'])
  })
  it('[FR6] a worktree has its own HEAD, detached or not; refs may be packed', async () => {
    const root = gitRepo(files)
    const first = git(root, 'rev-parse', 'HEAD')
    const tree = path.join(tempFolder(), 'tree')
    git(root, 'worktree', 'add', '-q', '--detach', tree)
    writeFiles(root, { 'a.py': 'x = 2\n' })
    const second = commitAll(root)
    git(root, 'pack-refs', '--all')
    for (const each of [root, tree]) writeStatus(each, statusOf('fresh', first))
    expect(await decide(root)).toEqual([false, 'STALE'])
    expect(await decide(tree)).toEqual([true, 'FRESH'])
    git(tree, 'checkout', '-q', '--detach', second)
    writeStatus(root, statusOf('fresh', second))
    expect(await decide(root)).toEqual([true, 'FRESH'])
    expect(await decide(tree)).toEqual([false, 'STALE'])
  })
  it.skipIf(!hasReftable)('[FR6] refs in a reftable (skipped if git is older than 2.45)', async () => {
    const root = tempFolder()
    git(root, 'init', '-q', '--ref-format=reftable')
    writeFiles(root, files)
    writeStatus(root, statusOf('fresh', commitAll(root)))
    expect(await decide(root)).toEqual([true, 'FRESH'])
    writeFiles(root, { 'a.py': 'x = 2\n' })
    commitAll(root)
    expect(await decide(root)).toEqual([false, 'STALE'])
  })
})

describe('a question, whatever the decision', () => {
  /** Every line with `x = `, from an index that was built before, and the cover. */
  async function lookUp(root: string): Promise<{ lines: string[]; state: string; status: string; decided: string }> {
    const decided = (await decide(root))[1]
    const app = await createApp({ cwd: root, surface: 'cli' })
    try {
      const answer = (await app.callTool('rag_search', { query: 'x = ' })) as RagResult<NavigationItem>
      const lines = answer.items.map(({ file, line, snippet }) => {
        const text = snippet.text.split('\n')[line - snippet.location.start_line]
        return `${file}:${line} ${text}`
      })
      return { lines, state: answer.freshness_state, status: answer.meta.status, decided }
    } finally {
      await app.close()
    }
  }
  async function indexed(root: string): Promise<string> {
    const app = await createApp({ cwd: root, surface: 'cli' })
    try {
      await app.index([])
    } finally {
      await app.close()
    }
    return root
  }
  const noGit = (): void => {
    process.env.PATH = tempFolder('empty')
  }
  const brokenGit = (): void => {
    const bin = tempFolder('bin')
    writeFiles(bin, { git: '#!/bin/sh\necho "fatal: out of order" >&2\nexit 128\n' })
    chmodSync(path.join(bin, 'git'), 0o755)
    process.env.PATH = `${bin}:/bin`
  }

  it('[FR2, FR6] the indexed commit was pruned: STALE by commit, but the answer is correct', async () => {
    const root = gitRepo(files)
    writeFiles(root, { 'a.py': 'x = 2\n' })
    commitAll(root)
    await indexed(root)
    prune(root)
    expect(await lookUp(root)).toEqual({ lines: ['a.py:1 x = 1'], state: 'FRESH', status: 'OK', decided: 'STALE' })
    expect((await lookUp(root)).decided).toBe('FRESH')
  })
  it('[FR2] files with times in the future, and set back to the past', async () => {
    const root = gitRepo(files)
    utimesSync(path.join(root, 'a.py'), 4e9, 4e9)
    await indexed(root)
    writeFiles(root, { 'a.py': 'x = 7\n' })
    utimesSync(path.join(root, 'a.py'), 4e9, 4e9)
    expect(await lookUp(root)).toMatchObject({ lines: ['a.py:1 x = 7'], state: 'FRESH' })
    writeFiles(root, { 'a.py': 'x = 8\n' })
    utimesSync(path.join(root, 'a.py'), 0, 0)
    expect(await lookUp(root)).toMatchObject({ lines: ['a.py:1 x = 8'], state: 'FRESH' })
  })
  it.each([
    ['missing', noGit],
    ['failing', brokenGit],
  ])('[FR1, FR2] git %s: the files are still compared, and the answer is true', async (_, breakGit) => {
    const root = await indexed(gitRepo({ ...files, 'b.py': 'x = "b"\n', 'c.py': 'x = "c"\n' }))
    writeFiles(root, { 'a.py': 'x = 5\n', 'new.py': 'x = "new"\n' })
    rmSync(path.join(root, 'c.py'))
    breakGit()
    expect(await lookUp(root)).toEqual({
      lines: ['a.py:1 x = 5', 'b.py:1 x = "b"', 'new.py:1 x = "new"'],
      state: 'FRESH',
      status: 'OK',
      decided: 'UNKNOWN',
    })
  })
  it('[FR2] a HEAD with a missing branch, and an unborn branch', async () => {
    const root = await indexed(gitRepo(files))
    git(root, 'symbolic-ref', 'HEAD', 'refs/heads/nowhere')
    writeFiles(root, { 'a.py': 'x = 6\n' })
    expect(await lookUp(root)).toMatchObject({ lines: ['a.py:1 x = 6'], state: 'FRESH', decided: 'UNKNOWN' })
  })
  it('[FR2, WO1] variables that point to another repo, as inside a hook, have no effect', async () => {
    const root = await indexed(gitRepo(files))
    const other = gitRepo({ 'z.py': 'x = "other"\n' })
    const variables = { GIT_DIR: path.join(other, '.git'), GIT_INDEX_FILE: path.join(other, '.git/index'), GIT_WORK_TREE: other }
    const kept = { ...process.env }
    try {
      Object.assign(process.env, variables)
      writeFiles(root, { 'a.py': 'x = 6\n' })
      expect(await lookUp(root)).toMatchObject({ lines: ['a.py:1 x = 6'], state: 'FRESH', decided: 'FRESH' })
    } finally {
      for (const name of Object.keys(variables)) {
        if (kept[name] === undefined) delete process.env[name]
        else process.env[name] = kept[name]
      }
    }
  })
})
