/** Answers about files that changed since they were indexed, under each policy: symbols are found, with their enrichment. */

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createApp } from '../../src/app/create-app.ts'
import type { RagResult } from '../../src/contract/envelope.ts'
import type { NavigationItem } from '../../src/contract/items.ts'
import * as library from '../../src/surfaces/library/index.ts'
import { foldLog } from '../kit/fold-log.ts'
import { commitAll, git, gitRepo, tempFolder, writeFiles } from '../kit/temp-repo.ts'

const lines = (count: number): string => '# a line on top\n'.repeat(count)
/** `login` is at line 10. */
const auth = `${lines(9)}def login(user):\n    token = make_token(user)\n    remember(user, token)\n    return token\n`
const files = {
  'src/auth.py': auth,
  'src/desk.py': 'from src.auth import login\n\n\ndef open_desk(user):\n    """Opens."""\n    return login(user)\n',
  'src/other.py': 'def unrelated():\n    return 1\n',
  'src/far.py': 'from src.desk import open_desk\n\n\ndef begin():\n    return open_desk("x")\n',
}
let home: string
beforeEach(() => {
  home = path.join(tempFolder('home'), 'cairn')
  vi.stubEnv('CAIRN_HOME', home)
})
afterEach(() => vi.unstubAllEnvs())

async function withApp<Value>(root: string, use: (app: Awaited<ReturnType<typeof createApp>>) => Promise<Value>): Promise<Value> {
  const app = await createApp({ cwd: root, surface: 'library' })
  try {
    return await use(app)
  } finally {
    await app.close()
  }
}
const ask = (root: string, tool: string, args: Record<string, unknown>) =>
  withApp(root, (app) => app.callTool(tool, args)) as Promise<RagResult<NavigationItem>>

/** An index with enrichment of `login` and `open_desk`. */
async function enrichedRepo(): Promise<string> {
  const root = gitRepo(files)
  await library.buildGraphForRepo(root)
  const file = path.join(root, '.llmc/rag_graph.json')
  const graph = JSON.parse(readFileSync(file, 'utf8'))
  for (const entity of graph.entities) {
    if (!['login', 'open_desk'].includes(entity.name)) continue
    entity.metadata = { summary: `Old words about ${entity.name}.`, author: 'someone', made_at: '2026-01-01T00:00:00.000Z' }
  }
  const enriched = path.join(tempFolder(), 'graph.json')
  writeFileSync(enriched, JSON.stringify(graph))
  const report = await withApp(root, (app) => app.importGraph(enriched, { repo: root }))
  expect(report.enrichment_new).toBe(2)
  return root
}

const hurried = { '.cairn.json': '{"finish_ms": 0}' }
const tenMore = `${lines(10)}${auth}`
const lineOf = (item: NavigationItem): string => item.snippet.text.split('\n')[item.line - item.snippet.location.start_line] ?? ''

/** The hash of every file below a folder, to check that nothing was written. */
function fingerprintOf(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {}
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    // SQLite's list of current readers, in shared memory: it does not outlive the processes.
    .filter((file) => !file.endsWith('.db-shm') && statSync(file).isFile())
    .filter((file) => !(file.endsWith('.db-wal') && statSync(file).size === 0))
  return Object.fromEntries(found.map((file) => [file, createHash('sha256').update(readFileSync(file)).digest('hex')]))
}

describe.each(['catch-up', 'rebind', 'strict'] as const)(
  'a function that moved from line 10 to line 20, under %s',
  (stalePolicy) => {
    const binding = stalePolicy === 'catch-up' ? 'indexed' : 'rebound'

    it('[FR2, FR10] search and where-used return the new code at the new line with the old enrichment', async () => {
      const root = await enrichedRepo()
      writeFiles(root, { 'src/auth.py': tenMore, 'src/desk.py': `\n\n${files['src/desk.py']}` })
      const found = await library.toolRagSearch('def login', root, { stalePolicy })
      expect(found.items).toHaveLength(1)
      expect(found.items[0]).toMatchObject({
        file: 'src/auth.py',
        line: 20,
        symbol: 'sym:src.auth.login',
        binding,
        source: 'RAG_GRAPH',
        enrichment: { summary: 'Old words about login.', state: 'FRESH' },
      })
      expect(lineOf(found.items[0]!)).toBe('def login(user):')
      const used = await library.toolRagWhereUsed('login', root, { stalePolicy })
      expect(used.items.map((item) => [item.file, item.line, item.tier, item.binding])).toEqual([
        ['src/desk.py', 3, 'resolved', binding],
        ['src/desk.py', 8, 'resolved', binding],
      ])
      expect(used.items[1]).toMatchObject({
        enclosing: 'sym:src.desk.open_desk',
        enrichment: { summary: 'Old words about open_desk.' },
      })
      expect(lineOf(used.items[1]!)).toBe('    return login(user)')
      expect(used.meta.definitions).toEqual([{ symbol: 'sym:src.auth.login', path: 'src/auth.py', line: 20, count: 2 }])
      if (stalePolicy === 'catch-up') {
        expect(used.meta).toMatchObject({ status: 'OK', freshness_state: 'FRESH', freshness: { rebound: 0, live: 0 } })
      } else {
        expect(used.meta).toMatchObject({
          status: 'FALLBACK',
          freshness_state: 'STALE',
          freshness: { rebound: 2, live: 0, dirty: 2 },
        })
      }
    })

    it('[FR10] definition and lineage do so too', async () => {
      const root = await enrichedRepo()
      writeFiles(root, { 'src/auth.py': tenMore, 'src/desk.py': `\n\n${files['src/desk.py']}` })
      const definition = await ask(root, 'definition', { symbol: 'sym:src.auth.login', stale_policy: stalePolicy })
      expect(definition.items).toMatchObject([{ file: 'src/auth.py', line: 20, binding, enrichment: { state: 'FRESH' } }])
      const lineage = await library.toolRagLineage('login', 'upstream', root, { stalePolicy })
      expect(lineage.items.map((item) => [item.symbol, item.line, item.via?.at(-1)?.line, item.depth])).toEqual([
        ['sym:src.desk.open_desk', 6, 8, 1],
        ['sym:src.far.begin', 4, 5, 2],
      ])
    })
  },
)

describe('rebind and strict', () => {
  it.each(['rebind', 'strict'] as const)('[FR7, FR11] %s writes nothing at all', async (stalePolicy) => {
    const root = await enrichedRepo()
    writeFiles(root, { 'src/auth.py': tenMore, 'src/new.py': 'from src.auth import login\n\nlogin("y")\n' })
    rmSync(path.join(root, 'src/other.py'))
    foldLog(home)
    const before = [fingerprintOf(home), fingerprintOf(path.join(root, '.llmc')), fingerprintOf(path.join(root, '.git'))]
    await library.toolRagSearch('login', root, { stalePolicy })
    await library.toolRagWhereUsed('login', root, { stalePolicy })
    await library.toolRagLineage('login', 'both', root, { stalePolicy })
    await ask(root, 'search_code', { query: 'login token', level: 'symbol', stale_policy: stalePolicy })
    expect([fingerprintOf(home), fingerprintOf(path.join(root, '.llmc')), fingerprintOf(path.join(root, '.git'))]).toEqual(before)
  })

  it('[FR5, FR10] finds new uses as live and possible, and drops deleted ones', async () => {
    const root = gitRepo(files)
    await library.buildGraphForRepo(root)
    writeFiles(root, {
      'src/desk.py': 'from src.auth import login\n\n\ndef open_desk(user):\n    return None\n',
      'src/new.py': 'from src.auth import login\n\n\ndef fresh():\n    return login("y")\n',
    })
    const used = await library.toolRagWhereUsed('login', root, { stalePolicy: 'rebind' })
    expect(used.items.map((item) => [item.file, item.line, item.tier, item.binding])).toEqual([
      ['src/desk.py', 1, 'resolved', 'rebound'],
      ['src/new.py', 1, 'possible', 'live'],
      ['src/new.py', 5, 'possible', 'live'],
    ])
    expect(used.meta.freshness).toMatchObject({ rebound: 1, live: 2, unchecked: 0, dirty: 2 })
  })

  it('[FR10] a use whose name now refers to something else is no longer certain', async () => {
    const root = gitRepo({ ...files, 'src/rival.py': 'def login(user):\n    return None\n' })
    await library.buildGraphForRepo(root)
    const tiers = async (): Promise<unknown[]> =>
      (await ask(root, 'where_used', { symbol: 'sym:src.auth.login', stale_policy: 'rebind' })).items.map(({ tier }) => tier)
    expect(await tiers()).toContain('resolved')
    writeFiles(root, { 'src/desk.py': files['src/desk.py'].replace('src.auth', 'src.rival') })
    expect((await tiers()).filter((tier) => tier !== 'possible')).toEqual([])
  })

  it('[FR10] a deleted definition is not found; those in a renamed file or moved to another file are found', async () => {
    const root = gitRepo(files)
    await library.buildGraphForRepo(root)
    renameSync(path.join(root, 'src/auth.py'), path.join(root, 'src/gate.py'))
    const renamed = await ask(root, 'definition', { symbol: 'sym:src.auth.login', stale_policy: 'rebind' })
    expect(renamed.items).toMatchObject([{ file: 'src/gate.py', line: 10, symbol: 'sym:src.gate.login', binding: 'rebound' }])
    rmSync(path.join(root, 'src/gate.py'))
    writeFiles(root, { 'src/other.py': `${files['src/other.py']}\n\n${auth.slice(auth.indexOf('def login'))}` })
    const moved = await ask(root, 'definition', { symbol: 'sym:src.auth.login', stale_policy: 'rebind' })
    expect(moved.items).toMatchObject([{ file: 'src/other.py', line: 5, binding: 'rebound' }])
    writeFiles(root, { 'src/other.py': files['src/other.py'] })
    const gone = await ask(root, 'definition', { symbol: 'sym:src.auth.login', stale_policy: 'rebind' })
    expect(gone.items).toEqual([])
    expect(gone.meta).toMatchObject({ error_code: null, message: expect.stringMatching(/login/) })
  })

  it('[FR10] the uses of a symbol that was renamed or moved are no longer certain', async () => {
    const root = gitRepo(files)
    await library.buildGraphForRepo(root)
    writeFiles(root, { 'src/auth.py': auth.replaceAll('login', 'sign_in') })
    const used = await ask(root, 'where_used', { symbol: 'sym:src.auth.login', stale_policy: 'rebind' })
    expect(used.meta.message).toContain('sym:src.auth.login is now sym:src.auth.sign_in')
    expect(used.items.map((item) => [item.file, item.line, item.tier])).toEqual([
      ['src/desk.py', 1, 'possible'],
      ['src/desk.py', 6, 'possible'],
    ])
    const callers = await library.toolRagLineage('sym:src.auth.login', 'upstream', root, { stalePolicy: 'rebind' })
    expect(callers.items.map((item) => item.tier)).toEqual(['possible', 'possible'])
  })

  it('[FR2] a file that is ignored now no longer belongs to the repo, even if its bytes are as indexed', async () => {
    const root = gitRepo({ ...files, '.gitignore': 'nothing\n' })
    writeFiles(root, { 'src/loose.py': 'def loose():\n    return 1\n' })
    await library.buildGraphForRepo(root)
    const loose = async (stale_policy: string): Promise<number> =>
      (await ask(root, 'definition', { symbol: 'sym:src.loose.loose', stale_policy })).items.length
    expect(await loose('rebind')).toBe(1)
    writeFiles(root, { '.gitignore': 'loose*\n' })
    for (const stale_policy of ['rebind', 'strict', 'catch-up']) expect(await loose(stale_policy)).toBe(0)
  })

  it('[FR5] a use without the name of its target is found live too, and is not reported as changed', async () => {
    const root = gitRepo({ 'p/Base.java': 'package p;\nclass Base {\n  Base(int a) {}\n}\n' })
    await library.buildGraphForRepo(root)
    writeFiles(root, { 'p/Heir.java': 'package p;\nclass Heir extends Base {\n  Heir() {\n    super(1);\n  }\n}\n' })
    const used = await ask(root, 'where_used', { symbol: 'sym:p.Base.Base', stale_policy: 'rebind' })
    expect(used.items.map((item) => [item.file, item.line])).toEqual([
      ['p/Heir.java', 2],
      ['p/Heir.java', 4],
    ])
    expect(used.meta.freshness).toMatchObject({ dirty: 1, live: 2 })
  })

  it('[FR3] parses only changed files that the result comes from or that contain the name', async () => {
    const more = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`lib/m${at}.py`, `def f${at}():\n    return ${at}\n`]))
    const root = gitRepo({ ...files, ...more })
    await library.buildGraphForRepo(root)
    const edited = Object.fromEntries(Object.entries(more).map(([name, text]) => [name, `# edited\n${text}`]))
    writeFiles(root, { ...edited, 'src/auth.py': tenMore })
    const { parsedTexts } = await countParses(root, 'where_used', { symbol: 'login', stale_policy: 'rebind' })
    expect(parsedTexts).toEqual([tenMore])
  })

  it('[FR10] ranked search keeps the rank of an edited symbol and shows its new lines', async () => {
    const root = gitRepo(files)
    await library.buildGraphForRepo(root)
    writeFiles(root, { 'src/auth.py': tenMore })
    const found = await withApp(root, (app) =>
      app.callTool('search_code', { query: 'login token', level: 'symbol', stale_policy: 'rebind', repo_filter: root }),
    )
    expect(found.items[0]).toMatchObject({ file_path: 'src/auth.py', symbol_name: 'login', start_line: 20, binding: 'rebound' })
  })
})

describe('budgets', () => {
  it('[FR12] are settings, and arguments of a call', async () => {
    const root = gitRepo({ ...files, ...hurried })
    await library.buildGraphForRepo(root)
    writeFiles(root, { 'src/auth.py': tenMore, 'src/other.py': '\n' })
    for (const budget of [{ budget_files: 1 }, { budget_ms: 0 }]) {
      const answer = await ask(root, 'where_used', { symbol: 'login', ...budget })
      expect(answer.meta).toMatchObject({ status: 'FALLBACK', freshness_state: 'STALE', freshness: { caught_up: 0, dirty: 2 } })
      expect(answer.meta.message).toContain('cairn index')
    }
    expect((await ask(root, 'where_used', { symbol: 'login', budget_files: 2 })).meta.freshness).toMatchObject({ caught_up: 2 })
  })

  it('[FR12] a renamed file counts once', async () => {
    const root = gitRepo({ ...files, ...hurried, 'lib/a.py': 'a = 1\n', 'lib/b.py': 'b = 2\n', 'lib/c.py': 'c = 3\n' })
    await library.buildGraphForRepo(root)
    renameSync(path.join(root, 'lib'), path.join(root, 'moved'))
    const few = await ask(root, 'where_used', { symbol: 'login', budget_files: 2 })
    expect(few.meta).toMatchObject({ freshness_state: 'STALE', freshness: { dirty: 6 } })
    expect((await ask(root, 'where_used', { symbol: 'login', budget_files: 3 })).meta.freshness_state).toBe('FRESH')
  })
})

describe('a thousand changed files', () => {
  it('[FR4] are not caught up by a question without time for it; every quoted line is still correct', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 400 }, (_, at) => [
        `m/m${at}.py`,
        `from src.auth import login\n\n\ndef f${at}():\n    return login(${at})\n`,
      ]),
    )
    const root = gitRepo({ ...files, ...many, ...hurried })
    await library.buildGraphForRepo(root)
    git(root, 'checkout', '-q', '-b', 'other')
    writeFiles(root, Object.fromEntries(Object.entries(many).map(([name, text]) => [name, `# moved\n${text}`])))
    commitAll(root)
    const used = await library.toolRagWhereUsed('login', root, { limit: 5000 })
    expect(used.meta).toMatchObject({ status: 'FALLBACK', freshness_state: 'STALE' })
    expect(used.items).toHaveLength(802)
    for (const item of used.items) expect(lineOf(item)).toContain('login')
  })
})

describe('several repos', () => {
  it('[FR14] the repos of the hits are always compared; the others are counted when time is up', async () => {
    const roots = ['one', 'two', 'three', 'four', 'five', 'six'].map((name) =>
      gitRepo({ [`${name}.py`]: `def ${name}_thing():\n    return 1\n`, 'b.py': 'x = 1\n' }, name),
    )
    const app = await createApp({ cwd: path.sep, surface: 'cli', flags: { home } })
    try {
      await app.index(roots)
      for (const root of roots) writeFiles(root, { 'b.py': 'y = 2\n' })
      const answer = await app.callTool('search_code', { query: 'five_thing', level: 'symbol', limit: 1, budget_ms: 1 })
      expect(answer.items).toMatchObject([{ symbol_name: 'five_thing', repo_id: 'five' }])
      const parts = new Map(answer.meta.freshness?.repos?.map((part) => [part.repo_id, part]))
      expect(parts.get('five' as never)).toMatchObject({ dirty: expect.any(Number), unchecked: 0 })
      expect(parts.get('five' as never)?.freshness_state).not.toBe('UNKNOWN')
      const left = [...parts.values()].filter((part) => part.freshness_state === 'UNKNOWN')
      expect(left.length).toBeGreaterThan(0)
      for (const part of left) expect(part.unchecked).toBe(2)
      expect(answer.meta.freshness?.unchecked).toBe(left.length * 2)
    } finally {
      await app.close()
    }
  })
})

describe('a file that changes while an answer is made', () => {
  it('[FR13] is read again, and the answer is not called FRESH', async () => {
    const root = gitRepo(files)
    await library.buildGraphForRepo(root)
    const app = await createApp({ cwd: root, surface: 'library' })
    const { ragSearch } = await import('../../src/tools/rag-search.ts')
    const run = ragSearch.run
    // The edit happens between the gateway's check and the tool's first read.
    vi.spyOn(ragSearch, 'run').mockImplementation((call) => {
      writeFiles(root, { 'src/auth.py': tenMore })
      return run(call)
    })
    try {
      const answer = (await app.callTool('rag_search', { query: 'def login' })) as RagResult<NavigationItem>
      expect(answer.items).toMatchObject([{ file: 'src/auth.py', line: 20, binding: 'rebound' }])
      expect(answer.meta).toMatchObject({ status: 'FALLBACK', freshness_state: 'STALE', freshness: { dirty: 1 } })
    } finally {
      vi.restoreAllMocks()
      await app.close()
    }
  })
})

describe('findSymbol and isFileDirty', () => {
  it('[LI6] finds a symbol of the index where it is now, and says how', async () => {
    const root = gitRepo(files)
    await library.buildGraphForRepo(root)
    const find = () => library.findSymbol(root, 'sym:src.auth.login')
    expect(await find()).toEqual({ path: 'src/auth.py', start_line: 10, end_line: 13, how: 'exact', confidence: 1 })
    writeFiles(root, { 'src/auth.py': `${lines(100)}${auth}` })
    expect(await find()).toEqual({ path: 'src/auth.py', start_line: 110, end_line: 113, how: 'exact', confidence: 1 })
    writeFiles(root, { 'src/auth.py': auth.replaceAll('login', 'sign_in') })
    expect(await find()).toMatchObject({ path: 'src/auth.py', start_line: 10, how: 'renamed' })
    rmSync(path.join(root, 'src/auth.py'))
    expect(await find()).toBeNull()
    writeFiles(root, { 'lib/gate.py': auth })
    expect(await find()).toMatchObject({ path: 'lib/gate.py', start_line: 10, how: 'moved-file' })
    writeFiles(root, { 'lib/gate.py': auth.slice(auth.indexOf('def login')) })
    expect(await find()).toMatchObject({ path: 'lib/gate.py', start_line: 1, how: 'moved-file', confidence: expect.any(Number) })
    expect((await find())?.confidence).toBeLessThan(1)
    expect(await library.findSymbol(root, 'sym:src.nothing.here')).toBeNull()
  })

  it('[LI6] without an index a symbol is found by its anchor alone', async () => {
    const root = gitRepo(files)
    expect(await library.findSymbol(root, 'sym:src.auth.login')).toMatchObject({ path: 'src/auth.py', start_line: 10 })
  })

  it('[LI7] a file is dirty when its bytes differ from the index', async () => {
    const root = gitRepo(files)
    expect(await library.isFileDirty(root, 'src/auth.py')).toBe(false)
    writeFiles(root, { 'src/auth.py': tenMore })
    expect(await library.isFileDirty(root, 'src/auth.py')).toBe(true)
    await library.buildGraphForRepo(root)
    expect(await library.isFileDirty(root, 'src/auth.py')).toBe(false)
    expect(await library.isFileDirty(root, './src/auth.py')).toBe(false)
    expect(await library.isFileDirty(root, path.join(root, 'src/auth.py'))).toBe(false)
    writeFiles(root, { 'src/auth.py': auth, 'src/new.py': '' })
    rmSync(path.join(root, 'src/far.py'))
    for (const file of ['src/auth.py', 'src/new.py', 'src/far.py']) expect(await library.isFileDirty(root, file)).toBe(true)
    expect(await library.isFileDirty(root, 'no/such/file.py')).toBe(false)
    await expect(library.isFileDirty(root, '../outside.py')).rejects.toMatchObject({ code: 'PATH_OUTSIDE_REPO' })
  })
})

async function countParses(root: string, tool: string, args: Record<string, unknown>): Promise<{ parsedTexts: string[] }> {
  const parsedTexts: string[] = []
  const { Rooms } = await import('../../src/app/rooms.ts')
  const original = Rooms.prototype.lazyParser
  vi.spyOn(Rooms.prototype, 'lazyParser').mockImplementation(function (this: import('../../src/app/rooms.ts').Rooms) {
    const parser = original.call(this)
    return {
      ...parser,
      parse: (text, language, options) => {
        parsedTexts.push(text)
        return parser.parse(text, language, options)
      },
    }
  })
  try {
    await ask(root, tool, args)
  } finally {
    vi.restoreAllMocks()
  }
  return { parsedTexts }
}
