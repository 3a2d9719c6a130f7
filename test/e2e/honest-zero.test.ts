/**
 * "Nothing found" and "could not search" must differ: every tool and level under every policy, with an index that is missing,
 * empty, incomplete, locked, corrupt or in a home that is not writable, and with files that cannot be read.
 */
import { chmodSync, chownSync, existsSync, lstatSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { createApp } from '../../src/app/create-app.ts'
import type { App } from '../../src/app/port.ts'
import { openEmbeddedStore } from '../../src/store/embedded/open-embedded-store.ts'
import { gitRepo, tempFolder, writeFiles } from '../kit/temp-repo.ts'
import type { AnyResult } from '../kit/tool-desk.ts'

const filler = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`pad/m${at}.py`, `def pad${at}():\n    return ${at}\n`]))
const files = {
  'src/auth.py': 'def login(user):\n    """Lets a customer in."""\n    return user\n',
  'src/app.py': 'from src.auth import login\n\n\ndef run():\n    return login(1)\n',
  'README.md': '# Shop\n\nCall login to let a customer in.\n',
  ...filler,
}

/** A question about `login`, which exists, or about `nosuchthing`, which does not; `truth`: least number of correct items. */
type Question = { tool: string; args: (word: string) => Record<string, unknown>; truth: number }
const questions: Record<string, Question> = {
  definition: { tool: 'definition', args: (symbol) => ({ symbol }), truth: 1 },
  'definition by position': {
    tool: 'definition',
    args: (word) => ({ symbol: word === 'login' ? 'src/app.py:5:12' : 'src/app.py:4:1' }),
    truth: 1,
  },
  where_used: { tool: 'where_used', args: (symbol) => ({ symbol, use: 'calls' }), truth: 1 },
  'lineage up': { tool: 'lineage', args: (symbol) => ({ symbol, tier: ['resolved', 'possible'] }), truth: 1 },
  'lineage down': {
    tool: 'lineage',
    args: (word) => ({ symbol: word === 'login' ? 'run' : word, direction: 'downstream', tier: ['resolved', 'possible'] }),
    truth: 1,
  },
  rag_search: { tool: 'rag_search', args: (query) => ({ query, word: true }), truth: 4 },
  ...Object.fromEntries(
    (['file', 'symbol', 'doc', 'module', 'repo'] as const).map((level) => [
      `search_code ${level}`,
      {
        tool: 'search_code',
        args: (word: string) => ({
          query: word !== 'login' ? word : level === 'module' ? 'src' : level === 'repo' ? 'python' : word,
          level,
        }),
        truth: 1,
      },
    ]),
  ),
}
const policies = ['catch-up', 'rebind', 'strict'] as const

const closing: (() => unknown)[] = []
afterAll(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  vi.unstubAllEnvs()
})

/** Each state has its own home and app. */
async function openIn(root: string): Promise<{ home: string; app: App }> {
  const home = path.join(tempFolder('home'), 'cairn')
  vi.stubEnv('CAIRN_HOME', home)
  vi.stubEnv('XDG_CONFIG_HOME', path.dirname(home))
  const opened = await createApp({ cwd: root, surface: 'library' })
  closing.push(() => opened.close())
  return { home, app: opened }
}

/** Whether the answer claims to have searched everything, so that an empty list means that there is nothing. */
function claimsToHaveLooked({ meta, truncated, total }: AnyResult): boolean {
  return meta.status !== 'ERROR' && !truncated && total !== null && (meta.freshness?.unchecked ?? 0) === 0
}

/** `known`: the number of correct items on disk. */
function expectHonest(answer: AnyResult, known: number, about: string): void {
  const { meta, items } = answer
  const said = `${about}: ${meta.status} ${meta.freshness_state} ${items.length} of ${known}, truncated ${answer.truncated}: ${meta.message}`
  if (meta.status === 'ERROR') {
    expect([meta.error_code, meta.message], said).not.toContain(null)
    return
  }
  if (items.length < known) {
    expect(claimsToHaveLooked(answer), said).toBe(false)
    expect(meta.message, said).toMatch(
      /not (looked|searched|checked|read|finished)|could (not )?be looked|cannot be read|not be opened|still to be linked/i,
    )
  }
  if (items.length === 0) expect(meta.message, said).toBeTruthy()
  if (meta.status === 'OK' && meta.freshness_state === 'FRESH') expect(items.length, said).toBeGreaterThanOrEqual(known)
  // An answer without the index must not claim to be FRESH.
  if (meta.source === 'LOCAL_FALLBACK') expect(meta.freshness_state, said).not.toBe('FRESH')
}

type Options = { truth?: (question: Question) => number; only?: readonly string[]; mayFail?: boolean }

async function askAll(asked: App, options: Options = {}): Promise<void> {
  const truth = options.truth ?? (({ truth: count }) => count)
  for (const [name, question] of Object.entries(questions))
    for (const stale_policy of options.only ?? policies)
      for (const word of ['login', 'nosuchthing']) {
        const args = { ...question.args(word), stale_policy }
        const answer = (await asked.callTool(question.tool, args)) as AnyResult
        const count = word === 'login' ? truth(question) : 0
        expectHonest(answer, count, `${name} ${word} ${stale_policy}`)
        if (!options.mayFail) expect([name, answer.meta.error_code], answer.meta.message ?? '').toEqual([name, null])
        if (word !== 'login') expect([name, stale_policy, answer.items]).toEqual([name, stale_policy, []])
      }
}

/** Run as a user without write access, because as root these tests prove nothing. */
const isRoot = process.getuid?.() === 0
const NOBODY = 65_534
function giveAway(folder: string): void {
  chownSync(folder, NOBODY, NOBODY)
  for (const name of readdirSync(folder)) {
    const inside = path.join(folder, name)
    if (lstatSync(inside).isDirectory()) giveAway(inside)
    else chownSync(inside, NOBODY, NOBODY)
  }
}
const canBecomeNobody = !isRoot || process.seteuid !== undefined
async function asNobody(folders: readonly string[], act: () => Promise<void>): Promise<void> {
  if (!isRoot) return act()
  for (const folder of folders) giveAway(path.dirname(folder))
  process.seteuid?.(NOBODY)
  try {
    await act()
  } finally {
    process.seteuid?.(0)
  }
}

describe('[TO35] nothing found and could not search are different answers', () => {
  it('with a complete index', async () => {
    const root = gitRepo(files)
    const { app: asked } = await openIn(root)
    await asked.index([root])
    await askAll(asked)
    const answer = (await asked.callTool('where_used', { symbol: 'login' })) as AnyResult
    expect(answer.meta).toMatchObject({ status: 'OK', freshness_state: 'FRESH' })
  }, 120_000)

  it('without an index', async () => {
    const { app: asked } = await openIn(gitRepo(files))
    await askAll(asked)
    expect(((await asked.callTool('list_repos', {})) as AnyResult).meta.status).toBe('OK')
  }, 120_000)

  it('a document: without an index that of a folder could not be searched, that of a file is found on disk', async () => {
    const root = gitRepo(files)
    const { app: asked, home } = await openIn(root)
    await asked.index([root])
    const find = async (level: string, query: string): Promise<string> =>
      ((await asked.callTool('search_code', { query, level })) as AnyResult).items[0].document_id
    const ids = { module: await find('module', 'src'), file: await find('file', 'login'), symbol: await find('symbol', 'login') }
    await asked.close()
    rmSync(home, { recursive: true })
    const again = await createApp({ cwd: root, surface: 'library' })
    closing.push(() => again.close())
    const get = async (document_id: string) => (await again.callTool('get_document', { document_id })) as AnyResult
    expect((await get(ids.module)).meta).toMatchObject({ error_code: 'RAG_UNAVAILABLE' })
    expect((await get(ids.file)).items[0].file_path).toMatch(/^(src\/a|README)/)
    expect((await get(ids.symbol)).items[0].symbol_name).toBe('login')
    expect((await get(`${ids.symbol}x`)).meta.error_code).toBe('DOCUMENT_NOT_FOUND')
  }, 120_000)

  it('with no file in the repo, indexed or not', async () => {
    const { app: asked } = await openIn(gitRepo({}))
    await askAll(asked, { truth: () => 0 })
    await asked.index([])
    await askAll(asked, { truth: () => 0 })
  }, 120_000)

  it('with changed files', async () => {
    const root = gitRepo({ ...files, 'src/app.py': '', 'src/auth.py': '' })
    const { app: asked } = await openIn(root)
    await asked.index([root])
    writeFiles(root, files)
    await askAll(asked, { only: ['rebind', 'strict'] })
  }, 120_000)

  it('with an incomplete index', async () => {
    const root = gitRepo(files)
    const { app: asked } = await openIn(root)
    const stop = new AbortController()
    const cut = asked.index([root], { signal: stop.signal, onProgress: ({ phase }) => void (phase === 'link' && stop.abort()) })
    await expect(cut).rejects.toThrow()
    const partly = (await asked.callTool('where_used', { symbol: 'login', stale_policy: 'rebind' })) as AnyResult
    expect(partly.meta.message).toMatch(/not finished|still to be linked/)
    await askAll(asked, { only: ['rebind', 'strict'] })
  }, 120_000)

  it('with an index that another process has locked', async () => {
    const root = gitRepo(files)
    const { app: asked, home } = await openIn(root)
    const [report] = await asked.index([root])
    const other = await openEmbeddedStore(home)
    closing.push(() => other.reader.close())
    const held = await other.writer.lockRepo(report?.repo_id as never, { wait_ms: 1000 })
    expect(held).toBeDefined()
    writeFiles(root, {
      'src/app.py': `# later\n${files['src/app.py']}`,
      'src/new.py': 'from src.auth import login\n\nlogin(2)\n',
    })
    await askAll(asked, {
      truth: ({ tool, args, truth }) => (tool === 'definition' && String(args('login').symbol).includes(':') ? 0 : truth),
    })
  }, 120_000)

  it('with a corrupt store', async () => {
    const root = gitRepo(files)
    const first = await openIn(root)
    const registering = await createApp({ cwd: root, surface: 'cli' })
    await registering.index([root])
    await registering.close()
    const store = path.join(first.home, 'store.db')
    expect(existsSync(store)).toBe(true)
    for (const tail of ['-wal', '-shm']) rmSync(store + tail, { force: true })
    writeFileSync(store, 'this is no database, this is no database, this is no database')
    const asked = await createApp({ cwd: root, surface: 'library' })
    closing.push(() => asked.close())
    await askAll(asked)
    const listed = (await asked.callTool('list_repos', {})) as AnyResult
    expect(listed.items).not.toEqual([])
    expect(listed.meta).toMatchObject({ status: 'FALLBACK', message: expect.stringContaining('were not counted') })
  }, 120_000)

  it('with a repo whose folder is gone', async () => {
    const root = gitRepo(files)
    const { app: asked } = await openIn(root)
    await asked.index([root])
    renameSync(root, `${root}-away`)
    for (const [name, question] of Object.entries(questions))
      for (const stale_policy of policies) {
        const args = { ...question.args('login'), stale_policy }
        const answer = (await asked.callTool(question.tool, args, { cwd: root })) as AnyResult
        expectHonest(answer, question.truth, `${name} ${stale_policy}`)
      }
  }, 120_000)

  it('with files too large, binary or withheld', async () => {
    const { 'src/auth.py': auth, ...rest } = files
    const root = gitRepo({
      ...rest,
      '.env': 'login=1\n',
      'src/data.bin': Buffer.from('login\0\0login'),
      'src/auth.py': auth,
    })
    const { app: asked } = await openIn(root)
    await asked.index([root])
    await askAll(asked)
    for (const symbol of ['.env:1:1', 'src/data.bin:1:1', 'src:1:1', 'gone.py:1:1']) {
      const answer = (await asked.callTool('definition', { symbol })) as AnyResult
      expect([symbol, answer.items]).toEqual([symbol, []])
      expect(answer.meta.message, symbol).toMatch(/withheld|cannot be read as text|is a folder|There is no file/)
    }
  }, 120_000)

  it.skipIf(!canBecomeNobody)(
    'with a file that may not be read, indexed before or not',
    async () => {
      for (const isIndexed of [false, true]) {
        const root = gitRepo(files)
        const { app: asked, home } = await openIn(root)
        if (isIndexed) await asked.index([root])
        else writeFiles(path.dirname(home), { 'cairn/.keep': '' })
        // Its time changes too, so the index cannot answer for it either.
        writeFiles(root, { 'src/auth.py': `${files['src/auth.py']}\n` })
        chmodSync(path.join(root, 'src/auth.py'), 0)
        await asNobody([root, home], () => askAll(asked))
      }
    },
    180_000,
  )

  it.skipIf(!canBecomeNobody)(
    'with a home that cannot be written',
    async () => {
      const root = gitRepo(files)
      const { app: asked, home } = await openIn(root)
      await asked.index([root])
      writeFiles(root, { 'src/app.py': `${files['src/app.py']}\n# later\n` })
      await asNobody([root, home], async () => {
        chmodSync(home, 0o555)
        for (const name of readdirSync(home))
          chmodSync(path.join(home, name), lstatSync(path.join(home, name)).isDirectory() ? 0o555 : 0o444)
        await askAll(asked)
      })
    },
    120_000,
  )
})
