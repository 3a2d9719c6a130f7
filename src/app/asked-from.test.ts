/** Promises AP1–AP5 of docs/spec/app.md: which repos a question is about. */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { commitAll, git, tempFolder, writeFiles } from '../../test/kit/temp-repo.ts'
import { type AnyResult, openDesk, type ToolDesk } from '../../test/kit/tool-desk.ts'
import { createApp } from './create-app.ts'
import { surfacePolicies } from './port.ts'

const world = tempFolder('cairn-world')
const folder = (...parts: string[]): string => path.join(world, ...parts)

function makeRepo(folder: string, files: Record<string, string>, origin?: string): string {
  mkdirSync(folder, { recursive: true })
  git(folder, 'init', '-q', '-b', 'main')
  writeFiles(folder, files)
  if (origin) git(folder, 'remote', 'add', 'origin', origin)
  commitAll(folder)
  return folder
}

const shop = folder('work', 'shop')
const bank = folder('work', 'bank')
const lone = folder('lone')
let desk: ToolDesk
beforeAll(async () => {
  makeRepo(shop, { 'src/pay.py': 'def refund():\n    return 1\n' })
  makeRepo(bank, { 'src/ledger.py': 'def refund():\n    return 2\n' })
  makeRepo(lone, { 'a.py': 'def refund():\n    return 3\n' })
  mkdirSync(folder('home'), { recursive: true })
  desk = await openDesk(shop)
  for (const root of [shop, bank]) await desk.app.index([root])
})

const asked = async (tool: string, args: Record<string, unknown>, cwd: string): Promise<AnyResult> =>
  desk.ask(tool, args, { cwd })
const reposOf = async (tool: string, args: Record<string, unknown>, cwd: string): Promise<unknown> => {
  const { meta } = await asked(tool, args, cwd)
  return meta.repos ?? meta.error_code
}
const questions: [string, Record<string, unknown>][] = [
  ['rag_search', { query: 'refund' }],
  ['search_code', { query: 'refund' }],
  ['search_code', { query: 'refund', level: 'symbol' }],
  ['definition', { symbol: 'refund' }],
  ['where_used', { symbol: 'refund' }],
  ['lineage', { symbol: 'refund' }],
  ['ask_codebase', { query: 'refund' }],
]

describe('which repos a question is about', () => {
  it.each(questions)('[AP1] %s %j: the repo asked from, those named, or all', async (tool, args) => {
    expect(await reposOf(tool, args, path.join(shop, 'src'))).toEqual(['shop'])
    for (const name of ['repo', 'repo_id', 'repo_filter'])
      for (const value of ['bank', bank, '../bank'])
        expect(await reposOf(tool, { ...args, [name]: value }, shop)).toEqual(['bank'])
    expect(await reposOf(tool, { ...args, repo: '*' }, shop)).toEqual(['shop', 'bank'])
    const all = await desk.app.callTool(tool, args, { cwd: shop, all: true })
    expect(all.meta.repos).toEqual(['shop', 'bank'])
  })

  it.each(questions)('[AP2] %s %j: in a folder of repos it asks those in it, in the home folder all', async (tool, args) => {
    expect(await reposOf(tool, args, folder('work'))).toEqual(['shop', 'bank'])
    vi.stubEnv('HOME', folder('home'))
    expect(await reposOf(tool, args, folder('home'))).toEqual(['shop', 'bank'])
    expect(await reposOf(tool, args, path.parse(world).root)).toEqual(['shop', 'bank'])
    expect((await desk.app.repos()).map(({ repo_id }) => repo_id)).toEqual(['shop', 'bank'])
  })

  it('[AP1] level repo asks all repos; file and folder questions use the repo asked from', async () => {
    expect(await reposOf('search_code', { query: 'refund', level: 'repo' }, shop)).toEqual(['shop', 'bank'])
    expect(await reposOf('ask_codebase', { query: 'refund', level: 'repo' }, shop)).toEqual(['shop', 'bank'])
    expect((await asked('get_file', { file_path: 'src/pay.py' }, shop)).items[0]).toMatchObject({ repo_id: 'shop' })
    expect((await asked('get_file', { file_path: 'src/ledger.py', repo: 'bank' }, shop)).items[0]).toMatchObject({
      repo_id: 'bank',
    })
    expect((await asked('explore_structure', {}, shop)).items[0]).toMatchObject({ repo_id: 'shop', directories: ['src/'] })
    expect((await asked('explore_structure', { repo: '../bank' }, shop)).items[0]).toMatchObject({ repo_id: 'bank' })
  })

  it('[AP3] a tool for one repo lists the candidates when there are several', async () => {
    for (const [tool, args] of [
      ['explore_structure', {}],
      ['get_file', { file_path: 'a' }],
    ] as const) {
      const { meta } = await asked(tool, args, folder('work'))
      expect(meta).toMatchObject({
        error_code: 'BAD_ARGUMENT',
        message: expect.stringContaining('--repo must name one repo: shop, bank.'),
      })
    }
  })

  it('[AP2] a folder with very many files and no version control is not registered; the answer says how', async () => {
    const heap = folder('heap')
    mkdirSync(heap)
    const names = Array.from({ length: 5_001 }, (_, at) => `d${at % 50}/f${at}.txt`)
    writeFiles(heap, Object.fromEntries(names.map((name) => [name, ''])))
    const { meta } = await asked('rag_search', { query: 'refund' }, heap)
    expect(meta.repos).toEqual(['shop', 'bank'])
    expect(meta.message).toContain(`${heap} is not under version control and contains over 5,000 files`)
    expect(meta.message).toContain(`\`cairn index ${heap}\``)
    expect((await desk.app.repos()).length).toBe(2)
  })

  it('[AP3] with no repo to ask, the answer is an error that says what to do', async () => {
    vi.stubEnv('HOME', folder('home'))
    const app = await createApp({ cwd: folder('home'), surface: 'mcp', flags: { home: folder('empty') } })
    for (const [tool, args] of questions)
      expect((await app.callTool(tool, args)).meta).toMatchObject({
        error_code: 'RAG_UNAVAILABLE',
        message: expect.stringContaining('no repo is registered'),
      })
    expect((await app.callTool('list_repos', {})).meta.message).toContain('`cairn index DIR` in a terminal')
    await app.close()
  })
})

describe('a repo that is not registered', () => {
  it('[AP4] can be asked through the library, by path or from inside, under the id it would get', async () => {
    const app = await createApp({ cwd: shop, surface: 'library' })
    const named = await app.callTool('rag_search', { query: 'refund', repo: lone })
    expect(named.meta.repos).toEqual(['lone'])
    expect((await app.callTool('get_file', { file_path: 'a.py' }, { cwd: lone })).items[0]).toMatchObject({ repo_id: 'lone' })
    expect((await app.callTool('rag_search', { query: 'x', repo: folder('nowhere') })).meta.error_code).toBe('REPO_UNKNOWN')
    await app.close()
    expect((await desk.ask('rag_search', { query: 'refund', repo: lone })).meta.error_code).toBe('REPO_UNKNOWN')
  })

  it('[AP4] two checkouts of one origin that the library built have separate rows', async () => {
    const origin = 'https://example.com/acme/twin.git'
    const one = makeRepo(folder('one'), { 'a.py': 'def only_in_one():\n    pass\n' }, origin)
    const two = makeRepo(folder('two'), { 'b.py': 'def only_in_two():\n    pass\n' }, origin)
    for (const cwd of [one, two]) {
      const app = await createApp({ cwd, surface: 'library' })
      await app.buildGraph(null)
      await app.close()
    }
    const app = await createApp({ cwd: shop, surface: 'library' })
    const found = async (repo: string) => {
      const { items, meta } = (await app.callTool('definition', {
        symbol: /one$/.test(repo) ? 'only_in_one' : 'only_in_two',
        repo,
      })) as AnyResult
      return [meta.repos, meta.status, items.map((item) => item.file)]
    }
    expect(await found(one)).toEqual([['acme/twin'], 'OK', ['a.py']])
    expect(await found(two)).toEqual([['acme/twin@two'], 'OK', ['b.py']])
    expect((await app.repos()).map(({ repo_id }) => repo_id)).toEqual(['shop', 'bank'])
    expect(await app.register(two)).toEqual({ repo_id: 'acme/twin@two', root: two })
    await app.remove(two)
    await app.close()
  })
})

it('[AP5] the table of surfaces', () => {
  const rows = Object.entries(surfacePolicies).map(([name, { vocabulary, ...values }]) => [
    name,
    values,
    vocabulary().argument('limit', '3'),
  ])
  expect(rows).toEqual([
    ['cli', { max_chars: null, file_bytes: 100_000, registers: true, lives_long: false }, '--limit 3'],
    ['batch', { max_chars: null, file_bytes: 100_000, registers: true, lives_long: false }, 'limit=3'],
    ['mcp', { max_chars: 10_000, file_bytes: 10_000, registers: true, lives_long: true }, 'limit=3'],
    ['serve', { max_chars: 1_000_000, file_bytes: 100_000, registers: false, lives_long: true }, 'limit=3'],
    ['library', { max_chars: null, file_bytes: 100_000, registers: false, any_folder: true, lives_long: false }, 'limit=3'],
  ])
})
