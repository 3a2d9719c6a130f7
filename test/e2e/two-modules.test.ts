/** The smallest repo with a use: one file defines a symbol, another imports and calls it. With and without git. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  buildGraphForRepo,
  computeRoute,
  loadStatus,
  toolRagLineage,
  toolRagSearch,
  toolRagWhereUsed,
} from '../../src/surfaces/library/index.ts'
import { openRegistry } from '../../src/workspace/registry.ts'
import { commitAll, gitRepo, tempFolder, writeFiles } from '../kit/temp-repo.ts'

const files = {
  'module_a.py': 'def target_symbol():\n    """Says hello."""\n    return "hello"\n',
  'module_b.py': 'from module_a import target_symbol\n\n\ndef caller():\n    return target_symbol()\n',
}
const plainFolder = (): string => {
  const root = tempFolder('plain')
  writeFiles(root, files)
  return root
}

let before: string | undefined
beforeEach(() => {
  before = process.env.CAIRN_HOME
  process.env.CAIRN_HOME = path.join(tempFolder('home'), 'cairn')
})
afterEach(() => {
  if (before === undefined) delete process.env.CAIRN_HOME
  else process.env.CAIRN_HOME = before
})

describe.each([
  ['with git', () => gitRepo(files)],
  ['without git', plainFolder],
])('two modules %s', (_, makeRepo) => {
  it('[LI3] a build writes its artifacts', async () => {
    const root = makeRepo()
    const status = await buildGraphForRepo(root)
    expect(status.index_state).toBe('fresh')
    expect(JSON.parse(readFileSync(path.join(root, '.llmc/rag/index_status.json'), 'utf8'))).toEqual(status)
    const graph = JSON.parse(readFileSync(path.join(root, '.llmc/rag_graph.json'), 'utf8'))
    expect(graph.files).toEqual(['module_a.py', 'module_b.py'])
    expect(graph.entities.map((entity: { id: string }) => entity.id)).toContain('sym:module_a.target_symbol')
    expect(graph.relations).toContainEqual({
      src: 'sym:module_b.caller',
      edge: 'calls',
      dst: 'sym:module_a.target_symbol',
      path: 'module_b.py',
      line: 5,
      column: 12,
      tier: 'resolved',
    })
  })

  it('[LI4] search, where-used and lineage find the symbol', async () => {
    const root = makeRepo()
    await buildGraphForRepo(root)
    const search = await toolRagSearch('target_symbol', root)
    expect(search.items.map(({ file, line }) => `${file}:${line}`)).toEqual(['module_a.py:1', 'module_b.py:1', 'module_b.py:5'])
    const uses = await toolRagWhereUsed('target_symbol', root)
    expect(uses.items.map(({ file, line, use, tier }) => [file, line, use, tier])).toEqual([
      ['module_b.py', 1, 'imports', 'resolved'],
      ['module_b.py', 5, 'calls', 'resolved'],
    ])
    const lineage = await toolRagLineage('target_symbol', 'CALLERS', root)
    expect(lineage.direction).toBe('upstream')
    expect(lineage.items.map(({ symbol, depth }) => [symbol, depth])).toEqual([['sym:module_b.caller', 1]])
    for (const answer of [search, uses, lineage]) {
      expect(answer).toMatchObject({ source: 'RAG_GRAPH', freshness_state: 'FRESH', meta: { status: 'OK', error_code: null } })
    }
  })
})

describe('the index of a repo with git', () => {
  it('[IX11] a build records HEAD: FRESH, and STALE after a commit', async () => {
    const root = gitRepo(files)
    expect(await computeRoute(root)).toEqual({ use_rag: false, freshness_state: 'UNKNOWN', status: null })
    await buildGraphForRepo(root)
    expect(await computeRoute(root)).toMatchObject({ use_rag: true, freshness_state: 'FRESH' })
    commitAll(root)
    expect(await computeRoute(root)).toMatchObject({ use_rag: false, freshness_state: 'STALE' })
    expect((await loadStatus(root))?.index_state).toBe('fresh')
  })

  it('[LI3] a library call registers nothing', async () => {
    const root = gitRepo(files)
    await buildGraphForRepo(root)
    await toolRagSearch('target_symbol', root)
    // Its id is reserved, so that the next call finds its index; no other question asks it.
    const registry = openRegistry(process.env.CAIRN_HOME ?? '')
    expect(await registry.list()).toEqual([])
    expect(await registry.reserved()).toHaveLength(1)
  })
})
