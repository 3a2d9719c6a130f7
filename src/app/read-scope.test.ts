import { beforeAll, describe, expect, it } from 'vitest'
import { gitRepo } from '../../test/kit/temp-repo.ts'
import { openDesk, type ToolDesk } from '../../test/kit/tool-desk.ts'
import { asRepoId } from '../contract/ids.ts'

const code = (name: string): string => `def ${name}():\n    return 1\n\n\ndef shared():\n    return ${name}()\n`
const scope = { repos: [asRepoId('open')] }
let desk: ToolDesk
let roots: { open: string; secret: string }

beforeAll(async () => {
  roots = { open: gitRepo({ 'a.py': code('alpha') }, 'open'), secret: gitRepo({ 'b.py': code('beta') }, 'secret') }
  desk = await openDesk(roots.open)
  await desk.app.index([roots.open])
  await desk.app.index([roots.secret])
})

/** Every tool, with arguments for which it would answer about both repos, or about the forbidden one. */
const questions: [tool: string, args: Record<string, unknown>][] = [
  ['list_repos', {}],
  ['search_code', { query: 'shared' }],
  ['search_code', { query: 'shared', level: 'symbol' }],
  ['search_code', { query: 'python', level: 'repo' }],
  ['rag_search', { query: 'shared' }],
  ['definition', { symbol: 'shared' }],
  ['where_used', { symbol: 'shared' }],
  ['lineage', { symbol: 'shared' }],
  ['ask_codebase', { query: 'shared', level: 'symbol' }],
  ['ask_codebase', { query: 'which repos use python' }],
  ['ask_codebase', { query: 'which repos are there' }],
]

describe('the scope of a caller', () => {
  for (const [tool, args] of questions) {
    it(`[TO21] ${tool} ${JSON.stringify(args)} answers as if only the repos of the scope were registered`, async () => {
      // Asked from a folder that is not a repo, so all repos are asked.
      const all = await desk.ask(tool, args, { cwd: '/' })
      expect(JSON.stringify(all)).toContain('secret')
      const scoped = await desk.ask(tool, args, { cwd: '/', scope })
      expect(JSON.stringify(scoped)).not.toContain('secret')
      expect(scoped.meta.status).toBe('OK')
      if (tool !== 'where_used' && tool !== 'lineage') expect(scoped.total).toBe(1)
    })
  }

  it('[TO21] a repo outside the scope cannot be reached by id, by path or by the folder of the call', async () => {
    for (const repo of ['secret', roots.secret]) {
      for (const [tool, args] of [
        ['explore_structure', { repo_id: repo }],
        ['get_file', { repo_id: repo, file_path: 'b.py' }],
        ['rag_search', { query: 'shared', repo }],
        ['search_code', { query: 'shared', repo_filter: [repo] }],
        ['definition', { symbol: 'shared', repo }],
        ['where_used', { symbol: 'shared', repo }],
        ['lineage', { symbol: 'shared', repo }],
        ['ask_codebase', { query: 'shared', repo }],
      ] as const) {
        expect((await desk.ask(tool, args)).meta.error_code, `${tool} ${repo}`).toBeNull()
        expect((await desk.ask(tool, args, { scope })).meta.error_code, `${tool} ${repo}`).toBe('REPO_UNKNOWN')
      }
    }
    const here = await desk.ask('rag_search', { query: 'shared' }, { cwd: roots.secret, scope })
    expect(here.items.map((item) => item.repo_id)).toEqual(['open', 'open'].slice(0, here.items.length))
    expect(here.items).not.toEqual([])
  })

  it('[TO21] a document of a repo outside the scope is not found', async () => {
    const [found] = (await desk.ask('search_code', { query: 'beta', level: 'symbol', repo_filter: ['secret'] })).items
    expect((await desk.ask('get_document', { document_id: found.document_id })).meta.status).toBe('OK')
    const refused = await desk.ask('get_document', { document_id: found.document_id }, { scope })
    expect(refused.meta.error_code).toBe('DOCUMENT_NOT_FOUND')
  })
})
