import { mkdirSync, realpathSync, renameSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gitRepo, tempFolder } from '../../test/kit/temp-repo.ts'
import { openDesk, type ToolDesk } from '../../test/kit/tool-desk.ts'
import { stalePolicies } from '../contract/freshness.ts'
import { documentId } from '../contract/identity.ts'
import { asRepoId } from '../contract/ids.ts'
import { createApp } from './create-app.ts'
import type { App } from './port.ts'

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

  it('[TO21] a relative path that leads to no repo does not tell the folder of the call', async () => {
    for (const repo of ['.', './src', '../x']) {
      const { meta } = await desk.ask('rag_search', { query: 'shared', repo }, { cwd: roots.secret, scope })
      expect(meta).toMatchObject({ error_code: 'REPO_UNKNOWN', message: expect.stringContaining(`no repo at ${repo}.`) })
      expect(meta.message).not.toContain(path.dirname(roots.secret))
    }
  })

  it('[TO21] a document of a repo outside the scope is not found', async () => {
    const [found] = (await desk.ask('search_code', { query: 'beta', level: 'symbol', repo_filter: ['secret'] })).items
    expect((await desk.ask('get_document', { document_id: found.document_id })).meta.status).toBe('OK')
    const refused = await desk.ask('get_document', { document_id: found.document_id }, { scope })
    expect(refused.meta.error_code).toBe('DOCUMENT_NOT_FOUND')
  })
})

/**
 * Two homes: in one both repos are registered, in the other only the open one. Every answer to a caller who may read only the open
 * repo must be the same in both.
 */
describe('a caller who may read one repo', () => {
  const openId = asRepoId('acme/open')
  const secretId = asRepoId('acme/secret')
  const files = (name: string, npm: string) => ({
    'package.json': `{"name": "@acme/${name}", "dependencies": {"@acme/open": "1"}}\n`,
    [`src/${name}.ts`]: `${npm}export function ${name}Work(): number {\n  return 1\n}\n\nexport function sharedName(): number {\n  return ${name}Work()\n}\n`,
    [`docs/${name}.md`]: `# ${name}\n\nAbout sharedName of ${name}.\n`,
  })
  const uses = "import { openWork } from '@acme/open'\n\nopenWork()\n"
  const apps: { both: App; alone: App } = { both: undefined as never, alone: undefined as never }
  let parent: string
  let at: { open: string; secret: string; nested: string }

  beforeAll(async () => {
    parent = realpathSync(tempFolder())
    const move = (root: string, to: string): string => {
      renameSync(root, to)
      return to
    }
    const open = move(gitRepo(files('open', '')), path.join(parent, 'open'))
    const secret = move(gitRepo(files('secret', uses)), path.join(parent, 'secret'))
    mkdirSync(path.join(open, 'inner'))
    const nested = move(gitRepo(files('nested', uses)), path.join(open, 'inner/nested'))
    at = { open, secret, nested }
    for (const [name, homes] of [
      ['both', [open, secret, nested]],
      ['alone', [open]],
    ] as const) {
      apps[name] = await createApp({
        cwd: open,
        surface: 'mcp',
        flags: { home: path.join(tempFolder(), 'home'), write_artifacts: 'false' },
      })
      for (const root of homes) await apps[name].index([root], { name: `acme/${path.basename(root)}` })
    }
  }, 120_000)
  afterAll(async () => {
    await apps.both.close()
    await apps.alone.close()
  })

  const ask = (app: App, tool: string, args: Record<string, unknown>, cwd: string) =>
    app.callTool(tool, args, { cwd, scope: { repos: [openId] } })

  /** Words that mean something of the other repos: names, paths, places, ids. */
  const words = (): string[] => [
    'secret',
    'secre',
    'acme/secret',
    'acme/nested',
    'acme/opne',
    'open',
    'acme/open',
    '*',
    'secretWork',
    'secretWrk',
    'nestedWork',
    'openWork',
    'sharedName',
    'sharedNam',
    'sym:src.secret.secretWork',
    'src/secret.ts:1:17',
    'src/secret.ts',
    'src/open.ts:5:17',
    '@acme/secret',
    at.secret,
    at.nested,
    at.open,
    `${at.secret}/src/secret.ts:3:17`,
    `${at.nested}/src/nested.ts`,
    'inner/nested/src/nested.ts',
    'inner/nested',
    `../secret/src/secret.ts`,
    parent,
    '..',
    documentId(secretId, 'file', 'src/secret.ts', ''),
    documentId(secretId, 'repo', '', ''),
    documentId(openId, 'file', 'src/open.ts', ''),
  ]
  const questions: ((word: string, repo: string | null) => [tool: string, args: Record<string, unknown>])[] = [
    () => ['list_repos', {}],
    (word, repo) => ['rag_search', { query: word, repo, limit: 2 }],
    (word, repo) => ['search_code', { query: word, level: 'file', repo_filter: repo }],
    (word, repo) => ['search_code', { query: word, level: 'symbol', repo_filter: repo }],
    (word) => ['search_code', { query: word, level: 'repo' }],
    (word, repo) => ['search_code', { query: word, level: 'module', repo_filter: repo, path: word }],
    (word, repo) => ['definition', { symbol: word, repo }],
    (word, repo) => ['where_used', { symbol: word, repo }],
    (word, repo) => ['lineage', { symbol: word, repo, direction: 'both' }],
    (word, repo) => ['get_file', { file_path: word, repo }],
    (word, repo) => ['explore_structure', { path: word, repo, include_summaries: true }],
    (word) => ['get_document', { document_id: word, include_source: true }],
  ]

  /** The answer and its next pages. */
  async function pages(app: App, tool: string, args: Record<string, unknown>, cwd: string): Promise<string[]> {
    const said: string[] = []
    for (let cursor: string | null = null; said.length < 4; ) {
      const answer = await ask(app, tool, cursor === null ? args : { ...args, cursor }, cwd)
      // The homes were indexed one after the other.
      said.push(JSON.stringify(answer.toDict()).replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME'))
      cursor = answer.next_cursor
      if (cursor === null) break
    }
    return said
  }

  it('[TO21] without a scope every such question shows the others', async () => {
    for (const question of questions.slice(0, 9)) {
      const [tool, args] = question('sharedName', '*')
      const answer = JSON.stringify(await apps.both.callTool(tool, args, { cwd: parent }))
      expect(answer, tool).toContain('acme/secret')
    }
  })

  it('[TO21] gets every answer as if the others were not registered', { timeout: 600_000 }, async () => {
    const folders = () => [parent, at.open, at.secret, at.nested, path.join(at.open, 'src'), '/']
    const compare = async (tool: string, args: Record<string, unknown>, cwd: string): Promise<void> => {
      const [both, alone] = [await pages(apps.both, tool, args, cwd), await pages(apps.alone, tool, args, cwd)]
      expect(both, `${tool} ${JSON.stringify(args)} from ${cwd}`).toEqual(alone)
    }
    for (const question of questions)
      for (const word of ['sharedName', 'secretWrk', 'secret']) await compare(...question(word, null), parent)
    const anyWord = fc.nat().map((which) => words()[which % words().length] ?? '')
    const anyRepo = fc.option(anyWord, { freq: 2 })
    await fc.assert(
      fc.asyncProperty(
        anyWord,
        anyRepo,
        fc.nat(),
        fc.nat(),
        fc.constantFrom(...stalePolicies),
        async (word, repo, which, from, policy) => {
          const [tool, args] = questions[which % questions.length]!(word, repo)
          const takesPolicy = tool !== 'get_file' && tool !== 'list_repos'
          await compare(tool, takesPolicy ? { ...args, stale_policy: policy } : args, folders()[from % folders().length] ?? '/')
        },
      ),
      { numRuns: process.env.CAIRN_TEST_LONG ? 500 : 60 },
    )
  })

  it('[TO21] gets no hint of a name: the last part of an id that only one readable repo has is enough', async () => {
    const scope = { repos: [asRepoId('one/tool')] }
    const app = await createApp({ cwd: parent, surface: 'mcp', flags: { home: path.join(tempFolder(), 'home') } })
    for (const name of ['one/tool', 'two/tool']) await app.index([gitRepo({ 'a.py': 'a = 1\n' })], { name })
    const all = await app.callTool('rag_search', { query: 'a', repo: 'tool' }, { cwd: '/' })
    expect(all.meta.message).toContain('one/tool, two/tool')
    const scoped = await app.callTool('rag_search', { query: 'a', repo: 'tool' }, { cwd: '/', scope })
    expect(scoped.items).toHaveLength(1)
    expect(JSON.stringify(scoped)).not.toContain('two/tool')
    const near = await app.callTool('rag_search', { query: 'a', repo: 'two/tol' }, { cwd: '/', scope })
    expect(near.meta.message).not.toContain('two/tool')
    await app.close()
  })
})
