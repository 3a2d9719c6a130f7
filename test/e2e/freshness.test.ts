/** Small scenarios: index, change the disk, ask, read the cover. Through the app, on real repos. */
import { renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '../../src/app/create-app.ts'
import type { RagResult } from '../../src/contract/envelope.ts'
import type { NavigationItem } from '../../src/contract/items.ts'
import { ask as run } from '../kit/run-cairn.ts'
import { commitAll, git, gitRepo, tempFolder, writeFiles } from '../kit/temp-repo.ts'

const files = {
  'pay/refund.py': 'def refund(order):\n    """Gives the money back."""\n    return order\n',
  'pay/desk.py': 'from pay.refund import refund\n\n\ndef serve(order):\n    return refund(order)\n',
  'notes.md': '# Notes\n\nHow a refund works.\n',
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

async function ask(root: string, tool: string, args: Record<string, unknown>): Promise<RagResult<NavigationItem>> {
  const app = await createApp({ cwd: root, surface: 'cli' })
  try {
    return (await app.callTool(tool, args)) as RagResult<NavigationItem>
  } finally {
    await app.close()
  }
}
async function index(root: string, options: { fresh?: boolean; signal?: AbortSignal; onProgress?: () => void } = {}) {
  const app = await createApp({ cwd: root, surface: 'cli' })
  try {
    return (await app.index([], options))[0]!
  } finally {
    await app.close()
  }
}
const places = (answer: RagResult<NavigationItem>): string[] => answer.items.map(({ file, line }) => `${file}:${line}`)
const quoted = (answer: RagResult<NavigationItem>): string[] =>
  answer.items.map(({ snippet, line }) => snippet.text.split('\n')[line - snippet.location.start_line] ?? '')

describe('an unchanged repo', () => {
  it('[FR1] answers FRESH with its commit, and parses nothing', async () => {
    const root = gitRepo(files)
    const { commit } = await index(root)
    const answer = await ask(root, 'where_used', { symbol: 'refund' })
    expect(answer).toMatchObject({ source: 'RAG_GRAPH', freshness_state: 'FRESH' })
    expect(answer.meta.freshness).toMatchObject({
      indexed_commit: commit,
      head: commit,
      dirty: 0,
      caught_up: 0,
      unchecked: 0,
      live: 0,
    })
    expect(places(answer)).toEqual(['pay/desk.py:1', 'pay/desk.py:5'])
  })

  it('[IX9] is not written again by another `index`', async () => {
    const root = gitRepo(files)
    await index(root)
    const phases: string[] = []
    const again = await index(root, { onProgress: (...[event]: { phase: string }[]) => void phases.push(event?.phase ?? '') })
    expect(again).toMatchObject({ parsed: 0, reused: 0, removed: 0, unchanged: 3, written: [] })
    expect(phases).toContain('list')
    expect(phases).not.toContain('parse')
  })
})

describe('an edited repo, caught up', () => {
  it('[FR2] quotes the current lines, finds new uses and drops deleted ones', async () => {
    const root = gitRepo(files)
    await index(root)
    writeFiles(root, {
      'pay/refund.py': `${'# a line on top\n'.repeat(37)}${files['pay/refund.py']}`,
      'pay/desk.py': 'def serve(order):\n    return order\n',
      'pay/late.py': 'from pay.refund import refund as give_back\n\nanswer = give_back(1)\n',
    })
    const uses = await ask(root, 'where_used', { symbol: 'refund' })
    expect(places(uses)).toEqual(['pay/late.py:1', 'pay/late.py:3'])
    expect(uses.meta).toMatchObject({ status: 'OK', freshness_state: 'FRESH', freshness: { caught_up: 3 } })
    const definition = await ask(root, 'definition', { symbol: 'refund' })
    expect(places(definition)).toEqual(['pay/refund.py:38'])
    expect(quoted(definition)).toEqual(['def refund(order):'])
  })

  it('[FR3] reads only what changed', async () => {
    const root = gitRepo(files)
    await index(root)
    writeFiles(root, { 'pay/desk.py': `${files['pay/desk.py']}# more\n` })
    expect((await ask(root, 'where_used', { symbol: 'refund' })).meta.freshness).toMatchObject({
      caught_up: 1,
      dirty: expect.any(Number),
    })
    expect((await ask(root, 'where_used', { symbol: 'refund' })).meta.freshness).toMatchObject({ caught_up: 0 })
  })

  it('[FR5] a new file is found by text and by use', async () => {
    const root = gitRepo(files)
    await index(root)
    writeFiles(root, { 'new/place.py': 'import pay.refund\n\npay.refund.refund(2)\n' })
    expect(places(await ask(root, 'rag_search', { query: 'refund(2)' }))).toEqual(['new/place.py:3'])
    expect(places(await ask(root, 'where_used', { symbol: 'refund' }))).toContain('new/place.py:3')
  })

  it('[FR2] a deleted file is never quoted, a moved one is quoted where it is', async () => {
    const root = gitRepo(files)
    await index(root)
    rmSync(path.join(root, 'notes.md'))
    renameSync(path.join(root, 'pay/desk.py'), path.join(root, 'pay/counter.py'))
    expect(places(await ask(root, 'rag_search', { query: 'refund', word: true }))).toEqual([
      'pay/counter.py:1',
      'pay/counter.py:5',
      'pay/refund.py:1',
    ])
  })

  it('[FR2] an edit of the same size within the same second is noticed', async () => {
    const root = gitRepo(files)
    const file = path.join(root, 'pay/refund.py')
    await index(root)
    writeFileSync(file, files['pay/refund.py'].replace('refund(order)', 'refunk(order)'))
    const time = new Date()
    utimesSync(file, time, time)
    expect(places(await ask(root, 'definition', { symbol: 'refunk' }))).toEqual(['pay/refund.py:1'])
    writeFileSync(file, files['pay/refund.py'].replace('refund(order)', 'refunx(order)'))
    utimesSync(file, time, time)
    expect(places(await ask(root, 'definition', { symbol: 'refunx' }))).toEqual(['pay/refund.py:1'])
    const old = await ask(root, 'definition', { symbol: 'refunk' })
    expect([old.meta.error_code, old.items]).toEqual([null, []])
  })

  it('[FR2] after a branch switch the answer is about the branch that is checked out', async () => {
    const root = gitRepo(files)
    git(root, 'checkout', '-q', '-b', 'other')
    writeFiles(root, { 'pay/refund.py': 'x = 1\n\n\ndef refund(order):\n    return None\n' })
    commitAll(root)
    await index(root)
    git(root, 'checkout', '-q', 'main')
    expect(places(await ask(root, 'definition', { symbol: 'refund' }))).toEqual(['pay/refund.py:1'])
    git(root, 'checkout', '-q', 'other')
    expect(places(await ask(root, 'definition', { symbol: 'refund' }))).toEqual(['pay/refund.py:4'])
  })
})

describe('an edited repo under the other policies', () => {
  it.each(['strict', 'rebind'])('[FR7] %s writes nothing and labels what it read live', async (stale_policy) => {
    const root = gitRepo(files)
    await index(root)
    writeFiles(root, { 'pay/late.py': 'from pay.refund import refund\n\nrefund(3)\n' })
    const uses = await ask(root, 'where_used', { symbol: 'refund', stale_policy })
    expect(uses.meta).toMatchObject({ status: 'FALLBACK', freshness_state: 'STALE' })
    expect(uses.items.filter(({ binding }) => binding === 'live').map(({ file, tier }) => [file, tier])).toContainEqual([
      'pay/late.py',
      'possible',
    ])
    expect(places(uses)).toEqual(expect.arrayContaining(['pay/desk.py:5', 'pay/late.py:3']))
    expect((await ask(root, 'where_used', { symbol: 'refund', stale_policy })).meta.freshness).toMatchObject({
      dirty: 1,
      caught_up: 0,
    })
  })

  it('[FR7] strict follows the route decision exactly after a commit', async () => {
    const root = gitRepo(files)
    await index(root)
    commitAll(root)
    const answer = await ask(root, 'rag_search', { query: 'refund(order)', stale_policy: 'strict' })
    expect(answer).toMatchObject({ source: 'LOCAL_FALLBACK', freshness_state: 'STALE', meta: { status: 'FALLBACK' } })
    expect(places(answer)).toEqual(['pay/desk.py:5', 'pay/refund.py:1'])
  })

  it('[FR4] more changes than the budget: files are read live, the answer says so, and nothing stale is quoted', async () => {
    const root = gitRepo({ ...files, '.cairn.json': '{"budget_files": 1, "finish_ms": 0}' })
    await index(root)
    writeFiles(root, {
      'pay/desk.py': `# moved\n${files['pay/desk.py']}`,
      'pay/late.py': 'from pay.refund import refund\nrefund(4)\n',
    })
    const uses = await ask(root, 'where_used', { symbol: 'refund' })
    expect(uses.meta).toMatchObject({ status: 'FALLBACK', freshness_state: 'STALE', freshness: { dirty: 2, caught_up: 0 } })
    expect(uses.meta.message).toMatch(/2 files changed.*cairn index/)
    expect(places(uses)).toEqual(expect.arrayContaining(['pay/desk.py:6', 'pay/late.py:2']))
    for (const line of quoted(uses)) expect(line).toMatch(/refund/)
  })
})

describe('no usable index', () => {
  it('[FR8] a library call on a repo without an index reads the files and says how to build one', async () => {
    const root = gitRepo(files)
    const app = await createApp({ cwd: root, surface: 'library' })
    const answer = await app.callTool('where_used', { symbol: 'refund' })
    await app.close()
    expect(answer).toMatchObject({ source: 'LOCAL_FALLBACK', freshness_state: 'UNKNOWN', meta: { status: 'FALLBACK' } })
    expect(answer.meta.message).toMatch(/cairn index/)
    expect(answer.items).not.toEqual([])
  })

  it('[FR9, IX12] an interrupted build is not FRESH; finished work is kept', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 120 }, (_, at) => [`m${at}.py`, `def f${at}():\n    return f${at + 1}()\n`]),
    )
    const root = gitRepo(many)
    const stop = new AbortController()
    let seen = 0
    const stopped = index(root, { signal: stop.signal, onProgress: () => void (++seen > 3 && stop.abort()) })
    await expect(stopped).rejects.toThrow()
    const answer = await ask(root, 'rag_search', { query: 'f7', word: true, stale_policy: 'rebind' })
    expect(answer.freshness_state).not.toBe('FRESH')
    expect(places(answer)).toEqual(['m6.py:2', 'm7.py:1'])
    expect(await index(root)).toMatchObject({ files: 120 })
    expect((await ask(root, 'rag_search', { query: 'f7', word: true })).freshness_state).toBe('FRESH')
  })
})

describe('a repo without files', () => {
  it('[FR1] has a FRESH and empty index', async () => {
    const root = gitRepo({})
    await index(root)
    expect(await ask(root, 'rag_search', { query: 'anything' })).toMatchObject({
      items: [],
      total: 0,
      freshness_state: 'FRESH',
      meta: { status: 'OK' },
    })
  })
})

describe('an interrupted build', () => {
  it('[FR9] is finished by the next question', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 120 }, (_, at) => [`m${at}.py`, `def f${at}():\n    return f${at + 1}()\n`]),
    )
    const root = gitRepo(many)
    const stop = new AbortController()
    let seen = 0
    await expect(index(root, { signal: stop.signal, onProgress: () => void (++seen > 3 && stop.abort()) })).rejects.toThrow()
    expect((await ask(root, 'where_used', { symbol: 'f7' })).meta).toMatchObject({ status: 'OK', freshness_state: 'FRESH' })
  })
})

describe('facts are shared by content', () => {
  it('[IX1] a second worktree on another branch parses no known content, and each answers for its own files', async () => {
    const root = gitRepo(files)
    await index(root)
    const tree = path.join(tempFolder(), 'tree')
    git(root, 'worktree', 'add', '-q', '-b', 'side', tree)
    expect(await index(tree)).toMatchObject({ parsed: 0, reused: 3 })
    writeFiles(tree, { 'pay/refund.py': '\n\n\ndef refund(order):\n    return order\n' })
    commitAll(tree)
    expect(places(await ask(tree, 'definition', { symbol: 'refund' }))).toEqual(['pay/refund.py:4'])
    expect(places(await ask(root, 'definition', { symbol: 'refund' }))).toEqual(['pay/refund.py:1'])
  })

  it('[IX1] the facts of a file do not depend on its path', async () => {
    const root = gitRepo({ 'a/one.py': files['pay/refund.py'], 'b/two.py': files['pay/refund.py'] })
    expect(await index(root)).toMatchObject({ files: 2 })
    const other = gitRepo({ 'elsewhere/three.py': files['pay/refund.py'] })
    expect(await index(other)).toMatchObject({ parsed: 0, reused: 1 })
  })
})

describe('files that are read in part', () => {
  it('[IX1] have the same reason in a second checkout', async () => {
    const odd = {
      'broken.py': 'def fine():\n    return 1\n\ndef broken(:\n    ???\n',
      'long.js': `var x = "${'a'.repeat(30_000)}";\n`,
      'plain.yml': 'a: 1\n',
      'good.py': 'x = 1\n',
    }
    const first = await index(gitRepo(odd))
    const second = await index(gitRepo(odd))
    expect(second).toMatchObject({ parsed: 0, reused: 4 })
    expect(first.skipped.map(({ path: file }) => file).sort()).toEqual(['broken.py', 'long.js'])
    expect(second.skipped.sort((a, b) => (a.path < b.path ? -1 : 1))).toEqual(
      first.skipped.sort((a, b) => (a.path < b.path ? -1 : 1)),
    )
  })
})

describe('a question asked in one of several repos', () => {
  it('[CL4] on the command line is about that repo, ranked or not; level repo asks all', () => {
    const home = tempFolder('home')
    const [shop, bank] = [gitRepo(files, 'shop'), gitRepo(files, 'bank')]
    const reposOf = (...args: string[]): string[] => [
      ...new Set(run<{ repo_id: string }>(['search', ...args], { cwd: shop, home }).items.map((item) => item.repo_id)),
    ]
    for (const root of [shop, bank]) run(['index'], { cwd: root, home })
    expect(reposOf('how does a refund work')).toEqual(['shop'])
    expect(reposOf('refund')).toEqual(['shop'])
    expect(reposOf('how does a refund work', '-r', 'bank')).toEqual(['bank'])
    expect(reposOf('how does a refund work', '--level', 'repo').sort()).toEqual(['bank', 'shop'])
  })
})
