/**
 * Nothing of a repository is ever run (WO1). Repos that make git run programs, in each way known, are asked through every command and
 * every tool. With CAIRN_TEST_LONG=1 each way by itself goes through all of them.
 */
import { chmodSync, chownSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createApp } from '../../src/app/create-app.ts'
import { takeInventory } from '../../src/discover/inventory.ts'
import { routes } from '../../src/surfaces/rest/routes.ts'
import { joinedRepo, joinedWays, ownGroups, ownWays, repoWith, runPlain } from '../kit/hostile-git.ts'
import { connectStdio } from '../kit/mcp-client.ts'
import { runCairn } from '../kit/run-cairn.ts'
import { startServer } from '../kit/serve-process.ts'
import { tempFolder, writeFiles } from '../kit/temp-repo.ts'
import { startWatch } from '../kit/watch-process.ts'

const isLong = process.env.CAIRN_TEST_LONG === '1'
const { CAIRN_HOME } = process.env
afterEach(() => {
  if (CAIRN_HOME === undefined) delete process.env.CAIRN_HOME
  else process.env.CAIRN_HOME = CAIRN_HOME
})

/** Every command that looks at a repo. `remove` comes last. */
const commands: string[][] = [
  ['index'],
  ['status'],
  ['doctor'],
  ['search', 'refund'],
  ['search', '--level', 'text', 'return'],
  ['where-used', 'refund'],
  ['lineage', 'refund'],
  ['definition', 'refund'],
  ['ask', 'how is money given back'],
  ['code', 'refund'],
  ['explore'],
  ['explore', 'pay.py'],
  ['file', 'pay.py'],
  ['document', 'pay.py'],
  ['repos'],
  ['build-graph'],
  ['import-graph', '.llmc/rag_graph.json'],
  ['enrich', '--dry-run'],
  ['config'],
  ['index', '--fresh'],
  ['gc'],
  ['remove', '.'],
]

/** The arguments of each tool. */
const questions: Record<string, Record<string, unknown>> = {
  search_code: { query: 'refund' },
  rag_search: { query: 'refund' },
  where_used: { symbol: 'refund' },
  lineage: { symbol: 'refund' },
  definition: { symbol: 'refund' },
  explore_structure: {},
  get_file: { file_path: 'pay.py' },
  get_document: { doc_id: 'pay.py' },
  ask_codebase: { query: 'how is money given back' },
  list_repos: {},
}

/** All in this process: every tool under every policy, and the rest of the app. */
async function askEverything(root: string): Promise<string[]> {
  process.env.CAIRN_HOME = tempFolder('home')
  const app = await createApp({ cwd: root, surface: 'cli' })
  const states: string[] = []
  try {
    await app.index([])
    for (const { name } of await app.tools()) states.push((await app.callTool(name, questions[name] ?? {})).meta.status)
    for (const stale_policy of ['rebind', 'strict']) await app.callTool('search_code', { query: 'refund', stale_policy })
    await app.isFileDirty('pay.py')
    await app.status(null)
    await app.doctor()
    await app.buildGraph(null)
    await app.gc()
    await app.remove('.')
  } finally {
    await app.close()
  }
  return states
}

describe('each way works on plain git', () => {
  const named = Object.keys({ ...joinedWays, ...ownWays })
  it.each(named)('%s', (name) => {
    const { repo, prove } = repoWith(name)
    runPlain(repo, prove)
    // These cannot be shown without a network, or without a daemon that this platform has.
    expect(repo.ran()).toEqual(['bundle', 'fsmonitor-daemon'].includes(name) ? [] : [name])
  })
})

describe('nothing of a repo is run', () => {
  it('[WO1] by any command', () => {
    const repo = joinedRepo()
    const home = tempFolder('home')
    writeFiles(repo.root, { git: `#!/bin/sh\nexec ${repo.trap('git-in-the-repo')} </dev/null\n` })
    chmodSync(path.join(repo.root, 'git'), 0o755)
    const env = { PATH: `:.:${repo.root}:${process.env.PATH}` }
    for (const args of commands) {
      const { status, stderr } = runCairn(args, { cwd: repo.root, home, env })
      expect({ args, status, ran: repo.ran() }, stderr).toEqual({
        args,
        status: expect.toSatisfy((code) => code !== 70),
        ran: [],
      })
    }
  }, 240_000)

  it('[WO1] by any tool over MCP, REST, or by watching', async () => {
    const repo = joinedRepo()
    const options = { cwd: repo.root, home: tempFolder('home') }
    expect(runCairn(['index'], options).status).toBe(0)
    const { client } = await connectStdio(options)
    const { tools } = await client.listTools()
    for (const { name } of tools) await client.callTool({ name, arguments: questions[name] ?? {} })
    await client.close()
    expect(tools.length).toBeGreaterThan(5)
    expect(repo.ran()).toEqual([])
    const server = await startServer(options)
    for (const { method, path: route, tool } of routes) {
      const url = new URL(route.replace('{document_id}', 'pay.py'), server.url)
      const body = method === 'post' ? { body: JSON.stringify(questions[tool]) } : {}
      const answer = await fetch(url, { method, headers: { 'content-type': 'application/json' }, ...body })
      expect({ route, status: answer.status }).toEqual({ route, status: tool === 'get_document' ? expect.any(Number) : 200 })
    }
    await server.stop()
    expect(repo.ran()).toEqual([])
    const watch = await startWatch(options)
    writeFiles(repo.root, { 'pay.py': 'def refund(order):\n    return 2\n' })
    await watch.next('caught-up')
    await watch.end()
    expect(repo.ran()).toEqual([])
  })

  it('[WO1] by any tool in this process, in a repo of each kind', { timeout: 120_000 }, async () => {
    expect(ownGroups.flat().sort()).toEqual(Object.keys(ownWays).sort())
    for (const names of ownGroups) {
      const { repo } = repoWith(...names)
      const states = await askEverything(repo.root)
      expect({ names, ran: repo.ran() }).toEqual({ names, ran: [] })
      expect(states).toContain('OK')
    }
  })

  it.runIf(isLong).each(Object.keys({ ...joinedWays, ...ownWays }))(
    '[WO1] by any command, in a repo with %s alone',
    { timeout: 600_000 },
    (name) => {
      const { repo } = repoWith(name)
      const home = tempFolder('home')
      for (const args of commands) {
        runCairn(args, { cwd: repo.root, home })
        expect({ args, ran: repo.ran() }).toEqual({ args, ran: [] })
      }
    },
  )
})

describe('what git sees of a repo', () => {
  it.runIf(process.getuid?.() === 0)('[WO1] a repo of another user is read, because nothing of it is run', async () => {
    const { repo } = repoWith('filter-clean')
    for (const file of ['', '.git', '.git/config', 'pay.py']) chownSync(path.join(repo.root, file), 12_345, 12_345)
    expect((await takeInventory(repo.root, {})).git).toEqual({ state: 'ok' })
    expect(repo.ran()).toEqual([])
  })

  it('[WO1] the folder that is asked about, whatever the settings call the working tree', async () => {
    const { repo } = repoWith('working-tree-elsewhere')
    const { paths, differing, git } = await takeInventory(repo.root, {})
    expect({ paths: paths.map((each) => each.path), differing: differing.size, git }).toEqual({
      paths: ['.gitattributes', 'pay.py', 'working-tree-elsewhere.py'],
      differing: 0,
      git: { state: 'ok' },
    })
  })

  it('[WO1] a file is compared by its bytes where a filter would be needed', async () => {
    const { repo } = repoWith('filter-clean')
    writeFiles(repo.root, { 'filter-clean.py': 'def by_filter_clean():\n    return 2\n' })
    const { differing, git } = await takeInventory(repo.root, {})
    expect({ differing: [...differing.keys()], git }).toEqual({ differing: ['filter-clean.py'], git: { state: 'ok' } })
    expect(repo.ran()).toEqual([])
  })
})
