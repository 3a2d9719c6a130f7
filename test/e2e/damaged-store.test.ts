/** Every tool on a store that was cut off: none claims an index. */
import { readdirSync, rmSync, statSync, truncateSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { createApp } from '../../src/app/create-app.ts'
import { toolLoaders } from '../../src/tools/tool-loaders.ts'
import { gitRepo, tempFolder } from '../kit/temp-repo.ts'

const questionsAbout = (document_id: string): Record<string, Record<string, unknown>> => ({
  list_repos: {},
  explore_structure: {},
  search_code: { query: 'refund' },
  get_file: { file_path: 'refund.py' },
  get_document: { document_id },
  rag_search: { query: 'refund' },
  definition: { symbol: 'refund' },
  where_used: { symbol: 'refund' },
  lineage: { symbol: 'refund' },
})
/** They read the file from disk whether there is an index or not. */
const withoutIndex = new Set(['get_file'])

it('[FR8] on a damaged store every tool says FALLBACK and UNKNOWN, and explores a file too', { timeout: 60_000 }, async () => {
  const root = gitRepo({
    'refund.py': 'def refund(order):\n    return order\n',
    'desk.py': 'from refund import refund\nrefund(1)\n',
  })
  const home = tempFolder('home')
  const open = () => createApp({ cwd: root, surface: 'library', flags: { home, embedder: 'none' } })
  const first = await open()
  await first.index([])
  const [hit] = (await first.callTool('search_code', { query: 'refund' })).items as { document_id: string }[]
  const questions = questionsAbout(hit?.document_id ?? '')
  expect(Object.keys(questions)).toEqual(Object.keys(toolLoaders))
  await first.close()
  const store = path.join(home, readdirSync(home).find((name) => name === 'store.db') ?? '')
  for (const name of readdirSync(home)) if (/store\.db-(?:wal|shm)$/.test(name)) rmSync(path.join(home, name))
  truncateSync(store, Math.floor(statSync(store).size / 2))
  const said: Record<string, unknown> = {}
  for (const [tool, args] of [...Object.entries(questions), ['explore_structure', { path: 'refund.py' }] as const]) {
    // Each meets the damage by itself.
    rmSync(path.join(home, 'store.damaged.json'), { force: true })
    const app = await open()
    const { meta } = await app.callTool(tool, args)
    await app.close()
    said[`${tool} ${JSON.stringify(args)}`] = `${meta.status} ${meta.freshness_state} ${meta.error_code}`
    if (!withoutIndex.has(tool)) expect.soft(meta.message, tool).toMatch(/index/)
  }
  const expected = Object.keys(said).map((key) => [
    key,
    withoutIndex.has(key.split(' ')[0] ?? '') ? 'OK FRESH null' : 'FALLBACK UNKNOWN null',
  ])
  expect(said).toEqual(Object.fromEntries(expected))
})
