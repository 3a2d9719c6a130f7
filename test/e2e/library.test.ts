/** The package entry as a program uses it: on two small files, with and without git; nothing is registered. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { createApp } from '../../src/app/create-app.ts'
import * as library from '../../src/surfaces/library/index.ts'
import { commitAll, git, gitRepo, tempFolder, writeFiles } from '../kit/temp-repo.ts'

const files = {
  'module_a.py': 'def target_symbol():\n    return 1\n',
  'module_b.py': 'from module_a import target_symbol\n\n\ndef caller():\n    return target_symbol()\n',
}
const home = path.join(tempFolder(), 'home')
beforeAll(() => {
  vi.stubEnv('CAIRN_HOME', home)
})

describe.each(['with git', 'without git'])('library %s', (kind) => {
  const root = tempFolder('cairn-library')
  beforeAll(async () => {
    writeFiles(root, files)
    if (kind === 'with git') {
      git(root, 'init', '-q')
      commitAll(root)
    }
  })

  it('[LI3] before a build, a question is answered live and registers nothing', async () => {
    const result = await library.toolRagWhereUsed('target_symbol', root)
    expect(result.meta).toMatchObject({ status: 'FALLBACK', source: 'LOCAL_FALLBACK', freshness_state: 'UNKNOWN' })
    expect(result.items.map((item) => [item.file, item.line])).toEqual([
      ['module_b.py', 1],
      ['module_b.py', 5],
    ])
    expect((await library.listRepos()).items.map((repo) => repo.path)).not.toContain(root)
    expect(await library.loadStatus(root)).toBeNull()
  })

  it('[LI3] buildGraphForRepo writes the artifacts and returns the status', async () => {
    const status = await library.buildGraphForRepo(root)
    expect(status.index_state).toBe('fresh')
    expect(status.last_indexed_commit).toBe(kind === 'with git' ? git(root, 'rev-parse', 'HEAD') : null)
    expect(await library.loadStatus(root)).toEqual(status)
    const graph = JSON.parse(readFileSync(path.join(root, '.llmc/rag_graph.json'), 'utf8'))
    expect(graph.files).toEqual(['module_a.py', 'module_b.py'])
    expect(existsSync(path.join(root, '.llmc/rag/index_status.json'))).toBe(true)
    expect((await library.computeRoute(root)).freshness_state).toBe(kind === 'with git' ? 'FRESH' : 'UNKNOWN')
    if (kind === 'with git') expect(git(root, 'status', '--porcelain')).toBe('')
    expect((await library.listRepos()).items.map((repo) => repo.path)).not.toContain(root)
  })

  it('[LI4] search, where-used and lineage answer from the graph, in the envelope', async () => {
    const search = await library.toolRagSearch('target_symbol', root)
    expect(search.query).toBe('target_symbol')
    expect(search.items.map((item) => `${item.file}:${item.line}`)).toEqual(['module_a.py:1', 'module_b.py:1', 'module_b.py:5'])
    const used = await library.toolRagWhereUsed('target_symbol', root)
    expect(used.items.map((item) => [item.file, item.line, item.use, item.tier])).toEqual([
      ['module_b.py', 1, 'imports', 'resolved'],
      ['module_b.py', 5, 'calls', 'resolved'],
    ])
    const callers = await library.toolRagLineage('target_symbol', 'Callers', root, { maxResults: 5 })
    expect(callers.direction).toBe('upstream')
    expect(callers.items.map((item) => item.symbol)).toEqual(['sym:module_b.caller'])
    for (const result of [search, used, callers])
      expect(result.meta).toMatchObject({ status: 'OK', source: 'RAG_GRAPH', freshness_state: 'FRESH' })
  })

  it('[LI4] askCodebase quotes and cites', async () => {
    const { items, meta } = await library.askCodebase({ query: 'target_symbol', limit: 1 }, { repoRoot: root })
    expect(meta.status).toBe('OK')
    expect(items).toMatchObject([{ level: 'symbol', gaps: [] }])
    const [definition, ...uses] = items[0]?.citations ?? []
    expect(definition).toMatchObject({ path: 'module_a.py', start_line: 1, end_line: 2 })
    expect(uses.map(({ path: file, start_line }) => `${file}:${start_line}`)).toEqual(['module_b.py:1', 'module_b.py:5'])
  })

  it('[LI4] the next question sees an edit', async () => {
    writeFiles(root, { 'module_c.py': 'from module_a import target_symbol\n\ntarget_symbol()\n' })
    const used = await library.whereUsed({ symbol: 'target_symbol' }, { repoRoot: root })
    expect(used.items.map((item) => item.file)).toContain('module_c.py')
    expect(used.meta.freshness?.caught_up).toBe(1)
  })

  it('[LI2] a question never throws', async () => {
    const wrong = await library.toolRagLineage('target_symbol', 'sideways', root)
    expect(wrong.meta).toMatchObject({ status: 'ERROR', error_code: 'BAD_ARGUMENT', source: 'NONE' })
    expect((await library.toolRagSearch('x', root, { limit: 0 })).meta.error_code).toBe('BAD_ARGUMENT')
    const nowhere = await library.toolRagSearch('x', path.join(root, 'nowhere'))
    expect(['ERROR', 'FALLBACK', 'OK']).toContain(nowhere.meta.status)
  })
})

describe('what is registered', () => {
  it('[LI3] is listed by the library', async () => {
    const root = gitRepo(files, 'registered')
    const app = await createApp({ cwd: root, surface: 'cli' })
    await app.index([root])
    await app.close()
    expect((await library.listRepos()).items.map((repo) => repo.path)).toContain(root)
  })
})

describe('a workspace', () => {
  it('[LI9] registers a repo by path under a name, and calls any tool; a repo can be given by path everywhere', async () => {
    const root = tempFolder('cairn-workspace')
    writeFiles(root, files)
    const workspace = await library.openWorkspace({ home: path.join(tempFolder(), 'home') })
    expect(await workspace.register(root, { name: 'mine' })).toEqual({ repo_id: 'mine', root })
    expect(await workspace.repos()).toEqual([{ repo_id: 'mine', root }])
    expect(await workspace.index(root)).toMatchObject({ repo_id: 'mine', files: 2 })
    for (const repo of ['mine', root]) {
      const used = await workspace.ask('where_used', { symbol: 'target_symbol', repo })
      expect(used.meta).toMatchObject({ status: 'OK', repos: ['mine'] })
      expect(used.items).toHaveLength(2)
    }
    await expect(workspace.register(root, { name: 'other' })).rejects.toThrow('already called "mine"')
    await workspace.remove(root)
    expect(await workspace.repos()).toEqual([])
    await workspace.close()
  })
  it('[LI9] every function accepts a path as repo', async () => {
    const root = tempFolder('cairn-by-path')
    writeFiles(root, files)
    await library.buildGraphForRepo(root)
    const symbol = 'target_symbol'
    const answers = await Promise.all([
      library.ragSearch({ query: symbol, repo: root }),
      library.searchCode({ query: symbol, repo: root }),
      library.searchCode({ query: symbol, repo_filter: [root] }),
      library.definition({ symbol, repo: root }),
      library.whereUsed({ symbol, repo: root }),
      library.lineage({ symbol, repo: root }),
      library.getFile({ repo: root, file_path: 'module_a.py' }),
      library.exploreStructure({ repo: root }),
    ])
    expect(answers.map(({ meta, items }) => [meta.error_code, items.length > 0])).toEqual(answers.map(() => [null, true]))
    const ids = new Set(answers.map(({ items }) => (items[0] as { repo_id: string }).repo_id))
    expect([...ids]).toEqual([path.basename(root)])
  })
})

describe('the package as another program imports it', () => {
  it('[LI5] a program that asked a question ends by itself', () => {
    const root = tempFolder('cairn-program')
    writeFiles(root, files)
    const entry = path.resolve(import.meta.dirname, '../../dist/surfaces/library/index.js')
    const program = `import { buildGraphForRepo, toolRagWhereUsed } from ${JSON.stringify(entry)}
      await buildGraphForRepo(${JSON.stringify(root)})
      const result = await toolRagWhereUsed('target_symbol', ${JSON.stringify(root)})
      console.log(result.items.length)`
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
      timeout: 30_000,
      env: { ...process.env, CAIRN_HOME: home },
    })
    expect(run).toMatchObject({ status: 0, stdout: '2\n', stderr: '' })
  })
})
